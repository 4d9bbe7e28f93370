"""The grid of a table: the column in which each cell begins, and the headings of the columns."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from pagecore.listings.runs import Run
from pagecore.page import Array, Page

#: Cells beyond this column are left out, and no cell spans more columns.
_MAX_WIDTH: Final = 300
#: Largest number of rows that a cell may span, as in the HTML standard.
_MAX_ROWS: Final = 65_534
#: Minimum share of the rows of a table that have the same width.
_SAME_WIDTH: Final = 0.8


class GridCell(NamedTuple):
    """A cell of a table row: its row of the page, the row after its last, and its column."""

    first: int
    stop: int
    column: int


class Grid(NamedTuple):
    """The cells of each item, and the headings of the columns."""

    cells: list[list[GridCell]]
    headings: dict[int, str]

    def find_column(self, item: int, run: Run) -> int:
        """Return the column of a text of an item; -1 outside all cells."""
        cells = self.cells[item]
        at = bisect_right(cells, run.rows[0], key=lambda cell: cell.first) - 1
        is_inside = at >= 0 and run.rows[0] < cells[at].stop
        return cells[at].column if is_inside else -1


def find_grid(page: Page, first: Array, stop: Array) -> Grid | None:
    """Return the grid of items that are single rows of tables of an even width; None for other
    items."""
    if not len(first) or not page.is_tag("tr")[first].all() or (page.end[first] < stop).any():
        return None
    tables = page.above(page.is_tag("table"))
    is_header = find_header_rows(page)
    cells: dict[int, list[GridCell]] = {}
    widths: dict[int, int] = {}
    headings: dict[int, str] = {}
    for table in dict.fromkeys(tables[first].tolist()):
        last = int(first[tables[first] == table].max())
        rows = np.flatnonzero((tables == table) & page.is_tag("tr"))
        placed = _place_cells(page, rows[rows <= last].tolist())
        cells |= placed.cells
        widths |= placed.widths
        if not headings:
            headings = _read_headings(page, placed, np.flatnonzero(is_header).tolist())
    ((width, n_same),) = Counter(widths[row] for row in first.tolist()).most_common(1)
    if width < 2 or n_same < _SAME_WIDTH * len(first):
        return None
    return Grid([cells[row] for row in first.tolist()], headings)


def find_header_rows(page: Page) -> Array:
    """Return the mask of table rows that have headings and no other cells."""
    n_headings = page.children(page.is_tag("th"), how="count")
    n_cells = page.children(page.is_tag("td"), how="count")
    in_head = page.above(page.is_tag("thead")) >= 0
    result: Array = page.is_tag("tr") & (
        ((n_headings >= 2) & (n_cells == 0)) | (in_head & (n_headings + n_cells >= 2))
    )
    return result


class _PlacedCells(NamedTuple):
    """The cells and the width of each row of a table, and the columns that each cell spans."""

    cells: dict[int, list[GridCell]]
    widths: dict[int, int]
    spans: dict[int, int]


def _place_cells(page: Page, rows: list[int]) -> _PlacedCells:
    """Place the cells of the rows of a table: a cell that spans rows shifts the cells below it."""
    is_cell = page.is_tag("td", "th")
    placed = _PlacedCells({}, {}, {})
    # Columns that are taken from above: their first one, the one after the last, and the number of
    # the row after the last.
    taken: list[tuple[int, int, int]] = []
    for number, row in enumerate(rows):
        taken = sorted(span for span in taken if span[2] > number)
        of_row: list[GridCell] = []
        added = []
        column = at = 0
        cell = row + 1
        while cell < page.end[row]:
            stop = int(page.end[cell])
            if is_cell[cell]:
                while at < len(taken) and taken[at][0] <= column:
                    column = max(column, taken[at][1])
                    at += 1
                if column >= _MAX_WIDTH:
                    break
                of_row.append(GridCell(cell, stop, column))
                width = _read_span(page, cell, "colspan", _MAX_WIDTH)
                height = _read_span(page, cell, "rowspan", _MAX_ROWS)
                placed.spans[cell] = width
                if height > 1:
                    added.append((column, column + width, number + height))
                column += width
            cell = stop
        placed.cells[row] = of_row
        placed.widths[row] = max([column, *(span[1] for span in taken)])
        taken += added
    return placed


def _read_span(page: Page, cell: int, name: str, limit: int) -> int:
    """Return the number of columns or rows that a cell spans."""
    value = (page.get(cell, name) or "").strip()
    # A rowspan of 0 reaches the end of the table.
    if value == "0" and name == "rowspan":
        return limit
    return min(max(int(value), 1), limit) if value.isdecimal() and len(value) < 6 else 1


def _read_headings(page: Page, placed: _PlacedCells, header_rows: list[int]) -> dict[int, str]:
    """Return the heading of each column; the last one where several are above each other."""
    headings: dict[int, str] = {}
    for row in header_rows:
        for cell in placed.cells.get(row, ()):
            text = " ".join(page.text(cell.first).split())
            for column in range(cell.column, cell.column + placed.spans[cell.first]):
                if text:
                    headings[column] = text
    return headings
