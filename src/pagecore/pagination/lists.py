"""Decide whether a page is a list of other pages rather than an article or a thread."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.links import find_links
from pagecore.pagination.pager_links import normalise_address
from pagecore.registry import PAGE, find_method

#: Page types of lists, and the probability from which a page has a type.
_TYPES: Final = ("listing", "collection")
_MIN_PROBABILITY: Final = 0.5
#: A thread may repeat a linked heading in every post.
_THREAD: Final = "forum"
_HEADINGS: Final = ("h1", "h2", "h3", "h4")
#: A list has at least so many links to other pages in its content.
_MIN_ENTRIES: Final = 3


def is_list_page(page: Page, url: str | None = None) -> bool:
    """Whether a page is a list of other pages, by its page type, or because most headings of its
    content lead to other pages.

    Args:
        page: any page.
        url: the URL of the page, if the page has none itself.
    """
    choice: Choice = find_method(PAGE.default, PAGE.name)(page)
    leads_away = _find_links_away(page, choice, page.url or url or "")
    if int(leads_away.sum()) < _MIN_ENTRIES:
        return False
    if sum(choice.types.get(name, 0) for name in _TYPES) >= _MIN_PROBABILITY:
        return True
    if choice.types.get(_THREAD, 0) >= _MIN_PROBABILITY:
        return False
    is_heading = page.is_tag(*_HEADINGS) & choice.content
    n_entries = _count_linked(page, is_heading, leads_away)
    return n_entries >= _MIN_ENTRIES and 2 * n_entries >= int(is_heading.sum())


def _find_links_away(page: Page, choice: Choice, own: str) -> Mask:
    """Find the links of the content that lead to other pages."""
    address = normalise_address(own)
    leads_away = np.zeros(len(page), np.bool_)
    for row, target, _ in find_links(page, choice.content):
        leads_away[row] = normalise_address(target) != address
    return leads_away


def _count_linked(page: Page, is_heading: Mask, leads_away: Mask) -> int:
    """Count the headings with a link in or around them."""
    inside = page.above(is_heading)[leads_away]
    around = is_heading & (page.above(leads_away) >= 0)
    return len(set(inside[inside >= 0].tolist()) | set(np.flatnonzero(around).tolist()))
