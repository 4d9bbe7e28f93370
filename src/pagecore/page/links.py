"""Links of a page: where they lead, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


class Link(NamedTuple):
    """A link of a page: its row, where it leads, and its text, of a long one the beginning."""

    row: int
    url: str
    text: str


def links_of(page: Page, rows: Mask | None = None) -> list[Link]:
    """The links of a page, or of some rows of it, that lead somewhere, in document order."""
    is_link = page.is_tag("a", "area", "svg a")
    mask = is_link if rows is None else is_link & rows
    found = page._table.links(mask.view(np.uint8), url=page.url)
    return [Link(*link) for link in found]
