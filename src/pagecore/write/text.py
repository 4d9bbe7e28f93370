"""Plain text, written by the core."""

from __future__ import annotations

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.tables import data_tables


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
    return page.render(keep, images=images, links=links)
