"""C4.5: every rule on tables computed by hand, and whole trees beside a plain implementation."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagecore.models.classifiers import DecisionTree
from pagecore.train.c45 import (
    compute_entropy,
    estimate_errors,
    find_best_split,
    fit_tree,
    split_column,
)

T = TypeVar("T")

#: Quinlan's days to play golf: humidity, temperature, and whether it was played.
HUMIDITY = [85, 90, 78, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 80]
TEMPERATURE = [85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71]
PLAYED = [False, False, True, True, True, False, True, False, True, True, True, True, True, False]


def column(*values: float) -> npt.NDArray[np.float32]:
    return np.array(values, np.float32)


def ones(rows: npt.ArrayLike) -> npt.NDArray[np.float64]:
    return np.ones(len(np.asarray(rows)))


# ---------------------------------------------------------------- entropy and gain


@pytest.mark.parametrize(
    ("positive", "total", "bits"),
    [(0, 4, 0.0), (4, 4, 0.0), (2, 4, 1.0), (1, 4, 0.8113), (9, 14, 0.9403), (0, 0, 0.0)],
)
def test_entropy(positive: int, total: int, bits: float) -> None:
    assert compute_entropy(positive, total) == pytest.approx(bits, abs=1e-4)


def test_gain_and_gain_ratio_of_quinlans_humidity() -> None:
    split = split_column(column(*HUMIDITY), np.array(PLAYED), ones(PLAYED))
    assert split is not None
    # Nine days of at most 80, played on seven; five above, played on two.
    left, right = 9 / 14 * 0.7642, 5 / 14 * 0.9710
    assert split.border == 82.5
    assert split.gain == pytest.approx(0.9403 - left - right, abs=1e-4)
    assert split.ratio == pytest.approx(split.gain / 0.9403, abs=1e-4)


def test_a_border_lies_halfway_between_values() -> None:
    split = split_column(column(1, 2, 5, 9), np.array([False, False, True, True]), np.ones(4))
    assert split is not None
    assert split.border == 3.5
    assert (split.gain, split.ratio) == (1.0, 1.0)


def test_two_rows_stay_on_either_side() -> None:
    split = split_column(column(1, 2, 3, 4), np.array([True, False, False, False]), np.ones(4))
    assert split is not None
    assert split.border == 2.5
    assert split.gain == pytest.approx(0.8113 - 0.5, abs=1e-4)
    assert split_column(column(1, 2, 3), np.array([True, False, False]), np.ones(3)) is None
    assert (
        split_column(column(7, 7, 7, 7), np.array([True, True, False, False]), np.ones(4)) is None
    )


def test_of_equal_borders_the_lowest_is_taken() -> None:
    labels = np.array([True, True, False, False, True, True])
    split = split_column(column(1, 1, 2, 2, 3, 3), labels, np.ones(6))
    assert split is not None
    assert split.border == 1.5


def test_neighbouring_numbers_are_parted() -> None:
    low = np.float32(1)
    high = np.nextafter(low, np.float32(2))
    split = split_column(
        np.array([low, low, high, high]), np.array([False] * 2 + [True] * 2), np.ones(4)
    )
    assert split is not None
    assert low <= split.border < high


# ---------------------------------------------------------------- which column


def test_a_ratio_counts_only_where_the_gain_is_at_least_the_mean() -> None:
    positive = np.array([True] * 8 + [False] * 8)
    # The first parts two positive rows from 14: gain .138, ratio .254. The second has six of eight
    # right on both sides: gain and ratio .189, and the mean gain is .163.
    few = np.array([1, 1] + [0] * 14)
    halves = np.array([1] * 6 + [0] * 2 + [1] * 2 + [0] * 6)
    rows = np.stack([few, halves], axis=1).astype(np.float32)
    first, second = (split_column(rows[:, at], positive, ones(rows)) for at in (0, 1))
    assert first is not None
    assert second is not None
    assert first.ratio > second.ratio
    assert (first.gain, second.gain) == pytest.approx((0.1379, 0.1887), abs=1e-4)
    chosen = find_best_split(rows, positive, ones(rows))
    assert chosen is not None
    assert chosen.feature == 1


def test_among_those_the_ratio_decides() -> None:
    positive = np.array([True] * 8 + [False] * 8)
    few = np.array([1, 1] + [0] * 14)
    halves = np.array([1] * 6 + [0] * 2 + [1] * 2 + [0] * 6)
    # A third column, which gains nothing, brings the mean gain down to .116.
    nothing = np.array([0, 1] * 8)
    rows = np.stack([halves, nothing, few, few], axis=1).astype(np.float32)
    chosen = find_best_split(rows, positive, ones(rows))
    assert chosen is not None
    # Of equal ratios the first.
    assert chosen.feature == 2
    assert (chosen.gain, chosen.ratio) == pytest.approx((0.1379, 0.2538), abs=1e-4)


def test_nothing_is_asked_that_gains_nothing() -> None:
    rows = np.array([[0], [0], [1], [1]], np.float32)
    positive = np.array([True, False, True, False])
    assert find_best_split(rows, positive, np.ones(4)) is None
    assert fit_tree(rows, positive).feature.tolist() == [-1]


# ---------------------------------------------------------------- pruning


@pytest.mark.parametrize(
    ("errors", "total", "rate"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.157)]
)
def test_quinlans_pessimistic_rates(errors: int, total: int, rate: float) -> None:
    assert estimate_errors(errors, total) / total == pytest.approx(rate, abs=0.003)


@pytest.mark.parametrize("total", [5, 20, 60])
def test_pessimism_is_the_upper_limit_of_the_binomial_distribution(total: int) -> None:
    for errors in range(total // 2):
        assert estimate_errors(errors, total) / total == pytest.approx(
            limit(errors, total), abs=0.013
        )


def limit(errors: int, total: int) -> float:
    """The error rate at which at most so many errors have a chance of one in four, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        chance = math.fsum(
            math.comb(total, n) * rate**n * (1 - rate) ** (total - n) for n in range(errors + 1)
        )
        low, high = (rate, high) if chance > 0.25 else (low, rate)
    return low


