"""A segmentation, the result of a segment method: which segment each row of a page belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page, PageWarning, expect_page
from pagecore.page.columns import (
    Array,
    Mask,
    check_evidence,
    check_integers,
    check_mapping,
    check_row_numbers,
    convert_array,
    freeze,
    is_integer,
    number_labels,
)
from pagecore.page.counts import format_count
from pagecore.page.groups import group_texts

_Numbers = npt.NDArray[np.int32]

#: Values of `hidden` for text that no reader can reveal: metadata, scripts and styles, templates,
#: `noscript`.
UNREADABLE: Final = (1, 2, 3, 4)


@dataclass(frozen=True, eq=False)
class Segmentation:
    """A page divided into segments.

    Segments are numbered from 0 in the order of their first rows. They may be nested. A row then
    belongs to the innermost segment that contains it, and a segment spans its inner segments.

    Attributes:
        ids: the segment of each row, -1 outside all segments.
        parent: the segment around each segment, -1 without one.
        columns: further columns of the segments, with one value or one row of values per segment,
            such as `words`, `doc` or `box`.
        evidence: the method's own quantities, one value per row of the page.
        warnings: limits that were reached, and doubts about the result.
        first: the first row of each segment, including its inner segments.
        last: the last row of each segment, including its inner segments.
    """

    ids: _Numbers
    parent: _Numbers
    columns: Mapping[str, Array] = field(default_factory=dict)
    evidence: Mapping[str, Array] = field(default_factory=dict)
    warnings: tuple[PageWarning, ...] = ()
    first: _Numbers = field(init=False)
    last: _Numbers = field(init=False)

    def __post_init__(self) -> None:
        """Check the invariants, and make the columns read-only."""
        ids, parent = check_row_numbers("ids", self.ids), check_row_numbers("parent", self.parent)
        n = len(parent)
        if ids.size and not -1 <= ids.min() <= ids.max() < n:
            raise BadInput(f"ids: expected numbers of the {n} segments, and -1 outside")
        if (parent < -1).any() or (parent >= np.arange(n)).any():
            raise BadInput("parent: expected the number of an earlier segment, or -1")
        first, last = _find_spans(ids, parent)
        if (last < 0).any():
            raise BadInput(f"segment {int(np.flatnonzero(last < 0)[0])} has no rows")
        if (np.diff(first) < 0).any():
            raise BadInput("segments are not in the order of their first rows")
        attributes = {
            "ids": freeze(ids),
            "parent": freeze(parent),
            "columns": _freeze_columns(self.columns, n),
            "evidence": check_evidence(self.evidence, len(ids)),
            "first": freeze(first),
            "last": freeze(last),
        }
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of(
        cls,
        page: Page,
        labels: npt.ArrayLike,
        *,
        columns: Callable[[_Numbers], Mapping[str, npt.ArrayLike]] | None = None,
        evidence: Mapping[str, npt.ArrayLike] | None = None,
    ) -> Segmentation:
        """Make a flat segmentation from labels of leaves (texts and media).

        Segments contain only what a reader can see: texts and media in blocks, and the title.
        Scripts, styles, templates, `noscript` and other metadata are outside all segments. An
        element belongs to the segment that contains all of its content.

        Args:
            page: the page.
            labels: an integer for each row, equal for rows of one segment and negative outside all
                segments. Labels of elements are ignored, except of media without text.
            columns: a function from the segment of each row to further columns of the segments.
            evidence: columns with one value per row.
        """
        expect_page("Segmentation.of", page)
        numbers = check_integers("labels", labels)
        if numbers.shape != (len(page),):
            raise BadInput(f"labels: expected one for each of the {len(page)} rows")
        ids = _close_upward(page, number_labels(np.where(_find_readable(page), numbers, -1)))
        parent = np.full(ids.max() + 1, -1, np.int32)
        if columns is not None and not callable(columns):
            raise BadInput(
                f"columns={show_value(columns)}: expected a function of the segment numbers"
            )
        segment_columns: Any = {} if columns is None else columns(ids)
        return cls(ids, parent, segment_columns, {} if evidence is None else evidence)  # type: ignore[arg-type]  # The constructor converts lists.

    def __len__(self) -> int:
        return len(self.parent)

    def inside(self, segment: int) -> Mask:
        """Return the mask of a segment, including its inner segments."""
        if not is_integer(segment):
            raise BadInput(f"segment {show_value(segment)}: expected an integer")
        if not 0 <= segment < len(self):
            raise IndexError(
                f"segment {show_value(segment)} is out of range: there are {len(self)} segments"
            )
        member = np.zeros(len(self) + 1, np.bool_)
        member[segment] = True
        for at in np.flatnonzero(self.parent >= segment).tolist():
            member[at] = member[self.parent[at]]
        mask: Mask = member.take(self.ids)
        return mask

    def texts(self, page: Page) -> list[str]:
        """Return the text of each segment without its inner segments, one line per block."""
        return group_texts(page, self.ids, len(self))

    def __reduce__(self) -> tuple[Callable[..., Segmentation], tuple[Any, ...]]:
        return Segmentation, (
            self.ids, self.parent, dict(self.columns), dict(self.evidence), self.warnings
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"<Segmentation: {format_count(len(self), 'segment')} of {len(self.ids)} rows>"


def check_segmentation(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Check the result of a segment method; yield each broken rule with a description.

    `Segmentation` checks its invariants when it is created.
    """
    if not isinstance(result, Segmentation):
        yield "result", f"expected a Segmentation, not {type(result).__name__}"
        return
    if len(result.ids) != len(page):
        yield "result", f"the result has {len(result.ids)} rows, but the page has {len(page)}"
    if not result.evidence:
        yield "evidence", "the result has no evidence"
    for name, column in {**result.columns, **result.evidence}.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"


