"""Markdown, HTML and TEI."""

from __future__ import annotations

from typing import Literal

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import BadOption
from pagecore.page import Page


def render_markup(
    page: Page,
    choice: Choice,
    format: Literal["markdown", "html", "tei"],
    *,
    tables: bool = True,
    images: bool = True,
    links: bool = True,
) -> str:
    """Render the chosen rows in a format that keeps their structure; TEI is a part of the body.

    Args:
        page: the page.
        choice: the chosen rows.
        format: the output format.
        tables: include data tables; layout tables are always included.
        images: include images with a known URL.
        links: include the targets of links; otherwise links are plain text.
    """
    for name, value in (("tables", tables), ("images", images), ("links", links)):
        if not isinstance(value, bool | np.bool_):
            raise BadOption(f"{name}={value!r}: expected True or False")
    keep = choice.content
    if not tables:
        keep = keep & (page.above(page.data_tables) < 0)
    return page.render(keep, format, images=images, links=links)
