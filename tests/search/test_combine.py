"""The combination of rankings: the example of the specification, and ties."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore.errors import BadOption
from pagecore.search.combine import combine_ranks, combine_scores, order_pages, rank_scores

NAMES = "ABCD"
#: By pages: A B C D. By segments: C A D B.
PAGE_SCORES = [9.0, 7.0, 5.0, 1.0]
SEGMENT_SCORES = [7.0, 2.0, 8.0, 5.0]


def test_example_of_the_specification() -> None:
    order, sums = order_pages(PAGE_SCORES, SEGMENT_SCORES, alpha=0.5)
    assert [(NAMES[at], sums[at]) for at in order] == [("A", 1.5), ("C", 2), ("B", 3), ("D", 3.5)]


@pytest.mark.parametrize(("alpha", "names"), [(1.0, "ABCD"), (0.0, "CADB")])
@pytest.mark.parametrize("combination", ["rank", "score"])
def test_ends_of_alpha_are_the_rankings_themselves(
    alpha: float, names: str, combination: str
) -> None:
    order, _ = order_pages(PAGE_SCORES, SEGMENT_SCORES, alpha=alpha, combination=combination)
    assert "".join(NAMES[at] for at in order) == names


def test_scores_are_divided_by_the_maximum() -> None:
    sums = combine_scores([4.0, 2.0], [0.0, 10.0], 0.5)
    assert sums.tolist() == [0.5, 0.75]
    assert combine_scores([0.0], [0.0], 0.5).tolist() == [0.0]


def test_equal_scores_keep_their_order() -> None:
    assert rank_scores([1.0, 2.0, 1.0]).tolist() == [2, 1, 3]
    order, sums = order_pages([3.0, 2.0], [2.0, 3.0], alpha=0.5)
    assert sums.tolist() == [1.5, 1.5]
    assert order.tolist() == [0, 1]


def test_unknown_combination() -> None:
    with pytest.raises(BadOption, match="expected one of: rank, score"):
        order_pages([1.0], [1.0], combination="vote")


def test_no_pages() -> None:
    assert order_pages([], [])[0].tolist() == []
    assert combine_ranks([], [], 0.5).tolist() == np.zeros(0).tolist()
