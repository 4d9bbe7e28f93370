"""The cells of entries: texts and rows of fields, and bodies as text and as Markdown.

What concerns the whole page is computed once, because a page may have thousands of entries. Bodies
are rendered when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import TypeAlias

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.records import CellSource
from pagecore.sites.feed_rules.excerpts import PARTIAL
from pagecore.sites.feed_rules.page_source import Entry, Value
from pagecore.sites.feed_rules.page_view import sum_rows

#: The text and the rows of each cell, or a function that returns both.
Cells: TypeAlias = dict[str, CellSource]


def write_cells(page: Page, entries: Sequence[Entry], excerpts: Mapping[int, Value]) -> list[Cells]:
    """Return the cells of the entries of a page.

    Args:
        page: the page.
        entries: its entries.
        excerpts: why the bodies of some entries are excerpts, by number.
    """
    bodies = Bodies(page, entries)
    written = []
    for at, entry in enumerate(entries):
        cells: Cells = {}
        for name, value in entry.items():
            if name != "body":
                cells[name] = (value.text, value.rows)
        if "body" in entry:
            cells["body"] = partial(bodies.write_text, at)
            cells["markdown"] = partial(bodies.write_markdown, at)
        if at in excerpts:
            cells[PARTIAL] = (excerpts[at].text, excerpts[at].rows)
        written.append(cells)
    return written


class Bodies:
    """The bodies of the entries of a page, and how they are rendered."""

    def __init__(self, page: Page, entries: Sequence[Entry]) -> None:
        """Look at the bodies of a page."""
        self._page = page
        self._entries = entries

    def write_text(self, at: int) -> tuple[str, tuple[int, ...]]:
        """Return the body of an entry as text, and its rows."""
        return self._page.render(self._mask(at)), self._elements[at]

    def write_markdown(self, at: int) -> tuple[str, tuple[int, ...]]:
        """Return the body of an entry as Markdown, and its rows."""
        text = self._page.render(self._mask(at), "markdown", links=True, images=True)
        return text, self._elements[at]

    @cached_property
    def _elements(self) -> dict[int, tuple[int, ...]]:
        bodies = {
            at: sorted(entry["body"].rows)
            for at, entry in enumerate(self._entries)
            if "body" in entry
        }
        return find_largest(self._page, bodies)

    def _mask(self, at: int) -> Mask:
        """Return the mask of the leaves of a body and of the elements around them."""
        parent = self._page.parent
        mask = np.zeros(len(self._page), np.bool_)
        for leaf in self._entries[at]["body"].rows:
            row = leaf
            while row >= 0 and not mask[row]:
                mask[row] = True
                row = int(parent[row])
        return mask


def find_largest(page: Page, bodies: dict[int, list[int]]) -> dict[int, tuple[int, ...]]:
    """Find the largest elements that hold leaves of one body and nothing else.

    Args:
        page: the page.
        bodies: the leaves of each body.
    """
    owner = np.full(len(page), -1, np.int64)
    largest: dict[int, tuple[int, ...]] = {}
    apart: dict[int, list[int]] = {}
    for at, leaves in bodies.items():
        if (owner[leaves] >= 0).any():
            # Rules may find the same text for two entries.
            apart[at] = leaves
        else:
            owner[leaves] = at
    n_leaves = sum_rows(page.leaves)
    for at, rows in _group_largest(page, owner, n_leaves):
        largest[at] = rows
    for at, leaves in apart.items():
        alone = np.full(len(page), -1, np.int64)
        alone[leaves] = at
        largest |= dict(_group_largest(page, alone, n_leaves))
    return largest


def _group_largest(page: Page, owner: Array, n_leaves: Array) -> list[tuple[int, tuple[int, ...]]]:
    """Return the largest elements with leaves of one owner only, by owner."""
    is_own = owner >= 0
    if not is_own.any():
        return []
    most = int(owner.max())
    highest = page.below(np.where(is_own, owner + 1, 0), "max")
    lowest = page.below(np.where(is_own, most + 1 - owner, 0), "max")
    n_own = sum_rows(is_own)
    is_full = n_own[page.end] - n_own[:-1] == n_leaves[page.end] - n_leaves[:-1]
    is_single = is_full & (highest > 0) & (highest + lowest == most + 2)
    is_below = np.append(is_single, False)[page.parent]
    rows = np.flatnonzero(is_single & ~is_below)
    groups: dict[int, list[int]] = {}
    for row, at in zip(rows.tolist(), (highest[rows] - 1).tolist(), strict=True):
        groups.setdefault(at, []).append(row)
    return [(at, tuple(of)) for at, of in groups.items()]
