"""Rank candidate groups: a linear model of their features.

`python -m tools.listing_designs` trains the weights, which are in `rank_weights.json`, and compares
the model with other designs.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np

from pagecore.listings.describe import FEATURES, Floats


class RankWeights(NamedTuple):
    """The model: features are centred, scaled and weighted."""

    mean: Floats
    scale: Floats
    weight: Floats

    def score(self, features: Floats) -> Floats:
        """Return the score of each group, unbounded; higher is better."""
        result: Floats = ((features - self.mean) / self.scale) @ self.weight
        return result


@cache
def load_weights() -> RankWeights:
    """Read the weights of the package."""
    text = resources.files("pagecore.listings").joinpath("rank_weights.json").read_text("utf-8")
    columns = json.loads(text)["features"]
    values = np.array([columns[name] for name in FEATURES])
    return RankWeights(values[:, 0], values[:, 1], values[:, 2])
