"""Candidates for the content of a page: their features, their labels, and the longest one."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.methods.candidates import (
    CANDIDATE_TAGS,
    GOLD_SHARES,
    find_candidates,
    find_longest,
    label_candidates,
)
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


def test_rows_take_the_values_of_their_candidates() -> None:
    page = parse("<p>out</p><div>one<div>two</div></div>")
    column = find_candidates(page).spread([5, 7])
    values = {name: column[text_row(page, name)] for name in ("out", "one", "two")}
    assert values == {"out": 0, "one": 5, "two": 7}
    mask = find_candidates(page).spread(np.array([True, False]))
    assert mask.dtype == np.bool_
    assert mask[text_row(page, "one")]
    assert not mask[text_row(page, "out")]


def test_containers_are_candidates_too() -> None:
    page = parse("<p>one<article>two <section>six</section></article><main><div>ten</div></main>")
    names = [
        page.name(int(row)) for row in find_candidates(page, CANDIDATE_TAGS["containers"]).rows
    ]
    assert names == ["body", "article", "section", "main", "div"]
    assert find_candidates(page, CANDIDATE_TAGS["containers"]).words.tolist() == [1, 1, 1, 0, 1]
    assert find_candidates(page).words.tolist() == [1]


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
    labels = label_candidates(np.array([words]), np.array([inside]), gold, 0.1)
    assert labels.tolist() == [is_labelled]


def test_every_set_of_candidates_has_its_share() -> None:
    assert GOLD_SHARES.keys() == CANDIDATE_TAGS.keys()


def test_the_longest_candidate() -> None:
    page = parse("<div>one two</div><div>one two six</div><div>a b c</div><div>a b c d</div>")
    rows = find_rows(page, "div")
    assert find_longest(find_candidates(page), np.array([True, True, True, False])) == rows[1]
