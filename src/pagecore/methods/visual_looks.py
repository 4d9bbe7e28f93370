"""What visual blocks look like and contain: position, size, rich format and statistics.

These are the basic features of V-Wrapper; the paper is cited in `vwrapper.py`. Lengths are shares
of the page's width or height, and font sizes are multiples of the size of most text, so that a
value means the same on every page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.methods.visual_tree import VisualTree, reduce_ranges
from pagecore.page import Array, Mask

Reals = npt.NDArray[np.float64]
#: Features by name, each with one value per block.
Columns = Mapping[str, Reals]

#: The height of a screen, in pixels, which the distance from the top is compared with.
SCREEN_PX: Final = 900.0
#: Characters outside links from which a leaf block counts as a paragraph.
PARAGRAPH_CHARS: Final = 80

_MONOSPACE: Final = re.compile("mono|courier|consol|menlo|code|fixed|terminal", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class DrawnBlocks:
    """The blocks of a page with the text that is drawn in them."""

    tree: VisualTree

    @cached_property
    def row_chars(self) -> Reals:
        """The characters of each row that is a drawn text."""
        return np.where(self.tree.nodes.is_text, self.tree.page.chars, 0).astype(np.float64)

    @cached_property
    def row_linked(self) -> Mask:
        """Rows in links."""
        linked: Mask = self.tree.page.above(self.tree.page.is_tag("a")) >= 0
        return linked

    @cached_property
    def chars(self) -> Reals:
        """The characters of each block."""
        return self.tree.total(self.row_chars)

    @cached_property
    def plain(self) -> Reals:
        """The characters of each block outside links."""
        return self.tree.total(np.where(self.row_linked, 0.0, self.row_chars))

    @cached_property
    def leaves(self) -> npt.NDArray[np.int64]:
        """The numbers of the leaf blocks."""
        return np.flatnonzero(self.tree.is_leaf)

    @cached_property
    def is_paragraph(self) -> Mask:
        """Leaf blocks with much text outside links."""
        is_paragraph: Mask = self.tree.is_leaf & (self.plain >= PARAGRAPH_CHARS)
        return is_paragraph

    @cached_property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the page, at least a pixel."""
        width, height = self.tree.nodes.page_size
        return max(width, 1.0), max(height, 1.0)

    def total_of_leaves(self, column: npt.ArrayLike) -> Reals:
        """Add up a column of blocks over the leaf blocks in each block."""
        rows = np.zeros(len(self.tree.page))
        rows[self.tree.first[self.leaves]] = np.asarray(column)[self.leaves]
        return self.tree.total(rows)

    def find_most(self, column: Array) -> float:
        """The value of a column of rows that most drawn characters have."""
        rows = np.flatnonzero(self.row_chars)
        if not len(rows):
            return 0.0
        values, number = np.unique(column[rows], return_inverse=True)
        return float(values[np.bincount(number.reshape(-1), self.row_chars[rows]).argmax()])


def measure_boxes(blocks: DrawnBlocks) -> dict[str, Reals]:
    """Position and size of each block."""
    left, top, right, bottom = blocks.tree.box.T
    width, height = blocks.page_size
    own_width, own_height = right - left, bottom - top
    centre = (left + right) / 2 / width
    return {
        "left": left / width,
        "right": right / width,
        "centre": centre,
        "off_centre": np.abs(centre - 0.5),
        "top": top / height,
        "bottom": bottom / height,
        "top_screens": np.minimum(top / SCREEN_PX, 20.0),
        "width": own_width / width,
        "height": own_height / height,
        "area": own_width * own_height / (width * height),
        "flatness": np.log((own_width + 1) / (own_height + 1)),
    }


