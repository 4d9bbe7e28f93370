"""Notes of a page, such as footnotes, and the marks that refer to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page


class ReferencedNote(NamedTuple):
    """A note, and the first mark that refers to it, by their rows."""

    row: int
    reference: int


def find_referenced_notes(page: Page, rows: Mask) -> list[ReferencedNote]:
    """Find the notes that marks in chosen rows (a mask) refer to, whether chosen or not."""
    return [ReferencedNote(*pair) for pair in page._table.referenced_notes(rows.view(np.uint8))]
