"""BM25: the equation once more as plain loops, and cases with known scores."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.search.bm25 import FIELD_WEIGHTS, K1, B, Collection, Statistics, score_bm25

TEXTS: list[dict[str, list[str]]] = [
    {"body": ["lake", "water", "lake"]},
    {"body": ["water"], "title": ["lake"]},
    {"body": ["stone", "hill", "road", "bridge"]},
]


def test_known_score_of_one_field() -> None:
    texts = Collection([{"body": ["a", "b"]}, {"body": ["b", "b", "b", "c"]}])
    query = {"a": 1.0}
    scores = score_bm25(texts.count(query), query)
    # N 2, n 1: log(1 + 1.5 / 1.5); tf 1, length 2 of a mean of 3.
    rarity = math.log(2)
    frequency = 1 / (0.25 + 0.75 * 2 / 3)
    assert scores.tolist() == [pytest.approx(rarity * frequency * 2.2 / (frequency + 1.2)), 0.0]


def test_constants_of_the_paper() -> None:
    assert (K1, B) == (1.2, 0.75)


def score_by_definition(
    texts: Sequence[Mapping[str, Sequence[str]]],
    query: Mapping[str, float],
    k1: float,
    b: float,
) -> list[float]:
    """Score texts as the equation says, term by term."""
    fields = {name for text in texts for name in text}
    means = {name: sum(len(text.get(name, ())) for text in texts) / len(texts) for name in fields}
    scores = []
    for text in texts:
        score = 0.0
        for term, weight in query.items():
            n_with = sum(any(term in of for of in other.values()) for other in texts)
            frequency = 0.0
            for name, terms in text.items():
                relative = len(terms) / means[name] if means[name] else 1.0
                n = terms.count(term)
                frequency += FIELD_WEIGHTS[name] * n / (1 - b + b * relative) if n else 0.0
            if frequency:
                rarity = math.log(1 + (len(texts) - n_with + 0.5) / (n_with + 0.5))
                score += weight * rarity * frequency * (k1 + 1) / (frequency + k1)
        scores.append(score)
    return scores


_TERMS = st.lists(st.sampled_from("abcd"), max_size=6)
_TEXTS = st.lists(
    st.fixed_dictionaries({"body": _TERMS}, optional={"title": _TERMS, "headings": _TERMS}),
    min_size=1,
    max_size=6,
)


@given(
    texts=_TEXTS,
    query=st.dictionaries(st.sampled_from("abcde"), st.floats(0.1, 3)),
    k1=st.floats(0, 3),
    b=st.floats(0, 0.99),
)
def test_agrees_with_definition(
    texts: list[dict[str, list[str]]], query: dict[str, float], k1: float, b: float
) -> None:
    counts = Collection(texts).count(query)
    scores = score_bm25(counts, query, k1=k1, b=b).tolist()
    assert scores == pytest.approx(score_by_definition(texts, query, k1, b))


def test_title_counts_more_than_the_body() -> None:
    texts = Collection(
        [{"title": ["lake"], "body": ["hill"]}, {"title": ["hill"], "body": ["lake"]}]
    )
    query = {"lake": 1.0}
    first, second = score_bm25(texts.count(query), query)
    assert first > second
    same = score_bm25(texts.count(query), query, fields={"title": 1, "body": 1}).tolist()
    assert same[0] == pytest.approx(same[1])


def test_statistics_of_another_collection() -> None:
    texts = Collection(TEXTS)
    query = {"lake": 1.0}
    counts = texts.count(query)
    own = score_bm25(counts, query)
    rare = Statistics(
        1000, counts.collect_statistics().n_with_term, {"body": 8 / 3, "title": 1 / 3}
    )
    assert (score_bm25(counts, query, rare)[:2] > own[:2]).all()


def test_counts_of_some_texts() -> None:
    texts = Collection(TEXTS)
    counts = texts.count(["lake", "water", "lake"], [2, 0])
    assert counts.terms == ("lake", "water")
    assert counts.counts["body"].tolist() == [[0, 0], [2, 1]]
    assert counts.lengths["body"].tolist() == [4, 3]
    assert texts.count_texts_with(["lake", "stone", "sea"]) == {"lake": 2, "stone": 1, "sea": 0}


def test_no_texts_and_no_terms() -> None:
    assert score_bm25(Collection([]).count(["a"]), {"a": 1.0}).tolist() == []
    assert score_bm25(Collection(TEXTS).count([]), {}).tolist() == [0, 0, 0]
