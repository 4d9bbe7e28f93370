"""Copies of text inside a page: versions for phones, desktops and printing, carousel clones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page


def find_copies(page: Page, leaves: Mask) -> tuple[dict[int, int], Mask]:
    """Find the blocks that repeat other blocks.

    Args:
        page: the page.
        leaves: the chosen leaves, as a mask.

    Returns:
        The block that each copy repeats, by the number of the copy; and the mask of chosen rows
        without copies, closed upward. If only copies of a block were chosen, the mask has the
        block instead.
    """
    copies, rows = page._table.once(leaves.view(np.uint8))
    return dict(copies), np.frombuffer(rows, np.bool_)
