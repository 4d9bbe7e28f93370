"""Join a rendered document to the page that was parsed from its source: the columns of `Layout`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Layout, Page, tags
from pagecore.page.layout import CLICKABLE, COVERED, DISPLAYS, IN_VIEWPORT, POSITIONS, VISIBLE
from pagecore.visual.colours import WHITE, paint_over, read_colour
from pagecore.visual.serialise import NUMBER, SerialisedDocument
from pagecore.visual.snapshot import ELEMENT, STYLES, TEXT, Snapshot, unite_boxes
from pagecore.visual.visibility import find_covered, find_visible

_AT: Final = {name: at for at, name in enumerate(STYLES)}
_DISPLAY: Final = {name: number for number, name in enumerate(DISPLAYS)}
_POSITION: Final = {name: number for number, name in enumerate(POSITIONS)}
_NONE, _INLINE, _CONTENTS = _DISPLAY["none"], _DISPLAY["inline"], _DISPLAY["contents"]
_OTHER: Final = _DISPLAY["other"]
#: The length of a box that is more than any page has; Chromium has its own limit near it.
_MAX_PX: Final = 1e8
_MAX_FONTS: Final = 65_000
_DIGITS: Final = re.compile(r"[0-9]{1,9}")


@dataclass
class _Columns:
    """The columns of a layout, with one value per node of the rendered document."""

    box: npt.NDArray[np.float32]
    font_size: list[float]
    font_weight: list[int]
    font: list[int]
    colour: list[int]
    background: list[int]
    display: list[int]
    position: list[int]
    seen: list[int]


def join_layout(
    page: Page,
    snapshot: Snapshot,
    serialised: SerialisedDocument,
    *,
    viewport: tuple[int, int],
    quality: float,
    has_run_scripts: bool = False,
) -> Layout:
    """Return the layout of a page.

    Args:
        page: the page that was parsed from the serialised source.
        snapshot: the document as the browser rendered it.
        serialised: its source, with the offsets of texts.
        viewport: width and height of the window, in CSS pixels.
        quality: how reliable the geometry is, 0 to 1.
        has_run_scripts: whether the scripts of the page ran before.
    """
    columns, fonts = _make_columns(snapshot, viewport)
    node, box = _find_nodes(page, serialised, columns.box)
    # Rows without a node are those that the parser added; they take the styles of the root.
    has_node = node >= 0
    at = np.where(has_node, node, 0)
    values: dict[str, Any] = {
        name: np.asarray(getattr(columns, name))[at]
        for name in ("font_size", "font_weight", "font", "colour", "background", "position")
    }
    values["display"] = np.where(has_node, np.asarray(columns.display)[at], _CONTENTS)
    is_drawn = has_node & ~np.isnan(box[:, 0])
    values["seen"] = np.where(is_drawn, np.asarray(columns.seen)[at], 0)
    return Layout.of(
        page, box=box, fonts=fonts, quality=quality, has_run_scripts=has_run_scripts, **values
    )


def _find_nodes(
    page: Page, serialised: SerialisedDocument, boxes: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Return the node of every row (-1 without one), and the boxes of rows.

    Texts that the parser merged have the node of the first, and the box around all of them.
    """
    ids, numbers = page.attr(NUMBER)
    number = np.full(len(numbers) + 1, -1, np.int64)
    number[:-1] = [_read_number(word, len(boxes)) for word in numbers]
    node = number[ids]
    box = np.full((len(page), 4), np.nan, np.float32)
    box[node >= 0] = boxes[node[node >= 0]]
    rows = np.flatnonzero(page.tag == tags.TEXT)
    starts = serialised.text_start
    if not rows.size or not starts.size:
        return node, box
    # A text begins at its own offset, or after a line break that the parser dropped.
    first = np.searchsorted(starts, page.start[rows], "right") - 1
    first = np.maximum(first, 0)
    is_inside = page.start[rows] < serialised.text_stop[first]
    is_inside &= page.start[rows] >= starts[first]
    rows, first = rows[is_inside], first[is_inside]
    last = np.searchsorted(starts, page.stop[rows], "left") - 1
    node[rows] = serialised.text_node[first]
    box[rows] = boxes[node[rows]]
    # Parsers merge neighbouring texts, and texts that were moved out of a table.
    for row, begin, end in zip(rows, first, last, strict=True):
        if end > begin:
            drawn = [boxes[text] for text in serialised.text_node[begin : end + 1]]
            box[row] = _unite_all([part for part in drawn if not np.isnan(part[0])])
    return node, box


def _unite_all(boxes: list[npt.NDArray[np.float32]]) -> tuple[float, ...]:
    if not boxes:
        return (np.nan,) * 4
    whole = tuple(map(float, boxes[0]))
    for box in boxes[1:]:
        x, y, width, height = map(float, box)
        whole = unite_boxes((whole[0], whole[1], whole[2], whole[3]), (x, y, width, height))
    return whole


