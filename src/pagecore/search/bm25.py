"""Okapi BM25 over the fields of texts.

S. Robertson, H. Zaragoza and M. Taylor. "Simple BM25 extension to multiple weighted fields." Proc.
CIKM 2004, 42-49. With one field, this is BM25 as in S. Robertson et al., "Okapi at TREC-3", 1994.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]

#: The field of the text itself.
BODY: Final = "body"
#: The weights of the fields of a page. Headings also count in the body.
FIELD_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {"title": 2.0, "headings": 1.0, BODY: 1.0}
)
#: The parameters of the paper.
K1: Final = 1.2
B: Final = 0.75


@dataclass(frozen=True, eq=False)
class TermCounts:
    """How often some terms occur in texts."""

    terms: tuple[str, ...]
    #: For each field, a row for each text and a column for each term.
    counts: Mapping[str, Vector]
    #: For each field, the number of all terms of each text.
    lengths: Mapping[str, Vector]

    @property
    def n_texts(self) -> int:
        """The number of texts."""
        return len(next(iter(self.lengths.values()), ()))

    def collect_statistics(self) -> Statistics:
        """Collect the statistics of these texts."""
        has_term = sum(matrix > 0 for matrix in self.counts.values()) > np.zeros(len(self.terms))
        return Statistics(
            self.n_texts,
            has_term.sum(axis=0).astype(np.float64),
            {name: float(lengths.mean()) if lengths.size else 0.0
             for name, lengths in self.lengths.items()},
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Statistics:
    """What BM25 needs to know of a collection."""

    n_texts: int
    #: The number of texts that have each term, in any field.
    n_with_term: Vector
    #: The mean number of terms of each field.
    mean_lengths: Mapping[str, float]


def score_bm25(
    texts: TermCounts,
    query: Mapping[str, float],
    statistics: Statistics | None = None,
    *,
    k1: float = K1,
    b: float = B,
    fields: Mapping[str, float] = FIELD_WEIGHTS,
) -> Vector:
    """Score texts by BM25.

    Args:
        texts: the counts of the terms of the query in each text.
        query: the weight of each term; a plain query has the number of its occurrences.
        statistics: of the collection, for the same terms in the same order; None for those of
            these texts.
        k1: how fast the weight of further occurrences of a term falls, 0 or more; 0 counts each
            term once.
        b: how much the length of a field matters, 0 to 1.
        fields: the weights of the fields. Fields without a weight do not count.

    Returns:
        The score of each text, 0 if it has no term of the query.

    Differs:
        A term in more than half of the texts has a small positive weight instead of a negative one,
        as in Lucene and tantivy.
    """
    known = statistics or texts.collect_statistics()
    weights = np.array([query.get(term, 0.0) for term in texts.terms])
    frequency = np.zeros((texts.n_texts, len(texts.terms)))
    for name, weight in fields.items():
        if name not in texts.counts:
            continue
        mean = known.mean_lengths.get(name, 0.0)
        relative = texts.lengths[name] / mean if mean else np.ones(texts.n_texts)
        frequency += weight * texts.counts[name] / (1 - b + b * relative)[:, None]
    n, n_with = known.n_texts, known.n_with_term
    rarity = np.log1p((np.maximum(n - n_with, 0) + 0.5) / (n_with + 0.5))
    saturated = np.divide(
        frequency * (k1 + 1), frequency + k1, out=np.zeros_like(frequency), where=frequency > 0
    )
    scores: Vector = saturated @ (weights * rarity)
    return scores


class Collection:
    """Texts in memory, with the places of every term; for many queries over the same texts."""

    def __init__(self, texts: Iterable[Mapping[str, Sequence[str]]]) -> None:
        """Read the terms of each field of each text."""
        postings: dict[str, dict[str, tuple[list[int], list[int]]]] = {}
        lengths: dict[str, dict[int, int]] = {}
        self.n_texts = 0
        for number, text in enumerate(texts):
            self.n_texts += 1
            for name, terms in text.items():
                places = postings.setdefault(name, {})
                lengths.setdefault(name, {})[number] = len(terms)
                for term, n in Counter(terms).items():
                    numbers, counts = places.setdefault(term, ([], []))
                    numbers.append(number)
                    counts.append(n)
        self._postings = {
            name: {
                term: (np.array(numbers, np.int64), np.array(counts, np.float64))
                for term, (numbers, counts) in places.items()
            }
            for name, places in postings.items()
        }
        self._lengths = {name: np.zeros(self.n_texts) for name in postings}
        for name, by_number in lengths.items():
            self._lengths[name][list(by_number)] = list(by_number.values())

    def count(self, terms: Iterable[str], numbers: npt.ArrayLike | None = None) -> TermCounts:
        """Count terms in all texts, or in those with these numbers, in their order."""
        distinct = tuple(dict.fromkeys(terms))
        chosen = slice(None) if numbers is None else np.asarray(numbers, np.int64)
        counts = {}
        for name, places in self._postings.items():
            matrix = np.zeros((self.n_texts, len(distinct)))
            for column, term in enumerate(distinct):
                if term in places:
                    matrix[places[term][0], column] = places[term][1]
            counts[name] = matrix[chosen]
        lengths = {name: column[chosen] for name, column in self._lengths.items()}
        return TermCounts(distinct, counts, lengths)

    def count_texts_with(self, terms: Iterable[str]) -> dict[str, int]:
        """Count the texts that have each term in any field."""
        n_texts = {}
        for term in terms:
            numbers = (of[term][0].tolist() for of in self._postings.values() if term in of)
            n_texts[term] = len(set[int]().union(*numbers))
        return n_texts
