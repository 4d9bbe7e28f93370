"""Fundus: two files of gold, one folder of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import Gold, load
from tests.corpora.formats import ids, problems, write_corpus


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("fundus", corpus("fundus"))
    assert Counter(item.gold.page_type for item in read.items) == {
        "news": 244,
        "news, older snapshot": 51,
    }
    languages = Counter(item.gold.language for item in read.items if item.gold.page_type == "news")
    assert languages.most_common(4) == [("de", 103), ("en", 78), ("es", 8), ("ja", 8)]
    assert len(languages) == 25


def test_small_corpus(tmp_path: Path) -> None:
    good = {"id": "a", "publisher": "P", "language": "de", "title": "T", "authors": ["A", "B"]}
    good |= {"date": "2024-05-03", "text": "one", "url": "https://p.example/"}
    write_corpus(
        tmp_path,
        {
            "gold.jsonl": [
                good,
                "{",
                {"id": "b", "text": "two"},
                {"id": "c"},
                {"id": "a", "text": "one again"},
                {"id": "../a", "text": "three"},
            ],
            "gold-2.jsonl": [{"id": "d", "text": "four", "authors": "dpa"}],
            "html/a.html": "<p>one",
            "html/c.html": "<p>three",
            "html/d.html": "<p>four",
            "html/e.html": "<p>five",
        },
    )
    read = load("fundus", tmp_path)
    assert ids(read) == ["a", "d"]
    first, second = read.items
    assert first.gold == Gold(
        text="one",
        title="T",
        authors=("A", "B"),
        date="2024-05-03",
        language="de",
        page_type="news",
    )
    assert (first.url, first.group) == ("https://p.example/", "P")
    assert second.gold.authors == ("dpa",)
    assert problems(read) == [
        ("gold.jsonl:2", "broken JSON"),
        ("gold.jsonl:3", "gold without page"),
        ("gold.jsonl:4", "there is no 'text'"),
        ("gold.jsonl:5", "the id 'a'"),
        ("gold.jsonl:6", "the page '../a.html' is outside the corpus folder"),
        ("html/e.html", "page without gold"),
    ]
