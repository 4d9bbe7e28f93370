"""Images of a page: where they are, and what stands in for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


class Image(NamedTuple):
    """An image of a page: its row, its URL where it has one, and the text that stands in for it."""

    row: int
    url: str | None
    text: str


def images_of(page: Page, rows: Mask | None = None) -> list[Image]:
    """The images of a page, or of some rows of it, that have an address or a text, in document
    order, without those of one pixel, which count readers."""
    mask = np.ones(len(page), np.bool_) if rows is None else rows
    found = page._table.images(mask.view(np.uint8), url=page.url)
    return [Image(*image) for image in found]
