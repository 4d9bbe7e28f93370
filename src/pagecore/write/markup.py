"""Markdown, HTML and TEI."""

from __future__ import annotations

from typing import Literal

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.core_table import check_flags
from pagecore.page.writing import leave_out_tables


def render_markup(
    page: Page,
    choice: Choice,
    format: Literal["markdown", "html", "tei"],
    *,
    tables: bool = True,
    images: bool = True,
    links: bool = True,
    readings: bool = False,
) -> str:
    """Render the chosen rows in a format that keeps their structure; TEI is a part of the body.

    Args:
        page: the page.
        choice: the chosen rows.
        format: the output format.
        tables: include data tables; layout tables are always included.
        images: include images with a known URL.
        links: include the targets of links; otherwise links are plain text.
        readings: include the readings of `ruby`, in brackets.
    """
    check_flags(tables=tables, images=images, links=links, readings=readings)
    keep = choice.content if tables else leave_out_tables(page, choice.content)
    return page.render(keep, format, images=images, links=links, readings=readings)
