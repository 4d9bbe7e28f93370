"""The entries of a feed, each as a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.sources.feed import MAX_BYTES, Feed
from pagecore.sources.kinds import FileKind
from pagecore.sources.open_file import read_unpacked
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.sources.read import ReadOptions


def read_entries(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the entries of a feed; raises as `Feed.read` does."""
    content, _ = read_unpacked(source, MAX_BYTES + 1)
    try:
        feed = Feed.read(content, source.url)
    except BadInput as error:
        raise BadInput(f"{source}: {error}") from error
    except NeedsExtra as error:
        raise NeedsExtra(f"{source}: {error}") from None
    yield from feed.warnings
    if not feed.entries:
        raise BadInput(f"{source}: the feed has no entries")
    for number, entry in enumerate(feed.entries, 1):
        yield Source(
            source.place,
            content=entry.html().encode(errors="replace"),
            url=entry.url,
            charset="utf-8",
            kind=FileKind.ENTRY,
            name_in_container=entry.url or str(number),
        )
