"""The area that boxes cover together, beside a count of unit squares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.threads.visual_posts.text_area import measure_cover

CASES = [
    # what it shows          boxes                              area
    ("no boxes",             [],                                0),
    ("one box",              [(1, 2, 3, 4)],                    12),
    ("two lines",            [(0, 0, 9, 1), (0, 1, 5, 1)],      14),
    ("the same box twice",   [(0, 0, 2, 2), (0, 0, 2, 2)],      4),
    ("a corner in common",   [(0, 0, 2, 2), (1, 1, 2, 2)],      7),
    ("one inside another",   [(0, 0, 5, 5), (1, 1, 2, 2)],      25),
    ("side by side",         [(0, 0, 2, 5), (2, 1, 2, 2)],      14),
    ("without an area",      [(0, 0, 0, 5), (3, 3, 4, 0)],      0),
    ("above the page",       [(-2, -2, 2, 2), (-1, -1, 2, 2)],  7),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "boxes", "area"), CASES, ids=[case[0] for case in CASES])
def test_known_areas(shows: str, boxes: list[tuple[float, ...]], area: float) -> None:
    assert measure_cover(np.array(boxes, np.float64).reshape(-1, 4)) == area


@given(
    boxes=st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 6), st.integers(0, 6)),
        max_size=12,
    )
)
def test_agrees_with_unit_squares(boxes: list[tuple[int, int, int, int]]) -> None:
    squares = {
        (column, row)
        for x, y, width, height in boxes
        for column in range(x, x + width)
        for row in range(y, y + height)
    }
    assert measure_cover(np.array(boxes, np.float64).reshape(-1, 4)) == len(squares)


def test_many_boxes_over_each_other_take_linear_steps() -> None:
    at = np.arange(20_000.0)
    boxes = np.stack([at, at, at * 0 + 20_000, at * 0 + 20_000], axis=1)
    # Each box adds what the one before it does not cover.
    assert measure_cover(boxes) == 20_000**2 + 19_999 * (2 * 20_000 - 1)
