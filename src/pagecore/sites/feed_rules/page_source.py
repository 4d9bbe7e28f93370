"""A parsed page with what rules ask of it, and the values that they read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np

from pagecore.page import Mask, Page
from pagecore.sites.feed_rules.row_patterns import RowMatcher
from pagecore.sites.feed_rules.string_rules import Span
from pagecore.sites.feed_rules.tokens import blank_scripts
from pagecore.sites.feed_rules.units import Unit


class Value(NamedTuple):
    """A value of an entry: its text, and the rows that hold it. A body has no text yet."""

    text: str
    rows: tuple[int, ...]


#: The values of an entry by field.
Entry: TypeAlias = dict[str, Value]


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
        leaves, starts, stops = self._sorted_leaves
        first, stop = bisect_left(starts, span.start), bisect_left(starts, span.stop)
        return sorted(leaves[at] for at in range(first, stop) if stops[at] <= span.stop)

    def read_text(self, rows: Sequence[int]) -> str:
        """Return the text of leaves on one line."""
        return " ".join("".join(map(self.page.text, rows)).split())

    def find_link(self, start: int) -> int | None:
        """Return the row of the link whose tag starts at an offset; None without one."""
        return self._links.get(start)

    @cached_property
    def _sorted_leaves(self) -> tuple[list[int], list[int], list[int]]:
        """The visible leaves by the start of their source, and the starts and stops of these."""
        page = self.page
        rows = np.flatnonzero(self.is_leaf)
        rows = rows[np.argsort(page.start[rows], kind="stable")]
        return rows.tolist(), page.start[rows].tolist(), page.stop[rows].tolist()

    @cached_property
    def _links(self) -> dict[int, int]:
        """The elements with a link by the start of their tag."""
        page = self.page
        rows = np.flatnonzero(page.attr("href")[0] >= 0)
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
