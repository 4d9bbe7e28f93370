"""Search in pages by their segments: an embedded index, rankings by pages and segments, and query
expansion. `pagecore.search.open(path)` opens an index that `pagecore index` or
`pagecore.search.create(path)` has written."""

from pagecore.search.hits import ChunkHit, Hit
from pagecore.search.index import SearchIndex
from pagecore.search.index import open_index as open
from pagecore.search.options import SearchOptions
from pagecore.search.writer import PageWriter
from pagecore.search.writer import create_index as create

__all__ = ["ChunkHit", "Hit", "PageWriter", "SearchIndex", "SearchOptions", "create", "open"]
