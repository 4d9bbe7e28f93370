"""Gaussian naive Bayes, learned from rows of two classes."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.models.classifiers import Bayes, Floats, Reals

#: Minimum variance of a column in a class, as a share of its variance over all rows, and if that
#: is 0. A constant column would otherwise decide alone.
FLOOR: Final = 1e-3
MIN_VARIANCE: Final = 1e-6


def fit_bayes(rows: Floats, positive: npt.NDArray[np.bool_], weight: Reals | None = None) -> Bayes:
    """Fit the share of each class, and the mean and variance of each column in it.

    Args:
        rows: a row for each example, a column for each feature.
        positive: the class of each; both classes are there.
        weight: what each counts; 1 without it.
    """
    weighed = np.ones(len(rows)) if weight is None else weight
    values = rows.astype(np.float64)
    floor = np.maximum(FLOOR * _moments(values, weighed)[1], MIN_VARIANCE)
    means, variances = zip(
        *(_moments(values[of], weighed[of]) for of in (~positive, positive)), strict=True
    )
    share = weighed[positive].sum() / weighed.sum()
    return Bayes(np.array([1 - share, share]), np.stack(means), np.maximum(variances, floor))


def _moments(values: Reals, weight: Reals) -> tuple[Reals, Reals]:
    """The mean and variance of every column."""
    mean = np.average(values, axis=0, weights=weight)
    return mean, np.average((values - mean) ** 2, axis=0, weights=weight)