def measure_format(blocks: DrawnBlocks) -> dict[str, Reals]:
    """Rich format of the text of each block: mostly shares of its characters."""
    tree, page, layout = blocks.tree, blocks.tree.page, blocks.tree.nodes.layout
    chars = np.maximum(blocks.chars, 1.0)

    def share(column: Array) -> Reals:
        """The mean of a column of rows over the characters of each block."""
        return tree.total(blocks.row_chars * column) / chars

    sizes = layout.font_size / max(blocks.find_most(layout.font_size), 1.0)
    drawn_sizes = np.where(blocks.row_chars > 0, sizes, 0.0)
    largest = page.below(drawn_sizes, how="max")[tree.first]
    if len(blocks.leaves):
        ranges = tree.first[blocks.leaves], tree.stop[blocks.leaves]
        largest[blocks.leaves] = reduce_ranges(np.maximum, drawn_sizes, *ranges)
    ground = _find_brightness(layout.background)
    most_ground = _find_brightness(np.array([blocks.find_most(layout.background)]))[0]
    has_other_colour = layout.colour != blocks.find_most(layout.colour)
    is_monospace = np.array([bool(_MONOSPACE.search(name)) for name in layout.fonts], np.bool_)
    return {
        "font_size": share(sizes),
        "largest_font": largest,
        "bold": share(layout.font_weight >= 600),
        "italic": share(page.above(page.is_tag("i", "em", "cite", "address")) >= 0),
        "underline": share(page.above(page.is_tag("u", "ins")) >= 0),
        "other_colour": share(has_other_colour & ~blocks.row_linked),
        "contrast": share(np.abs(_find_brightness(layout.colour) - ground)),
        "background": np.abs(ground[tree.first] - most_ground),
        "linked": share(blocks.row_linked),
        "monospace": share(is_monospace[layout.font]),
        "same_look": share(_measure_consistency(blocks)),
    }


def count_contents(blocks: DrawnBlocks) -> dict[str, Reals]:
    """Statistics of each block. Counts are logarithms of one more."""
    tree, page = blocks.tree, blocks.tree.page
    is_text, valid = tree.nodes.is_text, tree.nodes.valid
    words = tree.total(np.where(is_text, page.words, 0))
    marks = tree.total(np.where(is_text, page.punctuation, 0))
    images = page.is_tag("img", "svg svg", "video", "canvas")
    controls = page.is_tag("input", "select", "textarea", "button")
    width, height = blocks.page_size
    own_width, own_height = (tree.box[:, 2:] - tree.box[:, :2]).T
    whole = max(float(blocks.row_chars.sum()), 1.0)
    density = np.log((blocks.chars + 1) / np.maximum(own_width * own_height, 1.0))
    return {
        "chars": np.log1p(blocks.chars),
        "words": np.log1p(words),
        "links": np.log1p(tree.total(page.is_tag("a") & valid)),
        "images": np.log1p(tree.total(images & valid)),
        "controls": np.log1p(tree.total(controls & valid)),
        "leaves": np.log1p(blocks.total_of_leaves(tree.is_leaf)),
        "paragraphs": np.log1p(blocks.total_of_leaves(blocks.is_paragraph)),
        "chars_share": blocks.chars / whole,
        "density": density - np.log((whole + 1) / (width * height)),
        "punctuation": marks / np.maximum(blocks.chars, 1.0),
        "word_length": np.minimum(blocks.chars / np.maximum(words, 1.0), 30.0),
    }


def _measure_consistency(blocks: DrawnBlocks) -> Reals:
    """For each text the share of the page's text that has its font, size, weight and colour."""
    layout, shares = blocks.tree.nodes.layout, np.zeros(len(blocks.row_chars))
    rows = np.flatnonzero(blocks.row_chars)
    columns = (layout.font, layout.font_size, layout.font_weight, layout.colour)
    looks = np.stack([column[rows].astype(np.float64) for column in columns], axis=1)
    _, number = np.unique(looks, axis=0, return_inverse=True)
    number = number.reshape(-1)
    chars = blocks.row_chars[rows]
    shares[rows] = np.bincount(number, chars)[number] / max(float(chars.sum()), 1.0)
    return shares


def _find_brightness(colours: Array) -> Reals:
    """The brightness of colours, 0 to 1; they have 8 bits each of red, green, blue and opacity."""
    numbers = colours.astype(np.int64)
    red, green, blue = ((numbers >> bits) & 255 for bits in (24, 16, 8))
    brightness: Reals = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    return brightness
