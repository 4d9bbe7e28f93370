"""Rankings of pages for one query: by whole pages, by their best segments, by both, and after
expansion. The formulas are those of `pagecore.search`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.search.bm25 import BODY, Collection, score_bm25
from pagecore.search.combine import order_pages
from pagecore.search.expand import N_TEXTS, expand_by_offer_weight, expand_by_rm3
from tools.search_runs.texts import IndexedTexts

#: Pages of the first ranking whose segments are ranked.
N_CANDIDATES: Final = 1000
#: Pages of a ranking that are measured.
DEPTH: Final = 100
EXPANSIONS: Final = ("offer-weight", "rm3")

Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Query = Mapping[str, float]


class PageIndex:
    """Pages that are ranked as a whole."""

    def __init__(self, texts: IndexedTexts) -> None:
        """Index the pages of some texts."""
        self.texts = texts
        self.collection = Collection(texts.iterate_pages())
        self._n_with: Counter[str] = Counter()
        for page in texts.iterate_pages():
            self._n_with.update(set().union(*page.values()))

    def score(self, query: Query) -> Vector:
        """The score of each page."""
        return score_bm25(self.collection.count(query), query)

    def count_pages_with(self, terms: Iterable[str]) -> dict[str, int]:
        """The number of pages that have each term."""
        return {term: self._n_with[term] for term in terms}

    def choose_texts(self, scores: Vector) -> tuple[list[list[str]], list[float]]:
        """The terms of the best pages, with their scores."""
        best = rank(scores)[:N_TEXTS]
        bodies = self.texts.pages[BODY]
        return [self.texts.list_terms(bodies[at]) for at in best], scores[best].tolist()


class SegmentIndex:
    """Segments of pages."""

    def __init__(self, texts: IndexedTexts) -> None:
        """Index the segments of some texts."""
        self.texts = texts
        self.collection = Collection(texts.iterate_segments())

    def score(self, query: Query, candidates: Numbers) -> tuple[Vector, Numbers, Vector]:
        """Rank the segments of some pages, by statistics of these segments alone.

        Returns:
            The score of the best segment of each candidate, the segments, and their scores.
        """
        is_candidate = np.zeros(self.texts.owners.max(initial=-1) + 1, np.bool_)
        is_candidate[candidates[candidates < len(is_candidate)]] = True
        segments = np.flatnonzero(is_candidate[self.texts.owners])
        counts = self.collection.count(query, segments)
        scores = score_bm25(counts, query, fields={BODY: 1.0})
        best = np.zeros(max(int(candidates.max(initial=-1)) + 1, len(is_candidate)))
        np.maximum.at(best, self.texts.owners[segments], scores)
        return best[candidates], segments, scores

    def choose_texts(
        self, segments: Numbers, scores: Vector
    ) -> tuple[list[list[str]], list[float]]:
        """The terms of the best segments, with their scores."""
        best = rank(scores)[:N_TEXTS]
        lists = [self.texts.list_terms(self.texts.segments[segments[at]]) for at in best]
        return lists, scores[best].tolist()


def rank(scores: Vector) -> Numbers:
    """The numbers of what has a score, the best first; of equal ones, the first."""
    order = np.argsort(-scores, kind="stable")
    return order[scores[order] > 0]


def combine(
    candidates: Numbers,
    page_scores: Vector,
    segment_scores: Vector,
    alpha: float,
    combination: str,
) -> Numbers:
    """The candidates in the order of both rankings."""
    order, _ = order_pages(page_scores, segment_scores, alpha=alpha, combination=combination)
    return candidates[order]


def expand(
    query: Query,
    texts: Sequence[Sequence[str]],
    scores: Sequence[float],
    pages: PageIndex,
    expansion: str,
) -> dict[str, float]:
    """Expand a query by terms of some texts."""
    if not texts:
        return dict(query)
    if expansion == "rm3":
        return expand_by_rm3(query, texts, scores)
    n_pages = pages.collection.n_texts
    return expand_by_offer_weight(query, texts, pages.count_pages_with, n_pages)
