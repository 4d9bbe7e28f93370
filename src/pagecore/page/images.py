"""Images of a page: their rows, addresses and alternative texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


class Image(NamedTuple):
    """An image of a page."""

    row: int
    #: The absolute address; None if it is unknown.
    url: str | None
    #: The alternative text.
    text: str


def find_images(page: Page, rows: Mask | None = None) -> list[Image]:
    """Find the images with an address or an alternative text, in document order.

    Images of one pixel are skipped, because they only count readers.

    Args:
        page: the page.
        rows: the rows to search, as a mask; None for all.
    """
    mask = np.ones(len(page), np.bool_) if rows is None else rows
    return [Image(*image) for image in page._table.images(mask.view(np.uint8), url=page.address)]
