"""Chains: equal runs against plain loops, and which chain is the best."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagecore.corpora.chains import Fragments, Ints, find_best_chain, find_equal_runs, hash_runs

words = st.lists(st.integers(-1, 3), max_size=24)


def ints(values: list[int]) -> Ints:
    return np.array(values, np.int64)


def equal_runs_by_definition(gold: list[int], page: list[int], k: int) -> set[tuple[int, int, int]]:
    """Every equal run that cannot be made longer on either side."""

    def same(g: int, p: int) -> bool:
        inside = 0 <= g < len(gold) and 0 <= p < len(page)
        return inside and gold[g] == page[p] and gold[g] >= 0

    runs = set()
    for g in range(len(gold)):
        for p in range(len(page)):
            size = 0
            while same(g + size, p + size):
                size += 1
            if size >= k and not same(g - 1, p - 1):
                runs.add((g, p, size))
    return runs


@given(gold=words, page=words, k=st.integers(1, 5))
def test_equal_runs_agree_with_definition(gold: list[int], page: list[int], k: int) -> None:
    actual = find_equal_runs(ints(gold), ints(page), k)
    runs = list(zip(*(column.tolist() for column in actual), strict=True))
    assert len(set(runs)) == len(runs)
    assert set(runs) == equal_runs_by_definition(gold, page, k)


def test_runs_of_other_words_have_other_codes() -> None:
    # Numbers whose products with powers of two vanish in 64 bits.
    far = ints([2**20, 0, 0, 0, 0, 0, 0, 0, 2**21, 0, 0, 0, 0, 0, 0, 0])
    code = hash_runs(far, 8)
    assert len(set(code.tolist())) == len(code)
    assert hash_runs(ints([0, -1, 0]), 2).tolist() == [-1, -1]


def test_what_repeats_too_often_is_paired_in_order() -> None:
    many = np.zeros(1000, np.int64)
    assert [column.tolist() for column in find_equal_runs(many, many, 1)] == [[0], [0], [1000]]


def chain(
    runs: list[tuple[int, int, int]], blocks: tuple[int, ...] = (), more: tuple[int, ...] = ()
) -> list[tuple[int, ...]]:
    """The best chain of runs that are worth their words, some a word more; blocks start there."""
    starts = np.zeros(200, np.bool_)
    starts[list(blocks)] = True
    actual = Fragments(*ints([n for run in runs for n in run]).reshape(-1, 3).T)
    worth = actual.size.astype(np.float64)
    worth[list(more)] += 1
    best = find_best_chain(actual, worth, 1.0, starts)
    return list(zip(*(column.tolist() for column in best), strict=True))


def test_chain_goes_forward_in_both() -> None:
    assert chain([]) == []
    assert chain([(0, 0, 5), (5, 9, 5)]) == [(0, 0, 5), (5, 9, 5)]
    assert chain([(9, 0, 5), (0, 9, 6)]) == [(0, 9, 6)]


def test_of_two_copies_the_nearer_is_taken() -> None:
    assert chain([(0, 0, 5), (0, 60, 5), (5, 70, 20)]) == [(0, 60, 5), (5, 70, 20)]
    assert chain([(0, 0, 20), (20, 25, 5), (20, 100, 5)]) == [(0, 0, 20), (20, 25, 5)]


def test_few_words_are_not_worth_a_wide_gap() -> None:
    assert chain([(0, 0, 1), (60, 150, 20)]) == [(60, 150, 20)]


def test_overlap_is_cut_between_blocks() -> None:
    # Words 10 to 14 of the gold stand twice: at the end of one run and the beginning of the next.
    runs = [(0, 0, 15), (10, 20, 20)]
    assert chain(runs, blocks=(10, 20)) == [(0, 0, 10), (10, 20, 20)]
    assert chain(runs, blocks=(20, 25)) == [(0, 0, 15), (15, 25, 15)]


def test_short_run_takes_no_words_from_a_long_one() -> None:
    # The second is a heading, whose words the third begins with.
    runs = [(0, 0, 10), (10, 10, 5), (10, 30, 30)]
    assert chain(runs, blocks=(0, 10, 30, 35), more=(1,)) == [(0, 0, 10), (10, 30, 30)]
