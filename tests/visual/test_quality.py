from __future__ import annotations

import pytest

from pagecore.visual.quality import estimate_quality, weigh_sheets
from pagecore.visual.render import RenderedDocument
from tests.visual.snapshots import Node, make_snapshot, text

URL = "https://site.example/a"
DESIGNED = Node("p", ["some words"], (0, 0, 300, 20), styles={"font-family": "Arial"})
BARE = Node("p", ["some words"], (8, 0, 1350, 20))


def estimate(*body: Node, sheets: tuple[str, ...] = (), missing: tuple[str, ...] = ()) -> float:
    snapshot = make_snapshot(Node("html", [Node("body", body, (0, 0, 1366, 900))]))
    rendered = RenderedDocument(URL, sheets=list(sheets), missing_sheets=list(missing))
    return estimate_quality(snapshot, rendered, 1366)


OWN, OTHER = "https://site.example/s.css", "https://cdn.example/s.css"
FONTS = "https://fonts.googleapis.com/css?family=A"

CASES = [
    # what it shows        document    sheets      missing        quality
    ("all there",          DESIGNED,   (OWN,),     (),            1.0),
    ("no sheets",          DESIGNED,   (),         (),            1.0),
    ("all missing",        DESIGNED,   (),         (OWN,),        0.0),
    ("half",               DESIGNED,   (OWN,),     (OWN + "?2",), 0.5),
    ("of another host",    DESIGNED,   (OWN,),     (OTHER,),      2 / 3),
    ("fonts",              DESIGNED,   (OWN,),     (FONTS,),      1.0),
    ("asked for twice",    DESIGNED,   (OWN,),     (OTHER,) * 2,  2 / 3),
    ("no design",          BARE,       (),         (),            0.3),
    ("sheets, no design",  BARE,       (OWN,),     (),            0.3),
    ("missing, no design", BARE,       (),         (OWN,),        0.0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "sheets", "missing", "quality"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_quality(
    body: Node, sheets: tuple[str, ...], missing: tuple[str, ...], quality: float
) -> None:
    assert estimate(body, sheets=sheets, missing=missing) == pytest.approx(quality)


def test_text_that_is_not_drawn_lowers_it() -> None:
    undrawn = Node("div", [text("x" * 90, None)], None)
    shown = Node("p", ["y" * 10], (0, 0, 300, 20), styles={"font-family": "Arial"})
    assert estimate(shown, undrawn) == pytest.approx(0.2)
    # Half of a page may be menus that open.
    assert estimate(shown, Node("div", [text("x" * 10, None)], None)) == 1.0


def test_text_of_scripts_does_not_count() -> None:
    script = Node("script", [text("x" * 999, None)], None)
    assert estimate(DESIGNED, script) == 1.0


def test_columns_of_plain_text_are_a_design() -> None:
    cells = [Node("td", ["some words"], (8, 0, 400, 20)) for _ in range(3)]
    assert estimate(*cells) == 1.0


def test_style_elements_are_style_sheets() -> None:
    style = Node("style", [text("a{}" * 100, None)], None)
    snapshot = make_snapshot(Node("html", [style]))
    assert weigh_sheets(snapshot, RenderedDocument(URL, missing_sheets=[OWN])) == 0.5
    short = make_snapshot(Node("html", [Node("style", [text("a{}", None)], None)]))
    assert weigh_sheets(short, RenderedDocument(URL, missing_sheets=[OWN])) == 0.0
