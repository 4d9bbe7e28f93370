"""The combination of two rankings of the same pages: by whole pages and by their best segments.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, show_value

Vector = npt.NDArray[np.float64]

#: The ways to combine: ranks as in the paper, or scores.
COMBINATIONS: Final = ("rank", "score")


def rank_scores(scores: npt.ArrayLike) -> Vector:
    """Return the rank of each score: 1 for the highest. Of equal scores, the first one is ahead."""
    values = np.asarray(scores, np.float64)
    ranks = np.empty(len(values))
    ranks[np.argsort(-values, kind="stable")] = np.arange(1, len(values) + 1)
    return ranks


def combine_ranks(page_ranks: npt.ArrayLike, segment_ranks: npt.ArrayLike, alpha: float) -> Vector:
    """Return `alpha` times the rank of each page plus `1 - alpha` times that of its best segment.

    The lowest sum is the best.
    """
    pages, segments = np.asarray(page_ranks, np.float64), np.asarray(segment_ranks, np.float64)
    sums: Vector = alpha * pages + (1 - alpha) * segments
    return sums


def combine_scores(
    page_scores: npt.ArrayLike, segment_scores: npt.ArrayLike, alpha: float
) -> Vector:
    """Return the same sum of scores, each divided by the maximum of the query. The highest sum is
    the best."""
    pages, segments = (
        values / max(values.max(initial=0.0), np.finfo(np.float64).tiny)
        for values in (np.asarray(page_scores, np.float64), np.asarray(segment_scores, np.float64))
    )
    sums: Vector = alpha * pages + (1 - alpha) * segments
    return sums


def order_pages(
    page_scores: npt.ArrayLike,
    segment_scores: npt.ArrayLike,
    *,
    alpha: float = 0.5,
    combination: str = "rank",
) -> tuple[npt.NDArray[np.int64], Vector]:
    """Order pages by both rankings.

    Args:
        page_scores: the score of each page.
        segment_scores: the score of the best segment of each page.
        alpha: the weight of the first ranking, 0 to 1.
        combination: `rank` or `score`.

    Returns:
        The numbers of the pages, the best first, and the sum of each page by its number. Of equal
        sums, the better page by `page_scores` is ahead.
    """
    if combination not in COMBINATIONS:
        expected = ", ".join(COMBINATIONS)
        raise BadOption(f"combination={show_value(combination)}: expected one of: {expected}")
    page_ranks = rank_scores(page_scores)
    if combination == "rank":
        sums = combine_ranks(page_ranks, rank_scores(segment_scores), alpha)
        return np.lexsort((page_ranks, sums)), sums
    sums = combine_scores(page_scores, segment_scores, alpha)
    return np.lexsort((page_ranks, -sums)), sums
