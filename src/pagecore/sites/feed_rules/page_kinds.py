"""Page kinds: which pages list entries and which are single entries, and signs of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Mask, Page, tags
from pagecore.sites.feed_rules.collector import FeedItem, compare_form, make_key
from pagecore.sites.feed_rules.page_view import PageView

#: Maximum number of signs of a page kind.
MAX_SIGNS: Final = 64
#: Share of the pages of a kind that have its signs.
_MIN_SHARE: Final = 0.9
#: Share of the feed's words that the page of an entry has, if its URL is not known.
_MIN_WORDS: Final = 0.6
#: Fewer words are no text, and fewer letters and digits no name of a page.
_MIN_TEXT: Final = 8
_MIN_NAME: Final = 8
#: Fewer elements with classes are not enough to tell pages apart.
_MIN_CLASSED: Final = 3
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)


class PageKind(NamedTuple):
    """The kind of a page, and the entry of a page that has one."""

    kind: str
    item: FeedItem | None


def index_links(items: Sequence[FeedItem]) -> dict[str, FeedItem]:
    """Return the entries by the forms of their links; the first of several with the same."""
    by_link: dict[str, FeedItem] = {}
    for forms in zip(*(_list_forms(item.link) for item in items), strict=True):
        for form, item in zip(forms, items, strict=True):
            if form:
                by_link.setdefault(form, item)
    return by_link


def _list_forms(link: str) -> tuple[str, ...]:
    """Return a link; its path, because the blog may have moved to another host; and both without
    `.html`, which many pages leave out of the address that they declare."""
    path = link[link.find("/") :] if "/" in link else ""
    return link, path, link.removesuffix(".html"), path.removesuffix(".html")


def find_kind(view: PageView, by_link: dict[str, FeedItem], items: Sequence[FeedItem]) -> PageKind:
    """Find the kind of a page: that of an entry if its address is the link of one."""
    page = view.page
    address = compare_form(page.address or "")
    known = [by_link[form] for form in _list_forms(address) if form in by_link]
    if known and "/" in address:
        return PageKind("entries", known[0])
    if page.url is not None:
        return PageKind("home", None)
    # A page without a URL is that of an entry if it is named after one, and has its text. The
    # titles and texts of others may be there too, as those of the next entry.
    names = _list_names(view)
    named = [item for item in items if _is_named(names, item)]
    own = [item for item in named[:50] if item.words.size < _MIN_TEXT or has_text(view, item)]
    return PageKind("entries", own[0]) if len(own) == 1 else PageKind("home", None)


def _list_names(view: PageView) -> tuple[str, frozenset[str]]:
    """Return the letters and digits of the title of a page, and those of its main headings."""
    page = view.page
    first, headings = (
        [make_key(page.text(row)) for row in np.flatnonzero(page.is_tag(name))[:50].tolist()]
        for name in ("title", "h1")
    )
    return "".join(first[:1]), frozenset(headings)


def _is_named(names: tuple[str, frozenset[str]], item: FeedItem) -> bool:
    """Whether a page is named after an entry; if the feed has no text, title and heading are."""
    key = item.title_key
    title, headings = names
    if not key or (key not in title and key not in headings):
        return False
    # The words of the feed's text take longer, so they are asked for last.
    is_certain = len(key) >= _MIN_NAME and key in title and key in headings
    return is_certain or item.words.size >= _MIN_TEXT


def has_text(view: PageView, item: FeedItem) -> bool:
    """Whether a page has most of the words of an entry's text."""
    n_words = item.words.size
    return n_words >= _MIN_TEXT and bool(view.match_words(item).sum() >= _MIN_WORDS * n_words)


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
