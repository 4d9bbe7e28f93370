"""Similar pieces: pairs of sparse vectors with a large cosine, found by MinHash and then checked.

Two vectors whose features overlap enough have, in one of several bands of hash functions, the same
smallest hashes with high probability. Only such pairs are compared.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from pagecore.sites.pieces import Floats, Hashes, Integers

#: Groups of hash functions. A pair is a candidate if all hashes of a group agree.
N_BANDS: Final = 32
#: A candidate with the least overlap is missed with at most this probability.
_MAX_MISS: Final = 0.0002
#: Vectors with the same key in a band that each is compared with, at most, so that many similar
#: pieces do not take quadratic time.
_MAX_NEIGHBOURS: Final = 64
#: Features of the pairs that are compared in one step.
_CHUNK: Final = 1 << 18
#: Pairs that are compared in total.
_MAX_PAIRS: Final = 1 << 22
#: Candidates that are collected before they are checked.
_MAX_CANDIDATES: Final = 1 << 18
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Vectors:
    """Sparse vectors: the features of all, one after the other, sorted within each vector."""

    #: Where each vector begins, and at last where the last one ends.
    begin: Integers
    features: Hashes
    weights: Floats

    def __len__(self) -> int:
        return len(self.begin) - 1

    @property
    def sizes(self) -> Integers:
        """The number of features of each vector."""
        return np.diff(self.begin)

    @cached_property
    def owners(self) -> Integers:
        """The vector of each feature."""
        return np.repeat(np.arange(len(self)), self.sizes)

    @cached_property
    def norms(self) -> Floats:
        """The length of each vector."""
        norms: Floats = np.sqrt(np.bincount(self.owners, self.weights**2, minlength=len(self)))
        return norms

    @cached_property
    def index(self) -> tuple[Hashes, Integers]:
        """The distinct features, sorted; and for each entry the number vector * n + feature, where
        n is the number of distinct features."""
        known, numbers = np.unique(self.features, return_inverse=True)
        return known, self.owners * len(known) + numbers

    def take(self, chosen: Integers) -> Vectors:
        """Return some of the vectors."""
        sizes = self.sizes[chosen]
        begin = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
        at = np.arange(begin[-1]) + np.repeat(self.begin[chosen] - begin[:-1], sizes)
        return Vectors(begin, self.features[at], self.weights[at])


def make_vectors(owners: Integers, features: Hashes, weights: Floats, n: int) -> Vectors:
    """Make vectors from features that are sorted by vector and then by feature."""
    return Vectors(np.searchsorted(owners, np.arange(n + 1)), features, weights)


def join_vectors(parts: list[Vectors]) -> Vectors:
    """Put vectors one after the other."""
    sizes = [np.zeros(1, np.int64), *(part.sizes for part in parts)]
    return Vectors(
        np.cumsum(np.concatenate(sizes)),
        np.concatenate([np.zeros(0, np.uint64), *(part.features for part in parts)]),
        np.concatenate([np.zeros(0), *(part.weights for part in parts)]),
    )


def find_keys(vectors: Vectors, n_rows: int) -> Hashes:
    """The MinHash key of each vector in each band: one row per vector, one column per band.

    Args:
        vectors: vectors that all have features.
        n_rows: the number of hash functions of a band, see `count_rows`.
    """
    if not len(vectors):
        return np.zeros((0, N_BANDS), np.uint64)
    mixed = vectors.features ^ (vectors.features >> np.uint64(32))
    keys = np.empty((len(vectors), N_BANDS), np.uint64)
    with np.errstate(over="ignore"):
        for band in range(N_BANDS):
            key = np.full(len(vectors), np.uint64(band))
            for multiplier in _MULTIPLIERS[band][:n_rows]:
                smallest = np.minimum.reduceat(mixed * multiplier, vectors.begin[:-1])
                key = (key ^ smallest) * _COMBINE
                key ^= key >> np.uint64(29)
            keys[:, band] = key
    return keys


class KeyIndex:
    """Finds the vectors that have a key in a band."""

    def __init__(self, keys: Hashes) -> None:
        """Sort the vectors by the key of each band; those with the same key stay in order."""
        self._order = np.argsort(keys, axis=0, kind="stable")
        self._keys = np.take_along_axis(keys, self._order, axis=0)

    def __len__(self) -> int:
        """The number of vectors."""
        return len(self._keys)

    def find(self, keys: Hashes, band: int, most: int) -> tuple[Integers, Integers]:
        """Find vectors with the same keys in a band.

        Returns:
            The position of a key and the number of a vector that has it, for all such pairs; at
            most the first `most` vectors of each key.
        """
        known = self._keys[:, band]
        first = np.searchsorted(known, keys)
        n_same = np.minimum(np.searchsorted(known, keys, side="right") - first, most)
        left = np.repeat(np.arange(len(keys)), n_same)
        begin = np.cumsum(n_same) - n_same
        return left, self._order[np.repeat(first - begin, n_same) + np.arange(len(left)), band]


def find_similar(
    vectors: Vectors, keys: Hashes, others: Vectors, index: KeyIndex, similarity: float
) -> tuple[Integers, Integers]:
    """Find the pairs of a vector and another with a cosine above a threshold.

    Args:
        vectors: the first of each pair.
        keys: their MinHash keys.
        others: the second of each pair; the most important come first.
        index: the index of their MinHash keys.
        similarity: the threshold.

    Returns:
        The numbers of the first and of the second of each pair, each pair once.
    """
    n_others = len(others)
    if not n_others or not len(vectors):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    most = max(1, min(_MAX_NEIGHBOURS, _MAX_PAIRS // (len(vectors) * N_BANDS)))
    # Memory grows with the candidates, so those of some vectors are checked at a time.
    n_at_once = max(1, _MAX_CANDIDATES // (most * N_BANDS))
    similar = []
    for at in range(0, len(vectors), n_at_once):
        candidates = at * n_others + _find_candidates(keys[at : at + n_at_once], index, most)
        # Long vectors have fewer pairs in a step, because memory also grows with their features.
        n_features = np.cumsum(vectors.sizes[candidates // n_others])
        steps = np.flatnonzero(np.diff(n_features // _CHUNK)) + 1
        similar += [
            chunk[measure_cosines(vectors, others, *np.divmod(chunk, n_others)) > similarity]
            for chunk in np.split(candidates, steps)
        ]
    left, right = np.divmod(np.concatenate(similar), n_others)
    return left, right


def _find_candidates(keys: Hashes, index: KeyIndex, most: int) -> Integers:
    """Find the pairs that have the same key in a band, each once, as `left * n_others + right`."""
    pairs = []
    for band in range(N_BANDS):
        left, right = index.find(keys[:, band], band, most)
        pairs.append(left * len(index) + right)
    return np.unique(np.concatenate(pairs))


def measure_cosines(vectors: Vectors, others: Vectors, left: Integers, right: Integers) -> Floats:
    """The cosine of each pair of a vector and another."""
    known, places = others.index
    expanded = vectors.take(left)
    at = np.minimum(np.searchsorted(known, expanded.features), len(known) - 1)
    wanted = right[expanded.owners] * len(known) + at
    position = np.minimum(np.searchsorted(places, wanted), len(places) - 1)
    is_common = (known[at] == expanded.features) & (places[position] == wanted)
    products = np.where(is_common, expanded.weights * others.weights[position], 0)
    dots = np.bincount(expanded.owners, products, minlength=len(left))
    cosines: Floats = dots / (vectors.norms[left] * others.norms[right])
    return cosines


def count_rows(similarity: float, *, is_binary: bool) -> int:
    """Choose the number of hash functions of a band: the largest that misses few pairs.

    Two sets with the cosine c have at least c * c of their elements in common. There is no such
    bound for weights, so a band has one function.
    """
    if not is_binary:
        return 1
    least = 1 - _MAX_MISS ** (1 / N_BANDS)
    overlap = min(similarity**2, 0.999)
    return max(1, min(_MAX_ROWS, int(math.log(least) / math.log(overlap))))


def _make_multipliers() -> tuple[tuple[np.uint64, ...], ...]:
    """Odd numbers without a pattern: the sequence SplitMix64."""
    state, numbers = 0, []
    for _ in range(N_BANDS * _MAX_ROWS):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        number = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
        numbers.append(np.uint64((number ^ (number >> 31)) | 1))
    return tuple(tuple(numbers[at : at + _MAX_ROWS]) for at in range(0, len(numbers), _MAX_ROWS))


_MAX_ROWS: Final = 8
_MULTIPLIERS: Final = _make_multipliers()
_COMBINE: Final = np.uint64(0x9E3779B97F4A7C15)