def test_pessimism_between_whole_errors() -> None:
    none, one = estimate_errors(0, 10), estimate_errors(1, 10)
    assert estimate_errors(0.5, 10) == pytest.approx((none + one) / 2)


def test_pessimism_of_a_leaf_that_is_wrong_on_nearly_all() -> None:
    # Two thirds of the rest, once that weighs no more than half a row.
    assert estimate_errors(1, 1.5) == pytest.approx(1 + 0.67 * 0.5)
    assert estimate_errors(2, 2) == 2
    # More errors than rows, as one error of a leaf that weighs less, add nothing.
    assert estimate_errors(1, 0.5) == 1


def test_a_subtree_that_is_expected_to_err_less_often_stays_and_an_equal_one_does_not() -> None:
    # Ten negative below, six positive above and a negative one of some weight, which decides:
    # alone 6 errors of 16 + weight are seen; of two leaves 0 of 10, and the weight of 6 + weight.
    rows = np.array([[0]] * 10 + [[1]] * 7, np.float32)
    positive = np.array([False] * 10 + [True] * 6 + [False])

    def less(weight: float) -> float:
        """By how much the subtree is expected to make fewer errors than a leaf."""
        return (
            estimate_errors(6, 16 + weight)
            - estimate_errors(0, 10)
            - estimate_errors(weight, 6 + weight)
        )

    def is_leaf(weight: float) -> bool:
        return len(fit_tree(rows, positive, np.append(np.ones(16), weight)).feature) == 1

    low, high = 1.0, 6.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if less(middle) > 0 else (low, middle)
    # Both differ in their last digits alone, the one to this side, the other to that.
    assert less(low) == pytest.approx(0, abs=1e-10)
    assert less(high) == pytest.approx(0, abs=1e-10)
    assert is_leaf(low)
    assert is_leaf(high)
    assert not is_leaf(low - 1e-6)


def test_a_subtree_that_is_expected_to_err_more_often_becomes_a_leaf() -> None:
    # All six above are negative, and nine of ten below: the split gains a little, and says the
    # same on both sides. Expected are 6 × .206 + 10 × .242 = 3.66 errors, and of one leaf 2.48.
    rows = np.array([[0]] * 10 + [[1]] * 6, np.float32)
    positive = np.array([True] + [False] * 15)
    assert estimate_errors(0, 6) + estimate_errors(1, 10) == pytest.approx(3.66, abs=0.01)
    assert estimate_errors(1, 16) == pytest.approx(2.48, abs=0.01)
    assert fit_tree(rows, positive, pruned=False).feature.tolist() == [0, -1, -1]
    tree = fit_tree(rows, positive)
    assert tree.feature.tolist() == [-1]
    assert tree.content_share.tolist() == [pytest.approx(2 / 18)]


def test_a_subtree_that_helps_stays() -> None:
    rows = np.array([[0]] * 10 + [[1]] * 6, np.float32)
    tree = fit_tree(rows, rows[:, 0] > 0)
    assert tree.feature.tolist() == [0, -1, -1]
    # One more of each class: 1/12 where ten are negative, 7/8 where six are positive.
    assert tree.content_share[1:].tolist() == pytest.approx([1 / 12, 7 / 8])
    assert tree.probability(column(0, 0.5, 0.6)[:, None]).tolist() == pytest.approx(
        [1 / 12, 1 / 12, 7 / 8]
    )


# ---------------------------------------------------------------- whole trees


