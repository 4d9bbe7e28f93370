"""Snippets and citations of results."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore.search.hits import ChunkHit, make_snippet

LONG = " ".join(f"word{number}" for number in range(200))


def snip(text: str, *words: str, n_chars: int = 60) -> str:
    marks = sorted((text.index(word), text.index(word) + len(word)) for word in words)
    return make_snippet(text, marks, "[", "]", n_chars)


def test_short_text_is_whole() -> None:
    assert snip("The lake\nis deep", "lake") == "The [lake] is deep"


def test_long_text_is_cut_between_words() -> None:
    assert snip(LONG).startswith("word0 word1")
    assert snip(LONG).endswith(" …")
    middle = snip(LONG, "word99")
    assert middle.startswith("… word9")
    assert "[word99]" in middle
    assert len(middle) <= 60 + 4 + 2


def test_snippet_has_the_most_words() -> None:
    assert "[word150] [word151]" in snip(LONG, "word10", "word150", "word151")


def test_end_of_a_text() -> None:
    assert snip(LONG, "word199").endswith("[word199]")


@pytest.mark.parametrize("n_chars", [10, 60, 240])
def test_marks_at_the_edges_are_cut(n_chars: int) -> None:
    text = "湖" * 500
    snippet = make_snippet(text, [(0, 500)], "[", "]", n_chars)
    assert snippet == f"[{'湖' * n_chars}] …"


def test_citation_has_what_is_known() -> None:
    values: dict[str, Any] = {
        "id": "1", "url": "u", "title": "A lake", "score": 1.0, "text": "", "markdown": "",
        "marks": (), "heading_path": (), "digest": "", "language": "en", "page_type": "",
    }  # fmt: skip
    full = ChunkHit(**values, date="2024-05-31T10:00", authors=("Ada", "Bob"), site="Courier")
    assert full.citation == "Ada, Bob. A lake. Courier. 2024-05-31"
    assert ChunkHit(**values, date="", authors=(), site="").citation == "A lake"
