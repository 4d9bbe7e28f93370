"""The rows of a page: columns, the four moves between them, masks, and blocks.

`docs/data-model.md` describes every column and what always holds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption
from pagecore.page.columns import (
    Array,
    Blocks,
    Column,
    Mask,
    Unchanging,
    checked,
    frozen,
    numbers,
    numeric,
    picked,
)  # fmt: skip
from pagecore.page.core_table import checked_word


class Rows(Unchanging):
    """A table of rows, in document order. It never changes; columns are read-only and have one
    value per row."""

    tag = Column(np.uint16, "column")
    parent = Column(np.int32, "column")
    end = Column(np.int32, "column")
    depth = Column(np.int32, "column")
    start = Column(np.int32, "column")
    stop = Column(np.int32, "column")
    text_start = Column(np.int32, "column")
    text_stop = Column(np.int32, "column")
    chars = Column(np.int32, "column")
    words = Column(np.int32, "column")
    punctuation = Column(np.int32, "column")
    hidden = Column(np.uint8, "column")
    joined = Column(np.bool_, "column")
    owner = Column(np.int32, "column")
    block = Column(np.int32, "column")

    _table: _core.Table
    _options: dict[str, Any]

    def __len__(self) -> int:
        return len(self._table)

    def _at(self, row: SupportsIndex) -> int:
        """A row by its number, which counts from the end where it is negative."""
        n = len(self)
        try:
            at = operator.index(row)
        except TypeError:
            raise BadInput(f"row {row!r}: expected a whole number") from None
        if not -n <= at < n:
            raise IndexError(f"row {at} of a page of {n} rows")
        return at % n

    # -- The four moves ------------------------------------------------------------------------

    def below(
        self, x: npt.ArrayLike | None = None, how: Literal["sum", "max", "any", "count"] = "sum"
    ) -> Array:
        """For every row, `x` over its subtree: its total, its largest value, whether any is true,
        or how many are. Without `x` every row counts as 1."""
        if how not in ("sum", "max", "any", "count"):
            raise BadOption(f"how={how!r}: expected 'sum', 'max', 'any' or 'count'")
        values = self._values(x, truth=how in ("any", "count"))
        if values.dtype == np.int64:
            total = _total(lambda: self._table.below_int(values, how == "max"), np.int64)
        else:
            total = _total(lambda: self._table.below_float(values, how == "max"), np.float64)
        return total > 0 if how == "any" else total

    def above(self, mask: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """For every row the nearest ancestor or self in the mask, or -1."""
        return np.frombuffer(self._table.above(self._mask(mask)), np.int32)

    def children(
        self,
        x: npt.ArrayLike | None = None,
        how: Literal["sum", "count"] = "sum",
        *,
        blank: bool = False,
    ) -> Array:
        """For every row, `x` over its direct children: its total, or how many are true. Counting
        leaves blank texts out unless `blank`. Without `x` every child counts as 1."""
        if how not in ("sum", "count"):
            raise BadOption(f"how={how!r}: expected 'sum' or 'count'")
        values = self._values(x, truth=how == "count")
        if not blank and (how == "count" or x is None):
            values *= ~self._is_blank
        if values.dtype == np.int64:
            return _total(lambda: self._table.children_int(values), np.int64)
        return _total(lambda: self._table.children_float(values), np.float64)

    def beside(
        self, x: npt.ArrayLike, step: int = 1, fill: Any = 0, *, blank: bool = False
    ) -> Array:
        """For every row the value of `x` at the sibling `step` places on, or `fill`. Blank texts
        are stepped over unless `blank`."""
        values = checked("a column", x, len(self))
        if isinstance(step, bool) or not isinstance(step, (int, np.integer)):
            raise BadOption(f"step={step!r}: expected a whole number")
        # No sibling is further away than the page is long.
        steps = max(-len(self), min(int(step), len(self)))
        return picked(values, np.frombuffer(self._table.beside(steps, blank), np.int32), fill)

    @cached_property
    def _is_blank(self) -> Mask:
        return frozen((self.tag == 0) & (self.chars == 0) & (self.text_start < self.text_stop))

    def _values(self, x: npt.ArrayLike | None, *, truth: bool) -> Array:
        """A column to add up: its values, or 1 where one is not 0."""
        if x is None:
            return np.ones(len(self), np.int64)
        if truth:
            return self._mask(x).astype(np.int64)
        return numbers(numeric("a column", x, len(self)))

    def _mask(self, mask: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        return np.ascontiguousarray(numeric("a mask", mask, len(self)), np.bool_).view(np.uint8)

    # -- Masks ---------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> Mask:
        """The rows that are shown: `hidden == 0`."""
        return frozen(self.hidden == 0)

    @cached_property
    def leaves(self) -> Mask:
        """The rows without rows below them: texts, images and other void elements."""
        return frozen(self.end == np.arange(1, len(self) + 1, dtype=np.int32))

    def shown(self, x: npt.ArrayLike) -> Array:
        """`x` with hidden rows zero."""
        values = checked("a column", x, len(self))
        return np.where(self.visible, values, np.zeros(1, values.dtype))

    @cached_property
    def data_tables(self) -> Mask:
        """The `table` rows that hold data, not those that lay out the page.

        A table holds data if it has a caption or heading cells, unless it has one column and one
        cell with most of the words. Any other table holds data if it has two rows of two cells, no
        table inside and no cell of running text. The role of a table can overrule this.
        """
        return np.frombuffer(self._table.data_tables(), np.bool_)

    @cached_property
    def reader_comments(self) -> npt.NDArray[np.uint8]:
        """For every row 1 where it is part of reader comments, 2 where it is part of a form that
        asks for one, else 0. Comments are recognised by class, id, role and `itemtype`."""
        return np.frombuffer(self._table.comments(), np.uint8)

    def under(self, row: int) -> Mask:
        """The rows of a subtree, its root included."""
        mask = np.zeros(len(self), np.bool_)
        at = self._at(row)
        mask[at : self.end[at]] = True
        return mask

    # -- Blocks and digests --------------------------------------------------------------------

    @cached_property
    def blocks(self) -> Blocks:
        """The smaller table of blocks: runs of inline content, in reading order."""
        return Blocks(self._table, self._options)

    def block_texts(self, seam: str = "") -> list[str]:
        """The exact text of each block. A line break is a line end; `seam` is put where two texts
        meet without one."""
        return self._table.block_texts(seam)

    def block_lines(self) -> list[str]:
        """The text of each block as it is shown: white space is one blank except in code, and a
        line break is a line end."""
        return self._table.block_lines()

    def block_beginnings(self, limit: int) -> list[str]:
        """The text of each block on one line. A text of more than `limit` characters is cut, and
        ends in an ellipsis."""
        return self._table.block_beginnings(limit)

    def spread(self, column: npt.ArrayLike, fill: Any = 0) -> Array:
        """A column of blocks as a column of rows; `fill` where a row is in no block."""
        values = checked("a column of blocks", column, len(self.blocks), "block")
        return picked(values, self.block, fill)

    def blocks_with(self, rows: npt.ArrayLike) -> Mask:
        """The blocks that have any of some rows, as a mask of blocks."""
        blocks = np.zeros(len(self.blocks), np.bool_)
        numbers = self.block[numeric("a mask", rows, len(self)).astype(np.bool_)]
        blocks[numbers[numbers >= 0]] = True
        return blocks

    def count_words(self, rows: Mask) -> int:
        """How many words some rows have."""
        return self._table.count_words(self._mask(rows))

    def digest(self, of: str) -> npt.NDArray[np.uint64]:
        """A stable 64-bit digest of every row, to compare rows across pages: of its `"text"`, its
        `"tag"`, its `"shape"` (tags and classes of the subtree) or an attribute, `"attr:class"`."""
        try:
            return np.frombuffer(self._table.digest(checked_word("of", of)), np.uint64)
        except KeyError:
            raise BadOption(
                f"digest of {of!r}: expected 'text', 'tag', 'shape' or 'attr:NAME'"
            ) from None


def _total(add: Callable[[], memoryview], dtype: type[np.generic]) -> Array:
    """Totals of a column, which are told or refused, and never wrap."""
    try:
        return np.frombuffer(add(), dtype)
    except OverflowError as error:
        raise BadInput(f"{error}: give the column as floats") from None
