"""Tables of a page: those that hold data, not those that lay out a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from pagecore.columns import Mask
    from pagecore.page import Page

#: A cell of more words is running text, as in tables that lay out a page.
_MAX_WORDS: Final = 100
#: The share of a table's words, from as many on, with which one cell is the page, and the table
#: lays it out.
_MOST: Final = 0.8
_MIN_WORDS: Final = 25


def data_tables(page: Page) -> Mask:
    """The `table` rows that hold data: those with a caption or cells that are headings, unless they
    have one column and one cell with most of the words; of others those with two rows of two cells,
    no table inside and no cell of running text. A page may say of a table that it is none, by its
    role."""
    table = page.is_tag("table")
    # A caption or a cell belongs to the nearest table around it.
    of = page.above(table)

    def counted(rows: Mask) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.bincount(of[rows & (of >= 0)], minlength=len(page))

    has_head = counted(page.is_tag("th", "caption", "thead")) > 0
    cells = page.is_tag("td", "th")
    n_rows = counted(page.is_tag("tr") & (page.children(cells, "count") >= 2))
    words = page.below(page.shown(page.words))
    n_long = counted(cells & (words > _MAX_WORDS))
    n_most = counted(cells & (words > _MIN_WORDS) & (words > _MOST * words[of]))
    is_lowest = page.below(table, "count") == 1
    is_grid = (n_rows >= 2) & (n_long == 0) & is_lowest
    number, values = page.attr("role")
    none = [value.strip().lower() in ("presentation", "none") for value in values]
    is_page = (n_rows == 0) & (n_most > 0)
    is_data = (has_head & ~is_page) | is_grid
    mask: Mask = table & is_data & ~np.array([*none, False]).take(number)
    return mask
