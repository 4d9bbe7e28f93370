"""The result of a segment method: which segment each row of a page belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.page import Page
from pagecore.page.columns import Array, Mask, frozen, number_labels, whole
from pagecore.page.groups import group_texts

_Numbers = npt.NDArray[np.int32]

#: Reasons to be hidden of what nobody comes to read: metadata, scripts and styles, templates,
#: `noscript`.
_UNREAD: Final = (1, 2, 3, 4)


@dataclass(frozen=True, eq=False)
class Segmentation:
    """A page cut into segments.

    Segments are numbered from 0 in the order of their first rows. They may be nested: a row then
    belongs to the innermost segment that holds it, and a segment spans the rows of those inside it.

    Attributes:
        ids: for each row the number of its segment, -1 outside all of them.
        parent: for each segment the one around it, -1 without.
        columns: further columns of the table of segments, one value or row of values each, such as
            `words`, `doc` or `box`.
        evidence: the method's own quantities, one value per row of the page.
        first: for each segment its first row, those of segments inside it included.
        last: for each segment its last row, likewise.
    """

    ids: _Numbers
    parent: _Numbers
    columns: Mapping[str, Array] = field(default_factory=dict)
    evidence: Mapping[str, Array] = field(default_factory=dict)
    first: _Numbers = field(init=False)
    last: _Numbers = field(init=False)

    def __post_init__(self) -> None:
        """Check what always holds, and make the columns read-only."""
        ids, parent = _numbers("ids", self.ids), _numbers("parent", self.parent)
        n = len(parent)
        if ids.size and not -1 <= ids.min() <= ids.max() < n:
            raise BadInput(f"ids: expected numbers of the {n} segments, and -1 outside")
        if (parent < -1).any() or (parent >= np.arange(n)).any():
            raise BadInput("parent: expected the number of an earlier segment, or -1")
        first, last = _spans(ids, parent)
        if (last < 0).any():
            raise BadInput(f"segment {int(np.flatnonzero(last < 0)[0])} has no rows")
        if (np.diff(first) < 0).any():
            raise BadInput("segments are not in the order of their first rows")
        known = {
            "ids": frozen(ids),
            "parent": frozen(parent),
            "columns": _frozen_columns("columns", self.columns, n),
            "evidence": _frozen_columns("evidence", self.evidence, len(ids)),
            "first": frozen(first),
            "last": frozen(last),
        }
        for name, value in known.items():
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
        """Make a segmentation without nesting from labels of leaves (texts and media).

        Only what a reader of the page can come to see is in a segment: texts and media in a block,
        and the title; no script, style, template, `noscript` or other metadata. An element belongs
        to the segment that holds everything in it.

        Args:
            page: the page that was cut.
            labels: for each row any integer that its segment is known by, negative outside all;
                those of elements do not count, unless it is a medium without text in it.
            columns: from the number of each row's segment to further columns of the table.
            evidence: columns with one value per row.
        """
        numbers = whole("labels", labels)
        if numbers.shape != (len(page),):
            raise BadInput(f"labels: expected one for each of the {len(page)} rows")
        ids = _close_upward(page, number_labels(np.where(_readable(page), numbers, -1)))
        parent = np.full(ids.max(initial=-1) + 1, -1, np.int32)
        made = {} if columns is None else _arrays(columns(ids))
        return cls(ids, parent, made, _arrays(evidence or {}))

    def __len__(self) -> int:
        return len(self.parent)

    def inside(self, segment: int) -> Mask:
        """The rows of a segment, those of segments inside it included."""
        if not 0 <= segment < len(self):
            raise IndexError(f"segment {segment} of {len(self)}")
        member = np.zeros(len(self) + 1, np.bool_)
        member[segment] = True
        for at in np.flatnonzero(self.parent >= segment).tolist():
            member[at] = member[self.parent[at]]
        mask: Mask = member.take(self.ids)
        return mask

    def texts(self, page: Page) -> list[str]:
        """The text of each segment's own rows, blocks on lines of their own."""
        return group_texts(page, self.ids, len(self))

    def __reduce__(self) -> tuple[Callable[..., Segmentation], tuple[Any, ...]]:
        return Segmentation, (self.ids, self.parent, dict(self.columns), dict(self.evidence))

    def __repr__(self) -> str:
        return f"<Segmentation: {len(self)} segments of {len(self.ids)} rows>"


def check_segmentation(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Yield each rule that the result of a segment method breaks, with what is wrong. What holds
    for every `Segmentation` is checked when it is made."""
    if not isinstance(result, Segmentation):
        yield "result", f"expected a Segmentation, not {type(result).__name__}"
        return
    if len(result.ids) != len(page):
        yield "result", f"it has {len(result.ids)} rows, and the page has {len(page)}"
    if not result.evidence:
        yield "evidence", "there is none"
    for name, column in {**result.columns, **result.evidence}.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"


def _readable(page: Page) -> Mask:
    """The texts and media that a reader can come to see, and the title."""
    in_title = page.is_tag("title").take(page.parent) & (page.parent >= 0)
    readable: Mask = (page.block >= 0) & (~np.isin(page.hidden, _UNREAD) | in_title)
    # A medium around text, such as a drawing with captions in it, is where its text is.
    leaf: Mask = page.below(readable, how="count") == 1
    return readable & leaf


def _close_upward(page: Page, ids: _Numbers) -> _Numbers:
    """Give elements the segment that holds everything in them, -1 where there are several."""
    n = int(ids.max(initial=-1)) + 1
    greatest = page.below(ids, how="max")
    least = n - page.below(np.where(ids >= 0, n - ids, -1), how="max")
    return np.where(greatest == least, greatest, -1).astype(np.int32)


def _spans(ids: _Numbers, parent: _Numbers) -> tuple[_Numbers, _Numbers]:
    """The first and last row of each segment; the last is -1 where a segment has no rows."""
    n = len(parent)
    first, last = np.full(n, len(ids), np.int32), np.full(n, -1, np.int32)
    rows = np.flatnonzero(ids >= 0).astype(np.int32)
    np.minimum.at(first, ids[rows], rows)
    np.maximum.at(last, ids[rows], rows)
    # A parent comes before its children, so that each is complete when its turn comes.
    for at in np.flatnonzero(parent >= 0)[::-1].tolist():
        above = parent[at]
        first[above] = min(first[above], first[at])
        last[above] = max(last[above], last[at])
    return first, last


def _numbers(name: str, values: npt.ArrayLike) -> _Numbers:
    column = whole(name, values)
    if column.ndim != 1:
        raise BadInput(f"{name} has the shape {column.shape}: expected one dimension")
    return column.astype(np.int32)


def _arrays(columns: Mapping[str, npt.ArrayLike]) -> dict[str, Array]:
    return {name: np.asarray(values) for name, values in columns.items()}


def _frozen_columns(what: str, columns: Mapping[str, Array], n: int) -> Mapping[str, Array]:
    made = {}
    for name, values in columns.items():
        column = np.asarray(values)
        if not column.ndim or len(column) != n or column.dtype.kind not in "biuf":
            raise BadInput(
                f"{what}: {name} has the shape {column.shape} and the type {column.dtype}: "
                f"expected {n} numbers"
            )
        made[name] = frozen(column)
    return MappingProxyType(made)
