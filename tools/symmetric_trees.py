"""Boosted symmetric trees: gradient boosting with the logistic loss, in NumPy, for designs of
`vwrapper` that are compared with the shipped one.

Each level of a tree tests one feature for all rows, so a tree of depth 1 is a stump. Features are
cut at quantiles. Each level takes the test that lowers the loss most, by the first two derivatives
of the loss; a leaf takes a step of Newton's method with an L2 penalty. Each tree may use a random
part of the features.

J. H. Friedman. "Greedy function approximation: a gradient boosting machine." Annals of Statistics
29(5), 2001, 1189-1232.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.models.classifiers import Floats, Reals
from pagecore.train.rank_regression import check_rows, find_borders
from pagecore.train.write_model import Forest


@dataclass(frozen=True)
class Boosting:
    """The settings of a forest."""

    n_trees: int = 200
    #: Levels of each tree.
    depth: int = 1
    #: Factor of each step.
    rate: float = 0.2
    #: Penalty of large leaves, in weight of rows.
    l2: float = 5.0
    #: Maximum number of borders of a feature.
    n_borders: int = 32
    #: The share of the features that each tree may use.
    columns: float = 0.5


def fit_forest(
    rows: Floats,
    positive: npt.ArrayLike,
    weight: npt.ArrayLike,
    settings: Boosting,
    *,
    seed: int = 0,
) -> Forest:
    """Fit a forest whose output is the logarithm of the odds that a row is positive.

    Args:
        rows: the features of each row; finite numbers.
        positive: whether each row is positive.
        weight: the weight of each row; scaled to a mean of 1.
        settings: number and depth of the trees, and more.
        seed: random seed; it decides which features each tree may use.

    Raises:
        BadInput: all rows are positive, or none.
    """
    target, weights = check_rows(positive, weight)
    borders = [find_borders(rows[:, at], settings.n_borders) for at in range(rows.shape[1])]
    bins = np.stack(
        [np.searchsorted(cut, rows[:, at], side="left") for at, cut in enumerate(borders)]
    ).astype(np.int64)
    usable = np.flatnonzero([len(cut) > 0 for cut in borders])
    if not len(usable):
        raise BadInput("there is too little to learn from: all rows have the same features")
    share = float((weights * target).sum() / weights.sum())
    bias = np.log(share / (1 - share))
    score = np.full(len(target), bias)
    random = np.random.default_rng(seed)
    n_columns = max(1, round(settings.columns * len(usable)))
    features, cuts, leaves, leaf_weights = [], [], [], []
    for _ in range(settings.n_trees):
        probability = 1 / (1 + np.exp(-score))
        gradient = weights * (target - probability)
        hessian = weights * probability * (1 - probability)
        tried = np.sort(random.permutation(usable)[:n_columns])
        place = np.zeros(len(target), np.int64)
        for level in range(settings.depth):
            at, border = _find_split(
                bins, borders, tried, place, 1 << level, gradient, hessian, settings
            )
            features.append(at)
            cuts.append(borders[at][border])
            place |= (bins[at] > border).astype(np.int64) << level
        n_leaves = 1 << settings.depth
        sums = np.bincount(place, gradient, n_leaves)
        values = settings.rate * sums / (np.bincount(place, hessian, n_leaves) + settings.l2)
        leaves.append(values)
        leaf_weights.append(np.bincount(place, weights, n_leaves))
        score += values[place]
    return Forest(
        n_features=rows.shape[1],
        bias=np.array([bias], np.float32),
        depths=np.full(settings.n_trees, settings.depth, np.uint8),
        features=np.array(features, np.uint16),
        borders=np.array(cuts, np.float32),
        leaves=np.concatenate(leaves).astype(np.float32),
        weights=np.concatenate(leaf_weights).astype(np.float32),
    )


def _find_split(
    bins: npt.NDArray[np.int64],
    borders: list[Floats],
    tried: npt.NDArray[np.int64],
    place: npt.NDArray[np.int64],
    n_leaves: int,
    gradient: Reals,
    hessian: Reals,
    settings: Boosting,
) -> tuple[int, int]:
    """Return the feature and the border that lower the loss most; a tie goes to the first."""
    best, chosen = -np.inf, (int(tried[0]), 0)
    n_bins = settings.n_borders + 1
    offset = place * n_bins
    for at in tried.tolist():
        n_cuts = len(borders[at])
        index = offset + bins[at]
        size = n_leaves * n_bins
        sums = np.bincount(index, gradient, size).reshape(n_leaves, n_bins)
        weights = np.bincount(index, hessian, size).reshape(n_leaves, n_bins)
        below, weight_below = np.cumsum(sums, axis=1), np.cumsum(weights, axis=1)
        above = below[:, -1:] - below
        weight_above = np.maximum(weight_below[:, -1:] - weight_below, 0.0)
        gain = below**2 / (weight_below + settings.l2) + above**2 / (weight_above + settings.l2)
        total = gain[:, :n_cuts].sum(axis=0)
        cut = int(total.argmax())
        if total[cut] > best:
            best, chosen = float(total[cut]), (at, cut)
    return chosen
