"""Bootstrap: what can be said by hand, what statistics say, and what must hold."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import BadOption
from pagecore.metrics import bootstrap
from tests.metrics import recorded


def test_all_pages_alike_leave_no_doubt() -> None:
    assert bootstrap.compute_interval([0.25] * 9) == (0.25, 0.25)
    assert bootstrap.compute_interval([0.5]) == (0.5, 0.5)


def test_interval_is_what_statistics_say() -> None:
    # 400 pages of which half have 1: the deviation of the mean is .025, and 1.96 of it .049.
    low, high = bootstrap.compute_interval([0, 1] * 200)
    assert low == pytest.approx(0.5 - 0.049, abs=0.005)
    assert high == pytest.approx(0.5 + 0.049, abs=0.005)
    low, high = bootstrap.compute_interval([0, 1] * 200, level=0.6827)
    assert high - low == pytest.approx(0.05, abs=0.005)


def test_same_seed_same_numbers() -> None:
    values = np.linspace(0, 1, 50)
    assert bootstrap.compute_interval(values, seed=3) == bootstrap.compute_interval(values, seed=3)
    assert bootstrap.compute_interval(values, seed=3) != bootstrap.compute_interval(values, seed=4)
    assert bootstrap.compare_pairs(values, values**2) == bootstrap.compare_pairs(values, values**2)


def test_pages_without_a_value_are_left_out() -> None:
    assert bootstrap.compute_means(np.array([[1, np.nan], [0, np.nan]])) == pytest.approx(
        [0.5, np.nan], nan_ok=True
    )
    low, high = bootstrap.compute_interval([0.5, math.nan, 0.5, math.nan, 0.5])
    assert (low, high) == (0.5, 0.5)
    assert all(math.isnan(bound) for bound in bootstrap.compute_interval([math.nan] * 3, n=10))


def test_figure_of_several_columns() -> None:
    table = np.array([[0.5, 1.0]] * 4)
    assert bootstrap.compute_interval(table, of=lambda means: means[0] * means[1]) == (0.5, 0.5)
    better = bootstrap.compare_pairs(table, table / 2, of=lambda means: means[0] * means[1])
    assert (better.difference, better.low, better.high) == (0.375, 0.375, 0.375)


def test_paired_sees_what_two_intervals_do_not() -> None:
    # Pages differ by much, but one method is ahead by .01 or .02 on each.
    a = np.linspace(0, 1, 60)
    b = a - np.tile([0.01, 0.02], 30)
    result = bootstrap.compare_pairs(a, b, n=999)
    assert result.difference == pytest.approx(0.015)
    assert 0.01 < result.low < 0.015 < result.high < 0.02
    # No draw of 999 is on the other side: 2 * (1 + 0) / 1000.
    assert result.p == 0.002
    assert bootstrap.compute_interval(a)[0] < bootstrap.compute_interval(b)[1]


def test_no_difference_is_chance() -> None:
    assert bootstrap.compare_pairs([0.1, 0.9], [0.1, 0.9]) == (0, 0, 0, 1)
    # One page better, one worse by as much.
    result = bootstrap.compare_pairs([1, 0] * 20, [0, 1] * 20)
    assert result.difference == 0
    assert result.low < 0 < result.high
    assert result.p > 0.8


@given(pairs=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_what_holds(pairs: list[tuple[float, float]]) -> None:
    a, b = zip(*pairs, strict=True)
    there, back = bootstrap.compare_pairs(a, b, n=40), bootstrap.compare_pairs(b, a, n=40)
    assert there.p == back.p
    assert there.low <= there.high
    assert (there.difference, there.low, there.high) == pytest.approx(
        (-back.difference, -back.high, -back.low)
    )
    low, high = bootstrap.compute_interval(a, n=40)
    assert min(a) - 1e-12 <= low <= high <= max(a) + 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bootstrap.compute_interval([]), r"values has the shape \(0,\)"),
        (lambda: bootstrap.compute_interval([[1, 2]]), "values has 2 columns"),
        (lambda: bootstrap.compute_interval([1], n=0), "n=0"),
        (lambda: bootstrap.compute_interval([1], level=1), "level=1"),
        (lambda: bootstrap.compare_pairs([1, 2], [1]), "the same pages in both"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        call()


def test_rs_trafilatura_is_ahead_on_wcxb() -> None:
    ahead, behind = map(recorded.word_f1s, ("rs-trafilatura", "trafilatura"))
    result = bootstrap.compare_pairs(ahead, behind)
    # The figures of the two, .8591 and .8274.
    assert result.difference == pytest.approx(0.0317, abs=0.0001)
    assert 0 < result.low < 0.0317 < result.high
    assert result.p < 0.05
