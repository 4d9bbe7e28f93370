"""Blocks of a page as the core renders them: as JSON, and one by one; content without tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page


class WrittenBlock(NamedTuple):
    """A rendered block: its kind and level as in JSON output, its text, first and last row."""

    kind: str
    level: int
    text: str
    first: int
    last: int


def write_blocks_json(page: Page, rows: Mask, part: int, *, readings: bool = False) -> str:
    """Render chosen rows as JSON objects, one per block, separated by commas.

    Args:
        page: the page.
        rows: the chosen rows, as a mask.
        part: the number of the part, a field of each object.
        readings: include the readings of `ruby`, in brackets after their base.
    """
    return page._table.blocks_json(rows.view(np.uint8), part, readings=readings)


def leave_out_tables(page: Page, rows: Mask) -> Mask:
    """Return chosen rows (a mask) without those of data tables."""
    return rows & (page.above(page.data_tables) < 0)


def render_blocks(page: Page, rows: Mask) -> Iterator[WrittenBlock]:
    """Render chosen rows (a mask) block by block."""
    return map(WrittenBlock._make, page._table.written_blocks(rows.view(np.uint8)))
