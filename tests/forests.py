"""Small forests for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagecore.train.write_model import Forest


def forest(
    *trees: tuple[list[tuple[int, float]], list[Any]],
    bias: float | list[float] = 0.0,
    n_features: int = 2,
    weights: list[float] | None = None,
) -> Forest:
    """A forest of trees, each written as its levels (feature, border) and its leaves."""
    levels = [level for tree, _ in trees for level in tree]
    n_leaves = sum(1 << len(tree) for tree, _ in trees)
    return Forest(
        n_features=n_features,
        bias=np.atleast_1d(np.array(bias, np.float32)),
        depths=np.array([len(tree) for tree, _ in trees], np.uint8),
        features=np.array([feature for feature, _ in levels], np.uint16),
        borders=np.array([border for _, border in levels], np.float32),
        leaves=np.array([leaf for _, leaves in trees for leaf in leaves], np.float32).ravel(),
        weights=np.array(weights or [1.0] * n_leaves, np.float32),
    )


#: One tree: is feature 0 above 0.5, and feature 1 above -1?
SMALL = forest(([(0, 0.5), (1, -1.0)], [1, 2, 3, 4]), bias=10.0)
