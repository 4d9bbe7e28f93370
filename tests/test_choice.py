"""Choices: leaves closed upward, scores from 0 to 1, columns that stay as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import Choice, parse
from pagecore.errors import BadInput

# html 0, head 1, body 2, p 3, a 4, b 5, c 6, div 7, img 8
PAGE = parse("<p>a<b>c</b></p><div><img></div>")


def rows(*numbers: int) -> np.ndarray:
    mask = np.zeros(len(PAGE), np.bool_)
    mask[list(numbers)] = True
    return mask


CASES = [
    # what it shows                    chosen        content
    ("nothing",                        [],           []),
    ("text",                           [4],          [0, 2, 3, 4]),
    ("text further down",              [6],          [0, 2, 3, 5, 6]),
    ("image",                          [8],          [0, 2, 7, 8]),
    ("several",                        [4, 8],       [0, 2, 3, 4, 7, 8]),
    ("element, which decides nothing", [3, 5],       []),
    ("element and one of its texts",   [3, 6],       [0, 2, 3, 5, 6]),
    ("everything",                     range(9),     range(9)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "content"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_leaves_are_closed_upward(chosen: list[int], content: list[int]) -> None:
    choice = Choice.of(PAGE, rows(*chosen))
    assert np.flatnonzero(choice.content).tolist() == list(content)


def test_types() -> None:
    choice = Choice.of(PAGE, rows(4).astype(np.float64).tolist(), evidence={"n": range(9)})
    assert choice.content.dtype == np.bool_
    assert choice.score.dtype == np.float32
    assert choice.content.shape == choice.score.shape == (9,)
    assert choice.evidence["n"].tolist() == list(range(9))


def test_score_without_one_is_what_is_chosen() -> None:
    choice = Choice.of(PAGE, rows(8))
    assert choice.score.tolist() == choice.content.astype(float).tolist()
    assert choice.evidence == {}


def test_score_stays_between_0_and_1() -> None:
    score = [0.5, -1, 2, np.nan, np.inf, -np.inf, 1, 0, 0.25]
    assert Choice.of(PAGE, rows(4), score=score).score.tolist() == [0.5, 0, 1, 0, 1, 0, 1, 0, 0.25]


def test_columns_are_read_only() -> None:
    own = np.zeros(9)
    choice = Choice.of(PAGE, rows(4), score=own, evidence={"own": own, "chars": PAGE.chars})
    for column in (choice.content, choice.score, *choice.evidence.values()):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            column.flags.writeable = True
    with pytest.raises(AttributeError):
        choice.content = choice.content  # type: ignore[misc]
    # What was given stays writable for whoever gave it, and the choice as it is.
    own[0] = 1
    assert choice.score[0] == choice.evidence["own"][0] == 0


@pytest.mark.parametrize(
    ("column", "given"),
    [
        ("leaves", {"leaves": [True]}),
        ("score", {"leaves": rows(4), "score": [0.5]}),
        ("n", {"leaves": rows(4), "evidence": {"n": np.zeros((9, 2))}}),
    ],
)
def test_one_value_per_row(column: str, given: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=f"{column} has the shape .* the page has 9 rows"):
        Choice.of(PAGE, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [["a"] * 9, [None] * 9, [1j] * 9])
@pytest.mark.parametrize("column", ["leaves", "score", "n"])
def test_columns_are_numbers_or_truth_values(column: str, given: Any) -> None:
    columns: dict[str, Any] = {"leaves": rows(4), "score": None, "n": 9 * [0], column: given}
    with pytest.raises(BadInput, match=f"{column} has the type .*: expected numbers or booleans"):
        Choice.of(PAGE, columns["leaves"], score=columns["score"], evidence={"n": columns["n"]})
