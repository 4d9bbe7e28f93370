"""Theme blocks: definitions 1 to 5 and rules 1 to 6 of VBPA, and the walk from the page down to the
block with the theme.

The paper is cited in `vbpa.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Page
from pagecore.page.layout import VISIBLE, Layout
from pagecore.page.tags import TEXT
from pagecore.segmentation import Segmentation
from pagecore.segments.visual_blocks.nodes import VisualNodes

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class BlockMeasures:
    """The features of visual blocks; each block comes after its parent. The first is the page."""

    #: The number of the block around each block, -1 for the page.
    parent: npt.NDArray[np.int64]
    #: x, y, width and height of each, in pixels.
    box: _Floats
    #: Length of its text outside links, and of its text in links, in characters.
    pure: _Floats
    link: _Floats
    #: The area of the page, in square pixels.
    page_area: float

    @cached_property
    def children(self) -> list[list[int]]:
        """The blocks directly in each block."""
        lists: list[list[int]] = [[] for _ in self.parent]
        for block, above in enumerate(self.parent.tolist()):
            if above >= 0:
                lists[above].append(block)
        return lists

    @cached_property
    def alpha(self) -> _Floats:
        """Definition 1: distance of the horizontal centre lines of a block and its parent."""
        return self._measure_distance(1)

    @cached_property
    def beta(self) -> _Floats:
        """Definition 2: distance of the vertical centre lines of a block and its parent."""
        return self._measure_distance(0)

    def _measure_distance(self, axis: int) -> _Floats:
        centre = self.box[:, axis] + 0.5 * self.box[:, axis + 2]
        above = np.where(self.parent >= 0, self.parent, np.arange(len(self.parent)))
        return np.abs(centre - centre[above])

    @cached_property
    def area(self) -> _Floats:
        """The area of each block, in square pixels."""
        area: _Floats = self.box[:, 2] * self.box[:, 3]
        return area

    @cached_property
    def gamma(self) -> _Floats:
        """Definition 3: the area of a block as a share of the page's."""
        return self.area / max(self.page_area, 1.0)

    @cached_property
    def log_text(self) -> _Floats:
        """The logarithm of 1/λ_text (definition 4): area for each character of pure text."""
        return _log_ratio(self.area, self.pure)

    @cached_property
    def log_link(self) -> _Floats:
        """The logarithm of 1/λ_link (definition 5): area for each character of link text."""
        return _log_ratio(self.area, self.link)


def _log_ratio(area: _Floats, length: _Floats) -> _Floats:
    """ln(area / length); infinite without length."""
    ratio = np.full(len(area), np.inf)
    some = length > 0
    ratio[some] = np.log(np.maximum(area[some], 1.0) / length[some])
    return ratio


def measure_blocks(
    page: Page, layout: Layout, segmentation: Segmentation, *, pure: str
) -> BlockMeasures:
    """Measure the visual blocks of a page.

    Args:
        page: the page.
        layout: its layout.
        segmentation: the tree of blocks of `vips`, with the column `box`.
        pure: the text that counts as pure: `outside` links, or `all`.
    """
    chars = np.where((page.tag == TEXT) & ((layout.seen & VISIBLE) > 0), page.chars, 0)
    in_link = page.above(page.is_tag("a")) >= 0
    linked = _total(segmentation, np.where(in_link, chars, 0))
    every = _total(segmentation, chars)
    text = every if pure == "all" else every - linked
    return BlockMeasures(
        segmentation.parent.astype(np.int64),
        segmentation.columns["box"].astype(np.float64),
        text,
        linked,
        VisualNodes(page, layout).page_area,
    )


def _total(segmentation: Segmentation, column: Array) -> _Floats:
    """The total of a column of rows for each block, with the blocks in it."""
    rows = segmentation.ids >= 0
    counts = np.bincount(segmentation.ids[rows], column[rows], len(segmentation))
    total: _Floats = counts.astype(np.float64)
    for block in range(len(segmentation) - 1, 0, -1):
        above = segmentation.parent[block]
        if above >= 0:
            total[above] += total[block]
    return total


