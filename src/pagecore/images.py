"""Images of a page: where they are, and what stands in for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.columns import Mask
    from pagecore.page import Page


class Image(NamedTuple):
    """An image of a page: its row, its URL where it has one, and the text that stands in for it."""

    row: int
    url: str | None
    text: str


def images_of(page: Page, rows: Mask | None = None) -> list[Image]:
    """The images of a page, or of some rows of it, that have an address or a text, in document
    order, without those of one pixel, which count readers."""
    is_image = page.is_tag("img")
    found = np.flatnonzero(is_image if rows is None else is_image & rows).tolist()
    images: list[Image] = []
    for row, written in zip(found, page._table.image_urls(found, base=page.base), strict=True):
        given = page.attributes(row)
        if {given.get("width"), given.get("height")} & {"0", "1"}:
            continue
        # What a page carries itself is a placeholder, or long.
        url = None if written is None or written.startswith("data:") else page.join(written)
        text = " ".join(given.get("alt", "").split())
        # What waits for scripts stands there again for readers without.
        again = images and images[-1].url == url and not _text_between(page, images[-1].row, row)
        if (url or text) and not (url and again):
            images.append(Image(row, url, text))
    return images


def _text_between(page: Page, first: int, end: int) -> str:
    return page._table.text_between(first, end).strip()
