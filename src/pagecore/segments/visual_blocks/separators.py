"""Separators, the second step of a round of VIPS: the bands between blocks, and their weights."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from pagecore.page.tags import TEXT
from pagecore.segments.visual_blocks.blocks import RoundBlock
from pagecore.segments.visual_blocks.nodes import ListColumn, VisualNodes

#: Weight of a separator that is wider than this gap, in pixels.
GAP_WEIGHTS: Final = ((55, 12), (45, 10), (35, 8), (25, 6), (15, 4), (8, 2))
#: Boxes that overlap by less touch, in pixels.
TOUCH_PX: Final = 1.0
#: The share of the page's height that a column has at least.
COLUMN_SHARE: Final = 0.3
#: The axes: vertical separators part left and right, horizontal ones above and below.
VERTICAL, HORIZONTAL = 0, 1


class Separator(NamedTuple):
    """A band across a region in which no block lies."""

    #: `VERTICAL` or `HORIZONTAL`.
    axis: int
    #: Where the blocks before it end and those after it begin, in pixels; boxes that touch may
    #: overlap a little.
    start: float
    stop: float
    weight: float = 0.0

    @property
    def gap_px(self) -> float:
        """Its width, 0 between boxes that touch."""
        return max(0.0, self.stop - self.start)


@dataclass(frozen=True)
class Weights:
    """What the weight of a separator consists of."""

    #: Factor of the gaps at which the weight rises.
    gap: float = 1.0
    #: For an `hr` in it.
    hr: float = 2.0
    #: For different backgrounds on its sides.
    background: float = 2.0
    #: For different fonts on its sides, and again if the text below is larger.
    font: float = 2.0
    #: For blocks of the same structure on its sides; it is subtracted.
    structure: float = 2.0
    #: For a high column on a side of a vertical separator.
    column: float = 4.0


def find_gaps(blocks: Sequence[RoundBlock], axis: int, overlap: float = 0.0) -> list[Separator]:
    """Find the bands along an axis that no block crosses, from left to right or from above to
    below. Boxes also touch if they overlap by less than the share `overlap` of the smaller."""
    spans = sorted((block.box[axis], block.box[axis + 2]) for block in blocks)
    gaps = []
    reach, before = -math.inf, 0.0
    for start, stop in spans:
        # Far from the origin, the extent of a thin box is lost in rounding; it parts nothing.
        if stop <= start:
            continue
        common, smaller = reach - start, min(before, stop - start)
        # A box that is thinner than the tolerance must not be parted from the one it lies on.
        touches = common < max(TOUCH_PX, overlap * smaller) and common < smaller / 2
        if math.isfinite(reach) and (common <= 0 or touches):
            gaps.append(Separator(axis, reach, start))
        if stop > reach:
            reach, before = stop, stop - start
    return gaps


@dataclass(frozen=True, eq=False)
class SeparatorFinder:
    """Finds the separators of a region, with their weights."""

    nodes: VisualNodes
    weights: Weights = Weights()
    #: Boxes also touch if they overlap by less than this share of the smaller.
    overlap: float = 0.25

    _background, _tag = ListColumn("layout.background"), ListColumn("page.tag")

    def find(self, blocks: Sequence[RoundBlock]) -> list[Separator]:
        """Find the separators between blocks in both directions."""
        return [
            self._weigh(separator, before, after)
            for axis in (HORIZONTAL, VERTICAL)
            for separator, before, after in self._find_sides(blocks, axis)
        ]

    def _find_sides(
        self, blocks: Sequence[RoundBlock], axis: int
    ) -> list[tuple[Separator, list[RoundBlock], list[RoundBlock]]]:
        """The separators of an axis, each with the blocks that adjoin it on both sides."""
        gaps = find_gaps(blocks, axis, self.overlap)
        if not gaps:
            return []
        starts, stops = [gap.start for gap in gaps], [gap.stop for gap in gaps]
        sides: list[tuple[Separator, list[RoundBlock], list[RoundBlock]]] = [
            (gap, [], []) for gap in gaps
        ]
        for block in blocks:
            at = _find_nearest(starts, block.box[axis + 2])
            if abs(starts[at] - block.box[axis + 2]) <= TOUCH_PX:
                sides[at][1].append(block)
            at = _find_nearest(stops, block.box[axis])
            if abs(stops[at] - block.box[axis]) <= TOUCH_PX:
                sides[at][2].append(block)
        return sides

    def _weigh(
        self, separator: Separator, before: Sequence[RoundBlock], after: Sequence[RoundBlock]
    ) -> Separator:
        weight, gap_px = 1.0, separator.gap_px
        for least, value in GAP_WEIGHTS:
            if gap_px > least * self.weights.gap:
                weight = float(value)
                break
        if self._has_rule(separator, (*before, *after)):
            weight += self.weights.hr
        if not {self._background[block.first] for block in before} & {
            self._background[block.first] for block in after
        }:
            weight += self.weights.background
        if separator.axis == HORIZONTAL:
            weight += self._weigh_fonts(before, after)
            if {self._shape(block) for block in before} == {self._shape(block) for block in after}:
                weight -= self.weights.structure
        elif self._parts_columns(before, after):
            weight += self.weights.column
        return separator._replace(weight=weight)

    def _parts_columns(self, before: Sequence[RoundBlock], after: Sequence[RoundBlock]) -> bool:
        """Whether a high column is on a side of a vertical separator."""
        extents = (
            max(block.box[3] for block in side) - min(block.box[1] for block in side)
            for side in (before, after)
        )
        return max(extents) >= COLUMN_SHARE * self.nodes.page_size[1]

    def _weigh_fonts(self, before: Sequence[RoundBlock], after: Sequence[RoundBlock]) -> float:
        above = [font for font in map(self._find_font, before) if font is not None]
        below = [font for font in map(self._find_font, after) if font is not None]
        if not above or not below or set(above) & set(below):
            return 0.0
        larger = max(below)[0] > max(above)[0]
        return self.weights.font * (2 if larger else 1)

    def _find_font(self, block: RoundBlock) -> tuple[float, float] | None:
        if block.first not in self._fonts:
            self._fonts[block.first] = self.nodes.find_font(block.first, block.stop)
        return self._fonts[block.first]

    @cached_property
    def _fonts(self) -> dict[int, tuple[float, float] | None]:
        """The fonts of blocks, by their first row."""
        return {}

    def _has_rule(self, separator: Separator, blocks: Sequence[RoundBlock]) -> bool:
        """Whether an `hr` lies in a separator, between the blocks beside it."""
        axis, other = separator.axis, 1 - separator.axis
        if not self._rules[axis][0]:
            return False
        least = min(block.box[other] for block in blocks)
        most = max(block.box[other + 2] for block in blocks)
        middles, boxes = self._rules[axis]
        first = bisect_left(middles, separator.start - TOUCH_PX)
        stop = bisect_right(middles, separator.start + separator.gap_px + TOUCH_PX)
        return any(
            box[other] < most and box[other + 2] > least
            for box in itertools.islice(boxes, first, stop)
        )

    def _shape(self, block: RoundBlock) -> tuple[object, ...]:
        """The structure of a block: its tag and those of its children; all texts are alike."""
        if self._tag[block.first] == TEXT:
            return (0,)
        children = frozenset(self._tag[row] for row in self.nodes.children[block.first])
        return self._tag[block.first], children

    @cached_property
    def _rules(self) -> tuple[tuple[list[float], list[list[float]]], ...]:
        """For each axis, the middles of all `hr` in their order, and their boxes."""
        boxes = self.nodes.box[self.nodes.page.is_tag("hr") & self.nodes.valid]
        by_axis = []
        for axis in (VERTICAL, HORIZONTAL):
            middles = (boxes[:, axis] + boxes[:, axis + 2]) / 2
            order = np.argsort(middles, kind="stable")
            by_axis.append((middles[order].tolist(), boxes[order].tolist()))
        return tuple(by_axis)


def _find_nearest(places: Sequence[float], place: float) -> int:
    """Find the nearest of some sorted places."""
    at = bisect_left(places, place)
    if at == len(places) or (at > 0 and place - places[at - 1] < places[at] - place):
        return at - 1
    return at
