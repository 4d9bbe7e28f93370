"""Segments: the marked page is read, with its segments on two levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import MarkedRegion, load
from tests.corpora.formats import ids, problems, write_corpus


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("segments", corpus("segments"))
    segments = [segment for item in read.items for segment in item.gold.segments or ()]
    assert len(read.items) == 102
    assert Counter(segment.levels for segment in segments) == {(1,): 421, (2,): 1275}
    assert sum(segment.text_fixed is not None for segment in segments) == 507
    names = [item.source.name for item in read.items if isinstance(item.source, Path)]
    assert sum(name.endswith(".blocks.fixed.html") for name in names) == 5
    assert all(item.encoding == "utf-8" for item in read.items)
    for item in read.items:
        known = range(len(item.gold.segments or ()))
        assert all(
            segment.parent in known for segment in item.gold.segments or () if segment.parent
        )


def block(level: object = 1, **more: object) -> dict[str, object]:
    """A segment of the gold."""
    return {"level": level, "type": "Menu", "tag": "div", "path": "/html", "text": "t", **more}


def test_small_corpus(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "gold.jsonl": [
                {
                    "id": "a",
                    "site": "s",
                    "page": "pages/a/x.blocks.fixed.html",
                    "page_original": "pages/a/x.blocks.html",
                    "blocks": [block([2, 1], parent=None), block(parent=0, text_fixed="f")],
                },
                {"id": "b", "page": "pages/b/x.blocks.html", "blocks": [block(3), block()]},
                {"id": "c", "page": "pages/c/x.blocks.html", "blocks": [block(text=None)]},
                {"id": "d", "page": "pages/d/x.blocks.html"},
                {"id": "e", "page": "pages/e/x.blocks.html", "blocks": []},
                {"id": "f", "page": "pages/f/x.blocks.html", "blocks": []},
            ],
            **{f"pages/{name}/x.blocks.html": "" for name in "abcdeg"},
            "pages/a/x.blocks.fixed.html": "<div>",
            "pages/a/x.html": "",
        },
    )
    read = load("segments", tmp_path)
    assert ids(read) == ["a", "e"]
    first, second = read.items
    assert first.gold.segments == (
        MarkedRegion((2, 1), "Menu", None, "div", "/html", "t"),
        MarkedRegion((1,), "Menu", 0, "div", "/html", "t", "f"),
    )
    assert (first.html(), first.group, first.in_means) == (b"<div>", "s", True)
    assert not second.in_means
    assert problems(read) == [
        ("gold.jsonl:2, blocks[0]", "'level'"),
        ("gold.jsonl:3, blocks[0]", "there is no 'text'"),
        ("gold.jsonl:4", "page without gold"),
        ("gold.jsonl:6", "gold without page"),
        ("pages/g/x.blocks.html", "page without gold"),
    ]