@dataclass
class Plain:
    """A tree as it is drawn, one node in another."""

    positive: int
    total: int
    feature: int = -1
    border: float = 0.0
    parts: tuple[Plain, ...] = ()

    @property
    def errors(self) -> float:
        return sum(p.errors for p in self.parts) if self.parts else self.alone

    @property
    def alone(self) -> float:
        """What is expected of it as a leaf, the formula as Witten and Frank print it."""
        wrong, n = min(self.positive, self.total - self.positive), self.total
        if wrong == 0:
            return n * (1 - math.pow(0.25, 1 / n))
        if wrong + 0.5 >= n:
            return wrong + 0.67 * (n - wrong)
        z, f = 0.6744897501960817, (wrong + 0.5) / n
        root = math.sqrt(f / n - f**2 / n + z**2 / (4 * n**2))
        return n * (f + z**2 / (2 * n) + z * root) / (1 + z**2 / n)


def bits(labels: list[bool]) -> float:
    return -math.fsum(
        share * math.log2(share)
        for share in (labels.count(kind) / len(labels) for kind in (True, False))
        if share
    )


def plain(rows: list[tuple[int, ...]], labels: list[bool]) -> Plain:
    """C4.5 by its definition: a list of all splits for every node, and one tree in another."""
    node = Plain(labels.count(True), len(labels))
    best = []
    for feature in range(len(rows[0])):
        values = sorted({row[feature] for row in rows})
        splits = []
        for low, high in itertools.pairwise(values):
            border = (low + high) / 2
            sides = [row[feature] <= border for row in rows]
            parts = [_where(labels, sides, is_left) for is_left in (True, False)]
            if min(map(len, parts)) < 2:
                continue
            gain = bits(labels) - math.fsum(len(p) / len(labels) * bits(p) for p in parts)
            known = bits([True] * len(parts[0]) + [False] * len(parts[1]))
            splits.append((round(gain, 9), -border, gain / known))
        if splits:
            gain, border, ratio = max(splits)
            best.append((gain, round(ratio, 9), feature, -border))
    mean = sum(gain for gain, *_ in best) / max(len(best), 1)
    fit = [split for split in best if split[0] > 0 and split[0] >= mean - 1e-8]
    if not 0 < node.positive < node.total or not fit:
        return node
    _, _, node.feature, node.border = max(fit, key=lambda split: (split[1], -split[2]))
    sides = [row[node.feature] <= node.border for row in rows]
    node.parts = tuple(
        plain(_where(rows, sides, is_left), _where(labels, sides, is_left))
        for is_left in (True, False)
    )
    return node


def _where(kind: list[T], sides: list[bool], is_left: bool) -> list[T]:
    return [item for item, side in zip(kind, sides, strict=True) if side is is_left]


def prune_plain(node: Plain) -> Plain:
    parts = tuple(map(prune_plain, node.parts))
    node = Plain(node.positive, node.total, node.feature, node.border, parts)
    if parts and node.alone <= node.errors + 1e-9:
        return Plain(node.positive, node.total)
    return node


def draw_tree(tree: DecisionTree, at: int = 0) -> object:
    if tree.feature[at] < 0:
        return round(float(tree.content_share[at]), 5)
    left, right = draw_tree(tree, tree.left[at]), draw_tree(tree, tree.right[at])
    return int(tree.feature[at]), float(tree.border[at]), left, right


def draw_plain_tree(node: Plain) -> object:
    if not node.parts:
        return round(float(np.float32((node.positive + 1) / (node.total + 2))), 5)
    return node.feature, node.border, *map(draw_plain_tree, node.parts)


tables = st.integers(1, 40).flatmap(
    lambda n: st.tuples(
        st.lists(st.tuples(*[st.integers(0, 6)] * 3), min_size=n, max_size=n),
        st.lists(st.booleans(), min_size=n, max_size=n),
    )
)


@given(tables)
@settings(max_examples=60)
def test_the_tree_is_that_of_a_plain_implementation(
    table: tuple[list[tuple[int, ...]], list[bool]],
) -> None:
    rows, labels = table
    whole = plain(rows, labels)
    values, positive = np.array(rows, np.float32), np.array(labels)
    assert draw_tree(fit_tree(values, positive, pruned=False)) == draw_plain_tree(whole)
    assert draw_tree(fit_tree(values, positive)) == draw_plain_tree(prune_plain(whole))


def test_golf_by_two_columns() -> None:
    rows = np.array([HUMIDITY, TEMPERATURE], np.float32).T
    tree = fit_tree(rows, np.array(PLAYED), pruned=False)
    whole = plain(list(zip(HUMIDITY, TEMPERATURE, strict=True)), PLAYED)
    assert draw_tree(tree) == draw_plain_tree(whole)
    assert (tree.feature[0], tree.border[0]) == (0, 82.5)


@given(tables)
@settings(max_examples=60)
def test_a_row_that_counts_twice_is_as_two_rows(
    table: tuple[list[tuple[int, ...]], list[bool]],
) -> None:
    rows, positive = np.array(table[0], np.float32), np.array(table[1])
    twice = fit_tree(rows, positive, np.full(len(rows), 2.0))
    assert draw_tree(twice) == draw_tree(
        fit_tree(np.repeat(rows, 2, axis=0), np.repeat(positive, 2))
    )
