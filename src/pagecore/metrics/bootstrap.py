"""Bootstrap over pages: how far a mean would move with other pages of the same kind.

Pages are drawn with replacement, as many as there are, `n` times. The same seed gives the same
numbers. A value of NaN is of no page: it is drawn and left out of the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption

Values: TypeAlias = npt.NDArray[np.float64]
#: From the means of the columns to one figure, such as `grams.f1_of_means`.
Figure: TypeAlias = Callable[[Values], float]


class Paired(NamedTuple):
    """How far `a` is ahead of `b`, with its interval, and how likely that is chance (two-sided)."""

    difference: float
    low: float
    high: float
    p: float


def interval(
    values: npt.ArrayLike,
    seed: int = 0,
    n: int = 2000,
    *,
    level: float = 0.95,
    of: Figure | None = None,
) -> tuple[float, float]:
    """The interval that holds the mean of the values in `level` of all draws (percentiles).

    Args:
        values: one value a page, or several columns of them.
        seed: of the draws.
        n: how many draws.
        level: the share of draws that lie inside.
        of: the figure that is made of the columns' means, when it is not the mean itself.
    """
    table = _table("values", values, of)
    figures = [_figure(table[drawn], of) for drawn in _draws(len(table), seed, n)]
    return _middle(np.array(figures), level)


def paired(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    seed: int = 0,
    n: int = 2000,
    *,
    level: float = 0.95,
    of: Figure | None = None,
) -> Paired:
    """Compare two methods on the same pages: every draw is of both.

    `p` is twice the share of draws on the other side of zero, the measured one counted among them:
    it is never 0, and 1 where both are the same.
    """
    first, second = _table("a", a, of), _table("b", b, of)
    if first.shape != second.shape:
        raise BadOption(
            f"a has the shape {first.shape} and b {second.shape}: "
            "a paired test needs the same pages in both, in the same order"
        )
    differences = np.array(
        [
            _figure(first[drawn], of) - _figure(second[drawn], of)
            for drawn in _draws(len(first), seed, n)
        ]
    )
    side = min(int((differences <= 0).sum()), int((differences >= 0).sum()))
    low, high = _middle(differences, level)
    return Paired(
        _figure(first, of) - _figure(second, of), low, high, min(1.0, 2 * (1 + side) / (n + 1))
    )


def means(table: Values) -> Values:
    """The mean of every column over the pages that have a value; NaN where none has."""
    known = ~np.isnan(table)
    present = known.sum(axis=0)
    total = np.where(known, table, 0).sum(axis=0)
    found = np.full(len(total), np.nan)
    np.divide(total, present, out=found, where=present > 0)
    return found


def _table(name: str, values: npt.ArrayLike, of: Figure | None) -> Values:
    """The values as columns; refuses what has no mean."""
    table = np.asarray(values, dtype=np.float64)
    if table.ndim not in (1, 2) or not len(table):
        raise BadOption(f"{name} has the shape {table.shape}: expected one value a page, or a row")
    if table.ndim == 2 and of is None:
        raise BadOption(f"{name} has {table.shape[1]} columns: `of` has to make one figure of them")
    return table.reshape(len(table), -1)


def _draws(n_pages: int, seed: int, n: int) -> Iterator[npt.NDArray[np.int64]]:
    """Numbers of pages, draw by draw, so that memory does not grow with `n`."""
    if n < 1:
        raise BadOption(f"n={n}: expected at least one draw")
    generator = np.random.default_rng(seed)
    for _ in range(n):
        yield generator.integers(0, n_pages, n_pages)


def _figure(table: Values, of: Figure | None) -> float:
    found = means(table)
    return float(found[0]) if of is None else of(found)


def _middle(figures: Values, level: float) -> tuple[float, float]:
    if not 0 < level < 1:
        raise BadOption(f"level={level}: expected a share between 0 and 1")
    if np.isnan(figures).all():
        return float("nan"), float("nan")
    low, high = np.nanquantile(figures, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
