"""Layouts for fuzzed pages, which no browser renders: ordinary boxes with some hostile values."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy as np

from pagecore.page import Page
from pagecore.page.layout import COVERED, DISPLAYS, POSITIONS, VISIBLE, Layout

#: Coordinates and sizes in pixels that are not ordinary, and all are allowed.
_HOSTILE: Final = (0.0, 0.5, 1e-30, -5.0, -1e6, 1e6, 1e12, 3e38)
_FONTS: Final = ("serif", "", "\ud83d", "x" * 300)


def add_random_layout(page: Page, random: Random) -> Page:
    """Return the page with a layout: every element is as high as what is in it, or random boxes."""
    generator = np.random.default_rng(random.getrandbits(32))
    n = len(page)
    rows = np.arange(n)
    if random.random() < 0.6:
        left = 10.0 * np.minimum(page.depth, 30)
        box = np.stack([left, rows * 20.0, 1200 - 2 * left, (page.end - rows) * 20.0], axis=1)
    else:
        low = generator.uniform(-50, 1300, (n, 2))
        box = np.hstack([low, generator.uniform(0, 900, (n, 2))])
    hostile = generator.random(n) < random.choice((0.0, 0.02, 0.5))
    box[hostile] = generator.choice(_HOSTILE, (int(hostile.sum()), 4))
    box[:, 2:] = np.abs(box[:, 2:])
    is_drawn = page.visible & (generator.random(n) >= random.choice((0.0, 0.1, 0.9)))
    box[~is_drawn] = np.nan
    seen = generator.integers(0, 2 * COVERED, n) | VISIBLE * (random.random() < 0.8)
    columns: dict[str, Any] = {
        "box": box,
        "font_size": generator.choice([0.0, 1e-20, 12.0, 16.0, 16.0, 32.0, 1e30], n),
        "font_weight": generator.choice([0, 400, 400, 700, 65535], n),
        "font": generator.integers(0, len(_FONTS), n),
        "colour": generator.choice([0x000000FF, 0x0, 0xFFFFFFFF], n),
        "background": generator.choice([0xFFFFFFFF, 0xFFFFFFFF, 0x000080FF, 0x0], n),
        "display": generator.integers(0, len(DISPLAYS), n),
        "position": generator.choice(np.arange(len(POSITIONS)), n),
        "seen": np.where(is_drawn, seen, 0),
    }
    layout = Layout.of(
        page,
        **columns,
        fonts=_FONTS,
        quality=random.choice((0.0, 0.3, 0.5, 1.0)),
        has_run_scripts=random.random() < 0.5,
    )
    return page.with_layout(layout)
