"""Pieces that a wrapper of the site method `ibdf` holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from pagecore.sites.pieces import Integers
from pagecore.sites.similar_pieces import Vectors

#: The most features of all pieces that a wrapper holds.
MAX_FEATURES: Final = 120_000
#: The room that a piece itself takes in a file, in features.
PIECE_COST: Final = 4


@dataclass(frozen=True)
class StoredPieces:
    """Vectors of pieces, with the host of each and the number of pages that have a similar one."""

    vectors: Vectors
    hosts: tuple[str, ...]
    n_pages: Integers

    def take(self, chosen: Integers) -> StoredPieces:
        """Return some of the pieces."""
        hosts = tuple(self.hosts[at] for at in chosen.tolist())
        return StoredPieces(self.vectors.take(chosen), hosts, self.n_pages[chosen])


def select_stored(pieces: StoredPieces, max_features: int | None = None) -> StoredPieces:
    """Sort pieces by host, those on the most pages first; keep as many as a wrapper can hold.

    Args:
        pieces: the pieces.
        max_features: the most features of all pieces, where each piece takes the room of
            `PIECE_COST` features more; None for `MAX_FEATURES`.
    """
    most = MAX_FEATURES if max_features is None else max_features
    begin = pieces.vectors.begin
    texts = [
        pieces.vectors.features[begin[at] : begin[at + 1]].tobytes()
        for at in range(len(pieces.hosts))
    ]

    def rank(at: int) -> tuple[int, bytes, str]:
        return -int(pieces.n_pages[at]), texts[at], pieces.hosts[at]

    ranked = np.array(sorted(range(len(texts)), key=rank), np.int64)
    is_kept = np.cumsum(pieces.vectors.sizes[ranked] + PIECE_COST) <= most
    is_kept &= pieces.vectors.sizes[ranked] > 0
    kept = ranked[is_kept].tolist()
    return pieces.take(
        np.array(sorted(kept, key=lambda at: (pieces.hosts[at], rank(at))), np.int64)
    )
