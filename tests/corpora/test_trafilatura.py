"""trafilatura's layout: snippets by URL, pages in folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.corpora import Gold, load
from pagecore.errors import CorpusError
from tests.corpora.formats import ids, problems, write_corpus


def test_small_corpus(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "evaldata.json": {
                "https://www.a.org/1": {
                    "file": "a.org.html",
                    "with": ["must be there"],
                    "without": ["must not", "nor this"],
                    "comments": ["nice"],
                    "author": "A",
                },
                "https://b.org/": {"file": "b.org.ä.html", "with": ["b"], "without": []},
                "https://c.org/": {"file": "c.org.html", "with": [], "without": []},
                "https://d.org/": {"file": "d.org.html", "with": ["d"]},
                "https://e.org/": {"with": ["e"]},
                "https://f.org/": {"file": "a.org.html", "with": ["f"]},
                "https://g.org/": {"file": "g.org.html", "with": "g", "without": 5},
            },
            "cache/a.org.html": "in cache",
            "eval/a.org.html": "in eval",
            "eval/b.org.ä.html": "",
            "eval/c.org.html": "",
            "eval/g.org.html": "",
            "eval/h.org.html": "",
            "resources/other.html": "",
        },
    )
    read = load("trafilatura", tmp_path)
    assert ids(read) == ["a.org", "b.org.ä", "g.org"]
    first = read.items[0]
    assert first.gold == Gold(
        authors=("A",),
        required_snippets=("must be there",),
        forbidden_snippets=("must not", "nor this"),
    )
    assert (first.html(), first.url) == (b"in cache", "https://www.a.org/1")
    assert (first.group, first.in_means, read.metric) == ("a.org", True, "snippets")
    assert problems(read) == [
        ("evaldata.json, https://c.org/", "page without gold"),
        ("evaldata.json, https://d.org/", "gold without page"),
        ("evaldata.json, https://e.org/", "there is no 'file'"),
        ("evaldata.json, https://f.org/", "the id 'a.org'"),
        ("evaldata.json, https://g.org/", "'without'"),
        ("eval/a.org.html", "page without gold"),
        ("eval/h.org.html", "page without gold"),
    ]


def test_broken_gold_is_refused(tmp_path: Path) -> None:
    write_corpus(tmp_path, {"evaldata.json": "{]", "cache/a.html": ""})
    with pytest.raises(CorpusError, match=r"\(evaldata\.json: broken JSON"):
        load("trafilatura", tmp_path)