def _find_readable(page: Page) -> Mask:
    """Find the texts and media that a reader can see or reveal, and the title."""
    in_title = page.is_tag("title").take(page.parent) & (page.parent >= 0)
    readable: Mask = (page.block >= 0) & (~np.isin(page.hidden, UNREADABLE) | in_title)
    # A medium with text inside, such as a drawing with captions, belongs where its text does.
    leaf: Mask = page.below(readable) == 1
    return readable & leaf


def _close_upward(page: Page, ids: _Numbers) -> _Numbers:
    """Assign elements to the segment that contains all of their content, or -1 for several."""
    greatest = page.below(ids, how="max")
    least = -page.below(np.where(ids >= 0, -ids, -len(page)), how="max")
    return np.where(greatest == least, greatest, -1).astype(np.int32)


def _find_spans(ids: _Numbers, parent: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Find the first and last row of each segment; the last is -1 for a segment without rows."""
    n = len(parent)
    first, last = np.full(n, len(ids), np.int32), np.full(n, -1, np.int32)
    rows = np.flatnonzero(ids >= 0).astype(np.int32)
    np.minimum.at(first, ids[rows], rows)
    np.maximum.at(last, ids[rows], rows)
    # A parent comes before its children, so in reverse order each is complete before its parent.
    for at in np.flatnonzero(parent >= 0)[::-1].tolist():
        above = parent[at]
        first[above] = min(first[above], first[at])
        last[above] = max(last[above], last[at])
    return first, last


def _freeze_columns(columns: object, n: int) -> Mapping[str, Array]:
    """Check columns of `n` values, and make them read-only."""
    read_only = {}
    for name, values in check_mapping("columns", columns).items():
        column = convert_array(name, values)
        if not column.ndim or len(column) != n or column.dtype.kind not in "biuf":
            raise BadInput(
                f"columns: {name} has the shape {column.shape} and the type {column.dtype}: "
                f"expected {n} numbers"
            )
        read_only[name] = freeze(column)
    return MappingProxyType(read_only)
