"""Masks of rows and blocks: leaves, rows by the value of an attribute, blocks with some rows."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.errors import BadInput
from tests.growth import check_ends

# html 0, head 1, body 2, p 3, a 4, b 5, c 6, div 7, img 8
PAGE = parse("<p id=x>a<b class='one two'>c d</b></p><div id=Y><img></div>")


def test_leaves_have_no_rows_below() -> None:
    assert np.flatnonzero(PAGE.leaves).tolist() == [1, 4, 6, 8]
    assert PAGE.leaves is PAGE.leaves
    with pytest.raises(ValueError, match="read-only"):
        PAGE.leaves[0] = True
    assert parse("").leaves.tolist() == [False, True, True]


WHERE = [
    # attribute  test                              rows
    ("id",       lambda value: value == "x",       [3]),
    ("ID",       lambda value: value != "x",       [7]),
    ("id",       lambda value: True,               [3, 7]),
    ("id",       lambda value: False,              []),
    ("class",    lambda value: "two" in value,     [5]),
    ("href",     lambda value: True,               []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "test", "rows"), WHERE)
def test_rows_by_the_value_of_an_attribute(name: str, test: object, rows: list[int]) -> None:
    mask = PAGE.match_attribute(name, test)  # type: ignore[arg-type]  # A function of a value.
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == rows


def test_every_value_is_tested_once() -> None:
    tested: list[str] = []
    page = parse("<p class=a><p class=b><p class=a>")

    def test(value: str) -> bool:
        tested.append(value)
        return value == "a"

    assert page.match_attribute("class", test).sum() == 2
    assert sorted(tested) == ["a", "b"]


BLOCKS = [
    # rows            blocks
    ([],              [False, False]),
    ([4],             [True, False]),
    ([6],             [True, False]),
    ([8],             [False, True]),
    ([4, 6, 8],       [True, True]),
    ([0, 1, 2, 3, 7], [False, False]),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "blocks"), BLOCKS)
def test_blocks_with_some_rows(rows: list[int], blocks: list[bool]) -> None:
    mask = np.isin(np.arange(len(PAGE)), rows)
    assert PAGE.blocks_with(mask).tolist() == blocks
    assert PAGE.blocks_with(mask.tolist()).tolist() == blocks


def test_masks_have_a_value_per_row() -> None:
    with pytest.raises(
        BadInput, match=r"rows has the shape .*, but the page has 9 rows: pass one value"
    ):
        PAGE.blocks_with([True])


def test_words_of_some_rows() -> None:
    assert PAGE.count_words(PAGE.leaves) == 3
    assert PAGE.count_words(np.zeros(len(PAGE), np.bool_)) == 0
    assert PAGE.count_words(PAGE.is_tag("#text") & (PAGE.above(PAGE.is_tag("b")) >= 0)) == 2
    assert type(PAGE.count_words(PAGE.leaves)) is int


def test_paths_of_several_rows() -> None:
    rows = list(range(len(PAGE)))
    assert PAGE.xpaths(rows) == [PAGE.xpath(row) for row in rows]


def test_terms_are_the_words_of_rows() -> None:
    page = parse("<p>a b<p>b<p hidden>c")
    rows, digests = page.word_digests(page.visible)
    assert rows.tolist() == [4, 4, 6]
    assert digests[1] == digests[2] != digests[0]
    assert [len(column) for column in page.word_digests(np.zeros(len(page), np.bool_))] == [0, 0]


def test_line_pieces_are_texts_by_lines() -> None:
    page = parse("<p>ab\n c</p>")
    pieces = page.line_pieces([0, page.source.index(b"\n") + 1], page.visible)
    # Row, line, characters, blanks before and behind, characters that are no blanks.
    assert pieces.tolist() == [[4, 0, 3, 0, 1, 2], [4, 1, 2, 1, 0, 1]]


def test_long_classes_take_linear_time() -> None:
    digits = "1" * 2_000_000
    page = parse(f"<p class=comment-{digits}x id={digits}>a", max_attribute=2**30)
    check_ends(page._table.comments)
