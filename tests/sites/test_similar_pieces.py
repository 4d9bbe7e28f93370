"""Similar pieces: pairs of vectors are found in small steps, and all of them."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore.sites import similar_pieces
from pagecore.sites.pieces import Integers
from pagecore.sites.similar_pieces import KeyIndex, Vectors, find_keys, find_similar
from tests.growth import measure_peak

SIMILARITY = 0.8


def make_vectors(n: int, n_features: int) -> Vectors:
    """Vectors of random features; each third one has nine tenths of those of the one before."""
    numbers = np.random.default_rng(31)
    rows = numbers.integers(1, 1 << 63, (n, n_features), dtype=np.uint64)
    rows[1::3, n_features // 10 :] = rows[:-1:3, n_features // 10 :][: len(rows[1::3])]
    rows.sort(axis=1)
    return Vectors(np.arange(n + 1) * n_features, rows.ravel(), np.ones(n * n_features))


def find_pairs(vectors: Vectors) -> tuple[Integers, Integers]:
    keys = find_keys(vectors, 1)
    return find_similar(vectors, keys, vectors, KeyIndex(keys), SIMILARITY)


@pytest.mark.parametrize(("candidates", "features"), [(1, 1), (64, 100), (1 << 18, 1)])
def test_steps_make_no_difference(
    monkeypatch: pytest.MonkeyPatch, candidates: int, features: int
) -> None:
    vectors = make_vectors(60, 20)
    expected = {(at, at) for at in range(60)}
    expected |= {(at + one, at + 1 - one) for at in range(0, 60, 3) for one in (0, 1)}
    assert set(zip(*map(np.ndarray.tolist, find_pairs(vectors)), strict=True)) == expected
    monkeypatch.setattr(similar_pieces, "_MAX_CANDIDATES", candidates)
    monkeypatch.setattr(similar_pieces, "_CHUNK", features)
    one, other = find_pairs(vectors)
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == sorted(expected)


def test_memory_is_that_of_a_step() -> None:
    # Every vector is a candidate of 64 others in each band, which are 300 features each.
    vectors = make_vectors(1, 300)
    alike = vectors.take(np.zeros(200, np.int64))
    assert len(find_pairs(alike)[0]) == 200 * 64
    assert measure_peak(find_pairs, alike) < 32 << 20
