"""Quotations of other posts in the texts of posts."""

from __future__ import annotations

from pagecore.page import Mask, Page


def find_quotes(page: Page, bodies: Mask) -> Mask:
    """Find the rows in quotations inside a text; a quotation that is the whole text does not
    count, because some forums write every post as one."""
    quotes = page.is_tag("blockquote", "q") & bodies & bodies.take(page.parent)
    quoted: Mask = page.above(quotes) >= 0
    return quoted
