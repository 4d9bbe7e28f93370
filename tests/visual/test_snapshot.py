from __future__ import annotations

from typing import Any

import pytest

from pagecore.errors import BrowserError
from pagecore.visual.snapshot import read_snapshot, unite_boxes
from tests.visual.snapshots import Node, make_answer, make_snapshot


def test_nodes_are_read_with_their_boxes_and_styles() -> None:
    page = Node("html", [Node("p", ["a"], (8, 8, 200, 20), {"class": "x"}), Node("br", box=None)])
    snapshot = make_snapshot(page)
    assert snapshot.name == ["#document", "html", "p", "#text", "br"]
    assert snapshot.parent == [-1, 0, 1, 2, 1]
    assert snapshot.value[3] == "a"
    assert snapshot.attributes[2] == ["class", "x"]
    assert snapshot.box[2] == (8, 8, 200, 20)
    assert snapshot.box[4] is None
    assert snapshot.styles[4] is None


def test_names_of_svg_keep_their_case() -> None:
    assert make_snapshot(Node("foreignObject", [Node("p")])).name[1:] == ["foreignObject", "p"]


def test_pseudo_elements_and_their_texts_are_not_nodes() -> None:
    before = Node("::before", ["x"], is_pseudo=True)
    snapshot = make_snapshot(Node("p", [before, "a"]))
    assert [kind for kind, name in zip(snapshot.kind, snapshot.name, strict=True)][1:] == [
        *(1, 0, 0, 3)
    ]


def test_parts_of_a_node_are_one_box() -> None:
    answer = make_answer(Node("p", ["two lines"]))
    layout = answer["documents"][0]["layout"]
    for bounds in ([10, 20, 80, 20], [500, 500, 0, 0]):
        layout["nodeIndex"].append(2)
        layout["bounds"].append(bounds)
        layout["styles"].append(layout["styles"][-1])
        layout["paintOrders"].append(7)
    snapshot = read_snapshot(answer)
    assert snapshot.box[2] == (0, 0, 90, 40)
    assert snapshot.paint_order[2] == 7


def test_union_ignores_boxes_without_area() -> None:
    assert unite_boxes((5, 5, 0, 20), (10, 10, 5, 5)) == (10, 10, 5, 5)
    assert unite_boxes((0, 0, 10, 10), (20, 5, 10, 10)) == (0, 0, 30, 15)


def drop(answer: Any, *path: Any) -> None:
    for step in path[:-1]:
        answer = answer[step]
    del answer[path[-1]]


DAMAGES = [
    ("documents",),
    ("strings",),
    ("documents", 0),
    ("documents", 0, "nodes", "parentIndex"),
    ("documents", 0, "nodes", "nodeName", 0),
    ("documents", 0, "layout", "bounds", 0),
]


@pytest.mark.parametrize("path", DAMAGES, ids=str)
def test_other_answers_are_an_error_of_the_browser(path: tuple[Any, ...]) -> None:
    answer = make_answer(Node("html", [Node("p", ["a"])]))
    drop(answer, *path)
    with pytest.raises(BrowserError, match="unexpected form"):
        read_snapshot(answer)


def test_a_node_before_its_parent_is_an_error() -> None:
    answer = make_answer(Node("html", [Node("p")]))
    answer["documents"][0]["nodes"]["parentIndex"][1] = 2
    with pytest.raises(BrowserError, match="precedes its parent"):
        read_snapshot(answer)
