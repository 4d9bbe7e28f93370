"""Readability's pages: the gold is HTML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.evaluate.corpora import Gold, load
from pagecore.evaluate.corpora.readability import block_texts
from tests.evaluate.corpora.layouts import ids, lay_out, problems


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("readability", corpus("readability"))
    assert len(read.items) == 130
    assert all(item.gold.html and item.gold.text for item in read.items)
    assert len([item for item in read.items if item.group == "nytimes"]) == 5


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h1>Title</h1><p>One <b>tw</b>o\n three", "Title\nOne two three"),
        ("<p>a<br>b<br><br>c", "a b\nc"),
        ("<table><tr><td>1<td>2</table><img alt=x>", "1\n2"),
        ("<p>a<script>b</script><style>c</style>d", "ad"),
        ("", ""),
    ],
)
def test_block_texts(html: str, text: str) -> None:
    assert block_texts(html) == text


def test_small_corpus(tmp_path: Path) -> None:
    lay_out(
        tmp_path,
        {
            "good-1/source.html": "<nav>menu</nav><p>text",
            "good-1/expected.html": "<p>text",
            "good-1/expected-metadata.json": {
                "title": "T",
                "byline": "A",
                "lang": "en-US",
                "publishedTime": None,
            },
            "good-2/source.html": "<p>text",
            "good-2/expected.html": "<p>text",
            "good-2/expected-metadata.json": "{",
            "lonely/expected.html": "",
            "unread/source.html": "",
            "latin/source.html": "",
            "latin/expected.html": b"\xe9",
            "latin/expected-metadata.json": {},
            "other/notes.txt": "",
        },
    )
    read = load("readability", tmp_path)
    assert ids(read) == ["good-1", "good-2"]
    assert read.items[0].gold == Gold(
        text="text", title="T", authors=("A",), language="en", html="<p>text"
    )
    assert {item.group for item in read.items} == {"good"}
    assert problems(read) == [
        ("good-2/expected-metadata.json", "broken JSON"),
        ("latin/expected.html", "not UTF-8"),
        ("lonely/expected.html", "gold without page"),
        ("other", "neither a page, source.html, nor gold, expected.html"),
        ("unread/source.html", "page without gold"),
    ]
