"""Construction, the third step of a round of VIPS, and the rounds: the tree of visual blocks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pagecore.segments.visual_blocks.blocks import BlockExtractor, RoundBlock
from pagecore.segments.visual_blocks.separators import Separator, SeparatorFinder

#: The share of the page below which a node is not divided, by round; the last is for all others.
THRESHOLDS: Final = (0.10, 0.07, 0.05, 0.03, 0.02, 0.01, 0.0)
#: Maximum number of rounds. Each takes time in proportion to the page.
MAX_ROUNDS: Final = 64


@dataclass
class VisualBlock:
    """A node of the tree: a region of the page."""

    #: The number of the node around it, -1 for the page.
    parent: int
    #: The blocks in it, in document order.
    members: list[RoundBlock]
    #: Degree of coherence, 1 to 10.
    doc: int
    #: Number of rounds that led to it.
    depth: int
    #: Number of nodes above it.
    level: int = 0
    #: The separators between its children.
    separators: list[Separator] = field(default_factory=list)
    has_children: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        edges = list(zip(*(block.box for block in self.members), strict=True))
        return min(edges[0]), min(edges[1]), max(edges[2]), max(edges[3])


@dataclass(frozen=True)
class TreeBuilder:
    """Builds the tree of visual blocks, from the page down."""

    extractor: BlockExtractor
    finder: SeparatorFinder
    #: Permitted degree of coherence: nodes below it are divided.
    pdoc: int = 8
    #: Factor of the thresholds.
    scale: float = 1.0
    #: Compute the degree of coherence of a node anew when the blocks in it are known.
    renew: bool = True
    #: The share of the page's area below which a node is not divided.
    min_area: float = 0.05
    #: Maximum depth of the tree below the page; 0 for no limit.
    levels: int = 0

    def build(self) -> tuple[list[VisualBlock], bool]:
        """Build the tree of a page.

        Returns:
            The nodes, the whole page first and parents before their children; and whether the
            limit of rounds was reached. There are no nodes if nothing is drawn.
        """
        blocks = self.extractor.extract([self.extractor.page_block], self._find_threshold(0))
        if not blocks:
            return [], False
        tree = [VisualBlock(-1, blocks, self._find_doc(blocks, self.finder.find(blocks)), 0)]
        waiting = self._add_children(tree, 0)
        for _ in range(MAX_ROUNDS):
            if not waiting:
                return tree, False
            waiting = [below for at in waiting for below in self._divide(tree, at)]
        return tree, bool(waiting)

    def _divide(self, tree: list[VisualBlock], at: int) -> list[int]:
        """Extract the blocks of a node again and group them; return the nodes of the next round."""
        node = tree[at]
        threshold = self._find_threshold(node.depth)
        blocks = self.extractor.extract(node.members, threshold)
        if blocks == node.members and not self.finder.find(blocks):
            blocks = self.extractor.extract(blocks, threshold, below_doc=self.pdoc)
        if blocks:
            is_final = blocks == node.members and threshold == 0
            node.members = blocks
            if self.renew and node.parent >= 0:
                node.doc = max(node.doc, self._find_doc(blocks))
            return [] if node.doc >= self.pdoc else self._add_children(tree, at, is_final=is_final)
        return []

    def _add_children(
        self, tree: list[VisualBlock], at: int, *, is_final: bool = False
    ) -> list[int]:
        """Give a node its children; return the nodes for the next round: the children that are not
        coherent, or the node itself if nothing separates its blocks and finer ones may come."""
        node = tree[at]
        separators = self.finder.find(node.members)
        groups = group_blocks(node.members, separators)
        if len(groups) == 1:
            node.depth += 1
            node.doc = max(node.doc, min(block.doc for block in node.members))
            return [] if is_final or node.doc >= self.pdoc else [at]
        greatest = max(separator.weight for separator in separators)
        node.separators = [of for of in separators if of.weight == greatest]
        node.has_children = True
        level = node.level + 1
        below = []
        for members in groups:
            doc = max(node.doc, self._find_doc(members))
            tree.append(VisualBlock(at, members, doc, node.depth + 1, level))
            if doc < self.pdoc and self._is_divisible(tree[-1], level):
                below.append(len(tree) - 1)
        return below

    def _is_divisible(self, node: VisualBlock, level: int) -> bool:
        left, top, right, bottom = node.box
        area = (right - left) * (bottom - top)
        is_large = area >= self.min_area * self.extractor.nodes.page_area
        return is_large and not 0 < self.levels <= level

    def _find_threshold(self, depth: int) -> float:
        return THRESHOLDS[min(depth, len(THRESHOLDS) - 1)] * self.scale

    def _find_doc(
        self, members: Sequence[RoundBlock], separators: Sequence[Separator] | None = None
    ) -> int:
        """The degree of coherence of a node: the least of its members', or less if a heavy
        separator is between them."""
        least = min(block.doc for block in members)
        if len(members) == 1:
            return least
        between = self.finder.find(members) if separators is None else separators
        if not between:
            return least
        heaviest = max(separator.weight for separator in between)
        return max(1, min(10 - math.floor(9 * heaviest / 20 + 0.5), least))


def group_blocks(
    blocks: Sequence[RoundBlock], separators: Sequence[Separator]
) -> list[list[RoundBlock]]:
    """Group the blocks that no separator of the largest weight divides, in document order."""
    if not separators:
        return [list(blocks)]
    greatest = max(separator.weight for separator in separators)
    cells: dict[int, list[int]] = {}
    for axis in (0, 1):
        starts = [of.start for of in separators if of.axis == axis and of.weight == greatest]
        cells[axis] = [
            _count_before(starts, (of.box[axis] + of.box[axis + 2]) / 2) for of in blocks
        ]
    groups: dict[tuple[int, int], list[RoundBlock]] = {}
    for block, left, top in zip(blocks, cells[0], cells[1], strict=True):
        groups.setdefault((left, top), []).append(block)
    return list(groups.values())


def _count_before(starts: Sequence[float], middle: float) -> int:
    """The number of separators before the middle of a block; `starts` is sorted."""
    least, most = 0, len(starts)
    while least < most:
        half = (least + most) // 2
        if starts[half] < middle:
            least = half + 1
        else:
            most = half
    return least
