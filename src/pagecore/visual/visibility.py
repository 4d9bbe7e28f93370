"""Visibility of the boxes of a page: which ones a person sees, and which ones others cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.visual.colours import read_colour
from pagecore.visual.snapshot import STYLES, Box, Snapshot

#: Elements that are drawn as a whole, whatever their background.
_REPLACED: Final = frozenset({"img", "video", "canvas", "iframe", "embed", "object"})
_AT: Final = {name: at for at, name in enumerate(STYLES)}
#: The side of a cell of the grid on which covering is decided, in CSS pixels.
_CELL_PX: Final = 4
#: Cells at most; longer pages have larger cells.
_MAX_CELLS: Final = 1 << 22
#: Clipping that leaves nothing: the ways in which style sheets hide text from sight alone.
_NO_CLIP: Final = ("auto", "none", "")
_UNBOUNDED: Final = (-np.inf, -np.inf, np.inf, np.inf)

Bounds = tuple[float, float, float, float]


def find_visible(snapshot: Snapshot) -> list[bool]:
    """Decide for every node whether its box is visible somewhere on the page.

    A box is not if it has no area, if `visibility` or `opacity` hides it, if it lies outside of the
    page, or if the boxes around it clip it away.
    """
    n = len(snapshot.parent)
    visible = [False] * n
    #: Left, top, right and bottom of the part that shows: for what is inside a node, and for what
    #: is positioned relative to it.
    inside: list[Bounds] = [_UNBOUNDED] * n
    positioned: list[Bounds] = [_UNBOUNDED] * n
    faded = [False] * n
    for node, above in enumerate(snapshot.parent):
        styles, box = snapshot.styles[node], snapshot.box[node]
        clip = inside[above] if above >= 0 else _UNBOUNDED
        outer = positioned[above] if above >= 0 else _UNBOUNDED
        faded[node] = above >= 0 and faded[above]
        inside[node], positioned[node] = clip, outer
        if styles is None or box is None:
            continue
        if snapshot.kind[node] == 1:
            position = styles[_AT["position"]]
            if position == "fixed":
                clip = outer = _UNBOUNDED
            elif position == "absolute":
                clip = outer
            faded[node] = faded[node] or styles[_AT["opacity"]] == "0"
            own = _clip_inside(clip, box, styles, snapshot.name[node])
            inside[node] = own
            # A box that clips and is not positioned does not clip absolute boxes inside it.
            positioned[node] = own if position != "static" else outer
            if _is_clipped(styles):
                clip = inside[node] = positioned[node] = (0.0, 0.0, 0.0, 0.0)
        is_shown = styles[_AT["visibility"]] == "visible" and not faded[node]
        visible[node] = is_shown and _overlaps(box, clip)
    return visible


def _overlaps(box: Box, clip: Bounds) -> bool:
    x, y, width, height = box
    if width <= 0 or height <= 0 or x + width <= 0 or y + height <= 0:
        return False
    return x < clip[2] and y < clip[3] and x + width > clip[0] and y + height > clip[1]


def _clip_inside(clip: Bounds, box: Box, styles: tuple[str, ...], name: str) -> Bounds:
    """Return the part of a node's contents that shows: `overflow` clips each direction alone."""
    left, top, right, bottom = clip
    # The overflow of these belongs to the window, which scrolls.
    if name in ("html", "body"):
        return clip
    # Contents that can be scrolled into sight count as visible.
    if styles[_AT["overflow-x"]] in ("hidden", "clip"):
        left, right = max(left, box[0]), min(right, box[0] + box[2])
    if styles[_AT["overflow-y"]] in ("hidden", "clip"):
        top, bottom = max(top, box[1]), min(bottom, box[1] + box[3])
    return left, top, right, bottom


def _is_clipped(styles: tuple[str, ...]) -> bool:
    """Whether `clip` or `clip-path` leaves nothing of a box."""
    path, clip = styles[_AT["clip-path"]], styles[_AT["clip"]]
    is_cut = clip not in _NO_CLIP and styles[_AT["position"]] in ("absolute", "fixed")
    if is_cut:
        edges = [float(word.removesuffix("px")) for word in _list_lengths(clip)]
        is_cut = len(edges) == 4 and (edges[2] - edges[0] <= 1 or edges[1] - edges[3] <= 1)
    return is_cut or path in ("inset(50%)", "inset(100%)", "circle(0px)", "circle(0px at 50% 50%)")


