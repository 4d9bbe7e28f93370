"""The candidates of a query, the pages of the first ranking: counts of its terms in their parts,
and scores of pages and parts by BM25.

A part is a segment or a chunk. The terms of a query depend on the language of a page, so pages are
counted language by language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.search.analysis import count_terms
from pagecore.search.bm25 import BODY, Statistics, TermCounts, score_bm25
from pagecore.search.options import SearchOptions
from pagecore.search.query import LanguageQuery

Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _LanguageCounts:
    """The parts of the pages of one language."""

    language: str
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
    pages: Sequence[Sequence[Mapping[str, Any]]],
    languages: Sequence[str],
    queries: Sequence[LanguageQuery],
) -> PartCounts:
    """Count the terms of a query in the texts and the heading paths of the parts of pages.

    Args:
        pages: the parts of each page.
        languages: the language of each page.
        queries: the query in each language.
    """
    n_parts = np.array([len(parts) for parts in pages], np.int64)
    owners = np.repeat(np.arange(len(pages)), n_parts)
    places = np.arange(len(owners)) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
    known = {name: query for query in queries for name in query.languages}
    names = np.array(languages, object)
    by_language = []
    for language in dict.fromkeys(languages):
        if language not in known:
            continue
        query = known[language]
        numbers = np.flatnonzero(names == language)
        parts = [part for at in numbers.tolist() for part in pages[at]]
        terms, code = tuple(query.weights), language or None
        texts, n_texts = count_terms([part["text"] for part in parts], terms, code)
        paths = ["\n".join(part["heading_path"]) for part in parts]
        headings, n_headings = count_terms(paths, terms, code)
        by_language.append(
            _LanguageCounts(
                language,
                query,
                numbers,
                np.flatnonzero(names[owners] == language),
                np.repeat(np.arange(len(numbers)), n_parts[numbers]),
                TermCounts(
                    terms,
                    {BODY: texts, "headings": headings},
                    {BODY: n_texts, "headings": n_headings},
                ),
            )
        )
    return PartCounts(len(pages), owners, places, by_language)


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
    records: Sequence[dict[str, Any]],
    counted: PartCounts,
    find_statistics: Callable[[Sequence[str]], Statistics],
    options: SearchOptions,
) -> Vector:
    """Score pages by BM25 over title, headings and body, which consists of all segments.

    Args:
        records: what the index stores of each page.
        counted: the counts of their segments.
        find_statistics: returns the statistics of the index for some terms.
        options: the parameters of BM25.
    """
    scores = np.zeros(len(records))
    for of in counted.by_language:
        pages = [records[at] for at in of.pages.tolist()]
        terms, code = of.counts.terms, of.language or None
        body, n_body = np.zeros((len(pages), len(terms))), np.zeros(len(pages))
        np.add.at(body, of.owners, of.counts.counts[BODY])
        np.add.at(n_body, of.owners, of.counts.lengths[BODY])
        title, n_title = count_terms([page["title"] for page in pages], terms, code)
        all_headings = ["\n".join(page["headings"]) for page in pages]
        headings, n_headings = count_terms(all_headings, terms, code)
        scores[of.pages] = score_bm25(
            TermCounts(
                terms,
                {"title": title, "headings": headings, BODY: body},
                {"title": n_title, "headings": n_headings, BODY: n_body},
            ),
            of.query.weights,
            find_statistics(terms),
            k1=options.k1,
            b=options.b,
            fields=options.fields,
        )
    return scores
