"""The entries of a feed, each as a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.sources.feed import Feed
from pagecore.sources.kinds import FileKind
from pagecore.sources.open_file import read_unpacked
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.sources.read import ReadOptions

#: Bytes of a feed that are read; feedparser needs some seconds for so many.
MAX_BYTES: Final = 16 * 2**20


def read_entries(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the entries of a feed; raises as `Feed.read` does."""
    content, _ = read_unpacked(source, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        message = f"the feed is larger than {MAX_BYTES} bytes; the rest was not read"
        yield PageWarning("limit-bytes", message, -1, -1, 1)
    try:
        feed = Feed.read(content[:MAX_BYTES], source.url)
    except BadInput as error:
        raise BadInput(f"{source}: {error}") from error
    except NeedsExtra as error:
        raise NeedsExtra(f"{source}: {error}") from None
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
