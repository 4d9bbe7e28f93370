"""Where visual blocks are among others: siblings, the main column, the core of the page, what is in
an inner block, and what is before and after a leaf block.

The paper, cited in `vwrapper.py`, names four signs of the block with an article: it is larger than
what is around it, a bold line is on top, it is mostly consecutive paragraphs, and its centre is
near that of the page. The last is one of the basic features.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.methods.visual_looks import SCREEN_PX, Columns, DrawnBlocks, Reals
from pagecore.methods.visual_tree import VisualTree
from pagecore.page import Mask

_Numbers = npt.NDArray[np.int64]

#: The core is the smallest block with this share of the page's text outside links.
CORE_SHARE: Final = 0.75
#: A short line is a heading if its font is at least this much larger than that of most text, or if
#: this share of it is bold.
HEADING_SIZE: Final = 1.15
HEADING_BOLD: Final = 0.9
HEADING_CHARS: Final = 200
#: Leaf blocks on each side that count as near.
NEAR: Final = 5


def compare_siblings(blocks: DrawnBlocks, columns: Columns) -> dict[str, Reals]:
    """Area and text as shares of those of all children of the parent, the number of siblings of the
    same shape, and the share of the parent's text that comes before."""
    tree = blocks.tree
    family, n_families = tree.parent + 1, len(tree) + 1
    area = np.bincount(family, columns["area"], n_families)[family]
    chars = np.bincount(family, blocks.chars, n_families)[family]
    alike = _number_alike(tree)
    before = np.concatenate([[0.0], np.cumsum(blocks.row_chars)])[tree.first]
    above = np.maximum(tree.parent, 0)
    return {
        "area_beside": columns["area"] / np.maximum(area, 1e-9),
        "chars_beside": blocks.chars / np.maximum(chars, 1.0),
        "similar_beside": np.log(np.bincount(alike, minlength=1)[alike]),
        "order": (before - before[above]) / np.maximum(blocks.chars[above], 1.0),
    }


def compare_with_column(blocks: DrawnBlocks, columns: Columns) -> dict[str, Reals]:
    """Distance from the left edge of the main column, which most text outside links has, and width
    as a multiple of the column's."""
    left, width = 0.0, 1.0
    leaves = blocks.leaves[blocks.plain[blocks.leaves] > 0]
    if len(leaves):
        page_width = blocks.page_size[0]
        edges = np.round(blocks.tree.box[leaves])
        lefts, number = np.unique(edges[:, 0], return_inverse=True)
        at = int(np.bincount(number.reshape(-1), blocks.plain[leaves]).argmax())
        is_at_edge = number.reshape(-1) == at
        left = float(lefts[at]) / page_width
        width = float((edges[is_at_edge, 2] - edges[is_at_edge, 0]).max()) / page_width
    return {
        "column_left": np.abs(columns["left"] - left),
        "column_width": columns["width"] / max(width, 1e-3),
    }


def compare_with_core(blocks: DrawnBlocks) -> dict[str, Reals]:
    """Whether a block is in the core of the page, its place beside it, and the share of the core in
    the text of a block around it."""
    tree = blocks.tree
    if not len(tree):
        return dict.fromkeys(("in_core", "core_top", "core_left", "core_share"), np.zeros(0))
    core = find_core(blocks)
    left, top, _, bottom = tree.box[core]
    middle = (tree.box[:, 1] + tree.box[:, 3]) / 2
    is_inside = (tree.first >= tree.first[core]) & (tree.stop <= tree.stop[core])
    is_around = (tree.first <= tree.first[core]) & (tree.stop >= tree.stop[core])
    share = np.where(is_around, blocks.chars[core] / np.maximum(blocks.chars, 1.0), 0.0)
    return {
        "in_core": is_inside.astype(np.float64),
        "core_top": np.clip((middle - top) / max(bottom - top, 1.0), -1, 2),
        "core_left": np.abs(tree.box[:, 0] - left) / blocks.page_size[0],
        "core_share": np.where(is_inside, 1.0, share),
    }


def find_core(blocks: DrawnBlocks) -> int:
    """The number of the smallest inner block with most of the text outside links.

    If only the page block has so much, as on a page with a long notice beside its article, it is
    the smallest block with most of the text of the largest other inner block. It is 0, the page, if
    there is no other.
    """
    tree, plain = blocks.tree, blocks.plain
    inner = np.flatnonzero(~tree.is_leaf & ~tree.is_page)
    if not len(inner):
        return 0
    largest = int(inner[plain[inner].argmax()])
    least = CORE_SHARE * max(float(plain[0]), 1.0)
    if plain[largest] < least:
        inner = inner[(inner >= largest) & (tree.first[inner] < tree.stop[largest])]
        least = CORE_SHARE * float(plain[largest])
    # Parents come before their children, so the last is the smallest.
    return int(inner[plain[inner] >= least][-1])


