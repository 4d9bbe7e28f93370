"""Layouts of test pages: rows below each other, as a browser draws plain text."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagecore import Layout, Page


def make_layout(page: Page, **columns: Any) -> Layout:
    """The layout of a page on which every row that is shown is a line of its own."""
    n = len(page)
    top = np.arange(n)[:, None] * 20.0
    box = np.where(
        page.visible[:, None], np.hstack([top * 0, top, top * 0 + 800, top * 0 + 20]), np.nan
    )
    known: dict[str, Any] = {
        "box": box,
        "font_size": np.full(n, 16.0),
        "font_weight": np.full(n, 400),
        "font": np.zeros(n, int),
        "colour": np.full(n, 0x000000FF),
        "background": np.full(n, 0xFFFFFFFF),
        "display": np.full(n, 2),
        "position": np.zeros(n, int),
        "seen": np.where(page.visible, 3, 0),
        "fonts": ("serif",),
    }
    return Layout.of(page, **{**known, **columns})
