"""Segment methods, which divide a page into segments: one file and one function for each."""
