"""Alignment: what holds for any two texts. The rules are shown on pages, in `test_labels.py`."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pagecore.corpora.alignment import GoldAlignment, WordSequence

texts = st.lists(st.lists(st.integers(0, 12), min_size=1, max_size=14), min_size=1, max_size=12)


def words(units: list[list[int]]) -> WordSequence:
    ids = np.array([word for unit in units for word in unit], np.int64)
    return WordSequence(ids, np.repeat(np.arange(len(units)), [len(unit) for unit in units]))


def align_words(gold: list[list[int]], page: list[list[int]], scale: float = 1.0) -> GoldAlignment:
    alignment = GoldAlignment(words(gold), words(page), scale)
    alignment.run()
    return alignment


def test_units_of_words() -> None:
    some = words([[7, 8], [9]])
    assert some.start.tolist() == [0, 0, 2]
    assert some.stop.tolist() == [2, 2, 3]


def test_whole_blocks_and_lines_are_worth_more() -> None:
    some = GoldAlignment(words([[1, 2], [3, 1, 2]]), words([[1, 2], [9, 1, 2]]))
    actual = some.find_fragments(2)
    worth = dict(
        zip(
            zip(*(c.tolist() for c in actual[:2]), strict=True),
            some.measure_worth(actual),
            strict=True,
        )
    )
    # A line in a block, part of a line in a block, a line in part of a block, part in part.
    assert worth[0, 0] > worth[3, 0] > worth[0, 3] == worth[3, 3] == 2
    some.page.heads[:2] = True
    assert max(some.measure_worth(actual)) > worth[0, 0]


@given(gold=texts, page=texts, scale=st.sampled_from([1.0, 0.5]))
def test_equal_words_are_matched_once(
    gold: list[list[int]], page: list[list[int]], scale: float
) -> None:
    alignment = align_words(gold, page, scale)
    at = np.flatnonzero(alignment.match >= 0)
    matched = alignment.match[at]
    assert np.array_equal(alignment.gold.ids[matched], alignment.page.ids[at])
    assert len(set(matched.tolist())) == len(matched)
    assert sorted(matched.tolist()) == np.flatnonzero(alignment.taken).tolist()


@given(page=texts)
def test_page_that_is_the_gold_is_matched_whole(page: list[list[int]]) -> None:
    alignment = align_words(page, page)
    assert alignment.measure_shares(len(page)).tolist() == [1] * len(page)


@given(gold=texts, page=texts)
def test_words_of_other_texts_are_not_matched(gold: list[list[int]], page: list[list[int]]) -> None:
    alignment = align_words(gold, [[-1 for _ in unit] for unit in page])
    assert not alignment.taken.any()