def look_inside(blocks: DrawnBlocks, columns: Columns) -> dict[str, Reals]:
    """What is in each inner block; 0 for leaf blocks."""
    tree, has_text = blocks.tree, blocks.chars > 0
    n_texts = blocks.total_of_leaves(has_text)
    in_paragraphs = blocks.total_of_leaves(np.where(blocks.is_paragraph, blocks.chars, 0.0))
    first_text = _find_next(tree.is_leaf & has_text)
    inside = {
        "heading_on_top": np.where(has_text, find_headings(blocks, columns)[first_text], 0.0),
        "paragraph_run": np.log1p(_find_longest_run(blocks)),
        "paragraph_share": in_paragraphs / np.maximum(blocks.chars, 1.0),
        "text_leaves": n_texts / np.maximum(blocks.total_of_leaves(tree.is_leaf), 1.0),
        "chars_per_leaf": np.log1p(blocks.chars / np.maximum(n_texts, 1.0)),
    }
    return {name: np.where(tree.is_leaf, 0.0, column) for name, column in inside.items()}


def look_around(blocks: DrawnBlocks, columns: Columns) -> dict[str, Reals]:
    """What is before and after each leaf block; 0 for inner blocks."""
    tree, leaves = blocks.tree, blocks.leaves
    n = len(leaves)
    has_text = blocks.chars[leaves] > 0
    texts = np.concatenate([[-1], leaves[has_text], [-1]])
    place: _Numbers = np.cumsum(has_text) - has_text
    around: dict[str, Reals] = {
        "replaced": tree.nodes.replaced[tree.first[leaves]].astype(np.float64)
    }
    headings = find_headings(blocks, columns)
    before, after = texts[place], texts[place + 1 + has_text]
    top, bottom = tree.box[:, 1], tree.box[:, 3]
    gaps = {"before": top[leaves] - bottom[before], "after": top[after] - bottom[leaves]}
    for end, other in (("before", before), ("after", after)):
        is_known = other >= 0
        for name, column in (("chars", "chars"), ("size", "font_size"), ("linked", "linked")):
            around[f"{name}_{end}"] = np.where(is_known, columns[column][other], 0.0)
        shift = columns["left"][other] - columns["left"][leaves]
        around[f"left_{end}"] = np.where(is_known, shift, 0.0)
        gap = np.where(is_known, gaps[end], SCREEN_PX) / blocks.page_size[0]
        around[f"gap_{end}"] = np.clip(gap, -1, 1)
    around["below_heading"] = np.where(before >= 0, headings[before], 0.0)
    at = np.arange(n)
    low, high = np.maximum(at - NEAR, 0), np.minimum(at + NEAR + 1, n)
    counts = {
        "paragraphs": blocks.is_paragraph[leaves],
        "controls": columns["controls"][leaves] > 0,
        "images": columns["images"][leaves] > 0,
        "headings": headings[leaves] > 0,
    }
    for name, mask in counts.items():
        until = np.concatenate([[0.0], np.cumsum(mask)])
        total = max(float(until[-1]), 1.0)
        around[f"{name}_above"] = until[at] / total
        around[f"{name}_below"] = (until[-1] - until[at + 1]) / total
        around[f"{name}_near"] = (until[high] - until[low]) / np.maximum(high - low, 1)
    around["place"] = at / max(n, 1)
    spread = {}
    for name, values in around.items():
        spread[name] = np.zeros(len(tree))
        spread[name][leaves] = values
    return spread


def find_headings(blocks: DrawnBlocks, columns: Columns) -> Reals:
    """1 for leaf blocks that are short and larger or bolder than most text."""
    stands_out = (columns["font_size"] >= HEADING_SIZE) | (columns["bold"] >= HEADING_BOLD)
    is_short = (blocks.chars > 0) & (blocks.chars < HEADING_CHARS)
    return (blocks.tree.is_leaf & stands_out & is_short).astype(np.float64)


def _find_next(mask: Mask) -> _Numbers:
    """The first block of a mask at or after each block; the last block if there is none."""
    last = len(mask) - 1
    places = np.where(mask, np.arange(len(mask)), last)
    return np.minimum.accumulate(places[::-1])[::-1]


def _find_longest_run(blocks: DrawnBlocks) -> Reals:
    """The number of consecutive paragraphs in each block; blocks without text do not end a run."""
    tree = blocks.tree
    texts = blocks.leaves[blocks.chars[blocks.leaves] > 0]
    is_paragraph = blocks.is_paragraph[texts]
    count = np.cumsum(is_paragraph)
    run: _Numbers = count - np.maximum.accumulate(np.where(is_paragraph, 0, count))
    rows = np.zeros(len(tree.page))
    rows[tree.first[texts]] = run
    # A run may have begun before the block; it counts with no more paragraphs than are inside.
    most = blocks.total_of_leaves(blocks.is_paragraph)
    return np.minimum(tree.page.below(rows, how="max")[tree.first], most)


def _number_alike(tree: VisualTree) -> _Numbers:
    """Number the blocks so that siblings with the same tag, left edge and width share a number."""
    if not len(tree):
        return np.zeros(0, np.int64)
    left, right = np.round(tree.box[:, 0]), np.round(tree.box[:, 2])
    keys = np.stack([tree.parent, tree.page.tag[tree.first], left, right], axis=1)
    _, number = np.unique(keys, axis=0, return_inverse=True)
    return np.asarray(number.reshape(-1), np.int64)
