"""AEB: counted, never looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import load
from tests.corpora.formats import ids, problems, write_corpus


def test_real_corpus_is_counted(corpus: Callable[[str], Path]) -> None:
    read = load("aeb", corpus("aeb"))
    assert (len(read.items), len(read.digest), read.metric) == (181, 16, "grams")


def test_small_corpus(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "ground-truth.json": '{"a": {"articleBody": "one", "url": "http://www.x.org/1"}, '
            '"a": {"articleBody": "two"}, "b": {"articleBody": "x"}, "c": {}, "d": 5, '
            '"e": {"articleBody": ""}, "f": null}',
            "html/a.html": "<p>one",
            "html/c.html": "<p>three",
            "html/e.html": "",
            "html/g.html": "<p>five",
        },
    )
    read = load("aeb", tmp_path)
    assert ids(read) == ["a", "e"]
    assert [item.gold.text for item in read.items] == ["one", ""]
    assert [item.in_means for item in read.items] == [True, False]
    assert read.items[0].group == "x.org"
    assert problems(read) == [
        ("ground-truth.json", "the key 'a' occurs twice"),
        ("ground-truth.json, b", "gold without page"),
        ("ground-truth.json, c", "there is no 'articleBody'"),
        ("ground-truth.json", "'d'"),
        ("ground-truth.json, f", "expected an object, found nothing"),
        ("html/g.html", "page without gold"),
    ]
