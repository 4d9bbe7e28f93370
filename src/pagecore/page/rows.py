"""The rows of a page: columns, the four tree operations, masks, and blocks.

`docs/data-model.md` describes every column and its invariants.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption, show_value
from pagecore.page.columns import (
    Array,
    Blocks,
    Column,
    Immutable,
    Mask,
    check_column,
    check_numbers,
    convert_numbers,
    freeze,
    is_integer,
    pick_values,
)  # fmt: skip
from pagecore.page.core_table import check_flags, check_text, check_word


class Rows(Immutable):
    """A table of rows, in document order. It is immutable; columns are read-only and have one value
    per row."""

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

    def _check_row(self, row: SupportsIndex) -> int:
        """Return the number of a row; a negative number counts from the end."""
        n = len(self._table)
        try:
            at = operator.index(row)
        except TypeError:
            raise BadInput(f"row {row!r}: expected an integer") from None
        if not -n <= at < n:
            raise IndexError(f"row {show_value(at)} is out of range: the page has {n} rows")
        return at % n

    # -- The four tree operations --------------------------------------------------------------

    def below(
        self, x: npt.ArrayLike | None = None, how: Literal["sum", "max", "any", "count"] = "sum"
    ) -> Array:
        """Aggregate a column over the subtree of every row, the row itself included.

        Args:
            x: the column; None counts every row as 1.
            how: the total, the largest value, whether any value is true, or how many are.
        """
        check_word("how", how, ("sum", "max", "any", "count"))
        values = self._convert_column(x, as_bool=how in ("any", "count"))
        if values.dtype == np.int64:
            total = _sum_values(lambda: self._table.below_int(values, how == "max"), np.int64)
        else:
            total = _sum_values(lambda: self._table.below_float(values, how == "max"), np.float64)
        return total > 0 if how == "any" else total

    def above(self, mask: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """Return for every row the nearest row at or above it that is in the mask, or -1."""
        return np.frombuffer(self._table.above(self._check_mask(mask)), np.int32)

    def children(
        self,
        x: npt.ArrayLike | None = None,
        how: Literal["sum", "count"] = "sum",
        *,
        blank: bool = False,
    ) -> Array:
        """Aggregate a column over the direct children of every row.

        Args:
            x: the column; None counts every child as 1.
            how: the total, or how many values are true.
            blank: count texts of white space too.
        """
        check_word("how", how, ("sum", "count"))
        check_flags(blank=blank)
        values = self._convert_column(x, as_bool=how == "count")
        if not blank and (how == "count" or x is None):
            values *= ~self._is_blank
        if values.dtype == np.int64:
            return _sum_values(lambda: self._table.children_int(values), np.int64)
        return _sum_values(lambda: self._table.children_float(values), np.float64)

    def beside(
        self, x: npt.ArrayLike, step: int = 1, fill: Any = 0, *, blank: bool = False
    ) -> Array:
        """Return for every row the value of a column at a sibling.

        Args:
            x: the column.
            step: which sibling: 1 for the next, -1 for the previous.
            fill: the value for rows without such a sibling.
            blank: count texts of white space as siblings.
        """
        values = check_column("x", x, len(self))
        if isinstance(step, bool) or not isinstance(step, (int, np.integer)):
            raise BadOption(f"step={show_value(step)}: expected an integer")
        check_flags(blank=blank)
        # No sibling is further away than the page is long.
        steps = max(-len(self), min(int(step), len(self)))
        return pick_values(values, np.frombuffer(self._table.beside(steps, blank), np.int32), fill)

    @cached_property
    def _is_blank(self) -> Mask:
        return freeze((self.tag == 0) & (self.chars == 0) & (self.text_start < self.text_stop))

    def _convert_column(self, x: npt.ArrayLike | None, *, as_bool: bool) -> Array:
        """Convert a column to numbers that the core can sum; with `as_bool` to 0 and 1."""
        if x is None:
            return np.ones(len(self), np.int64)
        if as_bool:
            return self._check_mask(x).astype(np.int64)
        return convert_numbers(check_numbers("x", x, len(self)))

    def _check_mask(self, mask: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """Return a mask as the core reads it, or raise `BadInput`."""
        checked = check_numbers("mask", mask, len(self))
        return np.ascontiguousarray(checked, np.bool_).view(np.uint8)

    # -- Masks ---------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> Mask:
        """The visible rows: `hidden == 0`."""
        return freeze(self.hidden == 0)

    @cached_property
    def leaves(self) -> Mask:
        """The rows without rows below them: texts, images and other void elements."""
        return freeze(self.end == np.arange(1, len(self) + 1, dtype=np.int32))

    def shown(self, x: npt.ArrayLike) -> Array:
        """Return a column with 0 in hidden rows."""
        values = check_column("x", x, len(self))
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
    def comment_kind(self) -> npt.NDArray[np.uint8]:
        """1 for rows in reader comments, 2 for rows in a form that asks for one, else 0.

        Comments are recognised by class, id, role and `itemtype`.
        """
        return np.frombuffer(self._table.comments(), np.uint8)

    def under(self, row: int) -> Mask:
        """Return the mask of a subtree, including its root."""
        mask = np.zeros(len(self), np.bool_)
        at = self._check_row(row)
        mask[at : self.end[at]] = True
        return mask

    # -- Blocks and digests --------------------------------------------------------------------

    @cached_property
    def blocks(self) -> Blocks:
        """The table of blocks: runs of inline content, in reading order."""
        return Blocks(self._table, self._options)

    def block_texts(self, seam: str = "") -> list[str]:
        """Return the exact text of each block, with line ends for line breaks.

        Args:
            seam: inserted where two texts meet without a line break.
        """
        return self._table.block_texts(check_text("seam", seam))

    def block_lines(self) -> list[str]:
        """Return the text of each block as displayed: white space becomes one space, except in
        code, and a line break becomes a line end."""
        return self._table.block_lines()

    def block_beginnings(self, limit: int) -> list[str]:
        """Return the text of each block on one line, shortened to `limit` characters with an
        ellipsis at the end."""
        if not is_integer(limit) or not 0 <= limit < 2**31:
            raise BadOption(f"limit={show_value(limit)}: expected an integer, 0 or more")
        return self._table.block_beginnings(limit)

    def spread(self, column: npt.ArrayLike, fill: Any = 0) -> Array:
        """Convert a column of blocks to a column of rows, with `fill` for rows in no block."""
        values = check_column("column", column, len(self.blocks), "block")
        return pick_values(values, self.block, fill)

    def blocks_with(self, rows: npt.ArrayLike) -> Mask:
        """Return the mask of blocks that contain any of the rows in a mask."""
        blocks = np.zeros(len(self.blocks), np.bool_)
        numbers = self.block[check_numbers("rows", rows, len(self)).astype(np.bool_)]
        blocks[numbers[numbers >= 0]] = True
        return blocks

    def count_words(self, rows: Mask) -> int:
        """Count the words of the rows in a mask."""
        return self._table.count_words(self._check_mask(rows))

    def digest(self, kind: str) -> npt.NDArray[np.uint64]:
        """Return a stable 64-bit digest of every row, for comparing rows across pages.

        Args:
            kind: what to digest: `"text"`, `"tag"`, `"shape"` (tags and classes of the subtree), or
                an attribute, such as `"attr:class"`.
        """
        try:
            return np.frombuffer(self._table.digest(check_text("kind", kind)), np.uint64)
        except KeyError:
            raise BadOption(
                f"kind={show_value(kind, 200)}: expected 'text', 'tag', 'shape' or 'attr:NAME'"
            ) from None


def _sum_values(add: Callable[[], memoryview], dtype: type[np.generic]) -> Array:
    """Sum a column; a total that is too large is an error and never wraps."""
    try:
        return np.frombuffer(add(), dtype)
    except OverflowError as error:
        raise BadInput(f"{error}: pass the column as floats") from None
