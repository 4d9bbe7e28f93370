"""Weights for the signs of page types, by ridge regression.

The signs of a page are the names of its elements, what it says of itself, and where its links lead
(core/src/judge/features/signs.rs). Each has a place in a table, and a weight for every type. The
signs of each kind add up to a score for every type, and the forest of page types sees these scores.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.judging import find_type_signs

Floats = npt.NDArray[np.float32]

#: Places for the signs of each kind, as the core has them.
KINDS: Final = (1 << 13, 1 << 12, 1 << 12)
#: How strongly weights are drawn to zero.
RIDGE: Final = 0.3


@dataclass(frozen=True, eq=False)
class Signs:
    """The signs of pages: for each kind a row for every page, a column for every place.

    What a page has counts 1, divided so that the squares of a row add up to 1.
    """

    kinds: tuple[Floats, ...]

    @classmethod
    def of(cls, pages: Iterable[Page]) -> Signs:
        """The signs of some pages."""
        found = [find_type_signs(page) for page in pages]
        has = np.zeros((len(found), sum(KINDS)), np.float32)
        for row, places in zip(has, found, strict=True):
            row[places] = 1
        kinds = np.split(has, np.cumsum(KINDS)[:-1], axis=1)
        return cls(tuple(_of_length_one(kind) for kind in kinds))

    def fit_weights(
        self,
        target: Floats,
        weight: npt.NDArray[np.float64],
        which: npt.NDArray[np.bool_],
    ) -> Floats:
        """The weights of all places, a column for every type, learned from some pages.

        Args:
            target: a row for every page, 1 for the type it has.
            weight: what each page counts.
            which: the pages to learn from.
        """
        return np.concatenate(
            [_ridge(kind[which], target[which], weight[which]) for kind in self.kinds]
        )

    def scores(self, weights: Floats) -> Floats:
        """What the signs of each kind weigh together: for every page and type, kind after kind."""
        of_kinds = np.split(weights, np.cumsum(KINDS)[:-1])
        return np.hstack([kind @ of for kind, of in zip(self.kinds, of_kinds, strict=True)])


def _of_length_one(rows: Floats) -> Floats:
    lengths: Floats = np.sqrt(np.maximum(rows.sum(axis=1, keepdims=True), 1))
    return rows / lengths


def _ridge(rows: Floats, target: Floats, weight: npt.NDArray[np.float64]) -> Floats:
    """Pages are fewer than places, so it is solved for what each page adds to the weights."""
    alike = (rows @ rows.T).astype(np.float64)
    alike[np.diag_indices(len(rows))] += RIDGE / weight
    beyond = target - np.average(target, axis=0, weights=weight)
    return rows.T @ np.linalg.solve(alike, beyond).astype(np.float32)
