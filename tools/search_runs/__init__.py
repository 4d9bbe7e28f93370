"""Rankings of the pages of a test collection, by whole pages and by segments, and their measures.

`python -m tools.search_figures` runs and records them.
"""
