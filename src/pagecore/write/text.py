"""Plain text."""

from __future__ import annotations

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.writing import leave_out_tables


def render_text(
    page: Page,
    choice: Choice,
    *,
    tables: bool = True,
    images: bool = False,
    links: bool = False,
    readings: bool = False,
) -> str:
    """Render the chosen rows as plain text, as a person would copy them from the screen.

    Each block has its own line, list items have marks or numbers, tabs separate cells, and code is
    unchanged.

    Args:
        page: the page.
        choice: the chosen rows.
        tables: include data tables; layout tables are always included.
        images: write a line for each image, `[its text] <its URL>`.
        links: write the URL after the text of each link, `text <URL>`. Links inside the page and
            links in code are written as text.
        readings: write the readings of `ruby` in brackets after their base.
    """
    keep = choice.content if tables else leave_out_tables(page, choice.content)
    return page.render(keep, images=images, links=links, readings=readings)
