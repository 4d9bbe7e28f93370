"""Segment methods, which divide a page into segments: one paper, one file, one function."""
