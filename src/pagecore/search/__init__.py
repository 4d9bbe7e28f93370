"""Search in pages by their segments: an embedded index, rankings by pages and segments, and query
expansion."""
