"""The candidates of a query, the pages of the first ranking: counts of its terms in their parts,
and scores of pages and parts by BM25.

A part is a segment or a chunk. The terms of a query depend on the language of a page, so pages are
counted language by language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagecore.search.analysis import TermDigests
from pagecore.search.bm25 import BODY, Statistics, TermCounts, score_bm25
from pagecore.search.options import SearchOptions
from pagecore.search.query import LanguageQuery

Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _LanguageCounts:
    """The parts of the pages of one language."""

    query: LanguageQuery
    #: The numbers of the pages and of the parts, and the page of each part among these pages.
    pages: Numbers
    parts: Numbers
    owners: Numbers
    counts: TermCounts


@dataclass(frozen=True, eq=False)
class PartCounts:
    """How often the terms of a query occur in the parts of pages."""

    n_pages: int
    #: The page of each part, and its place among the parts of the page.
    owners: Numbers
    places: Numbers
    by_language: list[_LanguageCounts]

    def find_best(self, scores: Vector) -> tuple[Vector, Numbers]:
        """Return the score of the best part of each page, 0 without one, and its place, the first
        of equal ones, or -1."""
        best, best_places = np.zeros(self.n_pages), np.full(self.n_pages, -1, np.int64)
        order = np.lexsort((-self.places, scores))
        best[self.owners[order]] = scores[order]
        best_places[self.owners[order]] = self.places[order]
        return best, best_places


def count_parts(
    n_parts: Sequence[int],
    languages: Sequence[str],
    queries: Sequence[LanguageQuery],
    find_digests: Callable[[str, list[int]], TermDigests],
) -> PartCounts:
    """Count the terms of a query in the texts and the heading paths of the parts of pages.

    Args:
        n_parts: the number of parts of each page.
        languages: the language of each page.
        queries: the query in each language.
        find_digests: returns the terms of the parts of some pages of one language, by the numbers
            of the pages: for each part those of its text and those of its heading path.
    """
    sizes = np.array(n_parts, np.int64)
    owners = np.repeat(np.arange(len(sizes)), sizes)
    places = np.arange(len(owners)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    known = {name: query for query in queries for name in query.languages}
    names = np.array(languages, object)
    by_language = []
    for language in dict.fromkeys(languages):
        if language not in known:
            continue
        query = known[language]
        pages = np.flatnonzero(names == language)
        terms = tuple(query.weights)
        counts, lengths = find_digests(language, pages.tolist()).count(terms)
        by_language.append(
            _LanguageCounts(
                query,
                pages,
                np.flatnonzero(names[owners] == language),
                np.repeat(np.arange(len(pages)), sizes[pages]),
                TermCounts(
                    terms,
                    {BODY: counts[::2], "headings": counts[1::2]},
                    {BODY: lengths[::2], "headings": lengths[1::2]},
                ),
            )
        )
    return PartCounts(len(sizes), owners, places, by_language)


def score_parts(counted: PartCounts, options: SearchOptions) -> Vector:
    """Score parts by BM25, with the statistics of all of them."""
    scores = np.zeros(len(counted.owners))
    for of in counted.by_language:
        own = of.counts.collect_statistics()
        statistics = Statistics(len(counted.owners), own.n_with_term, own.mean_lengths)
        scores[of.parts] = score_bm25(
            of.counts,
            of.query.weights,
            statistics,
            k1=options.k1,
            b=options.b,
            fields=options.fields,
        )
    return scores


def score_pages(
    counted: PartCounts,
    titles: Sequence[TermDigests],
    find_statistics: Callable[[Sequence[str]], Statistics],
    options: SearchOptions,
) -> Vector:
    """Score pages by BM25 over title, headings and body, which consists of all segments.

    Args:
        counted: the counts of their segments.
        titles: the terms of the title and of all headings of each page.
        find_statistics: returns the statistics of the index for some terms.
        options: the parameters of BM25.
    """
    scores = np.zeros(counted.n_pages)
    for of in counted.by_language:
        terms = of.counts.terms
        body, n_body = np.zeros((len(of.pages), len(terms))), np.zeros(len(of.pages))
        np.add.at(body, of.owners, of.counts.counts[BODY])
        np.add.at(n_body, of.owners, of.counts.lengths[BODY])
        counts, lengths = TermDigests.join([titles[at] for at in of.pages.tolist()]).count(terms)
        scores[of.pages] = score_bm25(
            TermCounts(
                terms,
                {"title": counts[::2], "headings": counts[1::2], BODY: body},
                {"title": lengths[::2], "headings": lengths[1::2], BODY: n_body},
            ),
            of.query.weights,
            find_statistics(terms),
            k1=options.k1,
            b=options.b,
            fields=options.fields,
        )
    return scores
