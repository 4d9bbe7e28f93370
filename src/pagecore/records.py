"""Records: the items of a page as a table with named columns, each cell traced to its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.page import Page


class Cell(NamedTuple):
    """A value of an item, and where it stands in the page."""

    text: str
    #: The rows it was taken from, in document order.
    rows: tuple[int, ...]
    #: Bytes of `page.source`, the second one past the end.
    start: int
    stop: int


@dataclass(frozen=True)
class Records:
    """The items of a page, in the order in which they stand there; a detail page has one.

    Attributes:
        columns: the names of the columns.
        items: for each item its cells by column; a column without a value is left out.
    """

    columns: tuple[str, ...]
    items: tuple[Mapping[str, Cell], ...]

    def __post_init__(self) -> None:
        """Check what always holds."""
        columns = tuple(self.columns)
        if not all(isinstance(name, str) and name for name in columns):
            raise BadInput(f"columns={columns!r}: expected names")
        if len(set(columns)) < len(columns):
            raise BadInput(f"columns={columns!r}: a name occurs twice")
        items = []
        for at, item in enumerate(self.items):
            if unknown := set(item) - set(columns):
                raise BadInput(f"item {at} has {sorted(unknown)}, and the columns are {columns!r}")
            items.append({name: _checked(at, name, item[name]) for name in columns if name in item})
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
            page: the page that the rows are of.
            columns: the names of the columns.
            items: for each item, by column, the text and the numbers of the rows it stands in.
        """
        return cls(
            tuple(columns),
            tuple({name: _cell(page, *value) for name, value in item.items()} for item in items),
        )

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Mapping[str, Cell]]:
        return iter(self.items)

    def __getitem__(self, item: int) -> Mapping[str, Cell]:
        return self.items[item]

    def texts(self) -> list[dict[str, str]]:
        """The items as plain dictionaries of texts."""
        return [{name: cell.text for name, cell in item.items()} for item in self.items]

    def __reduce__(self) -> tuple[Callable[..., Records], tuple[Any, ...]]:
        return Records, (self.columns, tuple(dict(item) for item in self.items))

    def __repr__(self) -> str:
        return f"<Records: {len(self)} items, columns {', '.join(self.columns)}>"


def check_records(page: Page, records: Records) -> Iterator[str]:
    """Yield what is wrong with the records of a page; what holds for all is checked when they are
    made."""
    for at, item in enumerate(records):
        for name, cell in item.items():
            if cell.rows and cell.rows[-1] >= len(page):
                yield f"item {at}, {name}: there is no row {cell.rows[-1]}"
            if cell.stop > len(page.source):
                yield f"item {at}, {name}: it ends behind the source"


def _cell(page: Page, text: str, rows: npt.ArrayLike) -> Cell:
    numbers = np.asarray(rows, np.int64).reshape(-1)
    if not numbers.size:
        raise BadInput(f"the cell {text[:40]!r} has no rows")
    start, stop = int(page.start[numbers].min()), int(page.stop[numbers].max())
    return Cell(text, tuple(numbers.tolist()), start, stop)


def _checked(at: int, name: str, cell: object) -> Cell:
    of = f"item {at}, {name}"
    if not isinstance(cell, Cell) or not isinstance(cell.text, str):
        raise BadInput(f"{of}: expected a Cell with a text, not {cell!r}")
    if any(row < 0 for row in cell.rows) or list(cell.rows) != sorted(set(cell.rows)):
        raise BadInput(f"{of}: expected rows in document order, each once")
    if not 0 <= cell.start <= cell.stop:
        raise BadInput(f"{of}: it reaches from byte {cell.start} to {cell.stop}")
    return cell
