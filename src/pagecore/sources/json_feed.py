"""JSON Feed, versions 1 and 1.1 (https://www.jsonfeed.org/). Values of a wrong type are left
out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.page.urls import check_web_url, join_url
from pagecore.sources.feed_entry import FeedEntry, FeedParts

_VERSION: Final = re.compile(r"https?://jsonfeed\.org/version/([\d.]{1,9})")


def read_json_feed(content: bytes, url: str | None) -> FeedParts:
    """Read a JSON Feed.

    Args:
        content: the feed.
        url: its URL, to resolve links; by default the one that it declares, or that of its site.

    Raises:
        BadInput: the JSON is damaged, or not an object.
    """
    text = content.decode("utf-8-sig", errors="replace")
    feed = _load_object(text)
    base = url or _read_url(feed, "feed_url", None) or _read_url(feed, "home_page_url", None)
    version = _VERSION.fullmatch(str(feed.get("version")))
    return FeedParts(
        _read_text(feed, "title"),
        _read_url(feed, "home_page_url", base),
        tuple(_read_entries(feed, base)),
        f"JSON Feed {version[1]}" if version else "JSON Feed",
        _check_encoding(content, text),
    )


def _load_object(text: str) -> Mapping[str, Any]:
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the feed cannot be read: {type(error).__name__}: {error}") from error
    if not isinstance(feed, dict):
        raise BadInput("this is not a feed: the JSON is not an object")
    return feed


def _check_encoding(content: bytes, text: str) -> tuple[PageWarning, ...]:
    """Return the warning that a feed is not UTF-8, as JSON always is."""
    n_invalid = text.count("\ufffd") - content.count("\ufffd".encode())
    if not n_invalid:
        return ()
    message = f"{n_invalid} invalid bytes of the encoding utf-8 were replaced by U+FFFD"
    return (PageWarning("encoding-contradicted", message, -1, -1, n_invalid),)


def _read_entries(feed: Mapping[str, Any], base: str | None) -> Iterator[FeedEntry]:
    items = feed.get("items")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            summary = _write_paragraphs(item.get("summary"))
            # An entry without authors has those of the feed.
            yield FeedEntry(
                _read_url(item, "url", base),
                _read_text(item, "title"),
                _read_authors(item) or _read_authors(feed),
                _read_date(item, "date_published"),
                _read_date(item, "date_modified"),
                _read_content(item) or summary,
                summary,
                _read_text(item, "date_published"),
                _read_text(item, "date_modified"),
            )


def _read_text(values: Mapping[str, Any], name: str) -> str | None:
    """Return a text on one line; None if it is missing or empty."""
    value = values.get(name)
    return " ".join(value.split()) or None if isinstance(value, str) else None


def _read_url(values: Mapping[str, Any], name: str, base: str | None) -> str | None:
    """Return an `http` or `https` URL; None if it is missing or another one."""
    value = values.get(name)
    absolute = join_url(base, value) if isinstance(value, str) else None
    return None if absolute is None else check_web_url(absolute)


def _read_authors(values: Mapping[str, Any]) -> tuple[str, ...]:
    authors = values.get("authors")
    # Version 1 has a single one.
    people = authors if isinstance(authors, list) else [values.get("author")]
    names = (_read_text(person, "name") for person in people if isinstance(person, dict))
    return tuple(dict.fromkeys(filter(None, names)))


def _read_content(item: Mapping[str, Any]) -> str:
    """Return the full content as HTML; empty if there is none."""
    html = item.get("content_html")
    return html if isinstance(html, str) and html else _write_paragraphs(item.get("content_text"))


def _write_paragraphs(text: object) -> str:
    lines = text.split("\n") if isinstance(text, str) else []
    return "".join(f"<p>{escape(line)}</p>" for line in lines if line.strip())


def _read_date(item: Mapping[str, Any], name: str) -> str | None:
    """Return a date of RFC 3339 in UTC."""
    value = item.get(name)
    try:
        date = datetime.fromisoformat(value) if isinstance(value, str) else None
        # Programs write the year 1 if a date is missing.
        return None if date is None or date.year <= 1 else _write_date(date)
    except (ValueError, OverflowError):
        return None


def _write_date(date: datetime) -> str:
    in_utc = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    return f"{in_utc.replace(microsecond=0, tzinfo=None).isoformat()}Z"
