"""Candidates for the content of a page: their features, their labels, and the best one."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.methods.candidates import find_candidates, find_content_candidate, label_candidates
from tests.rows import find_rows, text_row

# ---------------------------------------------------------------- candidates and features


def features(html: str) -> list[list[float]]:
    actual: list[list[float]] = find_candidates(parse(html)).features.tolist()
    return actual


FEATURED = [
    # what it shows         page                                     features of div or td
    ("words",               "<div>one two</div>",                    [[2, 1, 0, 0, 0, 0]]),
    ("density",             "<div>one</div><p>two six ten",          [[1, 1 / 4, 0, 0, 0, 0]]),
    ("a link",              "<div>one <a href=/>two</a></div>",      [[2, 1, 1, 1, 1, 1 / 2]]),
    ("words in links",      "<div><a href=/>one</a><a href=/>two six</a> ten</div>",
     [[4, 1, 2, 3, 3 / 2, 3 / 4]]),
    ("no href, no link",    "<div><a name=x>one</a></div>",          [[1, 1, 0, 0, 0, 0]]),
    ("a link of no words",  "<div>one <a href=/><img></a></div>",    [[1, 1, 1, 0, 0, 0]]),
    ("td",                  "<table><td>one<td>two</table>",
     [[1, 1 / 2, 0, 0, 0, 0]] * 2),
    ("no th, no p",         "<table><th>one</table><p>two",          []),
    ("the nearest counts",  "<div>one <div>two six</div><p>ten</div>",
     [[2, 1 / 2, 0, 0, 0, 0], [2, 1 / 2, 0, 0, 0, 0]]),
    ("words of a link around", "<div><a href=/><div>one</div></a></div>",
     [[0, 0, 1, 0, 0, 0], [1, 1, 0, 1, 0, 1]]),
    ("hidden words",        "<div>one <i hidden>two</i></div>",      [[1, 1, 0, 0, 0, 0]]),
    ("hidden links",        "<div>one <a href=/ hidden>two</a></div>", [[1, 1, 0, 0, 0, 0]]),
    ("hidden block",        "<div hidden>one <a href=/>two</a></div>", [[0, 0, 0, 0, 0, 0]]),
    ("nothing",             "",                                      []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "expected"), [case[1:] for case in FEATURED], ids=[case[0] for case in FEATURED]
)
def test_features(html: str, expected: list[list[float]]) -> None:
    assert features(html) == [pytest.approx(row) for row in expected]


def test_rows_and_what_belongs_to_them() -> None:
    page = parse("<p>out</p><div>one<div>two</div>six</div>")
    blocks = find_candidates(page)
    assert blocks.rows.tolist() == find_rows(page, "div")
    entry = {name: blocks.number[text_row(page, name)] for name in ("out", "one", "two", "six")}
    assert entry == {"out": -1, "one": 0, "two": 1, "six": 0}
    assert blocks.total(np.ones(len(page))).tolist() == [3, 2]


# ---------------------------------------------------------------- labels


@pytest.mark.parametrize(
    ("words", "inside", "gold", "is_labelled"),
    [
        (10, 5, 50, True),  # half of its words, a tenth of the gold
        (11, 5, 50, False),
        (10, 5, 51, False),
        (0, 0, 0, False),
    ],
)
def test_what_is_labelled_as_content(words: int, inside: int, gold: int, is_labelled: bool) -> None:
    assert label_candidates(np.array([words]), np.array([inside]), gold).tolist() == [is_labelled]


def test_of_labelled_blocks_the_one_with_most_words_wins() -> None:
    page = parse("<div>one two six</div><div>one two six ten</div><div>a b c d e f</div>")
    first, second, _ = find_rows(page, "div")
    content = page.under(first) | page.under(second)
    assert find_content_candidate(page, content) == second
    assert find_content_candidate(page, page.under(first)) == first


def test_content_outside_of_candidates_is_not_found() -> None:
    page = parse("<p>one two</p><div>six</div>")
    assert find_content_candidate(page, page.under(find_rows(page, "p")[0])) is None
    assert find_content_candidate(page, np.zeros(len(page), np.bool_)) is None


def test_words_of_an_inner_block_do_not_make_the_outer_win() -> None:
    page = parse("<div>a b<div>one two six</div></div>")
    _, inner = find_rows(page, "div")
    assert find_content_candidate(page, page.under(inner)) == inner
    assert find_content_candidate(page, np.ones(len(page), np.bool_)) == inner
