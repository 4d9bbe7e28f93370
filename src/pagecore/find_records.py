"""The verb `records`: from a page to the tables of its repeated items."""

from __future__ import annotations

from typing import Any

from pagecore.listing import Listing
from pagecore.page import Page, expect_page
from pagecore.registry import LISTING, find_method


def records(page: Page, *, method: str | None = None, **parameters: object) -> Listing:
    """Find the repeated items of a page, such as search results, products or the rows of a table.

    Args:
        page: a parsed page; the result refers to its rows.
        method: a method of the family `listing`; `pagecore methods` lists them.
        parameters: parameters of the method.

    Returns:
        The groups of items, the likeliest content first. The table of the first group is
        `Listing.records`.
    """
    chosen = find_method(LISTING.default if method is None else method, LISTING.name)
    options: dict[str, Any] = chosen.check_options(parameters, records)
    listing: Listing = chosen(expect_page("records", page), **options)
    return listing
