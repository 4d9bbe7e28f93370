"""Weights for the signs of page types, by ridge regression.

The signs of a page are the names of its elements, its metadata, and the targets of its links
(core/src/judge/features/signs.rs). Each has a slot in a table, and a weight for every type. The
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

#: Number of slots for the signs of each kind, as in the core.
KINDS: Final = (1 << 13, 1 << 12, 1 << 12)
#: Strength of the regularisation.
RIDGE: Final = 0.3


@dataclass(frozen=True, eq=False)
class Signs:
    """The signs of pages: for each kind a table with a row per page and a column per slot.

    A sign of the page counts 1, and rows are scaled to length 1.
    """

    kinds: tuple[Floats, ...]

    @classmethod
    def of(cls, pages: Iterable[Page]) -> Signs:
        """Find the signs of some pages."""
        slots_of_pages = [find_type_signs(page) for page in pages]
        has = np.zeros((len(slots_of_pages), sum(KINDS)), np.float32)
        for row, slots in zip(has, slots_of_pages, strict=True):
            row[slots] = 1
        kinds = np.split(has, np.cumsum(KINDS)[:-1], axis=1)
        return cls(tuple(_normalise(kind) for kind in kinds))

    def fit_weights(
        self,
        target: Floats,
        weight: npt.NDArray[np.float64],
        which: npt.NDArray[np.bool_],
    ) -> Floats:
        """Fit the weights of all slots, with a column per type, to some pages.

        Args:
            target: a row per page, with 1 for its type.
            weight: the weight of each page.
            which: the pages to learn from.
        """
        return np.concatenate(
            [_fit_ridge(kind[which], target[which], weight[which]) for kind in self.kinds]
        )

    def compute_scores(self, weights: Floats) -> Floats:
        """Sum the weights of the signs of each kind, for every page and type."""
        of_kinds = np.split(weights, np.cumsum(KINDS)[:-1])
        return np.hstack([kind @ of for kind, of in zip(self.kinds, of_kinds, strict=True)])


def _normalise(rows: Floats) -> Floats:
    lengths: Floats = np.sqrt(np.maximum(rows.sum(axis=1, keepdims=True), 1))
    return rows / lengths


def _fit_ridge(rows: Floats, target: Floats, weight: npt.NDArray[np.float64]) -> Floats:
    """Fit by ridge regression. There are fewer pages than slots, so the dual form is solved."""
    similarity = (rows @ rows.T).astype(np.float64)
    similarity[np.diag_indices(len(rows))] += RIDGE / weight
    residual = target - np.average(target, axis=0, weights=weight)
    return rows.T @ np.linalg.solve(similarity, residual).astype(np.float32)
