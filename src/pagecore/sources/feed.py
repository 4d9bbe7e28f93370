"""Feeds: RSS, Atom and JSON Feed. Each entry is a page of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.page.urls import split_url
from pagecore.sources.feed_entry import FeedEntry
from pagecore.sources.json_feed import read_json_feed
from pagecore.sources.kinds import check_is_feed, is_json_feed
from pagecore.sources.xml_feed import read_xml_feed

#: Bytes of a feed that are read; feedparser needs half a minute for so many.
MAX_BYTES: Final = 16 * 2**20


@dataclass(frozen=True)
class Feed:
    """A feed: the entries of a site, newest first on most sites. Use `Feed.read`."""

    title: str | None
    #: The URL of the site.
    url: str | None
    entries: tuple[FeedEntry, ...]
    #: The format and its version, such as `RSS 2.0`, `Atom 1.0` or `JSON Feed 1.1`.
    kind: str = ""
    #: Problems of the feed: broken XML, a wrong encoding, an excess size.
    warnings: tuple[PageWarning, ...] = ()

    @classmethod
    def read(cls, content: bytes, url: str | None = None) -> Feed:
        """Read an RSS, Atom or JSON feed.

        Args:
            content: the feed, as received. Errors in its XML are tolerated, with a warning. At most
                16 MiB are read.
            url: the URL of the feed, to resolve the links of its entries; by default the one that
                the feed declares, or that of its site.

        Raises:
            BadInput: the bytes are not a feed.
            NeedsExtra: feedparser is not installed, which reads RSS and Atom.
        """
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise BadInput(f"a feed is bytes, not {type(content).__name__}")
        check_is_feed(content)
        data = bytes(content[:MAX_BYTES])
        warnings: tuple[PageWarning, ...] = ()
        if len(content) > MAX_BYTES:
            message = f"the feed is larger than {MAX_BYTES} bytes; the rest was not read"
            n_left = len(content) - MAX_BYTES
            warnings = (PageWarning("limit-bytes", message, -1, MAX_BYTES, n_left),)
        parts = read_json_feed(data, url) if is_json_feed(data) else read_xml_feed(data, url)
        return cls(*parts[:-1], warnings=(*parts.warnings, *warnings))

    def check_site(self, url: str | None) -> PageWarning | None:
        """Return the warning that a feed is of another site than a page, or None.

        Neither its own URL nor the link of an entry has the host of the page.

        Args:
            url: the URL of the page; None if it is not known.
        """
        host = _read_host(url)
        hosts = list(
            dict.fromkeys(
                filter(None, map(_read_host, (self.url, *(entry.url for entry in self.entries))))
            )
        )
        if not host or not hosts or any(_is_same_site(host, other) for other in hosts):
            return None
        named = ", ".join(hosts[:3]) + (f" and {len(hosts) - 3} more" if len(hosts) > 3 else "")
        message = f"the feed is of {named}, but the page is of {host}"
        return PageWarning("feed-of-another-site", message, -1, -1, 1)


def _read_host(url: str | None) -> str:
    return "" if url is None else (split_url(url).hostname or "").removeprefix("www.")


def _is_same_site(first: str, second: str) -> bool:
    return first == second or f".{first}".endswith(f".{second}") or second.endswith(f".{first}")
