"""The texts that a query is expanded from: the best segments of the candidates, or the best pages,
with the collection in which their terms are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.search.analysis import TermDigests, split_terms
from pagecore.search.query import LanguageQuery

Vector = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Segments:
    """The segments of the candidates of a query."""

    #: The page of each segment, its place in the page, and its score.
    owners: Numbers
    places: Numbers
    scores: Vector
    #: The terms of the segments of each page: for each those of its text and of its heading path.
    digests: Sequence[TermDigests]


@dataclass(frozen=True, eq=False)
class ChosenTexts:
    """Texts that are taken as relevant, and the collection that they belong to."""

    terms: list[list[str]]
    scores: list[float]
    #: How many texts of the collection have each term, and how many there are; None for the pages
    #: of the index.
    count_texts_with: Callable[[Iterable[str]], Mapping[str, int]] | None = None
    n_texts: int | None = None


def choose_segments(
    query: LanguageQuery, records: Sequence[dict[str, Any]], segments: Segments, n_texts: int
) -> ChosenTexts:
    """Choose the best segments, whichever pages they are on. Their collection is all segments of
    the candidates in the languages of the query."""
    chosen = _choose(query, records, segments.scores, segments.owners, n_texts)
    terms = []
    for at in chosen:
        record = records[segments.owners[at]]
        text = record["segments"][segments.places[at]]["text"]
        terms.append(split_terms([text], record["language"] or None)[0])
    candidates = TermDigests.join(
        [
            digests
            for digests, record in zip(segments.digests, records, strict=True)
            if record["language"] in query.languages
        ]
    )
    texts = candidates.choose(np.arange(len(candidates.lengths)) % 2 == 0)
    return ChosenTexts(
        terms,
        segments.scores[chosen].tolist(),
        lambda terms: texts.count_texts_with(list(terms)),
        len(texts.lengths),
    )


def choose_pages(
    query: LanguageQuery, records: Sequence[dict[str, Any]], scores: Vector, n_texts: int
) -> ChosenTexts:
    """Choose the best pages. Their collection is the index."""
    chosen = _choose(query, records, scores, np.arange(len(records)), n_texts)
    terms = []
    for at in chosen:
        text = "\n".join(segment["text"] for segment in records[at]["segments"])
        terms.append(split_terms([text], records[at]["language"] or None)[0])
    return ChosenTexts(terms, scores[chosen].tolist())


def _choose(
    query: LanguageQuery,
    records: Sequence[dict[str, Any]],
    scores: Vector,
    owners: Numbers,
    n_texts: int,
) -> list[int]:
    """Return the numbers of the best texts, of those in the languages of the query."""
    best = np.argsort(-scores, kind="stable")[:n_texts].tolist()
    return [
        at for at in best if scores[at] > 0 and records[owners[at]]["language"] in query.languages
    ]
