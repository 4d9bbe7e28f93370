"""A tally: sums by 64-bit key over many pages, in sorted columns."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask

#: Number of added entries after which they are merged.
_MIN_ADDED: Final = 1 << 17


class Tally:
    """Sums and facts by key. A fact is a value that all entries of a key share."""

    def __init__(self, n_sums: int, n_facts: int) -> None:
        self.key: npt.NDArray[np.uint64] = np.empty(0, np.uint64)
        self.sums: list[npt.NDArray[np.float64]] = [np.empty(0) for _ in range(n_sums)]
        self.facts: list[npt.NDArray[np.uint64]] = [np.empty(0, np.uint64) for _ in range(n_facts)]
        self._added: list[tuple[Array, ...]] = []
        self._n_added = 0

    def __len__(self) -> int:
        """The number of merged keys."""
        return len(self.key)

    def add(self, key: npt.NDArray[np.uint64], *columns: npt.ArrayLike) -> None:
        """Add entries: their keys, the values to sum, and the facts."""
        n_sums = len(self.sums)
        sums = (np.broadcast_to(np.asarray(of, np.float64), key.shape) for of in columns[:n_sums])
        facts = (np.asarray(of).astype(np.uint64, copy=False) for of in columns[n_sums:])
        self._added.append((key, *sums, *facts))
        self._n_added += len(key)
        # In proportion to the table, so that merging takes linear time in all.
        if self._n_added > max(_MIN_ADDED, len(self.key)):
            self.merge()

    def merge(self) -> None:
        """Merge the added entries into the sorted columns."""
        if not self._added:
            return
        entries = [(self.key, *self.sums, *self.facts), *self._added]
        keys, *columns = (np.concatenate(parts) for parts in zip(*entries, strict=True))
        self.key, first, at = np.unique(keys, return_index=True, return_inverse=True)
        n_sums, n = len(self.sums), len(self.key)
        self.sums = [sum_by(at, column, n) for column in columns[:n_sums]]
        self.facts = [column[first] for column in columns[n_sums:]]
        self._added, self._n_added = [], 0

    def keep(self, kept: Mask) -> None:
        """Keep some of the merged keys."""
        self.key = self.key[kept]
        self.sums = [column[kept] for column in self.sums]
        self.facts = [column[kept] for column in self.facts]


def sum_by(
    at: npt.NDArray[np.int64], values: npt.NDArray[np.float64], n: int
) -> npt.NDArray[np.float64]:
    """Sum values by their places, from 0 to n - 1."""
    return np.bincount(at, values, n).astype(np.float64)
