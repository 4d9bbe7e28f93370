"""From the tree of visual blocks to a segmentation: the innermost block of every row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pagecore.page import Page, PageWarning
from pagecore.segmentation import UNREADABLE, Segmentation
from pagecore.segments.visual_blocks.construction import VisualBlock
from pagecore.segments.visual_blocks.nodes import VisualNodes

_Numbers = npt.NDArray[np.int64]


def make_segmentation(
    nodes: VisualNodes, tree: Sequence[VisualBlock], warnings: tuple[PageWarning, ...] = ()
) -> Segmentation:
    """Make a segmentation whose segments are the visual blocks, with their boxes (left, top, width
    and height) and degrees of coherence."""
    page = nodes.page
    if not tree:
        nothing = np.full(len(page), -1, np.int64)
        columns = {"doc": np.zeros(0, np.int64), "box": np.zeros((0, 4))}
        return Segmentation(nothing, nothing[:0], columns, {"rule": nothing}, warnings)  # type: ignore[arg-type]  # The constructor converts.
    leaf, rule = label_leaves(page, tree)
    leaf = fill_undrawn(nodes, leaf)
    parent = np.array([node.parent for node in tree], np.int64)
    ids = _close_upward(page, leaf, parent)
    order, number = _order_segments(ids, parent)
    boxes = _find_boxes(tree, parent)[order]
    boxes[:, 2:] -= boxes[:, :2]
    return Segmentation(
        np.where(ids >= 0, number[ids], -1).astype(np.int32),
        np.where(parent[order] >= 0, number[parent[order]], -1).astype(np.int32),
        {"doc": np.array([tree[at].doc for at in order.tolist()], np.int64), "box": boxes},
        {"rule": rule},
        warnings,
    )


def _find_boxes(tree: Sequence[VisualBlock], parent: _Numbers) -> npt.NDArray[np.float64]:
    """The box of each block, around its members and the blocks in it: contents may overflow."""
    boxes = np.array([node.box for node in tree], np.float64).reshape(-1, 4)
    for node in range(len(tree) - 1, 0, -1):
        above = parent[node]
        boxes[above, :2] = np.minimum(boxes[above, :2], boxes[node, :2])
        boxes[above, 2:] = np.maximum(boxes[above, 2:], boxes[node, 2:])
    return boxes


def label_leaves(page: Page, tree: Sequence[VisualBlock]) -> tuple[_Numbers, _Numbers]:
    """Return for each row the leaf of the tree that it is in, -1 for none, and the rule that kept
    its block whole, -1 for none."""
    leaf, rule = np.full(len(page), -1, np.int64), np.full(len(page), -1, np.int64)
    for at, node in enumerate(tree):
        if not node.has_children:
            for block in node.members:
                leaf[block.first : block.stop] = at
                rule[block.first : block.stop] = block.rule
    is_readable = ~np.isin(page.hidden, UNREADABLE)
    return np.where(is_readable, leaf, -1), np.where(is_readable, rule, -1)


def fill_undrawn(nodes: VisualNodes, leaf: _Numbers) -> _Numbers:
    """Label rows that are not drawn, such as closed menus and skipped links.

    Such a row belongs to the block of the drawn row before it, or of the one after it, whichever
    shares the nearer ancestor. Rows of the head and of scripts stay outside.
    """
    page = nodes.page
    rows = np.arange(len(page))
    labelled = leaf >= 0
    if not labelled.any():
        return leaf
    before = np.maximum.accumulate(np.where(labelled, rows, -1))
    after = np.minimum.accumulate(np.where(labelled, rows, len(page))[::-1])[::-1]
    # The nearest ancestor with a labelled row inside; the row before is in it, or the one after.
    ancestor = page.above(page.below(labelled, how="any"))
    ends = page.end[np.maximum(ancestor, 0)]
    is_before_inside = before > ancestor
    chosen = np.where(is_before_inside, before, np.where(after < ends, after, -1))
    readable = (page.block >= 0) & ~np.isin(page.hidden, UNREADABLE)
    use = ~labelled & readable & (ancestor >= 0) & (chosen >= 0)
    return np.where(use, leaf[chosen], leaf)


def _close_upward(page: Page, leaf: _Numbers, parent: _Numbers) -> _Numbers:
    """Label each element with the innermost block that has all of its labelled rows."""
    place = _number_depth_first(parent)
    at_place = np.argsort(place)
    places = np.where(leaf >= 0, place[leaf], -1)
    most = page.below(places, how="max")
    least = -page.below(np.where(places >= 0, -places, -len(parent)), how="max")
    known = most >= 0
    first = np.where(known, at_place[np.where(known, least, 0)], -1)
    second = np.where(known, at_place[np.where(known, most, 0)], -1)
    depth = np.zeros(len(parent) + 1, np.int64)
    for node, above in enumerate(parent.tolist()):
        depth[node] = depth[above] + 1 if above >= 0 else 0
    differ = np.flatnonzero(first != second)
    while differ.size:
        deeper = depth[first[differ]] >= depth[second[differ]]
        climb = differ[deeper]
        first[climb] = parent[first[climb]]
        climb = differ[~deeper]
        second[climb] = parent[second[climb]]
        differ = differ[first[differ] != second[differ]]
    return np.where(leaf >= 0, leaf, first)


def _number_depth_first(parent: _Numbers) -> _Numbers:
    """Number the nodes of a tree so that each subtree has numbers in a row."""
    n = len(parent)
    size = np.ones(n, np.int64)
    for node in range(n - 1, 0, -1):
        if parent[node] >= 0:
            size[parent[node]] += size[node]
    place, following = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for node in range(n):
        above = parent[node]
        if above >= 0:
            place[node] = following[above]
            following[above] += size[node]
        following[node] = place[node] + 1
    return place


def _order_segments(ids: _Numbers, parent: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Order the blocks that have rows by their first rows, parents before their children.

    Returns:
        The blocks in this order, and the number of each in it, -1 for those without rows.
    """
    n = len(parent)
    first = np.full(n, len(ids), np.int64)
    rows = np.flatnonzero(ids >= 0)
    np.minimum.at(first, ids[rows], rows)
    for node in range(n - 1, 0, -1):
        if parent[node] >= 0:
            first[parent[node]] = min(first[parent[node]], first[node])
    # A node is always listed after its parent, so a stable sort keeps it there.
    order = np.argsort(first, kind="stable")
    order = order[first[order] < len(ids)]
    number = np.full(n, -1, np.int64)
    number[order] = np.arange(len(order))
    return order, number
