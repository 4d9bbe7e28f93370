"""A tree of visual blocks, with the rows of the page in each, and their features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page
from pagecore.page.layout import VISIBLE, Layout
from pagecore.page.tags import TEXT
from pagecore.segmentation import Segmentation
from pagecore.threads.visual_posts.similarity import SpeechBlocks
from pagecore.threads.visual_posts.text_area import measure_cover

_Floats = npt.NDArray[np.float64]
_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BlockTree:
    """Visual blocks in blocks. A block comes after the block around it; the first is the page."""

    page: Page
    layout: Layout
    #: The innermost block of each row, -1 for none.
    ids: _Numbers
    #: The block around each block, -1 for the page.
    parent: _Numbers
    #: x, y, width and height of each block, in pixels.
    box: _Floats
    #: The kind of element of each block; equal for all blocks if it is not known.
    kind: _Numbers
    #: Blocks of running text, such as paragraphs, which are neither posts nor columns.
    running: Mask
    _covers: dict[int, float] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, page: Page, layout: Layout, segmentation: Segmentation) -> BlockTree:
        """The blocks of `vips`."""
        n = len(segmentation)
        return cls(
            page,
            layout,
            segmentation.ids.astype(np.int64),
            segmentation.parent.astype(np.int64),
            segmentation.columns["box"].astype(np.float64),
            np.zeros(n, np.int64),
            np.zeros(n, np.bool_),
        )

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def children(self) -> list[list[int]]:
        """The blocks directly in each block."""
        lists: list[list[int]] = [[] for _ in range(len(self))]
        for block, above in enumerate(self.parent.tolist()):
            if above >= 0:
                lists[above].append(block)
        return lists

    @cached_property
    def spans(self) -> tuple[_Numbers, _Numbers]:
        """The place of each block in an order in which a block is followed by those in it, and the
        place after the last of these."""
        parent = self.parent.tolist()
        size, place, following = [1] * len(parent), [0] * len(parent), [0] * len(parent)
        for block in range(len(parent) - 1, -1, -1):
            if parent[block] >= 0:
                size[parent[block]] += size[block]
        end = 0
        for block, above in enumerate(parent):
            place[block] = following[above] if above >= 0 else end
            if above >= 0:
                following[above] += size[block]
            else:
                end += size[block]
            following[block] = place[block] + 1
        start = np.array(place, np.int64)
        return start, start + np.array(size, np.int64)

    # -- Rows ------------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> Mask:
        """The mask of texts and media that are drawn."""
        mask: Mask = ((self.layout.seen & VISIBLE) > 0) & (self.page.block >= 0)
        return mask

    @cached_property
    def is_text(self) -> Mask:
        """The mask of texts that are drawn."""
        drawn = (self.layout.seen & VISIBLE) > 0
        mask: Mask = drawn & (self.page.tag == TEXT) & (self.page.chars > 0)
        return mask

    def find_owners(self, blocks: Sequence[int]) -> _Numbers:
        """For each row the place in `blocks` of the block that it is in, -1 for none. If blocks
        contain each other, the innermost counts."""
        owners = [-1] * (len(self) + 1)
        for at, block in enumerate(blocks):
            owners[block] = at
        for block, above in enumerate(self.parent.tolist()):
            if owners[block] < 0 <= above:
                owners[block] = owners[above]
        rows: _Numbers = np.array(owners, np.int64)[self.ids]
        return rows

    def total(self, column: Array) -> _Floats:
        """The total of a column of rows in each block."""
        starts, stops = self.spans
        rows = np.flatnonzero(self.ids >= 0)
        own = np.bincount(starts[self.ids[rows]], column[rows], len(self))
        sums = np.append(0.0, np.cumsum(own))
        total: _Floats = sums[stops] - sums[starts]
        return total

    # -- Features --------------------------------------------------------------------------------

    @cached_property
    def area(self) -> _Floats:
        """The area of each block, in square pixels."""
        area: _Floats = self.box[:, 2] * self.box[:, 3]
        return area

    @cached_property
    def letters(self) -> _Floats:
        """The length of the drawn text of each block, in characters."""
        return self.total(np.where(self.is_text, self.page.chars, 0))

    @cached_property
    def pure(self) -> _Floats:
        """The length of the drawn text outside links."""
        in_link = self.page.above(self.page.is_tag("a")) >= 0
        return self.total(np.where(self.is_text & ~in_link, self.page.chars, 0))

    @cached_property
    def _text_rows(self) -> tuple[_Numbers, _Numbers]:
        """The drawn texts in the order of `spans`, and the place of the block of each."""
        rows = np.flatnonzero(self.is_text & (self.ids >= 0))
        place = self.spans[0][self.ids[rows]]
        order = np.argsort(place, kind="stable")
        return rows[order], place[order]

    def count_texts(self, block: int) -> int:
        """The number of drawn texts in a block."""
        first, stop = self._find_texts(block)
        return stop - first

    def _find_texts(self, block: int) -> tuple[int, int]:
        starts, stops = self.spans
        first, stop = np.searchsorted(self._text_rows[1], (starts[block], stops[block])).tolist()
        return first, stop

    def measure_text(self, block: int) -> float:
        """The area that the texts of a block cover together."""
        if block not in self._covers:
            first, stop = self._find_texts(block)
            boxes = self.layout.box[self._text_rows[0][first:stop]].astype(np.float64)
            self._covers[block] = measure_cover(boxes)
        return self._covers[block]

    def measure(self, blocks: Sequence[int]) -> SpeechBlocks:
        """Measure blocks, none of which is the page."""
        at = np.array(blocks, np.int64)
        around = self.parent[at]
        return SpeechBlocks(
            np.maximum(self.box[at, 0] - self.box[around, 0], 0.0),
            self.area[at],
            self.area[around],
            self.letters[at],
            np.array([self.measure_text(block) for block in blocks], np.float64),
        )
