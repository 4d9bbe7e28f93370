"""Markdown, HTML and TEI, written by the core from the same pieces."""

from __future__ import annotations

from typing import Literal

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import BadOption
from pagecore.page import Page
from pagecore.page.tables import data_tables


def markup(
    page: Page,
    choice: Choice,
    format: Literal["markdown", "html", "tei"],
    *,
    tables: bool = True,
    images: bool = True,
    links: bool = True,
) -> str:
    """The chosen rows in a format that keeps their structure; of TEI a part of the body.

    Args:
        page: the page chosen from.
        choice: what is written; it stays as it is.
        format: what it is written as.
        tables: write tables of data too; tables that lay out a page are always written.
        images: write images, where their address is known.
        links: write where links lead; without it their text is text.
    """
    for name, value in (("tables", tables), ("images", images), ("links", links)):
        if not isinstance(value, bool | np.bool_):
            raise BadOption(f"{name}={value!r}: expected True or False")
    keep = choice.content
    if not tables:
        keep = keep & (page.above(data_tables(page)) < 0)
    return page.render(keep, format, images=images, links=links)
