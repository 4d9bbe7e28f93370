"""Elements as visual blocks, in place of those of VIPS.

VIPS parts blocks by separators, the heaviest first. If the gaps between the posts of a thread
differ, some posts are children of the theme block and others are further down. Elements have the
levels that the template gives them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page import Mask, Page
from pagecore.page.layout import Layout
from pagecore.page.repetition import number_kinds
from pagecore.segments.visual_blocks.nodes import VisualNodes
from pagecore.threads.visual_posts.block_tree import BlockTree

_Numbers = npt.NDArray[np.int64]


def build_element_tree(page: Page, layout: Layout) -> BlockTree:
    """Build the tree of elements that are drawn.

    An element with nothing but text and inline elements is a block without blocks in it. Beside
    other elements, texts and inline elements that follow each other are one block of running text.
    """
    nodes = VisualNodes(page, layout)
    breaks = nodes.valid & (page.tag != 0) & ~nodes.inline
    is_inline = nodes.is_text | (nodes.inline & ~page.below(breaks, how="any"))
    is_element = nodes.valid & ~is_inline
    starts, is_run = _find_runs(page, is_element, is_inline & nodes.valid)
    heads = np.flatnonzero(is_element | starts)
    number = np.full(len(page) + 1, -1, np.int64)
    number[heads] = np.arange(len(heads))
    # A row in a run belongs to the run that starts at it, or last before it.
    before = np.maximum.accumulate(np.where(starts, np.arange(len(page)), -1))
    head_of = np.where(is_run, before, np.where(is_element, np.arange(len(page)), -1))
    nearest = page.above(is_element | is_run)
    head = np.where(nearest >= 0, head_of[nearest], -1)
    ids = number[head]
    around = np.append(head, -1)[page.parent[heads]]
    parent = number[np.where(page.parent[heads] >= 0, around, -1)]
    kind = np.where(is_element[heads], number_kinds(page)[heads], -1)
    running = starts[heads] | page.is_tag("p")[heads]
    box = _find_boxes(nodes.box, np.flatnonzero(is_element | is_run), number[head_of], len(heads))
    return BlockTree(page, layout, ids, parent, box, kind, running)


def _find_runs(page: Page, is_element: Mask, is_inline: Mask) -> tuple[Mask, Mask]:
    """Find the inline rows beside elements: the first of each run, and all of them."""
    has_element = page.children(is_element.astype(np.int64)) > 0
    known = page.parent >= 0
    is_run = is_inline & known & (is_element & has_element).take(page.parent)
    rows = np.flatnonzero((is_element | is_run) & known)
    rows = rows[np.argsort(page.parent[rows], kind="stable")]
    follows = np.zeros(len(page), np.bool_)
    is_sibling = page.parent[rows[1:]] == page.parent[rows[:-1]]
    follows[rows[1:]] = is_sibling & is_run[rows[:-1]]
    return is_run & ~follows, is_run


def _find_boxes(
    boxes: npt.NDArray[np.float64], rows: _Numbers, owner: _Numbers, n_blocks: int
) -> npt.NDArray[np.float64]:
    """The box around the rows of each block: x, y, width and height."""
    low, high = np.full((n_blocks, 2), np.inf), np.full((n_blocks, 2), -np.inf)
    np.minimum.at(low, owner[rows], boxes[rows, :2])
    np.maximum.at(high, owner[rows], boxes[rows, 2:])
    return np.hstack([low, high - low]) if n_blocks else np.zeros((0, 4))
