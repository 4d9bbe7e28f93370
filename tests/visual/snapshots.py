"""Snapshots for tests without a browser, written as the browser's protocol has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pagecore.visual.snapshot import STYLES, Snapshot, read_snapshot

DEFAULTS = {
    "display": "block", "position": "static", "visibility": "visible", "opacity": "1",
    "font-size": "16px", "font-weight": "400", "font-family": '"Times New Roman"',
    "color": "rgb(0, 0, 0)", "background-color": "rgba(0, 0, 0, 0)", "overflow-x": "visible",
    "overflow-y": "visible", "clip-path": "none", "clip": "auto",
}  # fmt: skip


@dataclass
class Node:
    """A node of a test document; `box` is None if nothing is drawn."""

    name: str
    children: Sequence[Node | str] = ()
    box: tuple[float, float, float, float] | None = (0, 0, 100, 20)
    attributes: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    value: str = ""
    shadow: str = ""
    order: int = 0
    is_pseudo: bool = False
    is_clickable: bool = False


def text(value: str, box: tuple[float, float, float, float] | None = (0, 0, 50, 20)) -> Node:
    """A text with a box."""
    return Node("#text", value=value, box=box)


def make_answer(root: Node, **document: Any) -> dict[str, Any]:
    """The answer of a browser that shows this document."""
    strings: list[str] = []

    def number(word: str) -> int:
        if word not in strings:
            strings.append(word)
        return strings.index(word)

    nodes: dict[str, Any] = {
        "parentIndex": [-1], "nodeType": [9], "nodeName": [number("#document")],
        "nodeValue": [-1], "attributes": [[]],
        "shadowRootType": {"index": [], "value": []},
        "isClickable": {"index": []}, "pseudoType": {"index": [], "value": []},
    }  # fmt: skip
    layout: dict[str, Any] = {"nodeIndex": [], "bounds": [], "styles": [], "paintOrders": []}

    def add(node: Node | str, parent: int, inherited: dict[str, str]) -> None:
        node = text(node) if isinstance(node, str) else node
        at = len(nodes["parentIndex"])
        kinds = {"#text": 3, "#comment": 8, "#doctype": 10}
        kind = kinds.get(node.name, 1)
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(kind)
        shown = "html" if kind == 10 else node.name
        is_html = kind == 1 and node.name.islower()
        nodes["nodeName"].append(number(shown.upper() if is_html else shown))
        nodes["nodeValue"].append(number(node.value) if node.value else -1)
        words = [number(word) for pair in node.attributes.items() for word in pair]
        nodes["attributes"].append(words)
        if node.shadow:
            nodes["shadowRootType"]["index"].append(at)
            nodes["shadowRootType"]["value"].append(number(node.shadow))
        if node.is_clickable:
            nodes["isClickable"]["index"].append(at)
        if node.is_pseudo:
            nodes["pseudoType"]["index"].append(at)
            nodes["pseudoType"]["value"].append(number("before"))
        styles = {**inherited, **node.styles}
        if node.box is not None and kind in (1, 3):
            layout["nodeIndex"].append(at)
            layout["bounds"].append(list(node.box))
            layout["styles"].append([number(styles[name]) for name in STYLES])
            layout["paintOrders"].append(node.order)
        own = ("font-size", "font-weight", "font-family", "color", "visibility")
        below = {**DEFAULTS, **{name: styles[name] for name in own}}
        for child in node.children:
            add(child, at, below)

    add(root, 0, dict(DEFAULTS))
    about = {"publicId": -1, "systemId": -1, "contentWidth": 1366, "contentHeight": 900}
    about |= {name: number(value) if isinstance(value, str) else value
              for name, value in document.items()}  # fmt: skip
    return {"documents": [{**about, "nodes": nodes, "layout": layout}], "strings": strings}


def make_snapshot(root: Node, **document: Any) -> Snapshot:
    """The snapshot of a document."""
    return read_snapshot(make_answer(root, **document))
