"""Feeds: RSS and Atom, read leniently by feedparser. Each entry is a page of its own."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page.parse import parse
from pagecore.page.urls import check_web_url
from pagecore.sources.kinds import check_is_feed

#: An author of RSS: an address and a name.
_MAILBOX: Final = re.compile(r"[^\s@()]{1,200}@[^\s@()]{1,200} {1,9}\(([^()]{1,200})\)")
#: Bytes of a feed that its encoding is detected in.
_HEAD: Final = 100_000


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed."""

    #: Its link, an absolute URL, or None.
    url: str | None
    title: str | None
    authors: tuple[str, ...]
    #: Dates as ISO 8601 in UTC, or None.
    published: str | None
    modified: str | None
    #: The full content as HTML, or else the summary; empty if there is neither.
    content_html: str

    def html(self) -> str:
        """Return the entry as a page, with its metadata in the head."""
        head = [f"<title>{escape(self.title)}</title>"] if self.title else []
        if self.url:
            head.append(f'<link rel="canonical" href="{escape(self.url)}">')
        article = {
            "@context": "https://schema.org",
            "@type": "Article",
            "headline": self.title,
            "author": [{"@type": "Person", "name": author} for author in self.authors],
            "datePublished": self.published,
            "dateModified": self.modified,
        }
        declared = json.dumps({name: value for name, value in article.items() if value})
        # A text in it must not end the element.
        script = declared.replace("<", "\\u003c")
        head.append(f'<script type="application/ld+json">{script}</script>')
        return f"<!DOCTYPE html>\n<head>{''.join(head)}</head>\n<body>{self.content_html}</body>\n"


@dataclass(frozen=True)
class Feed:
    """A feed: the entries of a site, newest first on most sites. Use `Feed.read`."""

    title: str | None
    #: The URL of the site.
    url: str | None
    entries: tuple[FeedEntry, ...]

    @classmethod
    def read(cls, content: bytes, url: str | None = None) -> Feed:
        """Read an RSS or Atom feed.

        Args:
            content: the feed, as received. Errors in its XML are tolerated.
            url: the URL of the feed, to resolve the links of its entries.

        Raises:
            BadInput: the bytes are not a feed.
            NeedsExtra: feedparser is not installed.
        """
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise BadInput(f"a feed is bytes, not {type(content).__name__}")
        check_is_feed(content)
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
            tuple(map(_read_entry, parsed.entries)),
        )


def _convert_to_utf8(content: bytes) -> bytes:
    """Decode a feed as pages are decoded. feedparser would guess with chardet, if it is installed,
    which takes minutes for some damaged feeds."""
    encoding = parse(content[:_HEAD]).encoding
    try:
        return content.decode(encoding, errors="replace").encode()
    except LookupError:
        # Python lacks an encoding of the web.
        return content.decode(errors="replace").encode()


def _read_entry(entry: Any) -> FeedEntry:
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
    return FeedEntry(
        _read_url(entry),
        _read_text(entry, "title"),
        tuple(dict.fromkeys(filter(None, map(str.strip, authors)))),
        _read_date(entry, "published_parsed"),
        _read_date(entry, "updated_parsed"),
        longest or str(entry.get("summary") or ""),
    )


_HTML_TYPES: Final = ("text/html", "application/xhtml+xml", "text/plain", "html", "xhtml", "text")


def _read_text(values: Any, name: str) -> str | None:
    return " ".join(str(values.get(name) or "").split()) or None


def _read_url(values: Any) -> str | None:
    return check_web_url(str(values.get("link") or ""))


def _read_date(entry: Any, name: str) -> str | None:
    # A tuple of numbers in UTC, which feedparser has checked.
    # `entry.get` would return the other date for a missing one.
    date = dict.get(entry, name)
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*date[:6]) if date else None
