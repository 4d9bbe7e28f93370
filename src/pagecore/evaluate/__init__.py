"""Measures methods and other extractors on corpora: quality, speed, and what changed."""
