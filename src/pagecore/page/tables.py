"""Tables of a page: those that hold data, not those that lay out a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


def data_tables(page: Page) -> Mask:
    """The `table` rows that hold data: those with a caption or cells that are headings, unless they
    have one column and one cell with most of the words; of others those with two rows of two cells,
    no table inside and no cell of running text. A page may say of a table that it is none, by its
    role. The core decides it, for its writers too."""
    return np.frombuffer(page._table.data_tables(), np.bool_)
