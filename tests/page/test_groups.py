"""Texts of groups of rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, parse
from pagecore.errors import BadInput
from pagecore.page.groups import group_texts
from tests.trees import pages

CASES = [
    # what it shows                page                             its text as one group
    ("blocks are lines",           "<p>a<p>b",                      "a\nb"),
    ("inline elements are none",   "<p>a<b>b</b> c",                "ab c"),
    ("a line break is a line end", "<p>a<br>b",                     "a\nb"),
    ("white space is one blank",   "<p> a \n  b&nbsp; c ",          "a b c"),
    ("a line has text",            "<p>a<br><br><br>b<p> <p>c",     "a\nb\nc"),
    ("nothing",                    "<p><img>",                      ""),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "text"), CASES, ids=[case[0] for case in CASES])
def test_text_of_a_group(shows: str, html: str, text: str) -> None:
    page = parse(html)
    assert group_texts(page, np.zeros(len(page), int), 1) == [text]


def test_groups_may_alternate() -> None:
    page = parse("<p>a<p>b<p>c<p>d")
    ids = np.full(len(page), -1)
    ids[page.tag == 0] = [0, 1, 0, -1]
    assert group_texts(page, ids, 3) == ["a\nc", "b", ""]
    with pytest.raises(BadInput, match="ids has the shape"):
        group_texts(page, [0], 1)


@given(page=pages(), data=st.data())
def test_groups_have_all_words_of_their_rows(page: Page, data: st.DataObject) -> None:
    ids = data.draw(st.lists(st.integers(-1, 2), min_size=len(page), max_size=len(page)))
    texts = group_texts(page, ids, 3)
    for group in range(3):
        rows = [row for row in range(len(page)) if ids[row] == group and page.tag[row] == 0]
        letters = "".join("".join(page.text(row).split()) for row in rows)
        assert "".join(texts[group].split()) == letters
