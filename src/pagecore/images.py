"""Images of a page: where they are, and what stands in for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pagecore.columns import Mask
    from pagecore.page import Page

#: Where pages put the address of an image, the best first: `src` is a placeholder where an image is
#: loaded when it comes into sight.
_SOURCES: Final = ("data-src", "data-original", "data-lazy-src", "src")
_SETS: Final = ("data-srcset", "data-lazy-srcset", "srcset")
#: One of several addresses, and how wide or dense it is.
_CANDIDATE: Final = re.compile(r"[\s,]*(\S*[^\s,])(?:\s+([\d.]+)[wx])?[^,]*")


class Image(NamedTuple):
    """An image of a page: its row, its URL where it has one, and the text that stands in for it."""

    row: int
    url: str | None
    text: str


def images_of(page: Page, rows: Mask | None = None) -> list[Image]:
    """The images of a page, or of some rows of it, that have an address or a text, in document
    order, without those of one pixel, which count readers."""
    images = []
    is_image = page.is_tag("img")
    for row in np.flatnonzero(is_image if rows is None else is_image & rows).tolist():
        given = page.attributes(row)
        if {given.get("width"), given.get("height")} & {"0", "1"}:
            continue
        url = _address(page, given) or _of_picture(page, row)
        text = " ".join(given.get("alt", "").split())
        if url or text:
            images.append(Image(row, url, text))
    return images


def _address(page: Page, given: dict[str, str]) -> str | None:
    single = [given[name] for name in _SOURCES if given.get(name)]
    largest = [_largest(given[name]) for name in _SETS if given.get(name)]
    for reference in (*single, *largest):
        url = page.join(reference.strip())
        # What a page carries itself is a placeholder, or long.
        if url is not None and not url.startswith(("data:", "blob:", "about:", "javascript:")):
            return url
    return None


def _of_picture(page: Page, row: int) -> str | None:
    """The address that a `picture` around an image has for it."""
    above = int(page.parent[row])
    if above < 0 or page.name(above) != "picture":
        return None
    for source in range(above + 1, row):
        url = _address(page, page.attributes(source)) if page.name(source) == "source" else None
        if url is not None:
            return url
    return None


def _largest(candidates: str) -> str:
    """Of the addresses in a `srcset` the widest or densest."""
    found = [(float(size or 1), url) for url, size in _CANDIDATE.findall(candidates)]
    return max(found, default=(0.0, ""))[1]
