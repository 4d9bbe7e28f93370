"""Rows of a page as text, markup or JSON, written by the core. Masks choose the rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pagecore.page.links import relative_base_of

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page


class WrittenBlock(NamedTuple):
    """A block as the text writer has it: kind, level, text, first and last row."""

    kind: str
    level: int
    text: str
    first: int
    last: int


def write_text(page: Page, rows: Mask, notes: Sequence[tuple[int, str]] = ()) -> str:
    """Rows as plain text.

    Args:
        page: the page.
        rows: the rows to write.
        notes: texts to write at the end of a row, by row.
    """
    return page._table.plain_text(rows.view(np.uint8), sorted(notes))


def write_markup(page: Page, rows: Mask, format: str, *, images: bool, links: bool) -> str:
    """Rows as `markdown`, `html` or `tei`."""
    base = relative_base_of(page)
    return page._table.written(format, rows.view(np.uint8), base=base, images=images, links=links)


def write_blocks_json(page: Page, rows: Mask, part: int) -> str:
    """The blocks of rows as JSON objects with their places, separated by commas."""
    return page._table.blocks_json(rows.view(np.uint8), part)


def written_blocks(page: Page, rows: Mask) -> Iterator[WrittenBlock]:
    """The blocks of rows with their texts."""
    return map(WrittenBlock._make, page._table.written_blocks(rows.view(np.uint8)))
