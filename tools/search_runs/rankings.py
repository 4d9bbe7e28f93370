"""Rankings of pages for one query: by whole pages, by their best segments, by both, and after
expansion. The formulas are those of `pagecore.search`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.search.bm25 import BODY, TermCounts, score_bm25
from pagecore.search.combine import order_pages
from pagecore.search.expand import N_TEXTS, expand_by_offer_weight, expand_by_rm3
from tools.search_runs.texts import IndexedTexts, TermLists

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
        self.postings = Postings(texts.vocabulary, texts.pages)

    def score(self, query: Query) -> Vector:
        """The score of each page."""
        return score_bm25(self.postings.count(query), query)

    def choose_texts(self, scores: Vector) -> tuple[list[list[str]], list[float]]:
        """The terms of the best pages, with their scores."""
        best = rank(scores)[:N_TEXTS]
        bodies = self.texts.pages[BODY]
        return [self.texts.list_terms(bodies[at]) for at in best], scores[best].tolist()


class SegmentIndex:
    """Segments of pages."""

    def __init__(self, texts: IndexedTexts, *, with_headings: bool = False) -> None:
        """Index the segments of some texts.

        Args:
            texts: the pages.
            with_headings: the headings above a segment count too, as in `pagecore.search`; the
                paper has the text alone.
        """
        self.texts = texts
        #: The text alone, which terms for expansions are taken from.
        self.bodies = Postings(texts.vocabulary, {BODY: texts.segments})
        fields = {BODY: texts.segments}
        self.postings = Postings(
            texts.vocabulary, fields | ({"headings": texts.paths} if with_headings else {})
        )

    def score(self, query: Query, candidates: Numbers) -> tuple[Vector, Numbers, Vector]:
        """Rank the segments of some pages, by statistics of these segments alone.

        Returns:
            The score of the best segment of each candidate, the segments, and their scores.
        """
        n_pages = len(self.texts.pages[BODY])
        is_candidate = np.zeros(n_pages, np.bool_)
        is_candidate[candidates] = True
        segments = np.flatnonzero(is_candidate[self.texts.owners])
        scores = score_bm25(self.postings.count(query, segments), query)
        best = np.zeros(n_pages)
        np.maximum.at(best, self.texts.owners[segments], scores)
        return best[candidates], segments, scores

    def choose_texts(
        self, segments: Numbers, scores: Vector
    ) -> tuple[list[list[str]], list[float]]:
        """The terms of the best segments, with their scores."""
        best = rank(scores)[:N_TEXTS]
        lists = [self.texts.list_terms(self.texts.segments[segments[at]]) for at in best]
        return lists, scores[best].tolist()


class Postings:
    """Where each term occurs in the fields of texts; for many queries over the same texts."""

    def __init__(self, vocabulary: Sequence[str], fields: Mapping[str, TermLists]) -> None:
        """Read the terms of each field."""
        self.n_texts = len(next(iter(fields.values())))
        self._numbers = {term: number for number, term in enumerate(vocabulary)}
        self._lengths = {
            name: np.diff(of.stops, prepend=0).astype(np.float64) for name, of in fields.items()
        }
        self._columns = {name: self._sort(of, len(vocabulary)) for name, of in fields.items()}

    def _sort(self, lists: TermLists, n_terms: int) -> tuple[Numbers, Numbers, Vector]:
        """Where the texts of each term begin, the texts, and how often each has it."""
        texts = np.repeat(np.arange(self.n_texts), np.diff(lists.stops, prepend=0))
        keys, counts = np.unique(lists.numbers * np.int64(self.n_texts) + texts, return_counts=True)
        starts = np.searchsorted(keys, np.arange(n_terms + 1) * np.int64(self.n_texts))
        return starts, keys % self.n_texts, counts.astype(np.float64)

    def count(self, terms: Iterable[str], texts: Numbers | None = None) -> TermCounts:
        """Count terms in all texts, or in those with these numbers, which ascend."""
        distinct = tuple(terms)
        chosen = np.arange(self.n_texts) if texts is None else texts
        rows = np.full(self.n_texts, -1, np.int64)
        rows[chosen] = np.arange(len(chosen))
        counts = {}
        for name in self._columns:
            counts[name] = np.zeros((len(chosen), len(distinct)))
            for column, term in enumerate(distinct):
                numbers, times = self._find(name, term)
                is_chosen = rows[numbers] >= 0
                counts[name][rows[numbers[is_chosen]], column] = times[is_chosen]
        lengths = {name: of[chosen] for name, of in self._lengths.items()}
        return TermCounts(distinct, counts, lengths)

    def count_texts_with(
        self, terms: Iterable[str], texts: Numbers | None = None
    ) -> dict[str, int]:
        """The number of texts, or of those with these numbers, that have each term in any field."""
        chosen = slice(None) if texts is None else texts
        n_with = {}
        for term in terms:
            has_term = np.zeros(self.n_texts, np.bool_)
            for name in self._columns:
                has_term[self._find(name, term)[0]] = True
            n_with[term] = int(has_term[chosen].sum())
        return n_with

    def _find(self, field: str, term: str) -> tuple[Numbers, Vector]:
        starts, texts, counts = self._columns[field]
        number = self._numbers.get(term)
        part = slice(0, 0) if number is None else slice(starts[number], starts[number + 1])
        return texts[part], counts[part]


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
    expansion: str,
    postings: Postings,
    collection: Numbers | None = None,
) -> dict[str, float]:
    """Expand a query by terms of some texts.

    Args:
        query: the query.
        texts: the terms of the texts.
        scores: their scores.
        expansion: the method.
        postings: of the collection that the texts belong to.
        collection: the numbers of its texts; None for all.
    """
    if not texts:
        return dict(query)
    if expansion == "rm3":
        return expand_by_rm3(query, texts, scores)
    return expand_by_offer_weight(
        query,
        texts,
        lambda terms: postings.count_texts_with(terms, collection),
        postings.n_texts if collection is None else len(collection),
    )
