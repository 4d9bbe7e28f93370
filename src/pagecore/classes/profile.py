"""The profile of a page class: how often each path occurs on its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from pagecore.classes.outline import Paths

#: Paths on a smaller share of the pages are left out.
_MIN_SHARE: Final = 0.02


@dataclass(frozen=True, eq=False)
class Profile:
    """The paths of the pages of a class, each with the share of pages that have it."""

    paths: Paths
    #: In percent.
    shares: npt.NDArray[np.uint8]

    @classmethod
    def empty(cls) -> Self:
        """Return the profile of a class whose pages are not known; no page is similar to it."""
        return cls(np.zeros(0, np.uint64), np.zeros(0, np.uint8))

    @classmethod
    def of(cls, pages: Sequence[Paths]) -> Self:
        """Return the profile of some pages."""
        paths, counts = np.unique(np.concatenate(pages), return_counts=True)
        shares = counts / len(pages)
        is_kept = shares >= _MIN_SHARE
        return cls(paths[is_kept], np.rint(100 * shares[is_kept]).astype(np.uint8))

    def add(self, n_pages: int, pages: Sequence[Paths]) -> Profile:
        """Return the profile with further pages; `n_pages` is the number of those that it has."""
        own = self.shares.astype(np.float64) * n_pages / 100
        every = np.concatenate([self.paths, *pages])
        paths, at = np.unique(every, return_inverse=True)
        counts = np.concatenate([own, np.ones(len(every) - len(own))])
        shares = np.bincount(at, counts, len(paths)) / (n_pages + len(pages))
        is_kept = shares >= _MIN_SHARE
        return Profile(paths[is_kept], np.rint(100 * shares[is_kept]).astype(np.uint8))

    def compare(self, paths: Paths) -> float:
        """Return the similarity of a page to the class, from 0 to 1."""
        if not self.paths.size:
            return 0.0
        at = np.searchsorted(self.paths, paths)
        at[at == self.paths.size] = 0
        is_known = self.paths[at] == paths
        n_common = float(self.shares[at[is_known]].sum(dtype=np.int64)) / 100
        n_all = float(self.shares.sum(dtype=np.int64)) / 100 + paths.size
        return 2 * n_common / n_all

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return np.array_equal(self.paths, other.paths) and np.array_equal(self.shares, other.shares)

    __hash__ = None  # type: ignore[assignment]  # It holds arrays.
