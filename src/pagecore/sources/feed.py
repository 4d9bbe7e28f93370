"""Feeds: RSS and Atom, read leniently by feedparser, and JSON Feed. Each entry is a page of its
own."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Any, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page.parse import parse
from pagecore.page.urls import check_web_url
from pagecore.sources.feed_entry import FeedEntry
from pagecore.sources.json_feed import (
    load_json_feed,
    read_json_entries,
    read_json_text,
    read_json_url,
)
from pagecore.sources.kinds import check_is_feed, is_json_feed

#: An author of RSS: an address and a name.
_MAILBOX: Final = re.compile(r"[^\s@()]{1,200}@[^\s@()]{1,200} {1,9}\(([^()]{1,200})\)")
_DECLARATION: Final = re.compile(r"\A<\?xml\s[^>]{0,1000}>")
#: Bytes of a feed that its encoding is detected in.
_HEAD: Final = 100_000


@dataclass(frozen=True)
class Feed:
    """A feed: the entries of a site, newest first on most sites. Use `Feed.read`."""

    title: str | None
    #: The URL of the site.
    url: str | None
    entries: tuple[FeedEntry, ...]

    @classmethod
    def read(cls, content: bytes, url: str | None = None) -> Feed:
        """Read an RSS, Atom or JSON feed.

        Args:
            content: the feed, as received. Errors in its XML are tolerated.
            url: the URL of the feed, to resolve the links of its entries.

        Raises:
            BadInput: the bytes are not a feed.
            NeedsExtra: feedparser is not installed, which reads RSS and Atom.
        """
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise BadInput(f"a feed is bytes, not {type(content).__name__}")
        check_is_feed(content)
        if is_json_feed(bytes(content)):
            feed = load_json_feed(bytes(content))
            site = read_json_url(feed, "home_page_url", url)
            return cls(read_json_text(feed, "title"), site, tuple(read_json_entries(feed, url)))
        try:
            import feedparser
        except ImportError:
            raise NeedsExtra("feeds need an extra: pip install 'pagecore[feeds]'") from None
        # feedparser would open a file or URL of the name of a str. The writers of pagecore are safe
        # for any HTML, so its slow sanitizer is not needed.
        headers = {"content-type": "application/xml; charset=utf-8"}
        if url is not None:
            headers["content-location"] = url
        try:
            parsed = feedparser.parse(
                io.BytesIO(_convert_to_utf8(bytes(content))),
                response_headers=headers,
                sanitize_html=False,
            )
        except (
            *(ValueError, LookupError, TypeError, AttributeError, RecursionError),
            ArithmeticError,
        ) as error:
            # feedparser does not expect some malformed feeds.
            raise BadInput(f"the feed cannot be read: {type(error).__name__}: {error}") from error
        if not parsed.get("version") and not parsed.entries:
            raise BadInput("this is not a feed: it has neither a version nor entries")
        return cls(
            _read_text(parsed.feed, "title"),
            _read_url(parsed.feed),
            tuple(_read_entry(entry, parsed.feed) for entry in parsed.entries),
        )


def _convert_to_utf8(content: bytes) -> bytes:
    """Decode a feed as pages are decoded, and give it a declaration of UTF-8. feedparser would
    guess with chardet, if it is installed, and its pattern for the declaration takes cubic time:
    both take minutes for some damaged feeds."""
    encoding = parse(content[:_HEAD]).encoding
    try:
        text = content.decode(encoding, errors="replace")
    except LookupError:
        # Python lacks an encoding of the web.
        text = content.decode(errors="replace")
    # The line break ends the search of that pattern.
    rest = _DECLARATION.sub("", text.lstrip("\ufeff \t\r\n"))
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + rest.encode()


def _read_entry(entry: Any, feed: Any) -> FeedEntry:
    """Read an entry; one without authors has those of the feed."""
    contents = [
        str(content.get("value") or "")
        for content in entry.get("content") or ()
        if str(content.get("type") or "text/html") in _HTML_TYPES
    ]
    longest = max(contents, key=len, default="")
    authors = [str(author.get("name") or "") for author in entry.get("authors") or ()]
    if len(authors) == 1 and (person := _MAILBOX.fullmatch(str(entry.get("author") or "")[:1000])):
        # feedparser takes the end of a long domain for the start of the name.
        authors = [person[1]]
    if not any(map(str.strip, authors)):
        authors = [str(author.get("name") or "") for author in feed.get("authors") or ()]
    return FeedEntry(
        _read_url(entry),
        _read_title(entry),
        tuple(dict.fromkeys(filter(None, map(str.strip, authors)))),
        _read_date(entry, "published_parsed"),
        _read_date(entry, "updated_parsed"),
        longest or str(entry.get("summary") or ""),
    )


_HTML_TYPES: Final = ("text/html", "application/xhtml+xml", "text/plain", "html", "xhtml", "text")


def _read_text(values: Any, name: str) -> str | None:
    return " ".join(str(values.get(name) or "").split()) or None


def _read_title(entry: Any) -> str | None:
    """Read a title, which may be HTML."""
    title = _read_text(entry, "title")
    kind = str((entry.get("title_detail") or {}).get("type") or "")
    if title is None or "html" not in kind:
        return title
    return " ".join(parse(title, fragment="div").text(0).split()) or None


def _read_url(values: Any) -> str | None:
    return check_web_url(str(values.get("link") or ""))


def _read_date(entry: Any, name: str) -> str | None:
    # A tuple of numbers in UTC, which feedparser has checked.
    # `entry.get` would return the other date for a missing one.
    date = dict.get(entry, name)
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*date[:6]) if date else None
