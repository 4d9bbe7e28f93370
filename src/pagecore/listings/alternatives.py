"""Merge columns that are alternatives: one part of an item that a template writes in two ways.

A price has another class in a sale, and the first story of a page has a larger heading. Such
columns are never filled in the same item, hold values of one type, and have nothing between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pagecore.listings.align import Table
from pagecore.listings.runs import Run
from pagecore.listings.value_types import find_column_type

#: With more columns than these, alternatives are not searched.
_MAX_COLUMNS: Final = 60
#: Words of a text that is a paragraph.
_PROSE_WORDS: Final = 8


class _Column(NamedTuple):
    """A column, with the items that have it as bits, and what its values are."""

    numbers: list[int | None]
    filled: int
    role: tuple[object, ...]


def merge_alternatives(items: Sequence[Sequence[Run]], table: Table) -> Table:
    """Return the columns, with alternatives merged.

    Args:
        items: the texts of each item.
        table: for each column the number of its text in each item, None where the item has none.
    """
    if not 2 <= len(table) <= _MAX_COLUMNS:
        return table
    every = (1 << len(items)) - 1
    columns = [_describe(items, numbers, every) for numbers in table]
    at = 0
    while at < len(columns):
        later = _find_alternative(columns, at)
        if later is None:
            at += 1
        else:
            columns[at] = _merge(columns[at], columns.pop(later))
    return [column.numbers for column in columns]


def _find_alternative(columns: Sequence[_Column], at: int) -> int | None:
    """Return the next column that is an alternative of one."""
    column = columns[at]
    # The items that have a text in the columns between.
    between = 0
    for later in range(at + 1, len(columns)):
        other = columns[later]
        if not other.filled & (column.filled | between) and other.role == column.role:
            return later
        between |= other.filled
    return None


def _describe(items: Sequence[Sequence[Run]], numbers: list[int | None], every: int) -> _Column:
    filled = int("".join("01"[at is not None] for at in reversed(numbers)), 2)
    # A column of all items has no alternative.
    if filled == every:
        return _Column(numbers, filled, (id(numbers),))
    runs = [items[item][at] for item, at in enumerate(numbers) if at is not None]
    kind = find_column_type([run.text for run in runs])
    if kind != "text":
        return _Column(numbers, filled, (kind,))
    n_words = sorted(len(run.text.split()) for run in runs)[len(runs) // 2]
    in_heading = 2 * sum(run.in_heading for run in runs) > len(runs)
    is_linked = 2 * sum(run.link >= 0 for run in runs) > len(runs)
    # Short texts, such as two badges, look alike without being alternatives.
    own = 0 if in_heading or n_words >= _PROSE_WORDS else id(numbers)
    return _Column(numbers, filled, (kind, own, in_heading, is_linked))


def _merge(column: _Column, other: _Column) -> _Column:
    numbers = [
        second if first is None else first
        for first, second in zip(column.numbers, other.numbers, strict=True)
    ]
    return _Column(numbers, column.filled | other.filled, column.role)
