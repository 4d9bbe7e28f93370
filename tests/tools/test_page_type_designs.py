"""Designs of page types, on pages made of numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagecore.train.samples import TYPES
from pagecore.train.settings import Settings
from pagecore.train.signs import Signs
from tools.page_type_designs import DESIGNS, TypedPages, count_right

pytest.importorskip("catboost")

N = 70


def pages_told_by(kind: int) -> TypedPages:
    """Pages of two types, which only the signs of one kind tell apart."""
    random = np.random.default_rng(0)
    types = np.arange(N) % 2
    kinds = [np.zeros((N, 8), np.float32) for _ in range(3)]
    kinds[kind][np.arange(N), types] = 1
    return TypedPages(
        replace(Settings(), type_trees=20),
        random.random((N, 3), np.float32),
        Signs(tuple(kinds)),
        np.where(np.arange(N) < 60, types, -1),
        np.arange(N) % 5,
        ["a"] * 50 + ["b"] * 20,
    )


@pytest.mark.parametrize(
    ("kind", "design"),
    [
        (0, "numbers, and signs in names"),
        (1, "numbers, and what the page says of itself"),
        (2, "numbers, and where links lead"),
    ],
)
def test_a_design_sees_its_kind_of_signs(kind: int, design: str) -> None:
    pages, others = pages_told_by(kind), pages_told_by((kind + 1) % 3)
    assert count_right(pages, DESIGNS[design]) == {"a": 1.0, "b": 1.0}
    assert count_right(others, DESIGNS[design])["a"] < 0.8
    for whole in ("numbers and all signs", "signs alone, a linear model"):
        assert count_right(pages, DESIGNS[whole]) == {"a": 1.0, "b": 1.0}


def test_numbers_alone_know_nothing_of_signs() -> None:
    actual = count_right(pages_told_by(0), DESIGNS["numbers of page and choice, a forest"])
    assert actual["a"] < 0.8


def test_pages_are_not_told_by_what_was_learned_of_themselves() -> None:
    """Every page has a sign of its own: weights that had seen it would know its type."""
    pages = pages_told_by(0)
    own = np.eye(N, dtype=np.float32)
    alone = replace(pages, signs=Signs((own, own, own)))
    learned = pages.types >= 0
    assert not alone.scores((0,), learned)[learned].any()
    assert count_right(alone, DESIGNS["numbers and all signs"])["a"] < 0.8


def test_the_most_frequent_type_is_that_of_the_pages_learned_from() -> None:
    pages = pages_told_by(0)
    types = np.where(np.arange(N) < 45, TYPES.index("forum"), 0)
    actual = count_right(replace(pages, types=types), DESIGNS["the most frequent type"])
    assert actual == {"a": 0.9, "b": 0.0}
