"""Records: the items of a page as a table with named columns, each cell traced to its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page, expect_page
from pagecore.page.columns import check_integers, check_list, check_mapping, is_integer
from pagecore.page.counts import format_count


class Cell(NamedTuple):
    """A value of an item, with its position in the page."""

    text: str
    #: The rows that hold the value, in document order.
    rows: tuple[int, ...]
    #: Byte offsets into `page.source`; `stop` is one past the end.
    start: int
    stop: int


@dataclass(frozen=True)
class Records:
    """The items of a page, in document order; a detail page has one.

    Attributes:
        columns: the names of the columns.
        items: the cells of each item by column; a column without a value is left out.
    """

    columns: tuple[str, ...]
    items: tuple[Mapping[str, Cell], ...]

    def __post_init__(self) -> None:
        """Check the invariants."""
        columns = check_list("columns", self.columns, "a list of names")
        if not all(isinstance(name, str) and name for name in columns):
            raise BadInput(f"columns={show_value(self.columns, 200)}: expected a list of names")
        if len(set(columns)) < len(columns):
            raise BadInput(f"columns={show_value(columns, 200)}: a name occurs twice")
        items = []
        for at, cells in enumerate(check_list("items", self.items, "a list of mappings")):
            item = check_mapping(f"item {at}", cells)
            if unknown := set(item) - set(columns):
                raise BadInput(f"item {at} has {sorted(unknown)}, but the columns are {columns!r}")
            for name, cell in item.items():
                _check_cell(f"item {at}, {name}", cell)
            items.append({name: item[name] for name in columns if name in item})
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "items", tuple(MappingProxyType(item) for item in items))

    @classmethod
    def of(
        cls,
        page: Page,
        columns: Sequence[str],
        items: Sequence[Mapping[str, tuple[str, npt.ArrayLike]]],
    ) -> Records:
        """Make records of a page from the text and the rows of each cell.

        Args:
            page: the page.
            columns: the names of the columns.
            items: the text and the row numbers of each cell, by column.

        Raises:
            BadInput: a cell has no rows, or rows that the page does not have.
        """
        expect_page("Records.of", page)
        cells_of_items = []
        for at, item in enumerate(check_list("items", items, "a list of mappings")):
            cells = check_mapping(f"item {at}", item)
            cells_of_items.append(
                {name: _make_cell(page, name, value) for name, value in cells.items()}
            )
        return cls(columns, cells_of_items)  # type: ignore[arg-type]  # The constructor makes tuples.

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Mapping[str, Cell]]:
        return iter(self.items)

    def __getitem__(self, item: int) -> Mapping[str, Cell]:
        return self.items[item]

    def texts(self) -> list[dict[str, str]]:
        """Return the items as plain dictionaries of texts."""
        return [{name: cell.text for name, cell in item.items()} for item in self.items]

    def __reduce__(self) -> tuple[Callable[..., Records], tuple[Any, ...]]:
        return Records, (self.columns, tuple(dict(item) for item in self.items))

    def __repr__(self) -> str:
        return f"<Records: {format_count(len(self), 'item')}, columns {', '.join(self.columns)}>"


def check_records(page: Page, records: Records) -> Iterator[str]:
    """Check that records fit a page; yield a description of each problem.

    `Records` checks everything else when it is created.
    """
    for at, item in enumerate(records):
        for name, cell in item.items():
            if cell.rows[-1] >= len(page):
                yield f"item {at}, {name}: the page has no row {cell.rows[-1]}"
            elif (cell.start, cell.stop) != _find_span(page, cell.rows):
                yield f"item {at}, {name}: start and stop are not those of its rows"


def _make_cell(page: Page, name: str, value: object) -> Cell:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise BadInput(f"{name}={show_value(value)}: expected a text and its rows")
    text, rows = value
    numbers = check_integers("rows", rows).reshape(-1).tolist()
    if not numbers:
        raise BadInput(f"the cell {show_value(text, 40)} has no rows")
    if not 0 <= min(numbers) <= max(numbers) < len(page):
        raise BadInput(
            f"the cell {show_value(text, 40)} has the rows {min(numbers)} to {max(numbers)}, but "
            f"the page has {len(page)} rows"
        )
    return Cell(text, tuple(numbers), *_find_span(page, numbers))


def _find_span(page: Page, rows: Sequence[int]) -> tuple[int, int]:
    """Return the byte offsets of the start and the end of some rows."""
    numbers = list(rows)
    return int(page.start[numbers].min()), int(page.stop[numbers].max())


def _check_cell(name: str, cell: object) -> None:
    if not isinstance(cell, Cell) or not isinstance(cell.text, str):
        raise BadInput(f"{name}: expected a Cell with a text, not {show_value(cell)}")
    rows = cell.rows
    if not isinstance(rows, tuple) or not rows or not all(map(is_integer, rows)):
        raise BadInput(f"{name}: rows={show_value(rows, 200)}: expected integers, at least one")
    if rows[0] < 0 or list(rows) != sorted(set(rows)):
        raise BadInput(f"{name}: expected rows in document order, each once")
    if not (is_integer(cell.start) and is_integer(cell.stop) and 0 <= cell.start <= cell.stop):
        raise BadInput(
            f"{name}: start={show_value(cell.start)}, stop={show_value(cell.stop)}: expected "
            "0 <= start <= stop"
        )
