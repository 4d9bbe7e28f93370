"""Lists of other items, such as similar products and related articles: the step `articles` leaves
them out.

A class names such a list (`similar-vehicles`, `relatedPosts`), and the list has two or more
elements of one kind with links. It has neither the main heading nor most of the content.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.columns import Array

#: The reason in the log.
RELATED: Final = "items of a list of other pages, by its class"

#: Classes of such lists: `related`, `similar-items`, `youMayAlsoLike`, `more_from_author`.
_CLASS: Final = re.compile(
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:"
    r"related|similar|recommend|trending|upsell|up-sell|crosssell|cross-sell|read[-_]?next"
    r"|(?:also|may)[-_]?(?:also[-_]?)?(?:like|bought|view)|most[-_]?(?:read|popular)"
    r"|more[-_]?(?:from|stories|articles|like|news|posts))"
)
#: A class of such a list has one of these, in lower case. Most pages have none in the content.
_PARTS: Final = ("relat", "simil", "recomm", "trend", "sell", "next", "also", "may", "most", "more")
#: Elements that may be items, and the minimum number of those of one kind.
_ITEMS: Final = ("li", "div", "article", "section", "a")
_MIN_ITEMS: Final = 2
#: A list with a larger share of the chosen words is the content.
_MAX_SHARE: Final = 0.8


def drop_related_items(page: Page, choice: Choice, step: str) -> Choice:
    """Remove lists of related items from a choice."""
    lists = _find_named(page, choice)
    if not lists.size:
        return choice
    n_words = page.below(np.where(choice.content, page.shown(page.words), 0))
    is_item = page.is_tag(*_ITEMS) & (n_words > 0) & (page.below(page.is_tag("a")) > 0)
    headings = np.flatnonzero(page.is_tag("h1"))
    rows = np.zeros(len(page), np.bool_)
    end = 0
    for row in lists.tolist():
        first, stop = np.searchsorted(headings, (row, int(page.end[row]))).tolist()
        is_small = 0 < n_words[row] < _MAX_SHARE * n_words[0]
        # What is inside of a list without items has none either.
        if row >= end and is_small and first == stop:
            end = int(page.end[row])
            rows[row:end] = _has_items(page, is_item, row)
    return choice.drop(page, rows, step, RELATED) if rows.any() else choice


def _find_named(page: Page, choice: Choice) -> Array:
    """Find the rows of a choice whose class names a list of related items."""
    ids, values = page.attr("class")
    # The last entry is for rows without a class, whose id is -1.
    is_chosen = np.zeros(len(values) + 1, np.bool_)
    is_chosen[ids[choice.content]] = True
    numbers = np.flatnonzero(is_chosen[:-1]).tolist()
    names = "\n".join([values[number] for number in numbers]).lower()
    if not any(part in names for part in _PARTS):
        return np.empty(0, np.int64)
    is_named = np.zeros(len(values) + 1, np.bool_)
    is_named[[number for number in numbers if _CLASS.search(values[number])]] = True
    if not is_named.any():
        return np.empty(0, np.int64)
    is_list = is_named.take(ids) & choice.content & ~page.is_tag("html", "body", "main")
    return np.flatnonzero(is_list)


def _has_items(page: Page, is_item: Array, row: int) -> bool:
    """Whether an element has several items with one parent, tag and class."""
    items = row + 1 + np.flatnonzero(is_item[row + 1 : int(page.end[row])])
    classes, _ = page.attr("class")
    kinds = np.stack([page.parent[items], page.tag[items], classes[items]], axis=1)
    _, counts = np.unique(kinds, axis=0, return_counts=True)
    return bool(counts.size and counts.max() >= _MIN_ITEMS)
