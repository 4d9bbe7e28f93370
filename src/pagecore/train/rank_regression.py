"""Logistic regression over the ranks of features, stored as a forest of stumps.

The rank of a value is the share of the borders of its feature that are below it. Borders are
quantiles, so ranks do not depend on the scale of a feature, and outliers count no more than other
values. Each border is a stump that adds the same amount, so models have the format of forests.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.models.classifiers import Floats
from pagecore.train.write_model import Forest

#: Maximum number of borders of a feature.
N_BORDERS: Final = 32
#: Penalty of the squares of coefficients (L2), in rows of mean weight.
PENALTY: Final = 5.0
#: Steps of Newton's method; the loss is convex, and few are enough.
N_STEPS: Final = 12
#: Penalty of the constant, so that it is determined.
_TINY: Final = 1e-6


def fit_ranks(
    rows: Floats, positive: npt.ArrayLike, weight: npt.ArrayLike, seed: int = 0
) -> Forest:
    """Fit a forest whose output is the logarithm of the odds that a row is positive.

    Args:
        rows: the features of each row; finite numbers.
        positive: whether each row is positive.
        weight: the weight of each row; scaled to a mean of 1.
        seed: has no effect; nothing is random.

    Raises:
        BadInput: all rows are positive, or none.
    """
    target, weights = check_rows(positive, weight)
    borders = [find_borders(rows[:, at], N_BORDERS) for at in range(rows.shape[1])]
    sizes = np.array([len(cut) for cut in borders])
    ranks = [
        np.searchsorted(cut, rows[:, at], side="left") / max(len(cut), 1)
        for at, cut in enumerate(borders)
    ]
    table = np.stack([np.ones(len(rows)), *ranks], axis=1)
    penalty = np.diag([_TINY] + [PENALTY] * rows.shape[1])
    coefficients = np.zeros(table.shape[1])
    for _ in range(N_STEPS):
        probability = 1 / (1 + np.exp(-np.clip(table @ coefficients, -30, 30)))
        slope = table.T @ (weights * (target - probability)) - penalty @ coefficients
        curve = (table * (weights * probability * (1 - probability))[:, None]).T @ table
        coefficients += np.linalg.solve(curve + penalty, slope)
    n_trees = int(sizes.sum())
    steps = np.repeat(coefficients[1:] / np.maximum(sizes, 1), sizes)
    features = np.repeat(np.arange(len(sizes)), sizes)
    cuts = np.concatenate(borders)
    above = np.concatenate(
        [
            [float(weights[rows[:, at] > border].sum()) for border in cut]
            for at, cut in enumerate(borders)
        ]
    )
    return Forest(
        n_features=rows.shape[1],
        bias=np.array([coefficients[0]], np.float32),
        depths=np.ones(n_trees, np.uint8),
        features=features.astype(np.uint16),
        borders=cuts.astype(np.float32),
        leaves=np.stack([np.zeros(n_trees), steps], axis=1).ravel().astype(np.float32),
        weights=np.stack([weights.sum() - above, above], axis=1).ravel().astype(np.float32),
    )


def check_rows(
    positive: npt.ArrayLike, weight: npt.ArrayLike
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The target of each row, 0 or 1, and its weight, scaled to a mean of 1; raise `BadInput` if
    all rows are positive, or none."""
    target = np.asarray(positive, np.float64)
    weights = np.asarray(weight, np.float64)
    if not len(target) or target.min() == target.max():
        raise BadInput(
            f"there is too little to learn from: of {len(target)} rows {int(target.sum())} are "
            "positive; rows of both kinds are needed"
        )
    return target, weights / weights.mean()


def find_borders(column: Floats, n_borders: int) -> Floats:
    """Borders between different values of a feature, at its quantiles; a row is above a border if
    its value is greater."""
    values = np.unique(column)
    if len(values) > n_borders + 1:
        shares = np.linspace(0, 1, n_borders + 2)[1:-1]
        values = np.unique(np.quantile(column, shares, method="lower"))
        borders: Floats = values[values < column.max()].astype(np.float32)
        return borders
    middles: Floats = ((values[:-1].astype(np.float64) + values[1:]) / 2).astype(np.float32)
    # The middle of two neighbouring numbers is the upper one, if it is rounded up.
    borders = np.where(middles >= values[1:], values[:-1], middles)
    return borders
