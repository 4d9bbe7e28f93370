"""Query expansion: the numbers of the specification, and which terms are added."""

from __future__ import annotations

import pytest

from pagecore.errors import BadOption
from pagecore.search.bm25 import Collection
from pagecore.search.expand import (
    expand_by_offer_weight,
    expand_by_rm3,
    offer_weight,
    relevance_weight,
)


def test_example_of_the_specification() -> None:
    assert relevance_weight(4, 1000, 3, 20) == pytest.approx(4.872, abs=5e-4)
    assert offer_weight(4, 1000, 3, 20) == pytest.approx(14.616, abs=5e-4)


COLLECTION = Collection(
    [
        {"body": ["lake", "water", "shore", "boat"]},
        {"body": ["lake", "water", "shore"]},
        *({"body": ["road", "water", str(number)]} for number in range(20)),
    ]
)
BEST = [["lake", "water", "shore", "boat"], ["lake", "water", "shore"]]


def expand(n_terms: int = 10, weights: str = "falling") -> dict[str, float]:
    return expand_by_offer_weight(
        {"lake": 2.0},
        BEST,
        COLLECTION.count_texts_with,
        COLLECTION.n_texts,
        n_terms=n_terms,
        weights=weights,
    )


def test_new_terms_are_those_of_the_best_texts_alone() -> None:
    # Every text has water, so it is no sign of a relevant one.
    assert expand() == {"lake": 4.0, "shore": 1.0, "boat": 0.5}
    assert expand(n_terms=1) == {"lake": 4.0, "shore": 1.0}


def test_weights_of_ten_new_terms() -> None:
    texts = [[f"new{number}" for number in range(12)]] * 3
    expanded = expand_by_offer_weight({"lake": 1.0}, texts, COLLECTION.count_texts_with, 22)
    falling = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert list(expanded.values()) == pytest.approx([2, *falling])


def test_flat_weights() -> None:
    assert expand(weights="flat") == {"lake": 1.0, "shore": 0.5, "boat": 0.5}
    with pytest.raises(BadOption, match="expected one of: falling, flat"):
        expand(weights="steep")


def test_rm3_mixes_the_query_with_the_terms_of_the_texts() -> None:
    mixture = expand_by_rm3({"lake": 1.0}, [["lake", "shore"], ["boat"]], [3.0, 1.0])
    # Of the texts: lake 3/8, shore 3/8, boat 1/4.
    assert mixture == pytest.approx({"lake": 0.5 + 3 / 16, "shore": 3 / 16, "boat": 1 / 8})
    only = expand_by_rm3({"lake": 1.0}, [["boat", "boat", "sea"]], [1.0], n_terms=1, original=0.2)
    assert only == pytest.approx({"lake": 0.2, "boat": 0.8})


@pytest.mark.parametrize("texts", [[], [[]]])
def test_without_terms_the_query_stays(texts: list[list[str]]) -> None:
    assert expand_by_rm3({"lake": 1.0}, texts, [1.0] * len(texts)) == {"lake": 1.0}
    expanded = expand_by_offer_weight({"lake": 1.0}, texts, COLLECTION.count_texts_with, 22)
    assert expanded == {"lake": 2.0}
