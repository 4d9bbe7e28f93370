"""The features of V-Wrapper: those of each step, and the extended features, which compare a block
with the block around it.

The paper is cited in `vwrapper.py`.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.methods.visual_context import (
    compare_siblings,
    compare_with_column,
    compare_with_core,
    look_around,
    look_inside,
)
from pagecore.methods.visual_looks import (
    Columns,
    DrawnBlocks,
    count_contents,
    measure_boxes,
    measure_format,
)
from pagecore.methods.visual_tree import VisualTree
from pagecore.page import Array

#: The features of both steps: position, size, rich format, statistics, siblings, main column, core.
BASIC: Final = (
    "left", "right", "centre", "off_centre", "top", "bottom", "top_screens",
    "width", "height", "area", "flatness",
    "font_size", "largest_font", "bold", "italic", "underline", "other_colour", "contrast",
    "background", "linked", "monospace", "same_look",
    "chars", "words", "links", "images", "controls", "leaves", "paragraphs", "chars_share",
    "density", "punctuation", "word_length",
    "area_beside", "chars_beside", "similar_beside", "order",
    "column_left", "column_width",
    "in_core", "core_top", "core_left", "core_share",
)  # fmt: skip
#: The features of the step that classifies inner blocks: what is in a block.
INSIDE: Final = (
    "heading_on_top", "paragraph_run", "paragraph_share", "text_leaves", "chars_per_leaf",
)  # fmt: skip
#: The features of the step that labels leaf blocks: what is before and after a block.
AROUND: Final = (
    "replaced", "place", "below_heading",
    "chars_before", "size_before", "linked_before", "left_before", "gap_before",
    "chars_after", "size_after", "linked_after", "left_after", "gap_after",
    "paragraphs_above", "paragraphs_below", "paragraphs_near",
    "controls_above", "controls_below", "controls_near",
    "images_above", "images_below", "images_near",
    "headings_above", "headings_below", "headings_near",
)  # fmt: skip
#: The basic features of which the extended features take the difference, and the ratio.
DIFFERENCES: Final = (
    "left", "right", "centre", "top", "bottom", "font_size", "bold", "italic", "other_colour",
    "contrast", "linked", "density", "punctuation",
)  # fmt: skip
RATIOS: Final = (
    "width", "height", "area", "chars", "words", "links", "images", "leaves", "paragraphs",
)  # fmt: skip
EXTENDED: Final = (
    *(f"{name}_difference" for name in DIFFERENCES),
    *(f"{name}_ratio" for name in RATIOS),
)

#: The features of each step, in the order of the columns of its forests.
INNER_FEATURES: Final = (*BASIC, *INSIDE, *EXTENDED)
LEAF_FEATURES: Final = (*BASIC, *AROUND, *EXTENDED)
#: Models that were trained with other features have another digest.
DIGEST: Final = hashlib.sha256(repr((INNER_FEATURES, LEAF_FEATURES)).encode()).hexdigest()[:16]

#: Features that are shares; the logarithm of a thousand times a share is a ratio's term.
_SHARES: Final = frozenset({"width", "height", "area"})


def describe_blocks(tree: VisualTree) -> Columns:
    """Compute all features of the blocks of a page, each with one value per block."""
    blocks = DrawnBlocks(tree)
    columns = measure_boxes(blocks) | measure_format(blocks) | count_contents(blocks)
    columns |= compare_siblings(blocks, columns) | compare_with_column(blocks, columns)
    columns |= compare_with_core(blocks)
    columns |= look_inside(blocks, columns) | look_around(blocks, columns)
    reference = tree.reference
    for name in DIFFERENCES:
        columns[f"{name}_difference"] = columns[name] - columns[name][reference]
    for name in RATIOS:
        # Counts are logarithms already, so a difference is the logarithm of a ratio.
        logs = np.log1p(1e3 * columns[name]) if name in _SHARES else columns[name]
        columns[f"{name}_ratio"] = logs - logs[reference]
    return columns


def select_features(
    columns: Columns, names: tuple[str, ...], blocks: Array
) -> npt.NDArray[np.float32]:
    """The features of some blocks: one row per block, one column per name."""
    table = np.stack([columns[name][blocks] for name in names], axis=1)
    # Boxes of a hostile page reach the largest float32, and their differences pass it.
    limit = np.finfo(np.float32).max
    return np.clip(table, -limit, limit).astype(np.float32)
