"""Shapes of SVG: escaped, rounded, and with texts that fit."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pagecore.explain.svg import (
    draw_circle,
    draw_line,
    draw_path,
    draw_rect,
    draw_text,
    fit_text,
    measure_text,
    split_lines,
    write_number,
    write_svg,
)


def test_drawing_has_a_background_and_is_well_formed() -> None:
    shapes = [
        draw_text(1, 2.25, "a < b & c", fill="#111", size=11, anchor="end", bold=True, turn=-30),
        draw_rect(0, 0, 1, 1, stroke="#000", stroke_width=2, dash="1 2", title="<x>"),
        draw_circle(1, 1, 2, fill="#fff"),
        draw_line(0, 0, 1, 1, dash="2 2"),
        draw_path([(0, 0), (1, 2)], stroke="#000"),
    ]
    root = ElementTree.fromstring(write_svg(shapes, 20, 10))
    background, text, rect, *_ = list(root)
    assert (background.get("width"), background.get("height")) == ("20", "10")
    assert (text.text, text.get("y"), text.get("transform")) == (
        "a < b & c",
        "2.2",
        "rotate(-30 1 2.2)",
    )
    assert (text.get("font-weight"), text.get("text-anchor")) == ("bold", "end")
    assert rect[0].text == "<x>"
    assert root.get("viewBox") == "0 0 20 10"


CASES = [
    # number  digits  text
    (1.0,     1,      "1"),
    (1.25,    1,      "1.2"),
    (-0.01,   1,      "0"),
    (100.0,   1,      "100"),
    (0.505,   2,      "0.51"),
    (10.0,    0,      "10"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "digits", "text"), CASES)
def test_numbers_are_short(value: float, digits: int, text: str) -> None:
    assert write_number(value, digits) == text


def test_text_is_cut_to_fit() -> None:
    text = "a line that is too long"
    assert fit_text(text, 1000, 12) == text
    cut = fit_text(text, 80, 12)
    assert cut.endswith("…")
    assert measure_text(cut, 12) <= 80
    assert text.startswith(cut[:-1])
    # A letter and a mark would say nothing.
    assert fit_text(text, 12, 12) == ""
    assert measure_text("abc", 10, mono=True) == pytest.approx(18.06)
    assert measure_text("abc", 10, bold=True) > measure_text("abc", 10)


def test_lines_are_split_between_words() -> None:
    lines = split_lines("one two three four", 60, 12)
    assert " ".join(lines) == "one two three four"
    assert len(lines) > 1
    assert all(measure_text(line, 12) <= 60 for line in lines)