def _list_lengths(clip: str) -> list[str]:
    words = clip.removeprefix("rect(").removesuffix(")").replace(",", " ").split()
    return words if all(word.endswith("px") for word in words) else []


def find_covered(snapshot: Snapshot, visible: Sequence[bool]) -> list[bool]:
    """Decide for every visible node whether others, painted later, hide it.

    Opaque boxes and images are painted into a grid in the browser's order. A node is covered if at
    its middle and at the middles of its quarters the uppermost box is painted later, and is neither
    around it nor inside it.
    """
    n = len(snapshot.parent)
    nodes = np.flatnonzero(np.asarray(visible, np.bool_))
    covered = np.zeros(n, np.bool_)
    if not nodes.size:
        return covered.tolist()
    boxes = np.array([snapshot.box[node] for node in nodes], np.float64)
    order = np.asarray(snapshot.paint_order)
    owner, cell_px = _paint(snapshot, nodes, boxes, order)
    stop = _find_stops(snapshot.parent)
    # A box that others are inside of is drawn before them, so only what is beside it covers it.
    hidden = np.ones(len(nodes), np.bool_)
    for across, down in ((0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)):
        column = (boxes[:, 0] + across * boxes[:, 2]) // cell_px
        row = (boxes[:, 1] + down * boxes[:, 3]) // cell_px
        height, width = owner.shape
        is_on_page = (column >= 0) & (row >= 0) & (column < width) & (row < height)
        at = np.where(is_on_page, row * width + column, 0).astype(np.int64)
        over = owner.ravel()[at]
        is_related = ((over >= nodes) & (over < stop[nodes])) | (
            (nodes >= over) & (nodes < stop[over])
        )
        hidden &= is_on_page & (over >= 0) & ~is_related & (order[over] > order[nodes])
    covered[nodes] = hidden
    return covered.tolist()


def _paint(
    snapshot: Snapshot,
    nodes: npt.NDArray[np.int64],
    boxes: npt.NDArray[np.float64],
    order: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], float]:
    """Return the uppermost opaque node of every cell (-1 for none), and the side of a cell."""
    right = min(float((boxes[:, 0] + boxes[:, 2]).max()), 1e6)
    bottom = min(float((boxes[:, 1] + boxes[:, 3]).max()), 1e7)
    cell_px = max(float(_CELL_PX), (max(right * bottom, 1.0) / _MAX_CELLS) ** 0.5)
    shape = (int(max(bottom, 0) // cell_px) + 1, int(max(right, 0) // cell_px) + 1)
    owner = np.full(shape, -1, np.int64)
    opaque = [at for at, node in enumerate(nodes.tolist()) if _is_opaque(snapshot, node)]
    opaque.sort(key=lambda at: order[nodes[at]])
    edges = np.concatenate((boxes[:, :2], boxes[:, :2] + boxes[:, 2:]), axis=1) / cell_px
    cells = np.clip(np.round(edges), 0, max(shape) + 1).astype(np.int64)
    for at in opaque:
        left, top, right_cell, bottom_cell = cells[at]
        owner[top:bottom_cell, left:right_cell] = nodes[at]
    return owner, cell_px


def _is_opaque(snapshot: Snapshot, node: int) -> bool:
    styles = snapshot.styles[node]
    if styles is None or snapshot.kind[node] != 1 or styles[_AT["opacity"]] != "1":
        return False
    if snapshot.name[node] in _REPLACED:
        return True
    background = styles[_AT["background-color"]]
    return background != "rgba(0, 0, 0, 0)" and read_colour(background) & 0xFF > 0xE0


def _find_stops(parent: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return for every node the end of its subtree, which is a range of nodes."""
    stop = list(range(1, len(parent) + 1))
    for node in range(len(parent) - 1, 0, -1):
        if parent[node] >= 0:
            stop[parent[node]] = max(stop[parent[node]], stop[node])
    return np.asarray(stop, np.int64)
