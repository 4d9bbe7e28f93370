"""Links of a page: their rows, targets and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


class Link(NamedTuple):
    """A link of a page."""

    row: int
    #: The absolute target.
    url: str
    #: The text, shortened if it is long.
    text: str


def find_links(page: Page, rows: Mask | None = None) -> list[Link]:
    """Find the links that have an absolute target, in document order.

    Args:
        page: the page.
        rows: the rows to search, as a mask; None for all.
    """
    is_link = page.is_tag("a", "area", "svg a")
    mask = is_link if rows is None else is_link & rows
    return [Link(*link) for link in page._table.links(mask.view(np.uint8), url=page.address)]
