from __future__ import annotations

import numpy as np

from pagecore import Page, parse
from pagecore.page.layout import CLICKABLE, DISPLAYS, IN_VIEWPORT, VISIBLE, Layout
from pagecore.visual.join import join_layout
from pagecore.visual.serialise import serialise
from tests.visual.snapshots import Node, make_snapshot, text


def join(*body: Node | str, styles: dict[str, str] | None = None) -> tuple[Page, Layout]:
    """The page of a document, and its layout."""
    page = Node(
        "html",
        [Node("head", box=None), Node("body", body, (0, 0, 1366, 900), styles=styles or {})],
        (0, 0, 1366, 900),
    )
    snapshot = make_snapshot(page)
    serialised = serialise(snapshot)
    parsed = parse(serialised.source.decode())
    layout = join_layout(parsed, snapshot, serialised, viewport=(1366, 900), quality=1.0)
    return parsed, layout


def row_of(page: Page, name: str) -> int:
    return [page.name(row) for row in range(len(page))].index(name)


def boxes(page: Page, layout: Layout, name: str) -> list[list[float]]:
    rows = [row for row in range(len(page)) if page.name(row) == name]
    return [layout.box[row].tolist() for row in rows]


def test_elements_and_texts_get_their_boxes() -> None:
    page, layout = join(Node("p", [text("a", (1, 2, 3, 4)), Node("b", box=(5, 6, 7, 8))]))
    assert boxes(page, layout, "b") == [[5, 6, 7, 8]]
    assert boxes(page, layout, "#text") == [[1, 2, 3, 4]]
    assert np.isnan(layout.box[row_of(page, "head")]).all()


def test_texts_that_the_parser_merges_have_the_box_around_them() -> None:
    page, layout = join(Node("p", [text("a", (0, 0, 10, 10)), text("b", (30, 40, 10, 10))]))
    assert boxes(page, layout, "#text") == [[0, 0, 40, 50]]


def test_a_comment_parts_texts() -> None:
    page, layout = join(
        Node("p", [text("a", (0, 0, 1, 1)), Node("#comment", value="c"), text("b", (2, 2, 1, 1))])
    )
    assert boxes(page, layout, "#text") == [[0, 0, 1, 1], [2, 2, 1, 1]]


def test_a_tree_that_the_parser_changes_keeps_its_boxes() -> None:
    # A script may put a paragraph into a paragraph; a parser closes the first one.
    inner = Node("p", [text("b", (0, 20, 9, 9))], (0, 20, 50, 9))
    page, layout = join(Node("p", [text("a", (0, 0, 9, 9)), inner], (0, 0, 50, 40)))
    assert boxes(page, layout, "#text") == [[0, 0, 9, 9], [0, 20, 9, 9]]
    drawn = [box for box in boxes(page, layout, "p") if not np.isnan(box[0])]
    assert drawn == [[0, 0, 50, 40], [0, 20, 50, 9]]


def test_empty_texts_are_not_drawn() -> None:
    page, layout = join(Node("p", [text(" ", (5, 5, 0, 0))]))
    assert np.isnan(layout.box[row_of(page, "#text")]).all()
    assert layout.seen[row_of(page, "#text")] == 0


def test_fonts_and_colours() -> None:
    styles = {
        "font-family": '"Open Sans", serif', "font-size": "12.5px", "font-weight": "700",
        "color": "rgb(255, 0, 0)", "background-color": "rgba(0, 0, 0, 0.5)",
    }  # fmt: skip
    page, layout = join(Node("p", ["a"], styles=styles), Node("div"))
    for row in (row_of(page, "p"), row_of(page, "#text")):
        assert layout.fonts[layout.font[row]] == "Open Sans"
        assert layout.font_size[row] == 12.5
        assert layout.font_weight[row] == 700
        assert layout.colour[row] == 0xFF0000FF
        assert layout.background[row] == 0x7F7F7FFF
    assert layout.fonts[layout.font[row_of(page, "div")]] == "Times New Roman"
    assert layout.background[row_of(page, "div")] == 0xFFFFFFFF


def test_the_background_of_the_body_is_that_of_the_window() -> None:
    page, layout = join("a", styles={"background-color": "rgb(1, 2, 3)"})
    rows = [row_of(page, name) for name in ("html", "body", "#text")]
    assert layout.background[rows].tolist() == [0x010203FF] * 3


def test_display_of_what_is_drawn_and_of_what_is_not() -> None:
    inner = Node("b", ["x"], styles={"display": "inline"})
    page, layout = join(
        Node("i", [inner], None), Node("u", ["y"], styles={"display": "ruby"}), Node("s", box=None)
    )
    names = ("b", "i", "u", "s", "#text")
    displays = [DISPLAYS[layout.display[row_of(page, name)]] for name in names]
    assert displays == ["inline", "contents", "other", "none", "inline"]


def test_seen() -> None:
    link = Node("a", ["x"], is_clickable=True)
    far = Node("hr", box=(0, 2000, 10, 10))
    page, layout = join(link, far, Node("em", box=(-500, 0, 10, 10)))
    assert layout.seen[row_of(page, "a")] == VISIBLE | IN_VIEWPORT | CLICKABLE
    assert layout.seen[row_of(page, "#text")] == VISIBLE | IN_VIEWPORT | CLICKABLE
    assert layout.seen[row_of(page, "hr")] == VISIBLE
    assert layout.seen[row_of(page, "em")] == 0


def test_rows_that_the_parser_adds_have_no_box() -> None:
    page, layout = join(Node("table", [Node("tr", [Node("td", ["x"])])]))
    row = row_of(page, "tbody")
    assert np.isnan(layout.box[row]).all()
    assert DISPLAYS[layout.display[row]] == "contents"


def test_boxes_beyond_all_measure_are_not_drawn() -> None:
    page, layout = join(Node("hr", box=(0, 0, 3e38, 10)))
    assert np.isnan(layout.box[row_of(page, "hr")]).all()
