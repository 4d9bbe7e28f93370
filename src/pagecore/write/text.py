"""Plain text, written by the core."""

from __future__ import annotations

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.images import images_of
from pagecore.page.tables import data_tables
from pagecore.page.writing import write_text


def plain_text(
    page: Page,
    choice: Choice,
    *,
    tables: bool = True,
    images: bool = False,
    links: bool = False,
) -> str:
    """The chosen rows as a person would copy them from the screen: blocks on lines of their own,
    items marked, cells parted by tabs, code as it stands.

    Args:
        page: the page chosen from.
        choice: what is written; it stays as it is.
        tables: write tables of data too; tables that lay out a page are always written.
        images: write a line for each image, `[its text] <its URL>`.
        links: write behind the text of each link where it leads, `text <URL>`. Links inside the
            page are none, and code stays as it is.
    """
    keep = choice.content
    if not tables:
        keep = keep & (page.above(data_tables(page)) < 0)
    notes = [*(_images(page, keep) if images else ()), *(_links(page, keep) if links else ())]
    return write_text(page, keep, notes)


def _images(page: Page, keep: Mask) -> list[tuple[int, str]]:
    """The line for each image. Without a URL, as where that of the page is not known, its text is
    all that can be told."""
    lines = []
    for row, url, text in images_of(page):
        told = (f"[{text}]" if text else "", f"<{url}>" if url else "")
        if keep[row]:
            lines.append((row, " ".join(filter(None, told))))
    return lines


def _links(page: Page, keep: Mask) -> list[tuple[int, str]]:
    """Where each link with a text leads, unless that is what it says, or a place in the page."""
    number, values = page.attr("href")
    return [
        (link.row, f"<{link.url}>")
        for link in page.links()
        if keep[link.row]
        and not values[number[link.row]].strip().startswith("#")
        and link.text not in ("", link.url)
    ]
