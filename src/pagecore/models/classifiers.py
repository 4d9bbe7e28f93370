"""Classifiers as arrays: what was learned about rows of numbers, and how it is asked.

`pagecore.train.c45` and `pagecore.train.bayes` learn them. A row is content or not, and both answer
with the probability that it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]


class Classifier(Protocol):
    """Tells how likely rows are content."""

    def probability(self, rows: Floats) -> Reals:
        """From 0 to 1 for each row."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A decision tree: node 0 is its root, and children stand behind their parents."""

    #: The column that a node asks for, -1 for a leaf.
    feature: npt.NDArray[np.int64]
    #: A row goes left where its value is at most this.
    border: Floats
    #: Where a row goes on to; of a leaf nothing is meant.
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    #: What a node says of its rows.
    says: Floats

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], n_features: int) -> Tree:
        """The tree of a model's arrays, or `BadInput` where they are none."""
        border, says = arrays["border"], arrays["probability"]
        whole = [arrays[name] for name in ("feature", "left", "right")]
        if not len(says) or any(len(array) != len(says) for array in (border, *whole)):
            raise BadInput("the tree's arrays differ in length or are empty")
        if any((array != np.trunc(array)).any() for array in whole):
            raise BadInput("the tree's arrays of numbers hold fractions")
        feature, left, right = (array.astype(np.int64) for array in whole)
        node = np.arange(len(says))
        inner = feature >= 0
        backward = (left <= node) | (right <= node)
        outside = np.maximum(left, right) >= len(says)
        if (feature >= n_features).any() or (inner & (backward | outside)).any():
            raise BadInput("the tree's arrays lead nowhere, or ask for a feature there is not")
        if ((says < 0) | (says > 1)).any():
            raise BadInput("the tree's probabilities are not within 0 and 1")
        return cls(feature, border, left, right, says)

    def arrays(self) -> dict[str, npt.ArrayLike]:
        """What a model keeps of it."""
        return {
            "feature": self.feature,
            "border": self.border,
            "left": self.left,
            "right": self.right,
            "probability": self.says,
        }

    def probability(self, rows: Floats) -> Reals:
        """What the leaf says that each row comes to."""
        node = np.zeros(len(rows), np.int64)
        going = np.arange(len(rows))
        while len(going := going[self.feature[node[going]] >= 0]):
            at = node[going]
            is_left = rows[going, self.feature[at]] <= self.border[at]
            node[going] = np.where(is_left, self.left[at], self.right[at])
        return self.says[node].astype(np.float64)


@dataclass(frozen=True, eq=False)
class Bayes:
    """Naive Bayes: in each class every column is distributed normally, on its own.

    The first row of each array is of what is no content, the second of content.
    """

    #: The share of each class.
    prior: Reals
    #: Of each class and column.
    mean: Reals
    variance: Reals

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], n_features: int) -> Bayes:
        """The classifier of a model's arrays, or `BadInput` where they are none."""
        prior, mean, variance = (
            arrays[name].astype(np.float64) for name in ("prior", "mean", "variance")
        )
        if len(prior) != 2 or len(mean) != 2 * n_features or len(variance) != 2 * n_features:
            raise BadInput(f"the arrays of Bayes are not of two classes and {n_features} features")
        if (prior <= 0).any() or (variance <= 0).any():
            raise BadInput("the arrays of Bayes hold a share or a variance that is not above 0")
        return cls(prior, mean.reshape(2, -1), variance.reshape(2, -1))

    def arrays(self) -> dict[str, npt.ArrayLike]:
        """What a model keeps of it."""
        return {"prior": self.prior, "mean": self.mean, "variance": self.variance}

    def probability(self, rows: Floats) -> Reals:
        """Bayes' rule; the product over columns is a sum of logarithms."""
        away = (rows[:, None, :] - self.mean) ** 2 / self.variance
        density = -(away + np.log(2 * np.pi * self.variance)).sum(axis=2) / 2
        joint = density + np.log(self.prior)
        # Of both joint probabilities only the ratio counts; a large one would overflow.
        odds = np.clip(joint[:, 0] - joint[:, 1], -700, 700)
        posterior: Reals = 1 / (1 + np.exp(odds))
        return posterior
