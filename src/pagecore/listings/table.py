"""The table of a group: its items with the texts of each column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pagecore.listings.align import Aligner, align_runs
from pagecore.listings.alternatives import merge_alternatives
from pagecore.listings.grid import find_grid
from pagecore.listings.inner_lists import join_lists, join_runs
from pagecore.listings.runs import Run, TextRuns, find_roots
from pagecore.page import Array, Page

#: Minimum share of items in which a column repeats another one, or has the same text.
_REPEATED: Final = 0.8
_CONSTANT: Final = 0.9
#: Minimum number of items for a text to be constant, and of neighbouring columns of constant texts
#: that are parts of the interface, such as the stars of a rating.
_MIN_ITEMS: Final = 4
_MIN_INTERFACE: Final = 3
#: Maximum share of constant texts in the words of the items.
_MAX_CONSTANT: Final = 0.33


@dataclass(frozen=True)
class TableColumn:
    """A column: the run of each item, None where the item has none; its heading in a table, and the
    label before its values."""

    runs: tuple[Run | None, ...]
    heading: str | None = None
    label: str | None = None

    @property
    def texts(self) -> list[str]:
        """The texts of the items that have it."""
        return [run.text for run in self.runs if run is not None]


def build_columns(
    page: Page, texts: TextRuns, first: Array, stop: Array, align: Aligner = align_runs
) -> list[TableColumn]:
    """Return the columns of a group.

    Args:
        page: the page.
        texts: the texts of the page.
        first: the first row of each item.
        stop: the row after the last of each item.
        align: aligns the texts of items outside tables with headings.
    """
    grid = find_grid(page, first, stop)
    items = read_items(page, texts, first, stop, is_table=grid is not None)
    if grid is None:
        return drop_interface(drop_copies(_align(items, align)), len(items))
    # The cells of a table are aligned by their column.
    by_column: dict[int, list[list[Run]]] = {}
    for number, runs in enumerate(items):
        for run in runs:
            column = grid.find_column(number, run)
            if column not in by_column:
                by_column[column] = [[] for _ in items]
            by_column[column][number].append(run)
    if grid.headings:
        return [
            TableColumn(
                tuple(join_runs(runs) if runs else None for runs in by_column[column]),
                grid.headings.get(column),
            )
            for column in sorted(by_column)
        ]
    columns = [column for at in sorted(by_column) for column in _align(by_column[at], align)]
    return drop_interface(drop_copies(columns), len(items))


def _align(items: Sequence[Sequence[Run]], align: Aligner) -> list[TableColumn]:
    items = join_lists(items)
    return [
        TableColumn(tuple(None if at is None else items[n][at] for n, at in enumerate(of_column)))
        for of_column in merge_alternatives(items, align(items))
    ]


def read_items(
    page: Page, texts: TextRuns, first: Array, stop: Array, *, is_table: bool = False
) -> list[list[Run]]:
    """Return the texts of each item; those of a table with repetitions."""
    roots = find_roots(page, first, stop)
    spans = zip(first.tolist(), stop.tolist(), roots.tolist(), strict=True)
    return [texts.read(*span, with_copies=is_table) for span in spans]


def drop_copies(columns: Sequence[TableColumn]) -> list[TableColumn]:
    """Leave out columns that repeat another one, as pages do for narrow screens."""
    kept: list[TableColumn] = []
    for column in columns:
        n_texts = len(column.texts)
        if n_texts < 2 or not any(_is_copy(column, other, n_texts) for other in kept):
            kept.append(column)
    return kept


def _is_copy(column: TableColumn, other: TableColumn, n_texts: int) -> bool:
    pairs = zip(column.runs, other.runs, strict=True)
    n_same = sum(
        run is not None and before is not None and run.text == before.text for run, before in pairs
    )
    return n_same >= max(2, _REPEATED * n_texts) and len(set(column.texts)) > 1


def drop_interface(columns: Sequence[TableColumn], n_items: int) -> list[TableColumn]:
    """Leave out columns that say the same in all items, such as buttons: where several are
    neighbours, and all of them where they are much of the text. Single ones may be labels."""
    if n_items < _MIN_ITEMS:
        return list(columns)
    is_constant = [_is_constant(column, n_items) for column in columns]
    n_words = [sum(len(text.split()) for text in column.texts) for column in columns]
    n_constant = sum(n for n, constant in zip(n_words, is_constant, strict=True) if constant)
    is_much = _MAX_CONSTANT * sum(n_words) < n_constant < sum(n_words)
    n_neighbours = 1 if is_much else _MIN_INTERFACE
    kept: list[TableColumn] = []
    at = 0
    while at < len(columns):
        end = at
        while end < len(columns) and is_constant[end]:
            end += 1
        if end - at < n_neighbours:
            kept += columns[at : max(end, at + 1)]
        at = max(end, at + 1)
    return kept


def _is_constant(column: TableColumn, n_items: int) -> bool:
    (_, n_same), *_ = Counter(column.texts).most_common(1)
    return n_same >= _CONSTANT * n_items
