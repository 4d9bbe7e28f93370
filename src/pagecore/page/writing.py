"""Blocks of a page as the core writes them: as JSON, and one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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


def write_blocks_json(page: Page, rows: Mask, part: int) -> str:
    """The blocks of rows as JSON objects with their places, separated by commas."""
    return page._table.blocks_json(rows.view(np.uint8), part)


def written_blocks(page: Page, rows: Mask) -> Iterator[WrittenBlock]:
    """The blocks of rows with their texts."""
    return map(WrittenBlock._make, page._table.written_blocks(rows.view(np.uint8)))
