"""Copies inside a page: for phones and desktops, for printing, in a carousel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page


def find_copies(page: Page, leaves: Mask) -> tuple[dict[int, int], Mask]:
    """Find blocks that repeat others among chosen leaves.

    Returns:
        For each copy the block that it repeats; and the choice without copies, closed upward. A
        block of which only copies were chosen takes their place.
    """
    copies, rows = page._table.once(leaves.view(np.uint8))
    return dict(copies), np.frombuffer(rows, np.bool_)
