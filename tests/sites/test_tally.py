"""Tallies: sums by key over many additions."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from pagecore.sites.tally import Tally


@pytest.mark.parametrize("seed", range(5))
def test_sums_are_those_of_all_entries(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.sites.tally._MIN_ADDED", 20)
    random = Random(seed)
    tally, sums = Tally(1, 1), Counter[int]()
    for _ in range(50):
        keys = [random.randrange(2**64) % 40 for _ in range(random.randrange(9))]
        values = [random.randrange(9) for _ in keys]
        for key, value in zip(keys, values, strict=True):
            sums[key] += value
        own = np.array(keys, np.uint64)
        tally.add(own, values, own + np.uint64(1))
    tally.merge()
    assert dict(zip(tally.key.tolist(), tally.sums[0].tolist(), strict=True)) == sums
    assert (tally.facts[0] == tally.key + 1).all()
    tally.keep(tally.key < 20)
    assert tally.key.tolist() == sorted(key for key in sums if key < 20)
    assert len(tally) == len(tally.sums[0]) == len(tally.facts[0])


def test_empty_tally_has_no_keys() -> None:
    tally = Tally(1, 0)
    tally.merge()
    assert len(tally) == 0
    tally.add(np.empty(0, np.uint64), 1)
    tally.merge()
    assert tally.key.tolist() == []
