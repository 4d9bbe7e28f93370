"""The feeds of the blogs: the same entries as their labels have, which other programs read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from pagecore import Feed
from pagecore.page.urls import join_url

pytest.importorskip("feedparser")

KINDS = {"rss20": "RSS 2.0", "atom10": "Atom 1.0", "rss10": "RSS 1.0"}


def read_date(text: str) -> datetime | None:
    """The date of a label; None for the year 1, which means that there is none."""
    if "0001" in text.split()[-3:]:
        return None
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        date = parsedate_to_datetime(text)
    return date.replace(tzinfo=UTC) if date.tzinfo is None else date


def find_feed_url(label: dict[str, Any]) -> str:
    """The URL of a feed, from its path in the repository of the blog."""
    path = label["feed_path"].removeprefix(label["repo_root"]).lstrip("/")
    return f"{label['base_url']}{path}"


def test_entries_are_those_of_the_labels(corpus: Callable[[str], Path]) -> None:
    differences: list[str] = []
    n_feeds: Counter[str] = Counter()
    n_entries = 0
    for folder in sorted(path.parent for path in corpus("blogs").glob("*/meta.json")):
        label = json.loads((folder / "meta.json").read_text("utf-8"))
        url = find_feed_url(label)
        feed = Feed.read((folder / "feed.xml").read_bytes(), url)
        n_feeds[feed.kind] += 1
        assert feed.kind == KINDS[label["feed_version"]], folder.name
        assert len(feed.entries) == len(label["feed_items"]), folder.name
        for entry, item in zip(feed.entries, label["feed_items"], strict=True):
            n_entries += 1
            dates = [entry.published, entry.modified]
            read = next((datetime.fromisoformat(date) for date in dates if date), None)
            expected = {
                "title": (entry.title or "", " ".join((item["title"] or "").split())),
                "link": (entry.url, join_url(url, item["link"])),
                "date": (read, read_date(item["date"]) if item["date"] else None),
                "date as written": (
                    " ".join((item["date"] or "").split())
                    in ("", entry.published_text, entry.modified_text),
                    True,
                ),
            }
            differences += [
                f"{folder.name}: {name}: {actual!r}, label {wanted!r}"
                for name, (actual, wanted) in expected.items()
                if actual != wanted
            ]
    assert differences == []
    assert n_entries > 1000
    assert set(n_feeds) == set(KINDS.values())


def test_both_feeds_of_a_blog_have_the_same_entries(corpus: Callable[[str], Path]) -> None:
    paths = sorted(corpus("blogs").glob("*/feed.json"))
    assert paths
    for path in paths:
        label = json.loads((path.parent / "meta.json").read_text("utf-8"))
        url = find_feed_url(label)
        feed = Feed.read(path.read_bytes(), url)
        other = Feed.read((path.parent / "feed.xml").read_bytes(), url)
        assert feed.kind.startswith("JSON Feed 1"), path
        assert [entry.url for entry in feed.entries] == [entry.url for entry in other.entries], path
        assert [entry.title for entry in feed.entries] == [entry.title for entry in other.entries]
