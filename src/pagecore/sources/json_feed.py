"""JSON Feed, versions 1 and 1.1 (https://www.jsonfeed.org/). Values of a wrong type are left
out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any

from pagecore.errors import BadInput
from pagecore.page.urls import check_web_url, join_url
from pagecore.sources.feed_entry import FeedEntry


def load_json_feed(content: bytes) -> Mapping[str, Any]:
    """Read the JSON of a feed.

    Raises:
        BadInput: it is damaged, or not an object.
    """
    try:
        feed = json.loads(content.decode("utf-8-sig", errors="replace"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the feed cannot be read: {type(error).__name__}: {error}") from error
    if not isinstance(feed, dict):
        raise BadInput("this is not a feed: the JSON is not an object")
    return feed


def read_json_entries(feed: Mapping[str, Any], url: str | None) -> Iterator[FeedEntry]:
    """Read the entries of a feed.

    Args:
        feed: the JSON of the feed.
        url: the URL of the feed, to resolve links.
    """
    items = feed.get("items")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            # An entry without authors has those of the feed.
            yield FeedEntry(
                read_json_url(item, "url", url),
                read_json_text(item, "title"),
                _read_authors(item) or _read_authors(feed),
                _read_date(item, "date_published"),
                _read_date(item, "date_modified"),
                _read_content(item),
            )


def read_json_text(values: Mapping[str, Any], name: str) -> str | None:
    """Return a text on one line; None if it is missing or empty."""
    value = values.get(name)
    return " ".join(value.split()) or None if isinstance(value, str) else None


def read_json_url(values: Mapping[str, Any], name: str, base: str | None) -> str | None:
    """Return an `http` or `https` URL; None if it is missing or another one."""
    value = values.get(name)
    absolute = join_url(base, value) if isinstance(value, str) else None
    return None if absolute is None else check_web_url(absolute)


def _read_authors(values: Mapping[str, Any]) -> tuple[str, ...]:
    authors = values.get("authors")
    # Version 1 has a single one.
    people = authors if isinstance(authors, list) else [values.get("author")]
    names = (read_json_text(person, "name") for person in people if isinstance(person, dict))
    return tuple(dict.fromkeys(filter(None, names)))


def _read_content(item: Mapping[str, Any]) -> str:
    """Return the content as HTML, or else the summary."""
    html = item.get("content_html")
    if isinstance(html, str) and html:
        return html
    text = item.get("content_text") or item.get("summary")
    lines = text.split("\n") if isinstance(text, str) else []
    return "".join(f"<p>{escape(line)}</p>" for line in lines if line.strip())


def _read_date(item: Mapping[str, Any], name: str) -> str | None:
    """Return a date of RFC 3339 in UTC."""
    value = item.get(name)
    try:
        date = datetime.fromisoformat(value) if isinstance(value, str) else None
        return None if date is None else _write_date(date)
    except (ValueError, OverflowError):
        return None


def _write_date(date: datetime) -> str:
    in_utc = date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    return f"{in_utc.replace(microsecond=0, tzinfo=None).isoformat()}Z"
