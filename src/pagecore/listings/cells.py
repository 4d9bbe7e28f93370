"""Make the records of a group: texts in named columns, with the link and the image of each item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from pagecore.listing import ItemGroup
from pagecore.listings.grid import find_header_rows
from pagecore.listings.names import NamedColumn, name_columns
from pagecore.listings.runs import TextRuns
from pagecore.listings.table import build_columns
from pagecore.page import Array, Page
from pagecore.records import Cell, Records

#: Attributes with the address of an image, the real one of a delayed image first.
_IMAGE_ATTRIBUTES: Final = (
    "data-src", "data-original", "data-lazy-src", "data-srcset", "src", "srcset",
)  # fmt: skip
#: Images of an item that are read, and the share of items that may have the same one.
_MAX_IMAGES: Final = 4
_SHARED_IMAGES: Final = 0.5
#: Most items of a group that are read.
MAX_ITEMS: Final = 5000


def make_group(
    page: Page,
    texts: TextRuns,
    items: tuple[Array, Array],
    score: float,
    reason: str,
    min_items: int,
) -> ItemGroup | None:
    """Make a group with its records; None if too few items have a text or an image.

    Args:
        page: the page.
        texts: the texts of the page.
        items: the first row of each item, and the row after its last.
        score: the score of the group.
        reason: how it was recognised.
        min_items: minimum number of items.
    """
    first, stop = (rows[:MAX_ITEMS] for rows in items)
    if page.is_tag("tr")[first].any():
        is_body = ~find_header_rows(page)[first]
        if is_body.sum() < min_items:
            return None
        first, stop = first[is_body], stop[is_body]
    columns = build_columns(page, texts, first, stop)
    named = name_columns(columns)
    rows = _make_rows(page, texts.link, named, first, stop)
    is_filled = np.array([any(name != "link" for name in row) for row in rows], np.bool_)
    if is_filled.sum() < min_items:
        return None
    kept = [row for row in rows if any(name != "link" for name in row)]
    used = set().union(*kept)
    types = {"link": "url", "image": "image"} | {column.name: column.type for column in named}
    title = [column.name for column in named if column.name == "title"]
    order = [*title, "link", "image", *(of.name for of in named if of.name != "title")]
    order = [name for name in order if name in used]
    spans = list(zip(first[is_filled].tolist(), stop[is_filled].tolist(), strict=True))
    return ItemGroup(
        Records(tuple(order), tuple(kept)),
        tuple(spans),
        {name: types[name] for name in order},
        score,
        reason,
    )


def _make_rows(
    page: Page, around: Array, named: Sequence[NamedColumn], first: Array, stop: Array
) -> list[dict[str, Cell]]:
    """Return the cells of each item; `around` is the link around each row."""
    links = np.append(np.flatnonzero(around == np.arange(len(page))), len(page))
    following = links[np.searchsorted(links, first)]
    images = _find_images(page, first, stop)
    title = next((of.column for of in named if of.name == "title"), None)
    rows = []
    for at, (begin, end) in enumerate(zip(first.tolist(), stop.tolist(), strict=True)):
        row: dict[str, Cell] = {}
        for column in named:
            run = column.column.runs[at]
            if run is not None:
                row[column.name] = _make_cell(page, run.text, run.rows)
        run = None if title is None else title.runs[at]
        link = -1 if run is None else run.link
        if link < 0:
            link = int(following[at]) if following[at] < end else int(around[begin])
        address = None if link < 0 else page.get(link, "href")
        if address and address.strip() and not address.strip().lower().startswith("javascript:"):
            target = page.resolve_url(address) or address.strip()
            row["link"] = _make_cell(page, target, (link,))
        if (image := images[at]) is not None:
            row["image"] = _make_cell(page, image[1], (image[0],))
        rows.append(row)
    return rows


def _make_cell(page: Page, text: str, rows: tuple[int, ...]) -> Cell:
    stop = max(int(page.stop[row]) for row in rows)
    return Cell(text, rows, int(page.start[rows[0]]), stop)


def _find_images(page: Page, first: Array, stop: Array) -> list[tuple[int, str] | None]:
    """Return the row and address of the first image of each item that is its own: images that most
    items have are icons and placeholders."""
    rows = np.flatnonzero(page.is_tag("img"))
    begins, ends = np.searchsorted(rows, first), np.searchsorted(rows, stop)
    addresses = [
        [
            (row, address)
            for row in rows[begin : min(begin + _MAX_IMAGES, end)].tolist()
            if (address := _read_image(page, row))
        ]
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
    counts = Counter(address for images in addresses for address in {of[1] for of in images})
    limit = max(_SHARED_IMAGES * len(first), 2)
    return [
        next((image for image in images if counts[image[1]] <= limit), None) for images in addresses
    ]


def _read_image(page: Page, row: int) -> str | None:
    attributes = page.attributes(row)
    for name in _IMAGE_ATTRIBUTES:
        address = attributes.get(name, "").strip()
        if name.endswith("srcset"):
            address = address.split(",")[0].split(" ")[0]
        if address and not address.startswith("data:"):
            return page.resolve_url(address) or address
    return None
