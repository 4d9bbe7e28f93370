"""Choices: leaves closed upward, scores from 0 to 1, columns that stay as they are."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, parse
from pagecore.choice import (
    COPIES,
    ONLY_COPY,
    WHOLE_PAGE,
    Change,
    Part,
    Wall,
    check_choice,
    log_copies,
)
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
        choice.content = choice.content  # type: ignore[misc]  # Wrong on purpose.
    # What was given stays writable for whoever gave it, and the choice as it is.
    own[0] = 1
    assert choice.score[0] == choice.evidence["own"][0] == 0


@pytest.mark.parametrize(
    "duplicate",
    [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_choice_pickles_and_copies(duplicate: Callable[[Choice], Choice]) -> None:
    choice = Choice.of(PAGE, rows(4), evidence={"chars": PAGE.chars})
    choice = replace(choice, types={"article": 0.5}, wall=Wall("a login form"))
    again = duplicate(choice.note("walls", "a login form"))
    assert again.content.tolist() == choice.content.tolist()
    assert again.evidence["chars"].tolist() == PAGE.chars.tolist()
    assert (again.types, again.wall) == (choice.types, choice.wall)
    assert [change.step for change in again.changes] == ["walls"]
    for column in (again.content, again.score, again.evidence["chars"]):
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            column.flags.writeable = True
    with pytest.raises(TypeError):
        again.evidence["chars"] = again.score  # type: ignore[index]  # Wrong on purpose.


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("leaves", {"leaves": [True]}),
        ("score", {"leaves": rows(4), "score": [0.5]}),
        ("n", {"leaves": rows(4), "evidence": {"n": np.zeros((9, 2))}}),
    ],
)
def test_one_value_per_row(column: str, value: dict[str, object]) -> None:
    with pytest.raises(BadInput, match=f"{column} has the shape .* the page has 9 rows"):
        Choice.of(PAGE, **value)  # type: ignore[arg-type]  # Wrong on purpose.


@pytest.mark.parametrize("value", [["a"] * 9, [None] * 9, [1j] * 9])
@pytest.mark.parametrize("column", ["leaves", "score", "n"])
def test_columns_are_numbers_or_truth_values(column: str, value: Any) -> None:
    columns: dict[str, Any] = {"leaves": rows(4), "score": None, "n": 9 * [0], column: value}
    with pytest.raises(BadInput, match=f"{column} has the type .*: expected numbers or booleans"):
        Choice.of(PAGE, columns["leaves"], score=columns["score"], evidence={"n": columns["n"]})


# ---------------------------------------------------------------- the log of changes

# Three blocks, the first of two texts.
BLOCKS = parse("<p>a<wbr>b</p><p>c d</p><p>e</p>")
TEXTS = np.flatnonzero(BLOCKS.words > 0).tolist()


def texts(*numbers: int) -> np.ndarray:
    """A mask of some texts, by their numbers."""
    return np.isin(np.arange(len(BLOCKS)), [TEXTS[number] for number in numbers])


def test_blocks_of_this_page() -> None:
    assert BLOCKS.block[TEXTS].tolist() == [0, 0, 1, 2]


@pytest.mark.parametrize(
    ("leaves", "changes"),
    [
        ((0, 1, 2), []),
        ((0, 2), [(0, True)]),
        ((2,), [(0, False)]),
        ((0, 1, 2, 3), [(2, True)]),
        ((3,), [(0, False), (1, False), (2, True)]),
    ],
)
def test_a_change_logs_the_blocks_it_changes(
    leaves: tuple[int, ...], changes: list[tuple[int, bool]]
) -> None:
    earlier = Change(1, True, "tide", "it rises")
    choice = replace(Choice.of(BLOCKS, texts(0, 1, 2)), changes=(earlier,), confidence=0.5)
    # Elements in the mask decide nothing.
    changed = choice.change(BLOCKS, texts(*leaves) | BLOCKS.is_tag("p"), "walls", "so")
    assert changed.content.tolist() == Choice.of(BLOCKS, texts(*leaves)).content.tolist()
    assert not changed.content.flags.writeable
    assert changed.changes == (earlier, *(Change(*change, "walls", "so") for change in changes))
    assert changed.confidence == 0.5
    assert np.array_equal(changed.score, choice.score)


def test_reasons_by_block() -> None:
    choice = Choice.of(BLOCKS, texts(0, 1, 2))
    changed = choice.change(BLOCKS, texts(3), "walls", {0: "one", 1: "two", 2: "three"})
    assert [change.reason for change in changed.changes] == ["one", "two", "three"]


def test_drop_takes_rows_out() -> None:
    choice = Choice.of(BLOCKS, texts(0, 1, 2)).drop(BLOCKS, texts(2, 3), "walls", "so")
    assert choice.content.tolist() == Choice.of(BLOCKS, texts(0, 1)).content.tolist()
    assert choice.changes == (Change(1, False, "walls", "so"),)


@pytest.mark.parametrize(("chosen", "kept"), [((), False), ((0,), True)])
def test_a_note_is_about_the_page(chosen: tuple[int, ...], kept: bool) -> None:
    choice = Choice.of(BLOCKS, texts(*chosen)).note("walls", "so").note("tide", "then")
    assert choice.changes == (
        Change(WHOLE_PAGE, kept, "walls", "so"),
        Change(WHOLE_PAGE, kept, "tide", "then"),
    )
    assert choice.last_changes == {}
    assert WHOLE_PAGE not in range(len(BLOCKS.blocks))


def test_last_changes() -> None:
    choice = Choice.of(BLOCKS, texts(0)).change(BLOCKS, texts(2), "one", "first")
    choice = choice.change(BLOCKS, texts(0), "two", "then").note("three", "last")
    assert choice.last_changes == {
        0: Change(0, True, "two", "then"),
        1: Change(1, False, "two", "then"),
    }


def test_undo_takes_the_changes_of_one_step_back() -> None:
    first = replace(Choice.of(BLOCKS, texts(0, 3)), done=("copies", "walls"))
    by_copies = first.change(BLOCKS, texts(0, 2), "copies", "so").note("copies", "so")
    both = by_copies.drop(BLOCKS, texts(0), "walls", "then")
    undone = both.undo(BLOCKS, "copies")
    assert undone.content.tolist() == Choice.of(BLOCKS, texts(3)).content.tolist()
    assert not undone.content.flags.writeable
    assert undone.changes == (Change(0, False, "walls", "then"),)
    assert undone.done == ("walls",)
    # A step that changed nothing leaves nothing to undo, blocks chosen in part neither.
    assert both.undo(BLOCKS, "tide").content.tolist() == both.content.tolist()
    assert first.undo(BLOCKS, "tide").content.tolist() == first.content.tolist()


def test_excluded_rows_do_not_come_back() -> None:
    first = replace(Choice.of(BLOCKS, texts(0, 3)), excluded=texts(0))
    removed = first.drop(BLOCKS, texts(0, 3), "copies", "so")
    undone = removed.undo(BLOCKS, "copies")
    assert (undone.content & texts(0, 3)).tolist() == texts(3).tolist()
    added = removed.change(BLOCKS, texts(0, 2), "tide", "then")
    assert added.content.tolist() == Choice.of(BLOCKS, texts(2)).content.tolist()
    again = pickle.loads(pickle.dumps(first))
    assert again.excluded.tolist() == texts(0).tolist()
    assert not again.excluded.flags.writeable


def test_log_of_copies() -> None:
    assert log_copies({2: 0, 1: 0}, [0]) == (
        Change(2, False, COPIES, "duplicate of block 0"),
        Change(1, False, COPIES, "duplicate of block 0"),
        Change(0, True, COPIES, ONLY_COPY),
    )


def test_part_has_rows_and_words() -> None:
    part = Part(BLOCKS, Choice.of(BLOCKS, texts(0, 2)))
    assert part.n_words == 3
    assert part.rows.tolist() == np.flatnonzero(part.choice.content).tolist()
    assert tuple(part) == (BLOCKS, part.choice)


# ---------------------------------------------------------------- the contract of results

GOOD = Choice.of(PAGE, rows(4, 6), score=[0, 1] + [0.5] * 7, evidence={"n": range(9)})


def column(values: Any, dtype: Any) -> Any:
    """A column as one that a method gives: read-only."""
    array = np.asarray(values, dtype)
    array.flags.writeable = False
    return array


BROKEN = [
    # what it shows, what is other, the broken rule, the message
    (
        "nine is not eight",
        {"score": column([0] * 8, np.float32)},
        "result",
        "score has the shape (8,), but the page has 9 rows",
    ),
    (
        "evidence too",
        {"evidence": {"n": column([[0]] * 9, int)}},
        "evidence",
        "n has the shape (9, 1), but the page has 9 rows",
    ),
    (
        "not finite",
        {"evidence": {"n": column([np.nan] + [0] * 8, float)}},
        "evidence",
        "n has values that are not finite numbers",
    ),
    (
        "no numbers",
        {"evidence": {"n": column(["a"] * 9, "U1")}},
        "evidence",
        "n has values that are not finite numbers",
    ),
    ("writable", {"score": np.zeros(9, np.float32)}, "result", "score is writable"),
    ("content too", {"content": rows(0, 2, 3, 4)}, "result", "content is writable"),
    (
        "type of content",
        {"content": column([0] * 9, np.uint8)},
        "result",
        "content and score are uint8 and float32: expected bool and float32",
    ),
    (
        "type of score",
        {"score": column([0] * 9, float)},
        "result",
        "content and score are bool and float64: expected bool and float32",
    ),
    (
        "above 1",
        {"score": column([1.5] + [0] * 8, np.float32)},
        "result",
        "a score is below 0 or above 1",
    ),
    (
        "below 0",
        {"score": column([-0.5] + [1] * 8, np.float32)},
        "result",
        "a score is below 0 or above 1",
    ),
    (
        "no element above",
        {"content": column(rows(4), bool)},
        "result",
        "content is not closed upward",
    ),
    (
        "element with nothing",
        {"content": column(rows(0, 2, 3, 4, 7), bool)},
        "result",
        "content is not closed upward",
    ),
    ("no evidence", {"evidence": {}}, "evidence", "the result has no evidence"),
]


def test_a_result_that_keeps_the_contract() -> None:
    assert list(check_choice(PAGE, GOOD)) == []
    assert list(check_choice(PAGE, "tide")) == [("result", "expected a Choice, not str")]


@pytest.mark.parametrize(
    ("other", "rule", "message"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_a_result_that_breaks_the_contract(other: dict[str, Any], rule: str, message: str) -> None:
    assert list(check_choice(PAGE, replace(GOOD, **other))) == [(rule, message)]


def test_a_block_changes_with_what_is_in_it() -> None:
    # The text of an iframe is a block of its own, inside the block of the iframe.
    page = parse("<p><iframe >m")
    choice = Choice.of(page, page.leaves)
    inner = int(page.block[len(page) - 1])
    changed = choice.drop(
        page, page.spread(np.arange(len(page.blocks)) == inner), "x", {inner: "y"}
    )
    reasons = {change.block: change.reason for change in changed.changes}
    assert reasons.pop(inner) == "y"
    assert set(reasons.values()) == {"what is in it was added or removed"}
