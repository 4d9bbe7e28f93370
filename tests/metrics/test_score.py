"""Precision, recall and F1 of counts and multisets."""

from __future__ import annotations

from collections import Counter

import pytest

from pagecore.metrics.score import score_counts, score_multisets

CASES = [
    # what it shows       common, found, wanted   precision, recall, F1
    ("half of each",      (1, 2, 2),              (1 / 2, 1 / 2, 1 / 2)),
    ("found too much",    (2, 4, 2),              (1 / 2, 1, 2 / 3)),
    ("found too little",  (2, 2, 6),              (1, 1 / 3, 1 / 2)),
    ("nothing in common", (0, 3, 2),              (0, 0, 0)),
    ("nothing found",     (0, 0, 2),              (0, 0, 0)),
    ("nothing wanted",    (0, 2, 0),              (0, 0, 0)),
    ("rightly nothing",   (0, 0, 0),              (1, 1, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "score"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_counts(counts: tuple[int, int, int], score: tuple[float, float, float]) -> None:
    assert score_counts(*counts) == pytest.approx(score)


def test_multisets() -> None:
    # Of a, a, b two are wanted: a once, b once.
    score = score_multisets(Counter("abc"), Counter("aab"))
    assert score == pytest.approx((2 / 3, 2 / 3, 2 / 3))
