from __future__ import annotations

import pytest

from pagecore.visual.colours import paint_over, read_colour

COLOURS = [
    # computed value                     RGBA
    ("rgb(1, 2, 3)",                     0x010203FF),
    ("rgba(255, 0, 0, 0.5)",             0xFF000080),
    ("rgba(0, 0, 0, 0)",                 0x00000000),
    ("color(srgb 1 0.5 0)",              0xFF8000FF),
    ("color(srgb 1 0.5 0 / 0.2)",        0xFF800033),
    ("color(srgb-linear 1 0.2140 0)",    0xFF7F00FF),
    # The specification gives these as values of the same colours.
    ("oklab(1 0 0)",                     0xFFFFFFFF),
    ("oklch(0.627955 0.257683 29.2339)", 0xFF0000FF),
    ("oklch(0.519752 0.176858 142.495)", 0x008000FF),
    ("lab(54.29 80.805 69.891)",         0xFF0000FF),
    ("lch(46.2775 67.9892 134.3912)",    0x008000FF),
    ("oklch(none none none)",            0x000000FF),
    ("something(1 2 3)",                 0x00000000),
    ("",                                 0x00000000),
]  # fmt: skip


@pytest.mark.parametrize(("text", "colour"), COLOURS, ids=[text for text, _ in COLOURS])
def test_colours(text: str, colour: int) -> None:
    channels = [read_colour(text) >> shift & 0xFF for shift in (24, 16, 8, 0)]
    expected = [colour >> shift & 0xFF for shift in (24, 16, 8, 0)]
    assert channels == pytest.approx(expected, abs=1)


def test_translucent_colours_mix_with_what_is_below() -> None:
    assert paint_over(0x123456FF, 0xFFFFFFFF) == 0x123456FF
    assert paint_over(0x00000000, 0xABCDEFFF) == 0xABCDEFFF
    assert paint_over(0x00000080, 0xFFFFFFFF) == 0x7F7F7FFF
