"""Held-back pages of sites and blogs, and the gold of feeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pagecore import corpora
from pagecore.errors import CorpusError
from tools.feed_gold import has_full_text, read_feed_gold
from tools.site_splits import hold_back, split_blogs

FULL = {"summary_or_full": "full", "feed_to_page_text_ratio": 1.0}


def write_blog(folder: Path, items: list[dict[str, Any]], n_older: int = 0) -> None:
    """A blog with a page for each item of its feed, and older entries."""
    (folder / "entries").mkdir(parents=True)
    (folder / "home.html").write_text("<p>Home")
    listed, entries = [], []
    for at, item in enumerate(items):
        link = f"https://{folder.name}.example/{at}"
        file = f"entries/{at}.html"
        (folder / file).write_text(f"<nav>Menu</nav><p>Story {at} of the harbour</p>")
        listed.append({"title": f"Day {at}", "link": link, "entry_file": file, **item})
        text = f"&lt;p&gt;Story {at} of the harbour&lt;script&gt;x&lt;/script&gt;"
        entries.append(
            f"<item><title>Day {at}</title><link>{link}</link><description>{text}</description>"
            "</item>"
        )
    older = [f"entries/old{at}.html" for at in range(n_older)]
    for file in older:
        (folder / file).write_text("<nav>Menu</nav><p>Old")
    base = f"https://{folder.name}.example/"
    about = {
        "base_url": base,
        "home_url": base,
        "lists": [],
        "feed_items": listed,
        "older_entries": [{"file": file, "url": base + file} for file in older],
    }
    (folder / "meta.json").write_text(json.dumps(about))
    feed = f"<rss version='2.0'><channel><title>Blog</title>{''.join(entries)}</channel></rss>"
    (folder / "feed.xml").write_text(feed)


@pytest.mark.parametrize(
    ("item", "is_gold"),
    [
        (FULL, True),
        ({**FULL, "feed_to_page_text_ratio": 0.94}, True),
        ({**FULL, "feed_to_page_text_ratio": 1.06}, True),
        ({**FULL, "feed_to_page_text_ratio": 0.93}, False),
        ({**FULL, "feed_to_page_text_ratio": 1.07}, False),
        ({**FULL, "feed_to_page_text_ratio": None}, False),
        ({**FULL, "summary_or_full": "summary"}, False),
        ({}, False),
    ],
)
def test_items_with_the_text_of_their_page_are_gold(item: dict[str, Any], is_gold: bool) -> None:
    assert has_full_text(item) is is_gold


def test_gold_is_the_visible_text_of_the_feed(tmp_path: Path) -> None:
    pytest.importorskip("feedparser")
    without_page = {**FULL, "entry_file": None}
    older = {**FULL, "entry_file": None, "older_entry_file": "entries/9.html"}
    write_blog(tmp_path / "b", [FULL, {}, without_page, older])
    assert read_feed_gold(tmp_path / "b") == {
        "entries/0.html": "Story 0 of the harbour",
        "entries/9.html": "Story 3 of the harbour",
    }


def test_a_feed_with_other_items_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("feedparser")
    write_blog(tmp_path / "b", [FULL, FULL])
    about = json.loads((tmp_path / "b" / "meta.json").read_text())
    about["feed_items"].pop()
    (tmp_path / "b" / "meta.json").write_text(json.dumps(about))
    with pytest.raises(CorpusError, match=r"the feed has 2 entries, and meta.json lists 1"):
        read_feed_gold(tmp_path / "b")


def test_each_half_of_a_blog_is_measured_with_the_other(tmp_path: Path) -> None:
    pytest.importorskip("feedparser")
    write_blog(tmp_path / "blogs" / "old", [FULL] * 3, n_older=2)
    write_blog(tmp_path / "blogs" / "new", [FULL, {}, FULL, {}])
    write_blog(tmp_path / "blogs" / "short", [FULL, FULL])
    corpus = corpora.load("blogs", tmp_path / "blogs")
    splits = split_blogs(corpus, tmp_path / "blogs", {"old.example"})
    named = {
        (split.site, split.is_new, tuple(item.id.rpartition("/")[2] for item in split.held_back))
        for split in splits
    }
    # Each half of `short` has one page, and one half of `new` has no gold.
    assert named == {
        ("old", False, ("0.html", "2.html")),
        ("old", False, ("1.html",)),
        ("new", True, ("0.html", "2.html")),
    }
    for split in splits:
        entries = {item.id for item in (*split.held_back, *split.others)}
        assert len(entries) == len(split.held_back) + len(split.others)
        assert all("/entries/" in page for page in entries)
    gold = [item.gold.text for item in splits[0].held_back]
    assert gold == [f"Story {at} of the harbour" for at in (0, 2)]


def test_every_second_page_with_gold_of_a_site_is_held_back(tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "a"
    folder.mkdir(parents=True)
    files = [f"{at}.html" for at in range(6)]
    for file in files:
        (folder / file).write_text("<p>a")
    pages = [{"file": file, "kind": "entry"} for file in files]
    meta = {"base_url": "https://a.example/", "pages": pages}
    (folder / "meta.json").write_text(json.dumps(meta))
    gold = [{"file": file, "text": "a"} for file in files[1:]]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))
    held_back, others = hold_back(corpora.load("sites", tmp_path / "sites").items)
    assert [item.id for item in held_back] == ["a/2.html", "a/4.html"]
    assert [item.id for item in others] == ["a/0.html", "a/1.html", "a/3.html", "a/5.html"]
