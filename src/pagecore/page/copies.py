"""Copies of text inside a page: versions for phones, desktops and printing, carousel clones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pagecore.page.columns import Mask

if TYPE_CHECKING:
    from pagecore.page.page import Page


class Copies(NamedTuple):
    """The copies among chosen blocks, and the choice without them."""

    #: The block that each copy repeats, by the number of the copy.
    originals: dict[int, int]
    #: Blocks between copies that go with them, each with a block that a copy beside it repeats.
    inside: dict[int, int]
    #: The mask of chosen rows without copies, closed upward. If only copies of a block were chosen,
    #: it has the block instead.
    content: Mask


def find_copies(page: Page, leaves: Mask) -> Copies:
    """Find the blocks that repeat other blocks.

    Args:
        page: the page.
        leaves: the chosen leaves, as a mask.
    """
    copies, inside, rows = page._table.once(leaves.view(np.uint8))
    return Copies(dict(copies), dict(inside), np.frombuffer(rows, np.bool_))
