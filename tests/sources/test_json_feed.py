"""JSON Feed: its fields, and values of wrong types."""

from __future__ import annotations

import json

import pytest

import pagecore
from pagecore import Feed, FeedEntry
from pagecore.errors import BadInput
from tests.inputs import WORDS, check_stories, make_json_feed

VERSION = "https://jsonfeed.org/version/1"


def read_item(item: object, url: str | None = None, **fields: object) -> FeedEntry:
    """The entry of a feed with one item."""
    feed = {"version": VERSION, **fields, "items": [item]}
    (entry,) = Feed.read(json.dumps(feed).encode(), url).entries
    return entry


def test_fields() -> None:
    feed = Feed.read(make_json_feed(["one", "two"]))
    check_stories(feed, f"<p>{WORDS.format('one')}</p>", "2024-01-01T11:00:00+01:00")
    assert feed.kind == "JSON Feed 1.1"
    document = pagecore.extract(feed.entries[0].html())
    assert document.metadata.authors == ("Ann Miller",)


ITEMS = [
    # item                                              field           value
    ({"author": {"name": " A  B "}},                    "authors",      ("A B",)),
    ({"authors": [{"name": "A"}, {}, 3]},               "authors",      ("A",)),
    # Those of the feed.
    ({},                                                "authors",      ("F",)),
    ({"url": "b"},                                      "url",          "https://a.example/b"),
    ({"url": "javascript:x"},                           "url",          None),
    ({"url": 3},                                        "url",          None),
    ({"content_text": "a < b\n\nc"},                    "content_html", "<p>a &lt; b</p><p>c</p>"),
    ({"summary": "a", "content_html": ""},              "content_html", "<p>a</p>"),
    ({"summary": "a", "content_text": "b"},             "content_html", "<p>b</p>"),
    ({"summary": "a", "content_text": "b"},             "summary_html", "<p>a</p>"),
    ({"content_html": "b"},                             "summary_html", ""),
    ({"content_html": 3},                               "content_html", ""),
    ({"date_published": " 2024-05-01T10:00:00+02:00"},  "published_text",
     "2024-05-01T10:00:00+02:00"),
    ({"date_modified": "soon"},                         "modified_text", "soon"),
    ({"date_published": "0001-01-01T00:00:00Z"},        "published",    None),
    ({"date_modified": "2024-01-01T10:00:00"},          "modified",     "2024-01-01T10:00:00Z"),
    ({"date_modified": "0099-01-01T10:00:00.5Z"},       "modified",     "0099-01-01T10:00:00Z"),
    ({"date_modified": "soon"},                         "modified",     None),
    ({"date_modified": "0001-01-01T00:00:00+09:00"},    "modified",     None),
    ({"title": ["a"]},                                  "title",        None),
]  # fmt: skip


@pytest.mark.parametrize(("item", "field", "value"), ITEMS)
def test_items(item: object, field: str, value: object) -> None:
    entry = read_item(item, "https://a.example/feed", author={"name": "F"})
    assert getattr(entry, field) == value


def test_damaged_feeds() -> None:
    content = make_json_feed(["one"])
    with pytest.raises(BadInput, match="the feed cannot be read"):
        Feed.read(content[:-5])
    with pytest.raises(BadInput, match="the feed cannot be read"):
        Feed.read(b'{"version": "https://jsonfeed.org/version/1", "items": ' + b"[" * 100_000)
    assert Feed.read(json.dumps({"version": VERSION, "items": 3}).encode()).entries == ()
    assert Feed.read(json.dumps({"version": VERSION, "items": [3]}).encode()).entries == ()
