"""Layouts of test pages: rows below each other, as in plain text, or boxes in boxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from pagecore import Layout, Page
from pagecore.registry import Method


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


def nest_boxes(page: Page) -> Page:
    """The page with a layout in which every shown text is a line, and every element is as high as
    what is in it. Inline elements are inline; elements of one kind in twelve are grey."""
    n = len(page)
    rows = np.arange(n)
    box = np.stack([rows * 0.0, rows * 20.0, rows * 0.0 + 800, (page.end - rows) * 20.0], axis=1)
    inline = page.is_tag("a", "b", "i", "em", "strong", "span", "code", "img")
    layout = make_layout(
        page,
        box=np.where(page.visible[:, None], box, np.nan),
        display=np.where(inline, 1, 2),
        background=np.where(page.tag % 12 == 1, 0xCCCCCCFF, 0xFFFFFFFF),
        font_size=np.where(page.is_tag("h1", "h2", "h3"), 24.0, 16.0),
    )
    return page.with_layout(layout)


def add_layout(method: Method, page: Page) -> Page:
    """The page, with a layout if a method needs one."""
    return nest_boxes(page) if "layout" in method.needs else page
