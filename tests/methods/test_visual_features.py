"""The features of V-Wrapper, on drawn pages with known values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from pagecore import Page
from pagecore.methods.visual_context import find_core
from pagecore.methods.visual_features import (
    DIFFERENCES,
    EXTENDED,
    INNER_FEATURES,
    LEAF_FEATURES,
    RATIOS,
    describe_blocks,
    select_features,
)
from pagecore.methods.visual_looks import DrawnBlocks
from pagecore.methods.visual_tree import VisualTree
from tests.drawn_pages import draw
from tests.layouts import nest_boxes
from tests.segments.example_page import draw_example
from tests.trees import pages

LINE = "Running text of some length, as a paragraph has it, goes on for a line and then another. "


def build(page: Page) -> VisualTree:
    assert page.layout is not None
    return VisualTree.of(page, page.layout)


class Described:
    """The features of a page, to read by the first words of a leaf block or by a tag."""

    def __init__(self, page: Page) -> None:
        self.page, self.tree = page, build(page)
        self.columns = describe_blocks(self.tree)

    def find(self, name: str) -> int:
        for block, first in enumerate(self.tree.first.tolist()):
            rows = np.arange(first, self.tree.stop[block])
            text = " ".join(self.page.text(rows).split()) if self.tree.is_leaf[block] else ""
            if self.page.name(first) == name or text.startswith(name):
                return block
        raise AssertionError(f"no block {name!r}")

    def __call__(self, name: str, *features: str) -> Any:
        block = self.find(name)
        values = [float(self.columns[feature][block]) for feature in features]
        return values[0] if len(features) == 1 else values


EXAMPLE = Described(draw_example())


def test_position_and_size_are_shares_of_the_page() -> None:
    main = EXAMPLE("main", "left", "right", "top", "bottom", "width", "height")
    width, height = 1366, 1880
    expected = [220 / width, 1020 / width, 100 / height, 1800 / height, 800 / width, 1700 / height]
    assert main == pytest.approx(expected)
    assert EXAMPLE("main", "centre") == pytest.approx(620 / 1366)
    assert EXAMPLE("main", "off_centre") == pytest.approx(63 / 1366)
    assert EXAMPLE("main", "top_screens") == pytest.approx(100 / 900)
    assert EXAMPLE("main", "area") == pytest.approx(800 * 1700 / (1366 * 1880))
    assert EXAMPLE("main", "flatness") == pytest.approx(math.log(801 / 1701))


def test_statistics_are_logarithms_of_counts() -> None:
    assert EXAMPLE("main", "leaves") == pytest.approx(math.log1p(9))
    assert EXAMPLE("nav", "links") == pytest.approx(math.log1p(8))
    assert EXAMPLE("Paragraph 3", "chars") == pytest.approx(math.log1p(44))
    assert EXAMPLE("Paragraph 3", "words") == pytest.approx(math.log1p(9))
    assert EXAMPLE("Paragraph 3", "punctuation") == pytest.approx(1 / 44)
    assert EXAMPLE("Paragraph 3", "word_length") == pytest.approx(44 / 9)
    assert EXAMPLE("html", "chars_share") == pytest.approx(1)
    assert EXAMPLE("html", "density") == pytest.approx(0)
    images = Described(draw("<html box='0 0 9 9'><p>one<img><img></p><p>two<input>"))
    assert images("html", "images") == pytest.approx(math.log1p(2))
    assert images("html", "controls") == pytest.approx(math.log1p(1))


def test_format_is_compared_with_most_text() -> None:
    assert EXAMPLE("Heading", "font_size", "largest_font") == [1.5, 1.5]
    assert EXAMPLE("Heading", "bold") == 1
    assert EXAMPLE("Paragraph 1", "font_size", "bold", "linked") == [1, 0, 0]
    assert EXAMPLE("nav", "linked") == 1
    assert EXAMPLE("main", "largest_font") == 1.5
    mixed = Described(
        draw(f"<html box='0 0 9 9'><p>four<a href=/>four</a><i>four</i></p><p>{LINE}")
    )
    assert mixed("four", "linked", "italic", "underline") == pytest.approx([1 / 3, 1 / 3, 0])
    # The navy of the header is dark, the white of most text is not.
    assert EXAMPLE("Name of", "background") == pytest.approx(1 - 0.114 * 128 / 255)


def test_share_of_the_text_with_the_same_look() -> None:
    page = draw("<html box='0 0 9 9'><p>six letters here</p><p size=20>title</p><p>four")
    total = 16 + 5 + 4
    look = Described(page)
    assert look("title", "same_look") == pytest.approx(5 / total)
    assert look("four", "same_look") == pytest.approx(20 / total)


def test_siblings() -> None:
    paragraph = 800 * 180
    children = 800 * 40 + 8 * paragraph
    assert EXAMPLE("Paragraph 2", "area_beside") == pytest.approx(paragraph / children)
    assert EXAMPLE("Paragraph 2", "chars_beside") == pytest.approx(44 / (7 + 8 * 44))
    assert EXAMPLE("Paragraph 2", "similar_beside") == pytest.approx(math.log(8))
    assert EXAMPLE("Heading", "similar_beside", "order") == [0, 0]
    assert EXAMPLE("Paragraph 2", "order") == pytest.approx((7 + 2 * 44) / (7 + 8 * 44))


def test_main_column_has_most_text_outside_links() -> None:
    assert EXAMPLE("Paragraph 1", "column_left", "column_width") == [0, 1]
    assert EXAMPLE("nav", "column_left") == pytest.approx(220 / 1366)
    assert EXAMPLE("nav", "column_width") == pytest.approx(200 / 800)


def test_core_is_the_smallest_block_with_most_text() -> None:
    assert find_core(DrawnBlocks(EXAMPLE.tree)) == EXAMPLE.find("main")
    assert EXAMPLE("Paragraph 1", "in_core", "core_share") == [1, 1]
    assert EXAMPLE("nav", "in_core", "core_share") == [0, 0]
    chars = EXAMPLE.columns["chars_share"]
    assert EXAMPLE("body", "core_share") == pytest.approx(chars[EXAMPLE.find("main")])
    # The middle of the heading is 20 px below the top of the core, which is 1700 px high.
    assert EXAMPLE("Heading", "core_top") == pytest.approx(20 / 1700)


def test_core_beside_a_long_notice() -> None:
    """No block but the page has most of the text, so the core is in the block with most of it."""
    page = draw(
        f"<html box='0 0 99 99'><body><div><p>{LINE}</p><p>{LINE}</p></div><section><main>"
        f"<p>{LINE}</p><p>{LINE}</p><p>{LINE}</p></main><ul><li>one</li><li>two</li></ul>"
    )
    described = Described(page)
    assert find_core(DrawnBlocks(described.tree)) == described.find("main")
    alone = Described(draw(f"<html box='0 0 99 99'><body><p>{LINE}</p><p>x</p>"))
    assert find_core(DrawnBlocks(alone.tree)) == 0


def test_what_is_inside_an_inner_block() -> None:
    paragraphs = "".join(f"<p box='0 {100 * at} 99 99'>{LINE}{at}" for at in range(3))
    page = draw(
        "<html box='0 0 99 999'><body><main><h1 bold>Title</h1>"
        f"{paragraphs}<p>short</p><img>{paragraphs}</main><div><p>{LINE}</p><p>x"
    )
    described = Described(page)
    assert described("main", "heading_on_top", "paragraph_run") == [1, math.log1p(3)]
    assert described("div", "heading_on_top", "paragraph_run") == [0, math.log1p(1)]
    assert described("main", "text_leaves") == pytest.approx(8 / 9)
    assert described("Title", "paragraph_run", "heading_on_top") == [0, 0]


def test_heading_after_a_block_without_text_is_not_on_top_of_it() -> None:
    described = Described(
        draw(f"<html box='0 0 9 9'><nav><div><img></div><img></nav><h1 size=32>Title</h1><p>{LINE}")
    )
    assert described("nav", "leaves") == pytest.approx(math.log1p(2))
    assert described("nav", "heading_on_top") == 0
    assert described("html", "heading_on_top") == 1
    short = Described(draw(f"<html box='0 0 9 9'><div><p>short</p><p>{LINE}</p></div><p>x"))
    share = short("div", "paragraph_share")
    assert share == pytest.approx(short("Running", "chars_share") / short("div", "chars_share"))


def test_what_is_around_a_leaf_block() -> None:
    before, after = EXAMPLE("Paragraph 0", "chars_before", "chars_after")
    assert (before, after) == pytest.approx((math.log1p(7), math.log1p(44)))
    assert EXAMPLE("Paragraph 0", "size_before", "below_heading") == [1.5, 1]
    assert EXAMPLE("Paragraph 1", "size_before", "below_heading") == [1, 0]
    # It begins 20 px below the heading, and 20 px are free after it.
    assert EXAMPLE("Paragraph 0", "gap_before") == pytest.approx(20 / 1366)
    assert EXAMPLE("Paragraph 0", "gap_after") == pytest.approx(20 / 1366)
    assert EXAMPLE("Name of", "chars_before") == 0
    assert EXAMPLE("Section 0", "left_before", "linked_before") == [0, 0]
    assert EXAMPLE("Section 1", "linked_before", "linked_after") == [1, 1]
    assert EXAMPLE("main", "chars_before", "place") == [0, 0]


def test_counts_above_below_and_near() -> None:
    lines = "".join(f"<p box='0 {20 * at} 99 20'>line {at}</p>" for at in range(8))
    page = draw(f"<html box='0 0 99 999'><p>{LINE}</p>{lines}<p>{LINE}</p><input>")
    described = Described(page)
    assert described("line 0", "paragraphs_above", "paragraphs_below") == [0.5, 0.5]
    assert described("line 7", "controls_above", "controls_below") == [0, 1]
    # The block itself, five blocks on each side, and fewer at the ends.
    assert described("line 4", "paragraphs_near", "controls_near") == pytest.approx(
        [2 / 11, 1 / 11]
    )
    assert described("line 0", "paragraphs_near") == pytest.approx(1 / 7)
    assert described("line 7", "controls_near") == pytest.approx(1 / 8)


def test_extended_features_compare_with_the_block_around() -> None:
    for name in DIFFERENCES:
        own, above = EXAMPLE("Heading", name), EXAMPLE("main", name)
        assert EXAMPLE("Heading", f"{name}_difference") == pytest.approx(own - above)
    own, above = EXAMPLE("Heading", "chars"), EXAMPLE("main", "chars")
    assert EXAMPLE("Heading", "chars_ratio") == pytest.approx(own - above)
    own, above = EXAMPLE("Heading", "height"), EXAMPLE("main", "height")
    ratio = (1 + 1000 * own) / (1 + 1000 * above)
    assert EXAMPLE("Heading", "height_ratio") == pytest.approx(math.log(ratio))
    assert EXAMPLE("html", *EXTENDED) == [0] * len(EXTENDED)
    assert {f"{name}_ratio" for name in RATIOS} < set(EXTENDED)


def test_nesting_does_not_change_the_extended_features() -> None:
    flat = "<p box='10 10 80 30'>one line</p><p box='10 50 80 30'>two lines</p>"
    chain = "<div box='10 10 80 30'>" * 2 + "<p box='10 10 80 30'>one line</p></div></div>"
    around = "<html box='0 0 99 99'><body><div box='5 5 90 90'>{}</div><p box='0 97 9 2'>x"
    first = Described(draw(around.format(flat)))
    second = Described(draw(around.format(chain + flat.partition("</p>")[2])))
    names = [name for name in EXTENDED if name != "order"]
    assert first("one line", *names) == pytest.approx(second("one line", *names))


@given(page=pages())
def test_features_are_finite(page: Page) -> None:
    tree = build(nest_boxes(page))
    columns = describe_blocks(tree)
    assert set(columns) == {*INNER_FEATURES, *LEAF_FEATURES}
    every = np.arange(len(tree))
    for names in (INNER_FEATURES, LEAF_FEATURES):
        table = select_features(columns, names, every)
        assert table.shape == (len(tree), len(names))
        assert np.isfinite(table).all()


@given(page=pages())
def test_longest_run_is_at_least_the_one_inside(page: Page) -> None:
    tree = build(nest_boxes(page))
    blocks, columns = DrawnBlocks(tree), describe_blocks(tree)
    for block in np.flatnonzero(~tree.is_leaf).tolist():
        longest = length = 0
        for leaf in blocks.leaves.tolist():
            if tree.first[block] <= tree.first[leaf] < tree.stop[block] and blocks.chars[leaf]:
                length = length + 1 if blocks.is_paragraph[leaf] else 0
                longest = max(longest, length)
        # A run may have begun before the block; it counts at most with all paragraphs inside.
        assert longest <= round(math.expm1(columns["paragraph_run"][block]))
        assert columns["paragraph_run"][block] <= columns["paragraphs"][block]
