"""Classifiers stored as arrays: a decision tree and naive Bayes.

`pagecore.train.c45` and `pagecore.train.bayes` train them. Both predict the probability that a row
of features is content.
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
    """Predicts the probability that rows are content."""

    def probability(self, rows: Floats) -> Reals:
        """Return the probability of each row, 0 to 1."""


@dataclass(frozen=True, eq=False)
class DecisionTree:
    """A decision tree: node 0 is the root, and children come after their parents."""

    #: The feature (column) of each node, -1 for a leaf.
    feature: npt.NDArray[np.int64]
    #: The threshold of each node: a row goes left if its value is at most this.
    border: Floats
    #: The children of each node; unused for a leaf.
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    #: The probability of content at each node.
    content_share: Floats

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], n_features: int) -> DecisionTree:
        """Build a tree from the arrays of a model; raise `BadInput` if they are invalid."""
        border, content_share = arrays["border"], arrays["probability"]
        integers = [arrays[name] for name in ("feature", "left", "right")]
        n_nodes = len(content_share)
        if not n_nodes or any(len(array) != n_nodes for array in (border, *integers)):
            raise BadInput("the arrays of the tree differ in length or are empty")
        if any((array != np.trunc(array)).any() for array in integers):
            raise BadInput("the arrays of the tree contain fractions, expected integers")
        feature, left, right = (array.astype(np.int64) for array in integers)
        node = np.arange(n_nodes)
        inner = feature >= 0
        backward = (left <= node) | (right <= node)
        outside = np.maximum(left, right) >= n_nodes
        if (feature >= n_features).any() or (inner & (backward | outside)).any():
            raise BadInput("the arrays of the tree name a node or a feature that does not exist")
        if ((content_share < 0) | (content_share > 1)).any():
            raise BadInput("the probabilities of the tree are not between 0 and 1")
        return cls(feature, border, left, right, content_share)

    def arrays(self) -> dict[str, npt.ArrayLike]:
        """Return the arrays that a model stores."""
        return {
            "feature": self.feature,
            "border": self.border,
            "left": self.left,
            "right": self.right,
            "probability": self.content_share,
        }

    def probability(self, rows: Floats) -> Reals:
        """Return the probability at the leaf of each row."""
        node = np.zeros(len(rows), np.int64)
        going = np.arange(len(rows))
        while len(going := going[self.feature[node[going]] >= 0]):
            at = node[going]
            is_left = rows[going, self.feature[at]] <= self.border[at]
            node[going] = np.where(is_left, self.left[at], self.right[at])
        return self.content_share[node].astype(np.float64)


@dataclass(frozen=True, eq=False)
class Bayes:
    """Naive Bayes with normally distributed features.

    The first row of each array is for other text, the second for content.
    """

    #: The prior probability of each class.
    prior: Reals
    #: For each class and feature.
    mean: Reals
    variance: Reals

    @classmethod
    def of(cls, arrays: Mapping[str, Floats], n_features: int) -> Bayes:
        """Build the classifier from the arrays of a model; raise `BadInput` if they are invalid."""
        prior, mean, variance = (
            arrays[name].astype(np.float64) for name in ("prior", "mean", "variance")
        )
        if len(prior) != 2 or len(mean) != 2 * n_features or len(variance) != 2 * n_features:
            raise BadInput(f"the arrays of Bayes do not have two classes and {n_features} features")
        if (prior <= 0).any() or (variance <= 0).any():
            raise BadInput("the arrays of Bayes contain a prior or a variance that is not above 0")
        return cls(prior, mean.reshape(2, -1), variance.reshape(2, -1))

    def arrays(self) -> dict[str, npt.ArrayLike]:
        """Return the arrays that a model stores."""
        return {"prior": self.prior, "mean": self.mean, "variance": self.variance}

    def probability(self, rows: Floats) -> Reals:
        """Apply Bayes' rule; the product over features is a sum of logarithms."""
        squared = (rows[:, None, :] - self.mean) ** 2 / self.variance
        density = -(squared + np.log(2 * np.pi * self.variance)).sum(axis=2) / 2
        joint = density + np.log(self.prior)
        # Only the ratio of the joint probabilities counts; a large ratio would overflow.
        odds = np.clip(joint[:, 0] - joint[:, 1], -700, 700)
        posterior: Reals = 1 / (1 + np.exp(odds))
        return posterior
