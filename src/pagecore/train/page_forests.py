"""Forests that describe the page as a whole: its type, and how well the choice fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.page.judging import Floats
from pagecore.train.boosting import fit_trees
from pagecore.train.settings import Settings
from pagecore.train.signs import Signs
from pagecore.train.training_set import TrainingSet
from pagecore.train.write_model import Forest, convert_catboost

#: Levels of a tree.
DEPTH: Final = 4


def fit_types(
    data: TrainingSet, pages: Floats, types: Sequence[str], seed: int
) -> tuple[Forest, Floats]:
    """Fit the forest of page types, and the weights of the signs that it uses.

    Args:
        data: the training set.
        pages: a row of features for each page.
        types: the page types to tell apart.
        seed: random seed.
    """
    number = np.array([-1 if of is None else types.index(of) for of in data.types])
    known = number >= 0
    is_type = (number[:, None] == np.arange(len(types))).astype(np.float32)
    signs = Signs.of(sample.page for sample in data.samples)
    scores = np.zeros((len(pages), len(signs.kinds) * len(types)), np.float32)
    for part in np.unique(data.part):
        inside = data.part == part
        if (known & ~inside).any():
            weights = signs.fit_weights(is_type, data.page_weight, known & ~inside)
            scores[inside] = signs.compute_scores(weights)[inside]
    rows = np.hstack([pages, scores])
    trees = fit_type_trees(
        data.settings, len(types), seed, rows[known], number[known], data.page_weight[known]
    )
    return convert_catboost(trees), signs.fit_weights(is_type, data.page_weight, known)


def fit_type_trees(
    settings: Settings,
    n_types: int,
    seed: int,
    rows: Floats,
    target: npt.ArrayLike,
    weight: npt.ArrayLike,
) -> Any:
    """Fit the trees that predict page types."""
    return fit_trees(
        "CatBoostClassifier",
        settings,
        seed,
        rows,
        target,
        weight,
        iterations=settings.type_trees,
        learning_rate=0.1,
        depth=DEPTH,
        loss_function="MultiClass",
        classes_count=n_types,
    )


def fit_confidence(
    data: TrainingSet,
    rows: Floats,
    f1: npt.NDArray[np.float64],
    is_chosen: npt.NDArray[np.bool_],
    seed: int,
) -> Forest:
    """Fit the forest that estimates the F1 of a choice.

    Args:
        data: the training set.
        rows: a row of features for each possible choice of each page.
        f1: the F1 of each choice.
        is_chosen: the choice that is made; the first of each page.
        seed: random seed.
    """
    weight = data.page_weight[np.cumsum(is_chosen) - 1]
    trees = fit_trees(
        "CatBoostRegressor",
        data.settings,
        seed,
        rows,
        f1,
        weight,
        iterations=data.settings.confidence_trees,
        learning_rate=0.05,
        depth=DEPTH,
    )
    return convert_catboost(trees)
