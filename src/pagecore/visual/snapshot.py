"""What the browser reports about a rendered document: nodes, boxes and computed styles.

The browser answers with tables of numbers and one list of strings (`DOMSnapshot.captureSnapshot` of
its protocol). The nodes are those of the flat tree: the shadow tree of an element stands in place
of its children, and these stand in the slots where they are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pagecore.errors import BrowserError

ELEMENT, TEXT, COMMENT, DOCUMENT_TYPE = 1, 3, 8, 10

#: The computed styles that a layout is made of, in the order of `Snapshot.styles`.
STYLES: Final = (
    "display", "position", "visibility", "opacity", "font-size", "font-weight", "font-family",
    "color", "background-color", "overflow-x", "overflow-y", "clip-path", "clip",
)  # fmt: skip

#: The arguments of the call.
ARGUMENTS: Final[Mapping[str, Any]] = {
    "computedStyles": list(STYLES),
    "includePaintOrder": True,
    "includeDOMRects": False,
    "includeBlendedBackgroundColors": False,
}

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Snapshot:
    """A rendered document; every list has one value per node, and parents precede children."""

    parent: list[int]
    #: The numbers of the DOM standard.
    kind: list[int]
    #: Names of elements in lower case, except in SVG and MathML.
    name: list[str]
    #: The data of texts and comments.
    value: list[str]
    #: Names and values of attributes in turns.
    attributes: list[list[str]]
    #: `open` or `closed` for the nodes of a shadow tree, else an empty string.
    shadow: list[str]
    is_clickable: list[bool]
    #: x, y, width and height; None if nothing is drawn.
    box: list[Box | None]
    #: The computed values of `STYLES`; None for a node that the browser does not lay out.
    styles: list[tuple[str, ...] | None]
    #: A node is painted over those with a smaller number.
    paint_order: list[int]
    public_id: str
    system_id: str
    #: Width and height of the document, in CSS pixels.
    size: tuple[float, float]


def read_snapshot(answer: Mapping[str, Any]) -> Snapshot:
    """Read the browser's answer; only the document of the main frame.

    Raises:
        BrowserError: the answer does not have the expected form.
    """
    try:
        return _read(answer["documents"][0], answer["strings"])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise BrowserError(
            f"the browser describes the page in an unexpected form: {error!r}; update Chromium or "
            "playwright"
        ) from error


def _read(document: Mapping[str, Any], strings: Sequence[str]) -> Snapshot:
    nodes = document["nodes"]
    parent: list[int] = nodes["parentIndex"]
    kind: list[int] = nodes["nodeType"]
    n = len(parent)
    if any(not -1 <= above < at for at, above in enumerate(parent)):
        raise ValueError("a node precedes its parent")
    if any(len(nodes[name]) != n for name in ("nodeType", "nodeName", "nodeValue", "attributes")):
        raise ValueError("not every node has all its values")
    names = [strings[name] for name in nodes["nodeName"]]
    values = [strings[value] if value >= 0 else "" for value in nodes["nodeValue"]]
    attributes = [[strings[word] for word in words] for words in nodes["attributes"]]
    shadow = [""] * n
    for at, value in zip(
        nodes["shadowRootType"]["index"], nodes["shadowRootType"]["value"], strict=True
    ):
        shadow[at] = strings[value]
    clickable = set(nodes["isClickable"]["index"])
    pseudo = set(nodes["pseudoType"]["index"])
    # The contents of pseudo-elements belong to style sheets, not to the document.
    for at in range(n):
        if at in pseudo or parent[at] in pseudo:
            pseudo.add(at)
            kind[at] = 0
    box, styles, order = _read_layout(document, strings, n)
    return Snapshot(
        parent=parent,
        kind=kind,
        name=[name.lower() if name.isupper() else name for name in names],
        value=values,
        attributes=attributes,
        shadow=shadow,
        is_clickable=[at in clickable for at in range(n)],
        box=box,
        styles=styles,
        paint_order=order,
        public_id=_get(strings, document["publicId"]),
        system_id=_get(strings, document["systemId"]),
        size=(document.get("contentWidth", 0.0), document.get("contentHeight", 0.0)),
    )


def _get(strings: Sequence[str], at: int) -> str:
    return strings[at] if at >= 0 else ""


def _read_layout(
    document: Mapping[str, Any], strings: Sequence[str], n: int
) -> tuple[list[Box | None], list[tuple[str, ...] | None], list[int]]:
    """Read boxes, styles and the order of painting. A node may be laid out in several parts."""
    layout = document["layout"]
    box: list[Box | None] = [None] * n
    styles: list[tuple[str, ...] | None] = [None] * n
    order = [-1] * n
    for at, bounds, numbers, paint in zip(
        layout["nodeIndex"], layout["bounds"], layout["styles"], layout["paintOrders"], strict=True
    ):
        x, y, width, height = bounds
        known = box[at]
        # A part without size, such as a collapsed space, must not widen the box.
        if known is None:
            box[at] = (x, y, width, height)
        elif width > 0 and height > 0:
            box[at] = unite_boxes(known, (x, y, width, height))
        if styles[at] is None and numbers:
            styles[at] = tuple([strings[number] for number in numbers])
        order[at] = max(order[at], paint)
    return box, styles, order


def unite_boxes(first: Box, second: Box) -> Box:
    """Return the smallest box around two boxes; a box without area adds nothing."""
    if first[2] <= 0 or first[3] <= 0:
        return second
    left, top = min(first[0], second[0]), min(first[1], second[1])
    right = max(first[0] + first[2], second[0] + second[2])
    bottom = max(first[1] + first[3], second[1] + second[3])
    return left, top, right - left, bottom - top
