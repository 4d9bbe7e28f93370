"""Blogs: the feed tells title and date of entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import Gold, load
from tests.corpora.formats import problems, write_corpus


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("blogs", corpus("blogs"))
    kinds = Counter(item.gold.page_type for item in read.items)
    assert (kinds["home"], kinds.total()) == (36, 1086)
    # 572 entries of the feeds' first 25 items, 95 further down.
    assert sum(item.in_means for item in read.items) == 572 + 95
    assert len({item.group for item in read.items}) == 36


def test_small_corpus(tmp_path: Path) -> None:
    meta = {
        "base_url": "https://www.blog.example/",
        "home_url": "https://www.blog.example/index.html",
        "language": "en",
        "lists": [{"file": "lists/1.html", "url": "u1"}, {"file": "lists/2.html", "url": "u2"}],
        "feed_items": [
            {"title": "T", "link": "u3", "date": "2020-01-02", "entry_file": "entries/a.html"},
            {"title": "U", "link": "u4", "entry_file": None, "older_entry_file": "entries/b.html"},
            {"title": "V", "link": "u5", "entry_file": "entries/a.html"},
            {"title": "W", "link": "u6", "entry_file": None},
        ],
        "older_entries": [
            {"file": "entries/b.html", "url": "u4"},
            {"file": "entries/c.html", "url": "u7"},
        ],
    }
    pages = ["home", "lists/1", "entries/a", "entries/b", "entries/c", "entries/d"]
    write_corpus(
        tmp_path,
        {
            "blog/meta.json": meta,
            **{f"blog/{name}.html": "" for name in pages},
            "other/home.html": "",
        },
    )
    read = load("blogs", tmp_path)
    assert [(item.id, item.gold.page_type, item.url, item.in_means) for item in read.items] == [
        ("blog/home.html", "home", "https://www.blog.example/index.html", False),
        ("blog/lists/1.html", "list", "u1", False),
        ("blog/entries/a.html", "entry", "u3", True),
        ("blog/entries/b.html", "entry", "u4", True),
        ("blog/entries/c.html", "entry", "u7", False),
    ]
    assert read.items[2].gold == Gold(
        title="T", date="2020-01-02", language="en", page_type="entry"
    )
    assert {item.group for item in read.items} == {"blog.example"}
    assert problems(read) == [
        ("blog/meta.json, feed_items[2]", "the page 'entries/a.html'"),
        ("blog/meta.json", "gold without page"),
        ("blog/entries/d.html", "meta.json does not list the page"),
        ("other/meta.json", "there is no such file"),
    ]
