"""Bootstrap over pages: how much a mean would vary with other pages of the same kind.

Each of `n` samples draws as many pages as there are, with replacement. The same seed gives the same
numbers. The mean of a sample ignores values of NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption

Values: TypeAlias = npt.NDArray[np.float64]
#: A function from the means of the columns to one figure, such as `grams.f1_of_means`.
Figure: TypeAlias = Callable[[Values], float]


class PairedDifference(NamedTuple):
    """The difference of `a` and `b` on the same pages, its interval and two-sided p-value."""

    difference: float
    low: float
    high: float
    p: float


def compute_interval(
    values: npt.ArrayLike,
    seed: int = 0,
    n: int = 2000,
    *,
    level: float = 0.95,
    of: Figure | None = None,
) -> tuple[float, float]:
    """Compute the confidence interval of the mean of the values (percentile bootstrap).

    Args:
        values: one value per page, or one row of values per page.
        seed: random seed.
        n: number of samples.
        level: confidence level, 0 to 1.
        of: computes the figure from the means of the columns; None for the mean itself.
    """
    table = _check_table("values", values, of)
    figures = [_compute_figure(table[rows], of) for rows in _draw_samples(len(table), seed, n)]
    return _find_quantiles(np.array(figures), level)


def compare_pairs(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    seed: int = 0,
    n: int = 2000,
    *,
    level: float = 0.95,
    of: Figure | None = None,
) -> PairedDifference:
    """Compare two methods on the same pages; each sample draws the same pages for both.

    `p` is twice the share of samples on the other side of zero. The measured difference counts as
    one sample, so `p` is never 0; it is 1 if both methods are the same.

    Args:
        a: values of the first method, as in `compute_interval`.
        b: values of the second method, for the same pages in the same order.
        seed: random seed.
        n: number of samples.
        level: confidence level of the interval.
        of: as in `compute_interval`.
    """
    first, second = _check_table("a", a, of), _check_table("b", b, of)
    if first.shape != second.shape:
        raise BadOption(
            f"a has the shape {first.shape} and b {second.shape}: "
            "a paired test needs the same pages in both, in the same order"
        )
    differences = np.array(
        [
            _compute_figure(first[rows], of) - _compute_figure(second[rows], of)
            for rows in _draw_samples(len(first), seed, n)
        ]
    )
    side = min(int((differences <= 0).sum()), int((differences >= 0).sum()))
    low, high = _find_quantiles(differences, level)
    difference = _compute_figure(first, of) - _compute_figure(second, of)
    return PairedDifference(difference, low, high, min(1.0, 2 * (1 + side) / (n + 1)))


def compute_means(table: Values) -> Values:
    """Compute the mean of each column without its NaN values; NaN if it has no other values."""
    known = ~np.isnan(table)
    n_known = known.sum(axis=0)
    total = np.where(known, table, 0).sum(axis=0)
    means = np.full(len(total), np.nan)
    np.divide(total, n_known, out=means, where=n_known > 0)
    return means


def _check_table(name: str, values: npt.ArrayLike, of: Figure | None) -> Values:
    """Convert values to columns; refuse other shapes."""
    table = np.asarray(values, dtype=np.float64)
    if table.ndim not in (1, 2) or not len(table):
        raise BadOption(
            f"{name} has the shape {table.shape}: expected one value or one row per page"
        )
    if table.ndim == 2 and of is None:
        raise BadOption(
            f"{name} has {table.shape[1]} columns: `of` must compute one figure from them"
        )
    return table.reshape(len(table), -1)


def _draw_samples(n_pages: int, seed: int, n: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the page numbers of one sample at a time, so that memory does not grow with `n`."""
    if n < 1:
        raise BadOption(f"n={n}: expected at least one sample")
    generator = np.random.default_rng(seed)
    for _ in range(n):
        yield generator.integers(0, n_pages, n_pages)


def _compute_figure(table: Values, of: Figure | None) -> float:
    means = compute_means(table)
    return float(means[0]) if of is None else of(means)


def _find_quantiles(figures: Values, level: float) -> tuple[float, float]:
    if not 0 < level < 1:
        raise BadOption(f"level={level}: expected a number between 0 and 1")
    if np.isnan(figures).all():
        return float("nan"), float("nan")
    low, high = np.nanquantile(figures, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
