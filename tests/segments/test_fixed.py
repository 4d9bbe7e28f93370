"""Fixed windows: as many words in each, whatever stands around them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, parse, segment
from pagecore.segments.fixed import fixed
from tests.segments.texts import texts_of
from tests.trees import pages

CASES = [
    # what it shows              page                                         windows of 2 words
    ("words of several texts",   "<p>a b<p>c d<p>e",                          ["a b", "c d", "e"]),
    ("a text begins a window",   "<p>a<p>b<p>c",                              ["a b", "c"]),
    ("a text is not divided",    "<p>a b c<p>d<p>e",                          ["a b c", "d", "e"]),
    ("the title is read first",  "<title>t</title><p>a<p>b",                  ["t a", "b"]),
    ("scripts have no words",    "<p>a<script>b c d</script><p>e<p>f",        ["a e", "f"]),
    ("noscript has none",        "<p>a<noscript>b c</noscript><p>e<p>f",      ["a e", "f"]),
    ("a template has none",      "<p>a<template>b c</template><p>e<p>f",      ["a e", "f"]),
    ("blank texts are nowhere",  "<p>a b</p> <p>c",                           ["a b", "c"]),
    ("nothing to cut",           "<div></div>",                               []),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "windows"), CASES, ids=[case[0] for case in CASES])
def test_known_windows(shows: str, html: str, windows: list[str]) -> None:
    page = parse(html)
    segmentation = fixed(page, words=2)
    assert texts_of(page, segmentation) == windows
    assert (segmentation.parent == -1).all()


def test_window_has_its_words_and_a_row_those_before_it() -> None:
    page = parse("<p>a b c<p>d<p>e")
    segmentation = fixed(page, words=2)
    assert texts_of(page, segmentation) == ["a b c", "d", "e"]
    assert segmentation.columns["words"].tolist() == [3, 1, 1]
    is_text = page.tag == 0
    assert segmentation.evidence["word"][is_text].tolist() == [0, 3, 4]


def test_windows_that_overlap_are_given_by_their_halves() -> None:
    page = parse("".join(f"<p>{word}" for word in "abcdefgh"))
    segmentation = fixed(page, words=4, overlap=True)
    assert texts_of(page, segmentation) == ["a b", "c d", "e f", "g h"]
    ends = segmentation.columns["window_end"].tolist()
    assert ends == [1, 2, 3, 3]
    windows = [
        " ".join(texts_of(page, segmentation)[begin : end + 1]) for begin, end in enumerate(ends)
    ]
    assert windows == ["a b c d", "c d e f", "e f g h", "g h"]


def test_window_has_200_words_unless_asked_otherwise() -> None:
    page = parse("<p>word" * 401)
    assert segment(page, method="fixed").columns["words"].tolist() == [200, 200, 1]
    assert segment(page, method="fixed", words=7, overlap=True).columns["words"][0] == 4


@given(page=pages(), words=st.integers(2, 9))
def test_agrees_with_definition(page: Page, words: int) -> None:
    segmentation = fixed(page, words=words)
    read = 0
    windows: dict[int, set[int]] = {}
    for row in range(len(page)):
        if page.tag[row] == 0 and segmentation.ids[row] >= 0:
            windows.setdefault(read // words, set()).add(int(segmentation.ids[row]))
        if page.hidden[row] not in (2, 3, 4):
            read += int(page.words[row])
    assert [len(ids) for ids in windows.values()] == [1] * len(windows)
    # Of a window with media alone no text tells.
    assert len(windows) <= len(segmentation)
    assert np.array_equal(segmentation.ids, fixed(page, words=words).ids)
