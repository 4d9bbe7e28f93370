"""Test pages with boxes: HTML whose elements have their box and looks in attributes.

`draw("<div box='0 0 100 50' bg=navy>word</div>")` is a page with a layout. `box` is x, y, width and
height in pixels. Without it an element is as large as what is in it, or as the element around it if
there is nothing but text; a text is as large as the element around it, unless `text` has its box.
`display`, `bg` (a name or a number), `size` (of the font), `bold` and `hidden` (not drawn, but not
hidden in the source) are optional; font and background are inherited.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pagecore import Page, parse
from pagecore.page.layout import DISPLAYS
from tests.layouts import make_layout

COLOURS = {"white": 0xFFFFFFFF, "navy": 0x000080FF, "black": 0x000000FF, "grey": 0xCCCCCCFF}
#: Elements that are inline unless they have a `display`.
_INLINE = frozenset(["a", "b", "i", "em", "span", "sup", "code", "img", "font", "input", "button"])
_DISPLAYS = {"table": "table", "tbody": "table-row-group", "tr": "table-row", "td": "table-cell"}


def draw(html: str, *, quality: float = 1.0) -> Page:
    """A page with the layout that its attributes describe."""
    page = parse(html)
    n = len(page)
    columns: dict[str, Any] = {
        "box": np.full((n, 4), np.nan),
        "background": np.full(n, COLOURS["white"]),
        "font_size": np.full(n, 16.0),
        "font_weight": np.full(n, 400),
        "display": np.zeros(n, int),
    }
    drawn = np.ones(n, np.bool_)
    for row in range(n):
        above = int(page.parent[row])
        for name in ("background", "font_size", "font_weight"):
            if above >= 0:
                columns[name][row] = columns[name][above]
        drawn[row] = above < 0 or drawn[above]
        if page.tag[row]:
            _read_looks(page, row, columns)
            drawn[row] &= _read(page, row, "undrawn") is None and page.name(row) != "head"
    _fill_boxes(page, columns["box"], drawn)
    columns["seen"] = np.where(drawn & ~np.isnan(columns["box"][:, 0]), 3, 0)
    columns["box"][columns["seen"] == 0] = np.nan
    return page.with_layout(make_layout(page, quality=quality, **columns))


def _read(page: Page, row: int, name: str) -> str | None:
    ids, values = page.attr(name)
    return values[ids[row]] if ids[row] >= 0 else None


def _read_looks(page: Page, row: int, columns: dict[str, Any]) -> None:
    if box := _read(page, row, "box"):
        columns["box"][row] = [float(number) for number in box.split()]
    if background := _read(page, row, "bg"):
        columns["background"][row] = COLOURS[background]
    if size := _read(page, row, "size"):
        columns["font_size"][row] = float(size)
    if _read(page, row, "bold") is not None:
        columns["font_weight"][row] = 700
    name = page.name(row)
    usual = _DISPLAYS.get(name, "inline" if name in _INLINE else "block")
    columns["display"][row] = DISPLAYS.index(_read(page, row, "display") or usual)


def _fill_boxes(page: Page, box: Any, drawn: Any) -> None:
    """Give a box to what has none: around what is in it, or like the element around it."""
    for row in range(len(page) - 1, -1, -1):
        inside = [
            at
            for at in range(row + 1, int(page.end[row]))
            if page.parent[at] == row and drawn[at] and not np.isnan(box[at, 0])
        ]
        if np.isnan(box[row, 0]) and inside and page.tag[row]:
            low = box[inside, :2].min(axis=0)
            high = (box[inside, :2] + box[inside, 2:]).max(axis=0)
            box[row] = [*low, *(high - low)]
    for row in range(len(page)):
        above = int(page.parent[row])
        if page.tag[row] == 0 and page.chars[row] and (text := _read(page, above, "text")):
            box[row] = [float(number) for number in text.split()]
        elif np.isnan(box[row, 0]) and above >= 0 and (page.chars[row] or page.tag[row]):
            box[row] = box[above]
