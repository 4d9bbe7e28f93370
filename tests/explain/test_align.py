"""Alignments of sequences: compared with their definition, and fast where equal items abound."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.explain import align
from pagecore.explain.align import align_items, choose_increasing
from tests.growth import check_linear

LETTERS = st.lists(st.sampled_from("abcd"), max_size=12)


def find_longest(a: list[str], b: list[str]) -> int:
    """The length of the longest common subsequence, by its recursion."""
    row = [0] * (len(b) + 1)
    for item in a:
        before = row
        row = [0]
        for j, other in enumerate(b):
            row.append(before[j] + 1 if item == other else max(before[j + 1], row[j]))
    return row[-1]


@given(LETTERS, LETTERS)
def test_as_many_items_as_possible_are_aligned(a: list[str], b: list[str]) -> None:
    pairs = align_items(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    assert len(pairs) == find_longest(a, b)


PAIRS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8, unique=True
).map(lambda pairs: sorted(pairs, key=lambda pair: (pair[0], -pair[1])))  # fmt: skip


@given(PAIRS, st.lists(st.integers(1, 9), min_size=8, max_size=8))
def test_chosen_pairs_have_the_greatest_value(
    pairs: list[tuple[int, int]], values: list[int]
) -> None:
    value = dict(zip(pairs, values, strict=False))
    chosen = choose_increasing(pairs, [float(value[pair]) for pair in pairs])
    most = max(
        sum(value[pair] for pair in some)
        for n in range(len(pairs) + 1)
        for some in combinations(pairs, n)
        if all(i < k and j < m for (i, j), (k, m) in pairwise(some))
    )
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(chosen))
    assert sum(value[pair] for pair in chosen) == most


def test_heavy_items_are_preferred() -> None:
    assert align_items("abc", "cab") == [(0, 1), (1, 2)]
    assert align_items("abc", "cab", weights=[1, 1, 3]) == [(2, 0)]


def test_known_pairs_have_their_own_weight() -> None:
    assert align_items("x", "xx", known={(0, 1): 1.5}) == [(0, 1)]
    assert align_items("x", "xx", known={(0, 1): 0.5}) == [(0, 0)]
    # They need not be equal.
    assert align_items("ax", "xb", known={(0, 1): 2.0}) == [(0, 1)]


@pytest.mark.parametrize("a", [["a"] * 3000, ["a", "b"] * 1500])
def test_frequent_items_are_aligned(a: list[str]) -> None:
    assert len(align_items(a, [*a, "c"])) == 3000
    assert len(align_items(a, ["c", *a[1:]])) == 2999
    # One item is missing in the middle, and another one at the start.
    assert len(align_items([*a[:1000], "x", *a[1000:]], [*a[1:2000], "y", *a[2000:]])) >= 2990


def test_time_is_linear() -> None:
    def align_letters(n: int) -> None:
        align_items(["a", "b", "c"] * n, ["c", "a", "b", "b"] * n)

    check_linear(align_letters, 100, 1600)


def test_words_of_a_long_text_are_aligned_with_few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = random.Random(31)
    # As in a language, few words are half of the text.
    words = [f"w{int(5000 ** numbers.random())}" for _ in range(20_000)]
    moved = words[12_000:16_000]
    other = [word for word in words[:12_000] + words[16_000:] if numbers.random() > 0.05]
    n_tried = []

    def count_pairs(pairs: list[tuple[int, int]], values: list[float]) -> list[tuple[int, int]]:
        n_tried.append(len(pairs))
        return choose_increasing(pairs, values)

    monkeypatch.setattr(align, "choose_increasing", count_pairs)
    pairs = align_items(words, other[:3000] + moved + other[3000:])
    assert sum(n_tried) < 1 << 18
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))
    # All that was neither moved nor left out, and words that happen to be between.
    assert 0.999 * len(other) <= len(pairs) < len(other) + 100
