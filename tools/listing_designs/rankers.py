"""Designs that rank the groups of a page: each returns a function from a page to scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from pagecore.listings.describe import FEATURES, Floats
from pagecore.listings.rank import RankWeights
from tools.listing_designs.groups import GroupedPage

Ranker: TypeAlias = Callable[[GroupedPage], Floats]
#: Trains a ranker on pages.
Design: TypeAlias = Callable[[Sequence[GroupedPage]], Ranker]

#: Strength of the penalty on large weights, and the steps of training.
PENALTY: Final = 0.001
N_STEPS: Final = 300
STEP: Final = 0.05


def rank_by_rule(pages: Sequence[GroupedPage]) -> Ranker:
    """A rule: many, long, similar items with links, outside navigation."""

    def rank(page: GroupedPage) -> Floats:
        columns = dict(zip(FEATURES, page.features.T, strict=True))
        good = ("items", "words per item", "similarity", "with link", "distinct links", "purity")
        bad = ("in navigation", "uneven", "one text", "repeated inside", "few items")
        result: Floats = sum(columns[name] for name in good) - sum(columns[name] for name in bad)
        return result

    return rank


def rank_by_content(pages: Sequence[GroupedPage]) -> Ranker:
    """The group whose words agree best with the default extractor's content."""

    def rank(page: GroupedPage) -> Floats:
        both = page.in_content + page.of_content
        f1: Floats = 2 * page.in_content * page.of_content / np.maximum(both, 1e-9)
        items = page.features[:, FEATURES.index("items")]
        result: Floats = f1 + 0.01 * items
        return result

    return rank


def rank_linear(pages: Sequence[GroupedPage]) -> Ranker:
    """A linear model of the features of a group."""
    weights = train([page.features for page in pages], [page.f1 for page in pages])
    return lambda page: weights.score(page.features)


def rank_with_content(pages: Sequence[GroupedPage]) -> Ranker:
    """A linear model of the features and of the agreement with the default extractor."""
    weights = train([_add_content(page) for page in pages], [page.f1 for page in pages])
    return lambda page: weights.score(_add_content(page))


def rank_by_trees(pages: Sequence[GroupedPage]) -> Ranker:
    """Boosted trees of the features."""
    import catboost

    used = [page for page in pages if len(page.f1)]
    model = catboost.CatBoostRanker(
        iterations=150, depth=4, learning_rate=0.1, loss_function="YetiRank", thread_count=1,
        random_seed=0, verbose=0, allow_writing_files=False,
    )  # fmt: skip
    numbers = np.repeat(np.arange(len(used)), [len(page.f1) for page in used])
    rows = np.concatenate([page.features for page in used])
    model.fit(rows, np.concatenate([page.f1 for page in used]), group_id=numbers)
    return lambda page: np.asarray(model.predict(page.features), np.float64)


def rank_by_mixture(pages: Sequence[GroupedPage]) -> Ranker:
    """The sum of the linear model and the boosted trees."""
    first, second = rank_linear(pages), rank_by_trees(pages)
    return lambda page: first(page) + second(page)


DESIGNS: Final[Mapping[str, Design]] = {
    "rule": rank_by_rule,
    "content": rank_by_content,
    "linear": rank_linear,
    "linear and content": rank_with_content,
    "trees": rank_by_trees,
    "linear and trees": rank_by_mixture,
}


def _add_content(page: GroupedPage) -> Floats:
    columns = (page.features, page.in_content, page.of_content, page.in_content * page.of_content)
    result: Floats = np.column_stack(columns)
    return result


def train(features: Sequence[Floats], f1: Sequence[Floats]) -> RankWeights:
    """Train a linear model: the probability of a group is proportional to the exponential of its
    score, and the expected F1 of the pages is maximised, in logarithms."""
    pairs = [(rows, target) for rows, target in zip(features, f1, strict=True) if target.any()]
    table = np.concatenate([rows for rows, _ in pairs])
    target = np.concatenate([values for _, values in pairs])
    mean, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    table = (table - mean) / scale
    sizes = [len(values) for _, values in pairs]
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    page_of = np.repeat(np.arange(len(sizes)), sizes)
    weight = np.zeros(table.shape[1])
    first, second = np.zeros_like(weight), np.zeros_like(weight)
    for step in range(1, N_STEPS + 1):
        scores = table @ weight
        odds = np.exp(scores - np.maximum.reduceat(scores, starts)[page_of])
        odds /= np.add.reduceat(odds, starts)[page_of]
        right = odds * target
        right /= np.maximum(np.add.reduceat(right, starts)[page_of], 1e-12)
        gradient = (right - odds) @ table / len(sizes) - PENALTY * weight
        # Adam's rule, with its usual constants.
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        weight = weight + STEP * (first / (1 - 0.9**step)) / (
            np.sqrt(second / (1 - 0.999**step)) + 1e-8
        )
    return RankWeights(mean, scale, weight)
