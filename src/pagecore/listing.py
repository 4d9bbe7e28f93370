"""A listing, the result of a listing method: the groups of repeated items of a page as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page
from pagecore.page.columns import (
    Array,
    check_evidence,
    check_list,
    check_mapping,
    check_row_numbers,
    freeze,
    is_fraction,
    is_integer,
)
from pagecore.page.counts import format_count
from pagecore.records import Records, check_records

#: Types of the values of a column.
VALUE_TYPES: Final = ("text", "url", "image", "price", "date", "rating", "number")


@dataclass(frozen=True)
class ItemGroup:
    """Items of a page that a template wrote one after another.

    Attributes:
        records: the items as a table.
        spans: the first row of each item and the row after its last.
        types: the type of each column, one of `VALUE_TYPES`.
        score: how well the group fits the content of a listing, 0 to 1; groups are ordered by it.
        recognised_by: how the group was recognised, in words.
    """

    records: Records
    spans: tuple[tuple[int, int], ...]
    types: Mapping[str, str]
    score: float
    recognised_by: str

    def __post_init__(self) -> None:
        """Check the invariants."""
        if not isinstance(self.records, Records):
            raise BadInput(f"records={show_value(self.records)}: expected Records")
        spans = check_list("spans", self.spans, "a list of pairs of rows")
        for span in spans:
            if not isinstance(span, tuple) or len(span) != 2 or not all(map(is_integer, span)):
                raise BadInput(f"spans: {show_value(span)}: expected a pair of rows")
        if len(spans) != len(self.records):
            raise BadInput(f"there are {len(spans)} spans for {len(self.records)} items")
        ends = [row for span in spans for row in span]
        if any(stop <= first for first, stop in spans) or ends != sorted(ends):
            raise BadInput("spans: expected ranges of rows in document order that do not overlap")
        types = check_mapping("types", self.types)
        if list(types) != list(self.records.columns) or set(types.values()) - set(VALUE_TYPES):
            raise BadInput(
                f"types={show_value(dict(types), 200)}: expected a type for each column, one of "
                f"{', '.join(VALUE_TYPES)}"
            )
        if not is_fraction(self.score):
            raise BadInput(f"score={show_value(self.score)}: expected a number, 0 to 1")
        if not isinstance(self.recognised_by, str) or not self.recognised_by:
            raise BadInput("recognised_by: expected a text")
        object.__setattr__(self, "spans", spans)
        object.__setattr__(self, "types", MappingProxyType(dict(types)))

    def number_rows(self, n_rows: int) -> npt.NDArray[np.int32]:
        """Return the number of the item that each row of a page belongs to, -1 outside all
        items.

        Raises:
            BadInput: the page has fewer rows.
        """
        if self.spans and (self.spans[0][0] < 0 or self.spans[-1][1] > n_rows):
            raise BadInput(f"spans: items are outside the {n_rows} rows of the page")
        bounds = np.array(self.spans, np.int64).reshape(-1)
        numbers = np.full(2 * len(self.spans) + 1, -1, np.int32)
        numbers[1::2] = np.arange(len(self.spans))
        lengths = np.diff(np.concatenate(([0], bounds, [n_rows])))
        result: npt.NDArray[np.int32] = np.repeat(numbers, lengths)
        return result

    def __len__(self) -> int:
        return len(self.records)

    def __reduce__(self) -> tuple[Callable[..., ItemGroup], tuple[Any, ...]]:
        values = (self.records, self.spans, dict(self.types), self.score, self.recognised_by)
        return ItemGroup, values

    def __repr__(self) -> str:
        columns = ", ".join(self.records.columns)
        return f"<ItemGroup: {format_count(len(self), 'item')}, columns {columns}>"


@dataclass(frozen=True, eq=False)
class Listing:
    """The groups of repeated items of a page, the likeliest content first.

    Attributes:
        ids: the item of the main group that each row belongs to, -1 outside all items.
        groups: the groups; a row is in one of them at most.
        evidence: the method's own quantities, one value per row of the page.
    """

    ids: npt.NDArray[np.int32]
    groups: tuple[ItemGroup, ...]
    evidence: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the invariants, and make the columns read-only."""
        ids = check_row_numbers("ids", self.ids)
        groups = check_list("groups", self.groups, "a list of ItemGroup")
        n = len(ids)
        taken = np.zeros(n, np.bool_)
        for at, group in enumerate(groups):
            if not isinstance(group, ItemGroup) or not len(group):
                raise BadInput(f"group {at}: expected an ItemGroup with items")
            is_inside = group.number_rows(n) >= 0
            if (taken & is_inside).any():
                row = int((taken & is_inside).argmax())
                raise BadInput(f"group {at}: row {row} is in another item")
            taken |= is_inside
        scores = [group.score for group in groups]
        if scores != sorted(scores, reverse=True):
            raise BadInput("groups are not in the order of their scores")
        expected = groups[0].number_rows(n) if groups else np.full(n, -1, np.int32)
        if not np.array_equal(ids, expected):
            raise BadInput("ids: expected the numbers of the items of the first group")
        object.__setattr__(self, "ids", freeze(ids))
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "evidence", check_evidence(self.evidence, n))

    @classmethod
    def of(
        cls, page: Page, groups: tuple[ItemGroup, ...], evidence: Mapping[str, Array]
    ) -> Listing:
        """Make a listing; the rows of the main group follow from its spans."""
        n = len(page)
        ids = groups[0].number_rows(n) if groups else np.full(n, -1, np.int32)
        return cls(ids, groups, evidence)

    @property
    def records(self) -> Records:
        """The items of the main group; none if the page has no repeated items."""
        return self.groups[0].records if self.groups else Records((), ())

    @property
    def confidence(self) -> float:
        """The score of the main group; 0 without one."""
        return self.groups[0].score if self.groups else 0.0

    def __len__(self) -> int:
        return len(self.records)

    def __reduce__(self) -> tuple[Callable[..., Listing], tuple[Any, ...]]:
        return Listing, (self.ids, self.groups, dict(self.evidence))

    def __repr__(self) -> str:
        n_groups = format_count(len(self.groups), "group")
        return f"<Listing: {format_count(len(self), 'item')}, {n_groups}>"


def check_listing(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Check the result of a listing method; yield each broken rule with a description.

    `Listing` checks its invariants when it is created.
    """
    if not isinstance(result, Listing):
        yield "result", f"expected a Listing, not {type(result).__name__}"
        return
    if len(result.ids) != len(page):
        yield "result", f"the result has {len(result.ids)} rows, but the page has {len(page)}"
        return
    for at, group in enumerate(result.groups):
        for problem in check_records(page, group.records):
            yield "result", f"group {at}, {problem}"
        for number, (item, (first, stop)) in enumerate(
            zip(group.records, group.spans, strict=True)
        ):
            if not item:
                yield "result", f"group {at}, item {number} has no cells"
            outside = [
                name
                for name, cell in item.items()
                if name != "link" and not all(first <= row < stop for row in cell.rows)
            ]
            if outside:
                yield "result", f"group {at}, item {number}: {outside} are outside its rows"
    if not result.evidence:
        yield "evidence", "the result has no evidence"
    for name, column in result.evidence.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"
