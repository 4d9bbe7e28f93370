"""Records: the items of a page as a table with named columns, each cell traced to its source."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import lt
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeGuard

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


#: The text and the row numbers of a cell, or a function that returns both when they are asked for.
CellSource: TypeAlias = tuple[str, npt.ArrayLike] | Callable[[], tuple[str, npt.ArrayLike]]


class _LateItem(Mapping[str, Cell]):
    """The cells of an item; those that take long are made when they are asked for."""

    __slots__ = ("_cells", "_makers", "_names")

    def __init__(
        self,
        names: tuple[str, ...],
        cells: dict[str, Cell],
        makers: dict[str, Callable[[], Cell]],
    ) -> None:
        self._names = names
        self._cells = cells
        self._makers = makers

    def __getitem__(self, name: str) -> Cell:
        if name not in self._cells:
            self._cells[name] = self._makers[name]()
        return self._cells[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))


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
        columns = _check_columns(self.columns)
        items = []
        for at, cells in enumerate(check_list("items", self.items, "a list of mappings")):
            item = check_mapping(f"item {at}", cells)
            for name, cell in item.items():
                if not _has_one_row(cell):
                    _check_cell(f"item {at}, {name}", cell)
            own = _sort_names(at, item, columns)
            items.append({name: item[name] for name in own})
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "items", tuple(MappingProxyType(item) for item in items))

    @classmethod
    def of(
        cls,
        page: Page,
        columns: Sequence[str],
        items: Sequence[Mapping[str, CellSource]],
    ) -> Records:
        """Make records of a page from the text and the rows of each cell.

        Args:
            page: the page.
            columns: the names of the columns.
            items: the text and the row numbers of each cell, by column; or a function that returns
                both, which is called when the cell is asked for.

        Raises:
            BadInput: a cell has no rows, or rows that the page does not have.
        """
        expect_page("Records.of", page)
        names = _check_columns(columns)
        made: list[Mapping[str, Cell]] = []
        for at, item in enumerate(check_list("items", items, "a list of mappings")):
            cells: dict[str, Cell] = {}
            late: dict[str, Callable[[], Cell]] = {}
            for name, value in check_mapping(f"item {at}", item).items():
                if callable(value):
                    late[name] = partial(_make_late_cell, page, at, name, value)
                else:
                    cells[name] = _make_cell(page, at, name, value)
            own = _sort_names(at, {*cells, *late}, names)
            if late:
                made.append(_LateItem(own, cells, late))
            else:
                made.append(MappingProxyType({name: cells[name] for name in own}))
        # Each cell was checked when it was made.
        records = object.__new__(cls)
        object.__setattr__(records, "columns", names)
        object.__setattr__(records, "items", tuple(made))
        return records

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


def _check_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of columns as a tuple, if they are names that differ."""
    names = check_list("columns", columns, "a list of names")
    if not all(isinstance(name, str) and name for name in names):
        raise BadInput(f"columns={show_value(columns, 200)}: expected a list of names")
    if len(set(names)) < len(names):
        raise BadInput(f"columns={show_value(names, 200)}: a name occurs twice")
    return tuple(names)


def _sort_names(at: int, names: Collection[str], columns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the cells of an item in the order of the columns."""
    known = tuple(name for name in columns if name in names)
    if len(known) < len(names):
        unknown = sorted(set(names) - set(columns))
        raise BadInput(f"item {at} has {unknown}, but the columns are {columns!r}")
    return known


def _make_late_cell(page: Page, at: int, name: str, make: Callable[[], object]) -> Cell:
    return _make_cell(page, at, name, make())


def _make_cell(page: Page, at: int, name: str, value: object) -> Cell:
    if type(value) is tuple and len(value) == 2:
        # Methods pass tuples of plain numbers, which need no array.
        text, rows = value
        if isinstance(text, str) and _is_plain(rows, len(page)):
            return Cell(text, rows, *_find_span(page, rows))
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
    cell = Cell(text, tuple(numbers), *_find_span(page, numbers))
    _check_cell(f"item {at}, {name}", cell)
    return cell


def _is_plain(rows: object, n_rows: int) -> TypeGuard[tuple[int, ...]]:
    """Whether rows are a tuple of Python integers in document order that a page has."""
    if type(rows) is not tuple or not rows:
        return False
    if len(rows) == 1:
        return type(rows[0]) is int and 0 <= rows[0] < n_rows
    if set(map(type, rows)) != {int}:
        return False
    return all(map(lt, rows, rows[1:])) and rows[0] >= 0 and rows[-1] < n_rows


def _find_span(page: Page, rows: Sequence[int]) -> tuple[int, int]:
    """Return the byte offsets of the start and the end of some rows."""
    if len(rows) == 1:
        return int(page.start[rows[0]]), int(page.stop[rows[0]])
    numbers = list(rows)
    return int(page.start[numbers].min()), int(page.stop[numbers].max())


def _has_one_row(cell: object) -> bool:
    """Whether a value is a sound cell of a single row, as most are; other cells take longer to
    check."""
    if type(cell) is not Cell:
        return False
    text, rows, start, stop = cell
    return (
        type(text) is str
        and type(rows) is tuple
        and len(rows) == 1
        and type(rows[0]) is type(start) is type(stop) is int
        and rows[0] >= 0
        and 0 <= start <= stop
    )


def _check_cell(name: str, cell: object) -> None:
    if not isinstance(cell, Cell) or not isinstance(cell.text, str):
        raise BadInput(f"{name}: expected a Cell with a text, not {show_value(cell)}")
    rows = cell.rows
    if not isinstance(rows, tuple) or not rows or not all(map(is_integer, rows)):
        raise BadInput(f"{name}: rows={show_value(rows, 200)}: expected integers, at least one")
    if rows[0] < 0 or any(row >= after for row, after in pairwise(rows)):
        raise BadInput(f"{name}: expected rows in document order, each once")
    if not (is_integer(cell.start) and is_integer(cell.stop) and 0 <= cell.start <= cell.stop):
        raise BadInput(
            f"{name}: start={show_value(cell.start)}, stop={show_value(cell.stop)}: expected "
            "0 <= start <= stop"
        )
