"""The visual tree of V-Wrapper: inner blocks, and the leaf blocks in them.

The paper is cited in `vwrapper.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page
from pagecore.page.layout import Layout
from pagecore.page.tags import TEXT
from pagecore.segments.visual_blocks.nodes import VisualNodes

_Numbers = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]

#: Boxes whose edges differ by less are the same, in pixels.
SAME_PX = 1.0


@dataclass(frozen=True, eq=False)
class VisualTree:
    """The blocks of a page, in document order: each comes after its parent. The first is the page.

    A leaf block is a replaced element, an element whose valid children are all text or virtual
    text, or a run of such children beside other blocks. The other elements with leaf blocks in them
    are inner blocks.
    """

    nodes: VisualNodes
    #: The first row of each block, and the row after its last.
    first: _Numbers
    stop: _Numbers
    is_leaf: Mask
    #: The inner block around each block, -1 for the page.
    parent: _Numbers
    #: For each row the leaf block that it is in, and the innermost block; -1 for none.
    leaf_of_row: _Numbers
    block_of_row: _Numbers

    @classmethod
    def of(cls, page: Page, layout: Layout) -> VisualTree:
        """Build the tree of a page with its layout. It has no blocks if nothing is drawn."""
        nodes = VisualNodes(page, layout)
        starts, stops = _find_leaves(nodes)
        leaf_of_row = _number_rows(len(page), starts, stops)
        # The rows of leaf blocks other than their first are in no other block.
        is_start = np.zeros(len(page), np.bool_)
        is_start[starts] = True
        holds_leaf = page.below(is_start, how="any") & nodes.valid & (leaf_of_row < 0)
        first = np.flatnonzero(is_start | holds_leaf)
        is_leaf = is_start[first]
        stop = page.end[first].astype(np.int64)
        stop[is_leaf] = stops
        number = np.full(len(page) + 1, -1, np.int64)
        number[first] = np.arange(len(first))
        inner_above = page.above(holds_leaf)
        around = page.parent[first]
        parent = np.where(around >= 0, number[inner_above[np.maximum(around, 0)]], -1)
        number_of_leaf = np.append(np.flatnonzero(is_leaf), -1)
        in_leaf = number_of_leaf[leaf_of_row]
        return cls(
            nodes,
            first,
            stop,
            is_leaf,
            parent,
            in_leaf,
            np.where(in_leaf >= 0, in_leaf, number[inner_above]),
        )

    def __len__(self) -> int:
        return len(self.first)

    @property
    def page(self) -> Page:
        """The page."""
        return self.nodes.page

    @cached_property
    def is_page(self) -> Mask:
        """The page block: the outermost inner block, and the only child of a page block."""
        n_children = np.bincount(self.parent[self.parent >= 0], minlength=len(self))
        is_page = (self.parent < 0) & ~self.is_leaf
        parents, alone = self.parent.tolist(), (n_children == 1).tolist()
        for block, above in enumerate(parents):
            if above >= 0 and is_page[above] and alone[above]:
                is_page[block] = not self.is_leaf[block]
        return is_page

    @cached_property
    def box(self) -> _Floats:
        """Left, top, right and bottom of each block."""
        box = self.nodes.box[self.first]
        if not len(self):
            return box
        leaves = np.flatnonzero(self.is_leaf)
        is_run = self.nodes.page.end[self.first[leaves]] != self.stop[leaves]
        runs = leaves[is_run]
        if len(runs):
            # Rows that are not drawn do not count: their boxes are zeros.
            valid = self.nodes.valid[:, None]
            low = np.where(valid, self.nodes.box[:, :2], np.inf)
            high = np.where(valid, self.nodes.box[:, 2:], -np.inf)
            box[runs, :2] = reduce_ranges(np.minimum, low, self.first[runs], self.stop[runs])
            box[runs, 2:] = reduce_ranges(np.maximum, high, self.first[runs], self.stop[runs])
        return box

    @cached_property
    def reference(self) -> _Numbers:
        """The nearest block above each block with another box; the block itself if there is
        none."""
        box = self.box
        distance = np.abs(box - box[np.maximum(self.parent, 0)])
        same = distance.max(axis=1, initial=0.0) < SAME_PX
        reference = np.arange(len(self))
        parents = self.parent.tolist()
        for block, is_same in enumerate(same.tolist()):
            above = parents[block]
            if above >= 0 and not is_same:
                reference[block] = above
            elif above >= 0 and reference[above] != above:
                reference[block] = reference[above]
        return reference

    def total(self, column: Array) -> _Floats:
        """Add up a column of rows for each block, with all that is in it."""
        before = np.concatenate([[0.0], np.cumsum(column, dtype=np.float64)])
        totals: _Floats = before[self.stop] - before[self.first]
        return totals

    def spread(self, column: npt.ArrayLike, *, leaves: bool = False) -> Array:
        """A column of blocks as one of rows: by the innermost block of each, or by its leaf block
        only; 0 outside all."""
        values = np.asarray(column)
        filled = np.append(values, np.zeros(1, values.dtype))
        return filled[self.leaf_of_row if leaves else self.block_of_row]

    def list_candidates(self, positive: Mask) -> Mask:
        """The leaf blocks with positive inner blocks above them only, by the recursion of the
        paper: a leaf below a negative inner block is never a candidate.

        Args:
            positive: whether each inner block is positive; the page block always is.
        """
        entered = np.zeros(len(self), np.bool_)
        parents = self.parent.tolist()
        is_open = (positive | self.is_page).tolist()
        for block, is_leaf in enumerate(self.is_leaf.tolist()):
            above = parents[block]
            entered[block] = (above < 0 or entered[above]) and (is_leaf or is_open[block])
        return entered & self.is_leaf


def reduce_ranges(function: np.ufunc, values: Array, first: Array, stop: Array) -> Array:
    """Reduce the values of disjoint ranges of rows, which are in order and not empty."""
    # A last row, so that a range may end with the page.
    padded = np.concatenate([values, values[-1:]])
    places = np.stack([first, stop], axis=1).ravel()
    return np.asarray(function.reduceat(padded, places, axis=0)[::2])


def _find_leaves(nodes: VisualNodes) -> tuple[_Numbers, _Numbers]:
    """The first rows of the leaf blocks, and the rows after their last."""
    page = nodes.page
    shows = page.below(nodes.is_text | nodes.replaced, how="any")
    in_line = nodes.is_text | nodes.virtual_text
    # An inline element that shows nothing, such as an empty icon, divides no text.
    in_line |= nodes.inline & ~shows
    n_in_line = page.children(in_line.astype(np.int64))
    is_element = nodes.valid & (page.tag != TEXT)
    has_text = page.below(nodes.is_text, how="any")
    whole = is_element & has_text & (n_in_line == nodes.n_children) & ~in_line
    # A line of preformatted text may be a box of its own; the lines are one block.
    whole |= page.is_tag("pre") & has_text & nodes.valid & ~in_line
    whole |= nodes.replaced
    whole &= ~_is_below(page, whole)
    members = in_line & ~_is_below(page, whole | in_line)
    runs = _find_runs(nodes, members, has_text)
    starts = np.concatenate([np.flatnonzero(whole), runs[0]])
    stops = np.concatenate([page.end[whole], runs[1]])
    order = np.argsort(starts, kind="stable")
    return starts[order].astype(np.int64), stops[order].astype(np.int64)


def _is_below(page: Page, mask: Mask) -> Mask:
    """Rows with a row of the mask above them."""
    above = page.above(mask)
    below: Mask = (above >= 0) & (above[np.maximum(page.parent, 0)] >= 0) & (page.parent >= 0)
    return below


def _find_runs(nodes: VisualNodes, members: Mask, has_text: Mask) -> tuple[Array, Array]:
    """The first rows of runs of siblings in a line, and the rows after their last; runs without
    text are left out."""
    page = nodes.page
    rows = np.flatnonzero(nodes.valid)
    rows = rows[np.argsort(page.parent[rows], kind="stable")]
    chosen = members[rows]
    follows = np.zeros(len(rows), np.bool_)
    follows[1:] = chosen[:-1] & (page.parent[rows[1:]] == page.parent[rows[:-1]])
    begins = np.flatnonzero(chosen & ~follows)
    number = np.cumsum(chosen & ~follows) - 1
    starts = rows[begins]
    stops = np.zeros(len(begins), np.int64)
    # The last member of a run comes last, so its end stays.
    stops[number[chosen]] = page.end[rows[chosen]]
    with_text = np.bincount(number[chosen], has_text[rows[chosen]], len(begins)) > 0
    return starts[with_text], stops[with_text]


def _number_rows(n: int, starts: _Numbers, stops: _Numbers) -> _Numbers:
    """For each row the number of the range that it is in, -1 for none."""
    edges = np.zeros(n + 1, np.int64)
    edges[starts] += 1
    np.add.at(edges, stops, -1)
    inside = np.cumsum(edges[:n]) > 0
    number = np.zeros(n, np.int64)
    number[starts] = 1
    return np.where(inside, np.cumsum(number) - 1, -1)