def _read_number(word: str, n_nodes: int) -> int:
    number = int(word) if _DIGITS.fullmatch(word) else -1
    return number if number < n_nodes else -1


def _make_columns(
    snapshot: Snapshot, viewport: tuple[int, int]
) -> tuple[_Columns, tuple[str, ...]]:
    n = len(snapshot.parent)
    columns = _Columns(
        box=_make_boxes(snapshot),
        font_size=[16.0] * n,
        font_weight=[400] * n,
        font=[0] * n,
        colour=[0x000000FF] * n,
        background=[WHITE] * n,
        display=[_NONE] * n,
        position=[0] * n,
        seen=[0] * n,
    )
    fonts: dict[str, int] = {}
    drawn_inside = _find_drawn_inside(snapshot)
    colour, first_family = cache(read_colour), cache(_first_family)
    canvas = _find_canvas(snapshot)
    for node, above in enumerate(snapshot.parent):
        styles = snapshot.styles[node]
        if styles is None:
            _inherit(columns, node, above)
            if snapshot.kind[node] == ELEMENT and drawn_inside[node]:
                columns.display[node] = _CONTENTS
            continue
        family = first_family(styles[_AT["font-family"]])
        columns.font[node] = fonts.setdefault(family, min(len(fonts), _MAX_FONTS))
        columns.font_size[node] = _read_size(styles[_AT["font-size"]])
        columns.font_weight[node] = int(float(styles[_AT["font-weight"]]))
        below = columns.background[above] if above >= 0 else WHITE
        if snapshot.name[node] == "html":
            below = canvas
        columns.colour[node] = colour(styles[_AT["color"]])
        columns.background[node] = below
        if snapshot.kind[node] == ELEMENT:
            columns.background[node] = paint_over(colour(styles[_AT["background-color"]]), below)
            columns.display[node] = _DISPLAY.get(styles[_AT["display"]], _OTHER)
            columns.position[node] = _POSITION.get(styles[_AT["position"]], 0)
        else:
            columns.display[node] = _INLINE
    columns.seen = _find_seen(snapshot, viewport)
    return columns, tuple(fonts) or ("",)


def _find_canvas(snapshot: Snapshot) -> int:
    """Return the colour behind everything: the background of `body` if `html` has none."""
    for node, name in enumerate(snapshot.name[:10_000]):
        styles = snapshot.styles[node]
        if name in ("html", "body") and styles is not None:
            colour = read_colour(styles[_AT["background-color"]])
            if colour & 0xFF:
                return paint_over(colour, WHITE)
    return WHITE


def _inherit(columns: _Columns, node: int, above: int) -> None:
    """Copy what CSS inherits, for a node that the browser does not lay out."""
    if above >= 0:
        columns.font_size[node] = columns.font_size[above]
        columns.font_weight[node] = columns.font_weight[above]
        columns.font[node] = columns.font[above]
        columns.colour[node] = columns.colour[above]
        columns.background[node] = columns.background[above]


def _make_boxes(snapshot: Snapshot) -> npt.NDArray[np.float32]:
    """Return the boxes; a text without area is not drawn, an element without area may be."""
    boxes = np.full((len(snapshot.parent), 4), np.nan, np.float32)
    for node, box in enumerate(snapshot.box):
        if box is None:
            continue
        is_empty_text = snapshot.kind[node] == TEXT and (box[2] <= 0 or box[3] <= 0)
        if not is_empty_text and all(abs(value) < _MAX_PX for value in box):
            boxes[node] = box
    return boxes


def _find_drawn_inside(snapshot: Snapshot) -> list[bool]:
    """Decide for every node whether something is laid out inside it."""
    drawn = [box is not None for box in snapshot.box]
    for node in range(len(drawn) - 1, 0, -1):
        if drawn[node] and snapshot.parent[node] >= 0:
            drawn[snapshot.parent[node]] = True
    return drawn


def _find_seen(snapshot: Snapshot, viewport: tuple[int, int]) -> list[int]:
    visible = find_visible(snapshot)
    covered = find_covered(snapshot, visible)
    width, height = viewport
    seen = [0] * len(visible)
    clickable = list(snapshot.is_clickable)
    for node, above in enumerate(snapshot.parent):
        # A click on a part of a link is a click on the link.
        if above >= 0 and clickable[above] and snapshot.name[above] not in ("html", "body"):
            clickable[node] = True
        box = snapshot.box[node]
        if box is None or not visible[node]:
            continue
        in_viewport = box[0] < width and box[1] < height
        seen[node] = (
            VISIBLE
            | (IN_VIEWPORT if in_viewport else 0)
            | (CLICKABLE if clickable[node] else 0)
            | (COVERED if covered[node] else 0)
        )
    return seen


def _first_family(families: str) -> str:
    return families.partition(",")[0].strip().strip("\"'")[:200]


def _read_size(size: str) -> float:
    try:
        return max(float(size.removesuffix("px")), 0.0)
    except ValueError:
        return 16.0
