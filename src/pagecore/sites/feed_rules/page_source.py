"""A parsed page with what rules ask of it, and the values that they read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from pagecore.page import Mask, Page
from pagecore.sites.feed_rules.row_patterns import RowMatcher
from pagecore.sites.feed_rules.string_rules import Span
from pagecore.sites.feed_rules.tokens import blank_scripts
from pagecore.sites.feed_rules.units import Unit

#: Length limit of a title, a date or a name, in characters.
MAX_LINE: Final = 500


class Value(NamedTuple):
    """A value of an entry: its text, and the rows that hold it. A body has no text yet."""

    text: str
    rows: tuple[int, ...]


#: The values of an entry by field.
Entry: TypeAlias = dict[str, Value]


class _Leaves(NamedTuple):
    """The visible leaves of a page by the start of their source."""

    rows: list[int]
    starts: list[int]
    stops: list[int]
    #: The last end of all leaves up to each.
    farthest: list[int]
    #: Whether the rows are sorted too.
    is_in_order: bool


class PageSource:
    """A parsed page with what rules ask of it, computed once."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self.page = page
        self.matcher = RowMatcher(page)

    @cached_property
    def source(self) -> bytes:
        """The source without scripts."""
        return blank_scripts(self.page.source)

    @cached_property
    def is_leaf(self) -> Mask:
        """The visible leaves."""
        return self.page.leaves & self.page.visible

    def find_leaves(self, span: Span) -> list[int]:
        """Return the visible leaves in a piece of the source."""
        leaves = self._sorted_leaves
        first, stop = bisect_left(leaves.starts, span.start), bisect_left(leaves.starts, span.stop)
        rows = leaves.rows[first:stop]
        if rows and leaves.farthest[stop - 1] > span.stop:
            rows = [leaves.rows[at] for at in range(first, stop) if leaves.stops[at] <= span.stop]
        return rows if leaves.is_in_order else sorted(rows)

    def read_line(self, rows: Sequence[int]) -> str:
        """Return the text of leaves on one line; the beginning, if it is too long for a line."""
        pieces: list[str] = []
        n_chars = 0
        for row in rows:
            text = self.page.text(row)
            pieces.append(text)
            n_chars += sum(map(len, text.split()))
            if n_chars > MAX_LINE:
                break
        return " ".join("".join(pieces).split())

    def find_link(self, start: int) -> int | None:
        """Return the row of the link whose tag starts at an offset; None without one."""
        return self._links.get(start)

    @cached_property
    def _sorted_leaves(self) -> _Leaves:
        page = self.page
        rows = np.flatnonzero(self.is_leaf)
        starts = page.start[rows]
        is_in_order = bool((starts[1:] >= starts[:-1]).all())
        if not is_in_order:
            rows = rows[np.argsort(starts, kind="stable")]
            starts = page.start[rows]
        stops = page.stop[rows]
        farthest = np.maximum.accumulate(stops)
        return _Leaves(
            rows.tolist(), starts.tolist(), stops.tolist(), farthest.tolist(), is_in_order
        )

    @cached_property
    def _links(self) -> dict[int, int]:
        """The elements that may have a link by the start of their tag."""
        page = self.page
        rows = np.flatnonzero(page.is_tag("a", "area", "link"))
        return dict(zip(page.start[rows].tolist(), rows.tolist(), strict=True))

    def measure(self, unit: Unit) -> Span:
        """Return the source of a unit."""
        page = self.page
        if unit.stop - unit.first >= len(page):
            return Span(0, len(self.source))
        if page.end[unit.first] == unit.stop:
            return Span(int(page.start[unit.first]), int(page.stop[unit.first]))
        rows = slice(unit.first, unit.stop)
        return Span(int(page.start[unit.first]), int(page.stop[rows].max()))