@dataclass(frozen=True)
class ThemeRules:
    """The thresholds of the rules, and how they are read."""

    #: Z_link of rule 2, T of rule 4, M of rule 5 and Z_text of rule 6.
    z_link: float = 6.7
    t: float = 0.25
    m: float = 0.02
    z_text: float = 8.0
    #: A child with this share of its parent's pure text is entered.
    share: float = 0.75
    #: Rule 3 with distances as the paper pairs them, or with half of the extent that they have.
    pairing: str = "printed"
    #: Rule 6 as it is meant, or as it is printed.
    rule6: str = "dense"
    #: A child with this share is entered even if the rules 1 to 3 mark it, or if it is large and
    #: does not meet the rules 4 and 6.
    fallback: bool = True

    def holds_most(self, blocks: BlockMeasures, child: int) -> bool:
        """Whether a child of a block has most of the block's pure text."""
        total = blocks.pure[blocks.parent[child]]
        return bool(total > 0 and blocks.pure[child] >= self.share * total)

    def find_mark(self, blocks: BlockMeasures, child: int) -> int:
        """Return the first of the rules 1 to 3 that a child of a block meets, or 0."""
        pure, link = blocks.pure[child], blocks.link[child]
        if link > 0 and link >= 0.5 * pure:
            return 1
        if blocks.log_link[child] <= self.z_link:
            return 2
        return 3 if self._is_strip(blocks, child) else 0

    def mark_child(self, blocks: BlockMeasures, child: int) -> int:
        """Return the rule that marks a child of a block as not theme, or 0. With the fallback, a
        child with most of the block's text is not marked."""
        is_exempt = self.fallback and self.holds_most(blocks, child)
        return 0 if is_exempt else self.find_mark(blocks, child)

    def _is_strip(self, blocks: BlockMeasures, child: int) -> bool:
        """Rule 3: a flat strip above or below the middle of a block, or a narrow one beside it."""
        width, height = blocks.box[child, 2:].tolist()
        around_width, around_height = blocks.box[blocks.parent[child], 2:].tolist()
        limits = (around_width, around_height)
        if self.pairing == "half":
            limits = (around_height / 2, around_width / 2)
        is_flat, is_narrow = height < 0.2 * width, height > 5 * width
        return bool(
            (is_flat and blocks.alpha[child] > 0.6 * limits[0])
            or (is_narrow and blocks.beta[child] > 0.6 * limits[1])
        )

    def qualifies(self, blocks: BlockMeasures, child: int) -> bool:
        """Whether a child of a block meets the rules 4, 5 and 6."""
        around_width = blocks.box[blocks.parent[child], 2]
        log_text = blocks.log_text[child]
        is_dense = log_text >= self.z_text if self.rule6 == "printed" else log_text <= self.z_text
        is_central = blocks.beta[child] <= self.t * around_width
        return bool(is_central and self.is_large(blocks, child) and is_dense)

    def is_large(self, blocks: BlockMeasures, child: int) -> bool:
        """Rule 5: whether a block has a large share of the page."""
        return bool(blocks.gamma[child] >= self.m)


@dataclass(frozen=True, eq=False)
class Theme:
    """The result of the walk."""

    #: The blocks from the page to the theme block; none if the page has no blocks.
    path: list[int]
    #: The rule that marked each block as not theme, 0 for none.
    marks: npt.NDArray[np.int64]


def find_theme(blocks: BlockMeasures, rules: ThemeRules) -> Theme:
    """Walk from the page down to the theme block: into the child that holds most of the pure text,
    as long as one does."""
    marks = np.zeros(len(blocks.parent), np.int64)
    path = [0] if len(marks) else []
    while path and blocks.children[path[-1]]:
        block = path[-1]
        holds = []
        for child in blocks.children[block]:
            marks[child] = rules.mark_child(blocks, child)
            if not marks[child] and rules.holds_most(blocks, child):
                holds.append(child)
        entered = [child for child in holds if rules.qualifies(blocks, child)]
        if rules.fallback and not entered:
            # If none qualifies, the size decides alone.
            entered = [child for child in holds if rules.is_large(blocks, child)]
        if not entered:
            break
        path.append(max(entered, key=lambda child: (blocks.pure[child], -child)))
    return Theme(path, marks)


def mark_descendants(
    blocks: BlockMeasures, rules: ThemeRules, theme: Theme
) -> npt.NDArray[np.int64]:
    """Return the marks of all blocks in the theme block: the rule that marks each, or the block
    around it, as not theme; 0 for none."""
    marks = np.zeros(len(blocks.parent), np.int64)
    waiting = theme.path[-1:]
    while waiting:
        block = waiting.pop()
        for child in blocks.children[block]:
            marks[child] = marks[block] or rules.mark_child(blocks, child)
            waiting.append(child)
    return marks
