"""Drawings of segments on a rendered page."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

import numpy as np
import pytest

from pagecore import parse, segment
from pagecore.errors import BadInput, NeedsBrowser
from pagecore.explain.drawn_segments import draw_segments, find_boxes
from tests.drawn_pages import draw
from tests.segments.example_page import draw_example


def list_rects(svg: str) -> list[dict[str, str]]:
    return [
        dict(of.attrib) for of in ElementTree.fromstring(svg).iter() if of.tag.endswith("}rect")
    ]


def test_every_block_is_drawn_where_it_is() -> None:
    page = draw_example()
    blocks = segment(page, method="vips")
    rects = list_rects(draw_segments(page, blocks))
    places = [
        tuple(float(rect[name]) for name in ("x", "y", "width", "height"))
        for rect in rects
        if "stroke" in rect
    ]
    assert places == [tuple(box) for box in blocks.columns["box"].tolist()]
    # Blocks that are divided are dashed.
    n_dashed = sum("stroke-dasharray" in rect for rect in rects)
    assert n_dashed == len(set(blocks.parent.tolist()) - {-1})


def test_labels_are_in_the_right_corner_of_their_blocks() -> None:
    page = draw("<html box='0 0 200 90'><p box='0 0 200 20'>a</p><p box='0 30 5 20'>b")
    rects = list_rects(draw_segments(page, segment(page, method="dom")))
    plates = [rect for rect in rects if rect["height"] == "17"]
    ends = [float(rect["x"]) + float(rect["width"]) for rect in plates]
    assert ends[0] == 200
    # A label that is wider than its block begins with it.
    assert (float(plates[1]["x"]), ends[1] > 5) == (0, True)


def test_segments_without_boxes_are_drawn_around_their_rows() -> None:
    page = draw(
        "<html box='0 0 90 90'><p box='0 0 50 10'>a</p><p box='0 30 40 20'>b</p><p undrawn>c"
    )
    assert page.layout is not None
    boxes = find_boxes(page.layout, segment(page, method="dom"))
    assert boxes[:2].tolist() == [[0, 0, 50, 10], [0, 30, 40, 20]]
    assert np.isnan(boxes[2]).all()
    assert len(list_rects(draw_segments(page, segment(page, method="dom")))) == 5


def test_screenshot_wider_than_the_window_keeps_its_size() -> None:
    page = draw("<html box='0 0 90 90'><p box='0 0 50 10'>a</p><p box='80 30 70 20'>b")
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 150, 90)
    svg = draw_segments(page, segment(page, method="dom"), screenshot=head)
    assert 'viewBox="0 0 150 90"' in svg
    assert '<image width="150"' in svg
    for wrong in (b"GIF89a", head[:20]):
        with pytest.raises(BadInput, match="not a PNG file"):
            draw_segments(page, segment(page, method="dom"), screenshot=wrong)


def test_page_without_layout_cannot_be_drawn() -> None:
    page = parse("<p>a")
    with pytest.raises(NeedsBrowser, match="a drawing needs the layout"):
        draw_segments(page, segment(page))
