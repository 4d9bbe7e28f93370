from __future__ import annotations

from typing import Any

import pytest

from pagecore.visual.visibility import find_covered, find_visible
from tests.visual.snapshots import Node, make_snapshot

WHITE = {"background-color": "rgb(255, 255, 255)"}
HIDDEN = {"overflow-x": "hidden", "overflow-y": "hidden"}


def sees(root: Node) -> dict[str, bool]:
    """Whether the elements of a document are visible, by name."""
    snapshot = make_snapshot(root)
    return dict(zip(snapshot.name, find_visible(snapshot), strict=True))


def p(box: Any = (0, 0, 50, 20), **styles: str) -> Node:
    return Node("p", box=box, styles={name.replace("_", "-"): styles[name] for name in styles})


def clip(child: Node, *, height: float = 0, **styles: str) -> Node:
    """A node in a box that is too small for it, and hides what is outside of it."""
    own = {name.replace("_", "-"): value for name, value in styles.items()}
    return Node("div", [child], (0, 0, 100, height), styles={**HIDDEN, **own})


NOWHERE = "rect(0px, 0px, 0px, 0px)"
ABSOLUTE = {"position": "absolute"}

CASES = [
    # what it shows              document                                          p is visible
    ("plain",                    p(),                                              True),
    ("no box",                   p(None),                                          False),
    ("no area",                  p((0, 0, 50, 0)),                                 False),
    ("left of the page",         p((-9999, 0, 50, 20)),                            False),
    ("above the page",           p((0, -50, 50, 20)),                              False),
    ("hidden",                   p(visibility="hidden"),                           False),
    ("transparent",              p(opacity="0"),                                   False),
    ("in something transparent", Node("div", [p()], styles={"opacity": "0"}),      False),
    ("faint",                    p(opacity="0.1"),                                 True),
    ("clipped by its box",       clip(p()),                                        False),
    ("overflowing",              Node("div", [p()], (0, 0, 100, 0)),               True),
    ("scrolled",                 clip(p(), overflow_y="scroll"),                   True),
    ("below the clip",           clip(p((0, 30, 50, 20)), height=25),              False),
    ("in the clip",              clip(p((0, 20, 50, 20)), height=25),              True),
    ("absolute, out of a clip",  clip(p(**ABSOLUTE)),                              True),
    ("absolute, in its clip",    clip(p(**ABSOLUTE), position="relative"),         False),
    ("fixed, in a clip",         clip(p(position="fixed"), position="relative"),   True),
    ("below the window",         Node("body", [p((0, 2000, 50, 20))], styles=HIDDEN), True),
    ("for screen readers",       p(clip=NOWHERE, **ABSOLUTE),                      False),
    ("clip without effect",      p(clip=NOWHERE),                                  True),
    ("a large clip",             p(clip="rect(0px, 99px, 99px, 0px)", **ABSOLUTE), True),
    ("clip-path",                p(clip_path="inset(50%)"),                        False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("root", "visible"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_visible(root: Node, visible: bool) -> None:
    assert sees(root)["p"] is visible


def find_hidden(*nodes: Node) -> list[str]:
    """The names of the nodes that others cover."""
    snapshot = make_snapshot(Node("html", nodes, (0, 0, 1000, 1000)))
    covered = find_covered(snapshot, find_visible(snapshot))
    return [name for name, is_covered in zip(snapshot.name, covered, strict=True) if is_covered]


def test_an_opaque_box_that_is_painted_later_covers() -> None:
    below = Node("p", ["a"], (100, 100, 200, 40), order=1)
    assert find_hidden(below, Node("aside", (), (0, 0, 500, 500), styles=WHITE, order=5)) == [
        *("p", "#text")
    ]
    assert find_hidden(below, Node("aside", (), (0, 0, 500, 500), styles=WHITE, order=0)) == []
    assert find_hidden(below, Node("aside", (), (0, 0, 500, 500), order=5)) == []
    assert find_hidden(below, Node("aside", (), (0, 0, 200, 500), styles=WHITE, order=5)) == [
        "#text"
    ]
    assert find_hidden(below, Node("img", (), (0, 0, 500, 500), order=5)) == ["p", "#text"]


def test_what_is_inside_a_box_does_not_cover_it() -> None:
    card = Node("div", [Node("p", (), (0, 0, 300, 300), styles=WHITE, order=9)], (0, 0, 300, 300))
    assert find_hidden(card) == []


def test_pages_without_boxes_and_very_tall_pages_have_an_answer() -> None:
    assert find_hidden() == []
    tall = Node("p", (), (0, 0, 1000, 5e6), order=1)
    over = Node("aside", (), (0, 0, 1000, 5e6), styles=WHITE, order=2)
    assert find_hidden(tall, over) == ["p"]
