"""Containers: files that hold several pages, or lead to them. Each page becomes a source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pagecore.page import PageWarning
from pagecore.sources.entries import read_entries
from pagecore.sources.json_lines import read_json_lines
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.sitemap import read_sitemap
from pagecore.sources.source import Source
from pagecore.sources.warc import read_warc


def read_container(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the pages of a WARC file, a feed, a sitemap or JSON lines, one after the other.

    Args:
        source: the container; its kind is known.
        read_options: options for reading it.

    Yields:
        The source of each page, and warnings about the container.

    Raises:
        BadInput, NeedsExtra: the container cannot be read, or is damaged at this place.
    """
    readers = {
        FileKind.WARC: read_warc,
        FileKind.FEED: read_entries,
        FileKind.SITEMAP: read_sitemap,
        FileKind.LINES: read_json_lines,
    }
    assert source.kind is not None
    n_pages = 0
    for item in readers[source.kind](source, read_options):
        if isinstance(item, PageWarning):
            yield item
            continue
        n_pages += 1
        yield replace(
            item, index=source.index, folder=source.folder, position=(*source.position, n_pages)
        )
