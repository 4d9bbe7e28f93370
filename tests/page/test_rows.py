"""The moves: below, above, children and beside, on every page."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import parse
from pagecore.errors import BadInput, BadOption

# html 0, head 1, body 2, ul 3, li 4, a 5, blank 6, li 7, b 8, c 9, d 10
MOVED = "<ul><li>a</li> <li><b>c</b>d</li></ul>"


def test_below() -> None:
    page = parse(MOVED)
    ones = np.ones(11, np.int32)
    assert page.below(ones).tolist() == [11, 1, 9, 8, 2, 1, 1, 4, 2, 1, 1]
    assert page.below().tolist() == page.below(ones).tolist()
    assert page.below(np.arange(11)).tolist() == [55, 1, 54, 52, 9, 5, 6, 34, 17, 9, 10]
    assert page.below(-np.arange(11), how="max").tolist() == [0, -1, -2, -3, -4, -5, -6, -7, -8,
                                                             -9, -10]  # fmt: skip
    assert page.below(page.is_tag("li"), how="count").tolist() == [2, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0]
    assert page.below(page.is_tag("b"), how="any").tolist() == [
        True, False, True, True, False, False, False, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int8, np.int32, np.int64])
def test_totals_of_whole_numbers_are_int64(dtype: type[np.generic]) -> None:
    page = parse("<p>a</p>" * 300)
    x = np.ones(len(page), dtype)
    for total in (page.below(x), page.children(x), page.below(x, how="count")):
        assert total.dtype == np.int64
    # Three hundred do not fit into eight bits.
    assert page.below(x)[0] == len(page) > 255


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_totals_of_reals_are_float64(dtype: type[np.generic]) -> None:
    page = parse(MOVED)
    x = np.full(11, 0.5, dtype)
    assert page.below(x).dtype == page.children(x).dtype == np.float64
    assert page.below(x)[0] == 5.5
    assert page.children(x)[3] == 1.5
    assert page.below(x, how="max")[0] == 0.5
    assert page.below(x, how="count").tolist() == page.below().tolist()


@pytest.mark.parametrize("move", ["below", "children"])
def test_totals_do_not_wrap(move: str) -> None:
    page = parse("<p>a<p>b<p>c")
    with pytest.raises(BadInput, match="too large"):
        getattr(page, move)(np.full(len(page), 2**62))
    assert getattr(page, move)(np.full(len(page), 2.0**62)).max() == pytest.approx(
        {"below": len(page), "children": 3}[move] * 2.0**62
    )


def test_digests_are_too_large_to_add_up() -> None:
    page = parse(MOVED)
    with pytest.raises(BadInput):
        page.below(np.full(11, 2**63, np.uint64))


def test_above() -> None:
    page = parse(MOVED)
    assert page.above(page.is_tag("ul", "b")).tolist() == [-1, -1, -1, 3, 3, 3, 3, 3, 8, 8, 3]
    assert page.above(np.zeros(11, bool)).tolist() == [-1] * 11
    assert page.above(np.ones(11)).tolist() == list(range(11))
    assert page.above(page.tag == 0).dtype == np.int32


def test_children() -> None:
    page = parse(MOVED)
    assert page.children(page.chars).tolist() == [0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    assert page.children(np.arange(11)).tolist() == [3, 0, 3, 17, 5, 0, 0, 18, 9, 0, 0]
    # Counting steps over the blank between the items.
    assert page.children(how="count").tolist() == [2, 0, 1, 2, 1, 0, 0, 2, 1, 0, 0]
    assert page.children(how="count", blank=True)[3] == 3
    assert page.children(page.is_tag("b"), how="count").tolist() == [0] * 7 + [1, 0, 0, 0]


def test_beside() -> None:
    page = parse(MOVED)
    x = np.arange(11)
    assert page.beside(x, fill=-1).tolist() == [-1, 2, -1, -1, 7, -1, 7, -1, 10, -1, -1]
    assert page.beside(x, step=-1, fill=-1).tolist() == [-1, -1, 1, -1, -1, -1, 4, 4, -1, -1, 8]
    assert page.beside(x, fill=-1, blank=True).tolist()[3:8] == [-1, 6, -1, 7, -1]
    assert page.beside(x, step=2, fill=-1, blank=True).tolist()[3:8] == [-1, 7, -1, -1, -1]
    assert page.beside(x, step=0).tolist() == x.tolist()
    assert page.beside(x, step=99, fill=-1).tolist() == [-1] * 11
    assert np.isnan(page.beside(x, fill=np.nan)[0])


@pytest.mark.parametrize("dtype", [np.bool_, np.int32, np.uint64, np.float32])
def test_beside_keeps_the_type(dtype: type[np.generic]) -> None:
    page = parse(MOVED)
    # `~page.beside(mask)` would else be true everywhere.
    assert page.beside(np.ones(11, dtype)).dtype == dtype


def test_under() -> None:
    page = parse(MOVED)
    assert np.flatnonzero(page.under(7)).tolist() == [7, 8, 9, 10]
    assert np.flatnonzero(page.under(-1)).tolist() == [10]
    assert page.under(0).all()
    with pytest.raises(IndexError):
        page.under(11)


def test_moves_take_lists() -> None:
    page = parse("<p>a")
    assert page.below([1, 2, 3, 4, 5]).tolist() == [15, 2, 12, 9, 5]
    assert page.above([0, 0, 1, 0, 0]).tolist() == [-1, -1, 2, 2, 2]


def test_moves_leave_what_they_are_given_alone() -> None:
    page = parse(MOVED)
    x = np.arange(11)
    for move in (page.below, page.above, page.children, page.beside, page.shown):
        move(x)
    page.below(x, how="max")
    page.children(x, how="count")
    assert x.tolist() == list(range(11))


TIMES = np.zeros(5, "datetime64[s]")
WRONG = [
    # what it shows              call                                         error
    ("column too short",         lambda page: page.below([1, 2]),             BadInput),
    ("column of two dimensions", lambda page: page.above(np.ones((5, 5))),    BadInput),
    ("one number",               lambda page: page.shown(1),                  BadInput),
    ("mask too long",            lambda page: page.text(np.ones(6, bool)),    BadInput),
    ("column of blocks",         lambda page: page.spread([1, 2, 3]),         BadInput),
    ("column of words",          lambda page: page.below(["a"] * 5),          BadInput),
    ("column of complex",        lambda page: page.below([1j] * 5),           BadInput),
    ("column of times",          lambda page: page.children(TIMES),           BadInput),
    ("column of anything",       lambda page: page.below([None] * 5),         BadInput),
    ("column of uneven lists",   lambda page: page.below([[1], [1, 2]]),      BadInput),
    ("mask of words",            lambda page: page.above(["a"] * 5),          BadInput),
    ("mask of times",            lambda page: page.below(TIMES, how="any"),   BadInput),
    ("how to go below",          lambda page: page.below(how="mean"),         BadOption),
    ("how to add up children",   lambda page: page.children([0] * 5, "max"),  BadOption),
    ("how to count children",    lambda page: page.children(how="max"),       BadOption),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "error"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_arguments_of_a_move(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(parse("<p>a"))
