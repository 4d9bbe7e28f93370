"""Pieces of the pages of a site that other pages may have too, and on how many pages each is."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.page import Mask
from pagecore.sites.pieces import Hashes, Integers
from pagecore.sites.similar_pieces import (
    N_BANDS,
    KeyIndex,
    Vectors,
    find_similar,
    join_vectors,
)
from pagecore.sites.stored_pieces import StoredPieces

#: Distinct terms of a piece that is reported if other hosts have it too.
MIN_DUPLICATE: Final = 10
#: Keys that are collected before they are counted.
_MAX_WAITING: Final = 1 << 21
#: Similar pairs whose pages are joined in one step.
_CHUNK: Final = 1 << 16


class KeyCounter:
    """Counts on how many pages keys are: one, or more."""

    def __init__(self) -> None:
        self._keys = np.zeros(0, np.uint64)
        self._is_shared = np.zeros(0, np.bool_)
        self._waiting: list[Hashes] = []
        self._n_waiting = 0

    def add(self, keys: Hashes) -> None:
        """Add the keys of a page."""
        distinct = np.unique(keys)
        self._waiting.append(distinct)
        self._n_waiting += len(distinct)
        if self._n_waiting > _MAX_WAITING:
            self._sum_up()

    def _sum_up(self) -> None:
        # A shared key counts twice, so that it stays shared.
        every = [self._keys, self._keys[self._is_shared], *self._waiting]
        self._keys, counts = np.unique(np.concatenate(every), return_counts=True)
        self._is_shared = counts > 1
        self._waiting, self._n_waiting = [], 0

    def list_shared(self) -> Hashes:
        """Return the keys that are on two pages or more."""
        self._sum_up()
        return self._keys[self._is_shared]


class PieceStore:
    """Distinct pieces of the hosts of a site, with the pages that they are on."""

    def __init__(self, n_pages: int) -> None:
        self._n_bytes = (n_pages + 7) // 8
        self._n_pages = 0
        self._numbers: dict[tuple[str, bytes], int] = {}
        self._vectors: list[Vectors] = []
        self._keys: list[Hashes] = []
        #: One bit per page.
        self._pages: list[np.ndarray[tuple[int], np.dtype[np.uint8]]] = []
        self.hosts: list[str] = []
        #: The URL of the first page of each piece.
        self.urls: list[str] = []
        self.vectors = join_vectors([])
        self.n_similar_pages: Integers = np.zeros(0, np.int64)
        self._similar: tuple[Integers, Integers] = (self.n_similar_pages, self.n_similar_pages)

    def add(self, host: str, url: str, vectors: Vectors, keys: Hashes) -> None:
        """Add the pieces of a page."""
        at_page = self._n_pages
        self._n_pages += 1
        for at in range(len(vectors)):
            part = slice(vectors.begin[at], vectors.begin[at + 1])
            digest = vectors.features[part].tobytes() + vectors.weights[part].tobytes()
            number = self._numbers.setdefault((host, digest), len(self._numbers))
            if number == len(self._vectors):
                self._vectors.append(vectors.take(np.array([at])))
                self._keys.append(keys[at])
                self._pages.append(np.zeros(self._n_bytes, np.uint8))
                self.hosts.append(host)
                self.urls.append(url)
            self._pages[number][at_page >> 3] |= 1 << (at_page & 7)

    def compare(self, similarity: float) -> None:
        """Find the similar pieces, and count the pages of the host that have one."""
        n = len(self._vectors)
        self.vectors = join_vectors(self._vectors)
        keys = np.stack(self._keys) if n else np.zeros((0, N_BANDS), np.uint64)
        left, right = find_similar(self.vectors, keys, self.vectors, KeyIndex(keys), similarity)
        # A candidate of a crowded key may have been compared in one direction only.
        every = np.unique(
            np.concatenate([left * n + right, right * n + left, np.arange(n) * (n + 1)])
        )
        left, right = np.divmod(every, max(n, 1))
        _, hosts = np.unique(self.hosts, return_inverse=True)
        is_same_host = hosts[left] == hosts[right] if n else np.zeros(0, np.bool_)
        self._similar = left[~is_same_host], right[~is_same_host]
        self.n_similar_pages = self._count_pages(left[is_same_host], right[is_same_host])

    def _count_pages(self, left: Integers, right: Integers) -> Integers:
        """The number of pages with a piece that is similar to each piece."""
        n = len(self._pages)
        counts = np.zeros(n, np.int64)
        if not n:
            return counts
        pages = np.stack(self._pages)
        # Every piece is similar to itself, so that there is a pair for each.
        begin = np.searchsorted(left, np.arange(n + 1))
        at = 0
        while at < n:
            stop = max(at + 1, int(np.searchsorted(begin, begin[at] + _CHUNK, side="right")) - 1)
            joined = np.bitwise_or.reduceat(
                pages[right[begin[at] : begin[stop]]], begin[at:stop] - begin[at], axis=0
            )
            counts[at:stop] = np.unpackbits(joined, axis=1).sum(axis=1)
            at = stop
        return counts

    def is_redundant(self, theta: float) -> Mask:
        """Whether the inverse block document frequency of each piece is too small for content."""
        mask: Mask = 1 / np.maximum(self.n_similar_pages, 1) < theta
        return mask

    def list_redundant(self, theta: float) -> StoredPieces:
        """Return the redundant pieces with their hosts and pages."""
        chosen = np.flatnonzero(self.is_redundant(theta))
        return StoredPieces(
            self.vectors.take(chosen),
            tuple(self.hosts[at] for at in chosen.tolist()),
            self.n_similar_pages[chosen],
        )

    def list_duplicates(self, theta: float) -> list[tuple[str, str]]:
        """Return the URLs of pages of different hosts with similar content, each pair once."""
        is_content = ~self.is_redundant(theta) & (self.vectors.sizes >= MIN_DUPLICATE)
        left, right = self._similar
        pairs = {
            (self.urls[a], self.urls[b])
            for a, b in zip(left.tolist(), right.tolist(), strict=True)
            if a < b and is_content[a] and is_content[b]
        }
        return sorted(pairs)
