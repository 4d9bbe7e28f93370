"""Page kinds: which pages list entries and which are single entries, and signs of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Mask, Page, tags
from pagecore.sites.feed_rules.collector import FeedItem, compare_form
from pagecore.sites.feed_rules.page_view import PageView

#: Maximum number of signs of a page kind.
MAX_SIGNS: Final = 64
#: Share of the pages of a kind that have its signs.
_MIN_SHARE: Final = 0.9
#: Share of the feed's words that the page of an entry has, if its URL is not known.
_MIN_WORDS: Final = 0.6
#: Fewer elements with classes are not enough to tell pages apart.
_MIN_CLASSED: Final = 3
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)


class PageKind(NamedTuple):
    """The kind of a page, and the entry of a page that has one."""

    kind: str
    item: FeedItem | None


def find_kind(view: PageView, by_link: dict[str, FeedItem], items: Sequence[FeedItem]) -> PageKind:
    """Find the kind of a page: that of an entry if its address is the link of one."""
    page = view.page
    address = compare_form(page.address or "")
    item = by_link.get(address) or by_link.get(address[address.find("/") :])
    if item is not None and "/" in address:
        return PageKind("entries", item)
    if page.url is not None:
        return PageKind("home", None)
    # A page without a URL is that of an entry if it has the title and the text of one only.
    titled = [item for item in items if next(view.find_key(item.title_key, 1), None) is not None]
    whole = [
        item
        for item in titled[:50]
        if item.words.size >= 8 and view.match_words(item).sum() >= _MIN_WORDS * item.words.size
    ]
    return PageKind("entries", whole[0]) if len(whole) == 1 else PageKind("home", None)


def list_signs(
    page: Page, is_left_out: Mask | None = None, *, is_classed: bool = False
) -> frozenset[int]:
    """Return the digests of elements: name and class of an element and of its parent.

    Args:
        page: the page.
        is_left_out: rows that do not count.
        is_classed: only elements that have a class, or whose parent has one.
    """
    # The numbers of names that are not in the standard differ from page to page.
    names = np.minimum(page.tag, len(tags.NAMES)).astype(np.uint64)
    own = names * _STEP + page.digest("attr:class")
    parent = page.parent
    is_element = (page.tag != 0) & (parent > 0)
    if is_left_out is not None:
        is_element &= ~is_left_out
    rows = np.flatnonzero(is_element)
    if is_classed:
        has_class = page.attr("class")[0] >= 0
        rows = rows[has_class[rows] | has_class[parent[rows]]]
    return frozenset((own[rows] * _STEP + own[parent[rows]]).tolist())


def learn_signs(pages: Sequence[tuple[Page, Mask]]) -> tuple[int, ...]:
    """Learn the signs of a page kind: those that nearly all of its pages have outside bodies.

    Pages of all sites have elements without classes, so these count only if there are hardly any
    others.

    Args:
        pages: the pages, and the masks of the rows of their bodies.
    """
    signs = _choose([list_signs(page, is_body, is_classed=True) for page, is_body in pages])
    if len(signs) >= _MIN_CLASSED:
        return signs
    return _choose([list_signs(page, is_body) for page, is_body in pages])


def _choose(signs: Sequence[frozenset[int]]) -> tuple[int, ...]:
    counts: Counter[int] = Counter()
    for own in signs:
        counts.update(own)
    least = _MIN_SHARE * len(signs)
    # Digests are as good as random, so the first ones are an even choice.
    return tuple(sorted(sign for sign, count in counts.items() if count >= least)[:MAX_SIGNS])


def rate_signs(page_signs: frozenset[int], signs: Sequence[int]) -> float:
    """Return the share of the signs of a kind that a page has; 1 for a kind without signs."""
    if not len(signs):
        return 1.0
    return sum(sign in page_signs for sign in signs) / len(signs)
