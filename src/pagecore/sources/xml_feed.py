"""RSS and Atom, read leniently by feedparser."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from typing import Any, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.page.parse import parse
from pagecore.page.urls import check_web_url, join_url
from pagecore.sources.feed_encoding import DECLARATION, decode_feed
from pagecore.sources.feed_entry import FeedEntry, FeedParts

#: The kinds of feeds, by feedparser's names of their versions.
_KINDS: Final = {
    "rss090": "RSS 0.90",
    "rss091n": "RSS 0.91",
    "rss091u": "RSS 0.91",
    "rss092": "RSS 0.92",
    "rss093": "RSS 0.93",
    "rss094": "RSS 0.94",
    "rss10": "RSS 1.0",
    "rss20": "RSS 2.0",
    "atom01": "Atom 0.1",
    "atom02": "Atom 0.2",
    "atom03": "Atom 0.3",
    "atom10": "Atom 1.0",
    "atom": "Atom",
    "cdf": "CDF",
}
#: An author of RSS: an address and a name.
_MAILBOX: Final = re.compile(r"[^\s@()]{1,200}@[^\s@()]{1,200} {1,9}\(([^()]{1,200})\)")
#: What ends the name of an element.
_NAME_END: Final = re.compile(r"[\s/]")
#: Parts of XML without tags: what follows the `<`, and what ends them.
_SECTIONS: Final = {"![CDATA[": "]]>", "!--": "-->"}
_ITEMS: Final = frozenset({"item", "entry"})
_LABELS: Final = frozenset({"category", "subject", "keywords"})
#: The time that feedparser takes is quadratic in the attributes of an element, and in the
#: categories of an entry.
_MAX_ATTRIBUTES: Final = 1000
_MAX_LABELS: Final = 2000
_HTML_TYPES: Final = ("text/html", "application/xhtml+xml", "text/plain", "html", "xhtml", "text")
_TEXT_TYPES: Final = ("text/plain", "text")


def read_xml_feed(content: bytes, url: str | None) -> FeedParts:
    """Read RSS or Atom.

    Raises:
        BadInput: the bytes are not a feed.
        NeedsExtra: feedparser is not installed.
    """
    try:
        import feedparser
    except ImportError:
        raise NeedsExtra("feeds need an extra: pip install 'pagecore[feeds]'") from None
    text, warnings = decode_feed(content)
    _check_tags(text)
    start = text.lstrip(" \t\r\n")
    # feedparser would guess the encoding with chardet, if it is installed, and its pattern for the
    # declaration takes cubic time: both take minutes for some damaged feeds. The line break ends
    # the search of that pattern.
    data = b'<?xml version="1.0" encoding="utf-8"?>\n' + DECLARATION.sub("", start).encode(
        errors="replace"
    )
    n_dropped = text[: len(text) - len(start)].count("\n") - 1
    # feedparser would open a file or URL of the name of a str. The writers of pagecore are safe
    # for any HTML, so its slow sanitizer is not needed.
    headers = {"content-type": "application/xml; charset=utf-8"}
    if url is not None:
        headers["content-location"] = url
    try:
        parsed = feedparser.parse(io.BytesIO(data), response_headers=headers, sanitize_html=False)
    except (
        *(ValueError, LookupError, TypeError, AttributeError, RecursionError),
        ArithmeticError,
    ) as error:
        # feedparser does not expect some malformed feeds.
        raise BadInput(f"the feed cannot be read: {type(error).__name__}: {error}") from error
    if not parsed.get("version") and not parsed.entries:
        raise BadInput("this is not a feed: it has neither a version nor entries")
    base = url or _find_own_url(parsed.feed)
    return FeedParts(
        _read_text(parsed.feed, "title"),
        _read_url(parsed.feed, base),
        tuple(_read_entry(entry, parsed.feed, base) for entry in parsed.entries),
        _KINDS.get(str(parsed.get("version") or ""), "RSS"),
        (*warnings, *_check_xml(parsed, n_dropped)),
    )


def _check_tags(text: str) -> None:
    """Refuse feeds that would take feedparser very long."""
    n_labels = 0
    for tag in _list_tags(text):
        name = _NAME_END.split(tag, maxsplit=1)[0].rpartition(":")[2]
        if tag.count("=") > _MAX_ATTRIBUTES:
            raise BadInput(
                f"the feed cannot be read: an element {name[:40]} has more than {_MAX_ATTRIBUTES} "
                "attributes"
            )
        if name in _ITEMS:
            n_labels = 0
        elif name in _LABELS:
            n_labels += 1
            if n_labels > _MAX_LABELS:
                raise BadInput(
                    f"the feed cannot be read: an entry has more than {_MAX_LABELS} categories"
                )


def _list_tags(text: str) -> Iterator[str]:
    """List the texts of all tags, without those in CDATA sections and comments."""
    at = text.find("<")
    while at >= 0:
        start = at + 1
        opening = next((mark for mark in _SECTIONS if text.startswith(mark, start)), None)
        ending = ">" if opening is None else _SECTIONS[opening]
        at = text.find(ending, start)
        if opening is None:
            yield text[start : at if at >= 0 else len(text)]
        at = text.find("<", at) if at >= 0 else -1


def _check_xml(parsed: Any, n_dropped: int) -> tuple[PageWarning, ...]:
    """Return the warning that the XML is broken.

    Args:
        parsed: the feed.
        n_dropped: lines that feedparser did not see, less those that were added.
    """
    if not parsed.get("bozo"):
        return ()
    # feedparser has imported it; it would slow down the import of the package.
    from xml.sax import SAXParseException

    error = parsed.get("bozo_exception")
    where, reason = "", str(error)
    if isinstance(error, SAXParseException):
        where = f" in line {max((error.getLineNumber() or 0) + n_dropped, 1)}"
        reason = error.getMessage()
    n_entries = len(parsed.entries)
    count = "1 entry was read" if n_entries == 1 else f"{n_entries} entries were read"
    message = f"the XML of the feed is broken{where}: {reason}; {count}"
    return (PageWarning("feed-damaged", " ".join(message.split()), -1, -1, 1),)


def _find_own_url(feed: Any) -> str | None:
    """Return the URL that a feed declares for itself, or else that of its site."""
    links = [link for link in feed.get("links") or () if link.get("rel") == "self"]
    urls = [str(link.get("href") or "") for link in links] + [str(feed.get("link") or "")]
    return next(filter(None, map(check_web_url, urls)), None)


def _read_entry(entry: Any, feed: Any, base: str | None) -> FeedEntry:
    """Read an entry; one without authors has those of the feed."""
    contents = [
        _read_html(content)
        for content in entry.get("content") or ()
        if str(content.get("type") or "text/html") in _HTML_TYPES
    ]
    # feedparser repeats the content as a summary, but without a detail.
    detail = entry.get("summary_detail")
    summary = _read_html(detail) if detail else ""
    authors = [str(author.get("name") or "") for author in entry.get("authors") or ()]
    if len(authors) == 1 and (person := _MAILBOX.fullmatch(str(entry.get("author") or "")[:1000])):
        # feedparser takes the end of a long domain for the start of the name.
        authors = [person[1]]
    if not any(map(str.strip, authors)):
        authors = [str(author.get("name") or "") for author in feed.get("authors") or ()]
    return FeedEntry(
        _read_url(entry, base),
        _read_title(entry),
        tuple(dict.fromkeys(filter(None, map(str.strip, authors)))),
        _read_date(entry, "published_parsed"),
        _read_date(entry, "updated_parsed"),
        max(contents, key=len, default="") or summary,
        summary,
        _read_date_text(entry, "published"),
        _read_date_text(entry, "updated"),
    )


def _read_html(detail: Any) -> str:
    """Return a content or summary as HTML."""
    value = str(detail.get("value") or "")
    return escape(value, quote=False) if str(detail.get("type")) in _TEXT_TYPES else value


def _read_text(values: Any, name: str) -> str | None:
    return " ".join(str(values.get(name) or "").split()) or None


def _read_title(entry: Any) -> str | None:
    """Read a title, which may be HTML."""
    title = _read_text(entry, "title")
    kind = str((entry.get("title_detail") or {}).get("type") or "")
    if title is None or "html" not in kind:
        return title
    return " ".join(parse(title, fragment="div").text(0).split()) or None


def _read_url(values: Any, base: str | None) -> str | None:
    # FeedBurner replaces links by its own, and keeps those of the site.
    link = str(values.get("feedburner_origlink") or values.get("link") or "").strip()
    absolute = join_url(base, link) if link else None
    return None if absolute is None else check_web_url(absolute)


def _read_date(entry: Any, name: str) -> str | None:
    # A tuple of numbers in UTC, which feedparser has checked.
    # `entry.get` would return the other date for a missing one.
    date = dict.get(entry, name)
    # Programs write the year 1 if a date is missing.
    if not date or date[0] <= 1:
        return None
    return "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format(*date[:6])


def _read_date_text(entry: Any, name: str) -> str | None:
    return " ".join(str(dict.get(entry, name) or "").split()) or None
