"""Divide the pages of a site into classes: pages whose outlines are alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore._core import Tree
from pagecore.classes.outline import Paths
from pagecore.classes.profile import Profile

#: Minimum similarity of pages in a class, on average. Chosen leave-one-site-out by
#: `python -m tools.class_figures`.
MIN_SIMILARITY: Final = 0.7
#: Number of outlines that are compared with each other; others are compared with the classes.
MAX_COMPARED: Final = 400


def cluster_paths(
    pages: Sequence[Paths], min_similarity: float = MIN_SIMILARITY
) -> npt.NDArray[np.int64]:
    """Return the class of each page; class 0 is the largest.

    Pages are merged by average link. Of a large site, some hundred pages are compared with each
    other, and the others are added to the class that they are most alike, if they are enough
    alike. The rest is divided in the same way, until no page is left.
    """
    classes = np.full(len(pages), -1, np.int64)
    while (left := np.flatnonzero(classes < 0)).size:
        n_known = int(classes.max(initial=-1)) + 1
        drawn = left[np.linspace(0, left.size - 1, min(left.size, MAX_COMPARED)).astype(np.int64)]
        similarity = compare_pages([pages[at] for at in drawn.tolist()])
        classes[drawn] = n_known + merge_alike(similarity, min_similarity)
        profiles = [
            Profile.of([pages[at] for at in drawn[classes[drawn] == number].tolist()])
            for number in range(n_known, int(classes.max()) + 1)
        ]
        for at in np.flatnonzero(classes < 0).tolist():
            scores = [profile.compare(pages[at]) for profile in profiles]
            if max(scores) >= min_similarity:
                classes[at] = n_known + int(np.argmax(scores))
    return _sort_by_size(classes)


def compare_pages(pages: Sequence[Paths]) -> npt.NDArray[np.float64]:
    """Return the similarity of all pairs of pages: twice the common paths over all paths."""
    known = np.unique(np.concatenate(pages)) if pages else np.zeros(0, np.uint64)
    has_path = np.zeros((len(pages), known.size), np.float32)
    for at, paths in enumerate(pages):
        has_path[at, np.searchsorted(known, paths)] = 1
    sizes = has_path.sum(1, dtype=np.float64)
    n_common = (has_path @ has_path.T).astype(np.float64)
    similarity: npt.NDArray[np.float64] = 2 * n_common / (sizes[:, None] + sizes[None, :])
    return similarity


def merge_alike(
    similarity: npt.NDArray[np.float64], min_similarity: float
) -> npt.NDArray[np.int64]:
    """Merge the two clusters with the largest average similarity, as long as it is large enough;
    return the cluster of each page, from 0 on."""
    between = similarity.copy()
    np.fill_diagonal(between, -1)
    n_pages = len(between)
    sizes = np.ones(n_pages)
    clusters = np.arange(n_pages)
    while n_pages > 1:
        a, b = divmod(int(between.argmax()), n_pages)
        if between[a, b] < min_similarity:
            break
        average = (between[a] * sizes[a] + between[b] * sizes[b]) / (sizes[a] + sizes[b])
        between[a], between[:, a] = average, average
        between[b], between[:, b], between[a, a] = -1, -1, -1
        sizes[a] += sizes[b]
        clusters[clusters == b] = a
    return np.unique(clusters, return_inverse=True)[1].astype(np.int64)


def _sort_by_size(classes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Number the classes by size, the largest first; of equal ones the first on the site."""
    numbers, first, sizes = np.unique(classes, return_index=True, return_counts=True)
    order = np.lexsort((first, -sizes))
    rank = np.empty(numbers.size, np.int64)
    rank[order] = np.arange(numbers.size)
    return rank[np.searchsorted(numbers, classes)]


def cluster_trees(trees: Sequence[Tree], min_similarity: float = 0.8) -> npt.NDArray[np.int64]:
    """Return the class of each page by the edit distance of their skeletons, as in "Automatic web
    news extraction using tree edit distance" (de Castro Reis et al. 2004).

    All pairs are compared, so the time grows with the square of the number of pages.
    """
    return _sort_by_size(merge_alike(compare_trees(trees), min_similarity))


def compare_trees(trees: Sequence[Tree]) -> npt.NDArray[np.float64]:
    """Return the similarity of all pairs of trees by their edit distance."""
    similarity = np.eye(len(trees))
    for a, first in enumerate(trees):
        for b, second in enumerate(trees[:a]):
            distance = first.align(second, **_UNIT_COSTS)[0]
            similarity[a, b] = similarity[b, a] = 1 - distance / (len(first) + len(second))
    return similarity


_UNIT_COSTS: Final[dict[str, Any]] = {
    "delete": 1,
    "insert": 1,
    "replace": 1,
    "epsilon": math.inf,
    "max_cells": 1 << 20,
}
