"""Evidence of posts in the rows of a page: dates, profiles, permalinks, anchors, and the names that
templates give to posts, user panels, signatures and notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import flag_addresses, flag_names, list_texts, number_kinds
from pagecore.threads.date_texts import AGE, find_date
from pagecore.threads.markup_names import READER, Address, Name

#: Values of `hidden` for text that counts: visible, in `noscript`, or in a closed `details`, where
#: some forums have their posts.
READABLE: Final = (0, 4, 7)
_READABLE: Final = np.isin(np.arange(256), READABLE)
#: Elements of running text, which are not posts.
RUNNING: Final = ("p", "a", "span", "b", "i", "em", "strong", "font", "br", "code", "pre", "h1")
#: A longer text has no date or number of a post, in characters.
MAX_CHARS: Final = 120
#: Nor is a longer text the date of a post; sentences with numbers are longer.
MAX_DATE: Final = 72
#: Nor is a longer text without digits, such as `an hour ago`.
MAX_DAY: Final = 24

#: Values that are compared one by one.
MAX_VALUES: Final = 8

#: Length limit of a date such as `11mo`, in characters.
MAX_AGE: Final = 5
#: Anchors of posts in the page: `post136634`, `comment-158145`, `41973748`.
_ANCHOR: Final = re.compile(r"^\D{0,16}\d+$")
#: Digits, and letters of other scripts than the Latin.
_NUMBER: Final = re.compile("[0-9\u0400-\U0010ffff]")
#: Elements with ids of their own, which no link leads to.
_CONTROLS: Final = ("input", "form", "textarea", "button", "label", "select", "option")
#: Types of schema.org whose items are posts.
_POST_TYPE: Final = re.compile(
    r"schema\.org/(?:DiscussionForumPosting|Question|Answer|Comment|UserComments|Review"
    r"|SocialMediaPosting)/?$"
)
#: Values of `itemprop`, as flags.
_AUTHOR, _DATE, _TEXT = 1, 2, 4
_ITEMS: Final = {
    **dict.fromkeys(("author", "creator"), _AUTHOR),
    **dict.fromkeys(("datePublished", "dateCreated", "date", "commentTime"), _DATE),
    **dict.fromkeys(("text", "articleBody", "reviewBody", "commentText", "description"), _TEXT),
}


class Evidence(NamedTuple):
    """Columns of a page: one value per row."""

    #: Text that a reader may see.
    is_read: Mask
    #: Words outside links.
    words: Array
    #: The number of the name and first class of an element.
    kind: Array
    is_link: Mask
    date: Mask
    profile: Mask
    #: Links with the number of a post, and elements whose id or name is such a number.
    permalink: Mask
    anchor: Mask
    #: Elements that the markup calls a post, by schema.org or by their names.
    typed: Mask
    named: Mask
    opening_named: Mask
    reply_named: Mask
    #: Values of `itemprop`, and elements named for the author and the date.
    author_item: Mask
    author_named: Mask
    text_item: Mask
    date_named: Mask
    #: Rows in user panels, in signatures, and in other parts beside the text.
    panel: Mask
    signature: Mask
    beside: Mask
    #: What the address of a link says, as flags.
    address: Array
    #: What the class of an element says, as flags.
    names: Array
    has_class: Mask
    #: Elements that may be or name an author, and whether one is below a row, or a date.
    author: Mask
    has_author: Mask
    has_date: Mask
    #: Bytes of text below each row, with white space.
    n_bytes: Array


def collect_evidence(page: Page) -> Evidence:
    """Collect the evidence of a page."""
    is_read = _READABLE.take(page.hidden)
    href = flag_addresses(page)
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    in_link = page.above(is_link) >= 0
    by_class, by_id = (flag_names(page, READER, name) for name in ("class", "id"))
    names = by_class | by_id
    is_text = page.is_tag("#text")
    is_box = ~is_text & ~page.is_tag("html", "body", "form", "table", "tbody")
    item = flag_attribute(page, "itemprop", _read_item)
    id_anchor = match_attribute(page, "id", _ANCHOR) & ~page.is_tag(*_CONTROLS)
    is_date = page.is_tag("time") | (item & _DATE > 0)
    permalink = is_link & (href & Address.PERMALINK > 0)
    date_named = ~is_text & (by_class & Name.DATE > 0)
    date = _find_dates(page, is_read, is_date) | _find_ages(page, is_read, permalink | date_named)
    profile = is_link & (href & Address.PROFILE > 0)
    author_item, author_named = item & _AUTHOR > 0, ~is_text & (by_class & Name.AUTHOR > 0)
    author = profile | author_item | author_named
    return Evidence(
        is_read,
        np.where(is_read & ~in_link, page.words, 0),
        number_kinds(page),
        is_link,
        date,
        profile,
        permalink,
        (match_attribute(page, "name", _ANCHOR) & page.is_tag("a")) | id_anchor,
        match_attribute(page, "itemtype", _POST_TYPE),
        is_box & (names & Name.POST > 0),
        is_box & (names & Name.OPENING > 0),
        is_box & (names & Name.REPLY > 0),
        author_item,
        author_named,
        is_box & (item & _TEXT > 0),
        date_named,
        page.above(is_box & (names & Name.PANEL > 0)) >= 0,
        page.above(is_box & (names & Name.SIGNATURE > 0)) >= 0,
        page.above(is_box & (by_class & Name.BESIDE > 0)) >= 0,
        href,
        by_class,
        page.attr("class")[0] >= 0,
        author,
        page.below(author, how="any"),
        page.below(date, how="any"),
        page.below(page.text_stop - page.text_start),
    )


def is_any(column: Array, values: Array) -> Mask:
    """Return the mask of rows with one of some values; for few values faster than `np.isin`."""
    if len(values) > MAX_VALUES:
        return np.isin(column, values)
    mask = np.zeros(len(column), np.bool_)
    for value in values.tolist():
        mask |= column == value
    return mask


def flag_attribute(page: Page, name: str, read: Callable[[str], int]) -> Array:
    """Return the flags of an attribute in each row; 0 without it."""
    ids, values = page.attr(name)
    flags = np.zeros(len(values) + 1, np.int64)
    flags[:-1] = [read(value) for value in values]
    return flags.take(ids)


def _read_item(value: str) -> int:
    """Return what an `itemprop` says, as flags."""
    flags = 0
    for name in value.split():
        flags |= _ITEMS.get(name, 0)
    return flags


def match_attribute(page: Page, name: str, pattern: re.Pattern[str]) -> Mask:
    """Return the mask of rows with an attribute that contains a pattern."""
    return page.match_attribute(name, lambda value: pattern.search(value) is not None)


def _find_dates(page: Page, is_read: Mask, mask: Mask) -> Mask:
    """Add short texts with a date to the mask of elements that are dates."""
    rows = np.flatnonzero(is_read & (page.chars > 2) & (page.chars <= MAX_DATE))
    for row, text in list_texts(page, rows, "date"):
        # Words for days are a few letters in a short text.
        if _NUMBER.search(text) or page.chars[row] <= MAX_DAY:
            mask[row] = find_date(text) is not None
    return mask


def _find_ages(page: Page, is_read: Mask, places: Mask) -> Mask:
    """Find texts such as `6d`, where dates are: in links to posts, and in elements named so."""
    mask = np.zeros(len(page), np.bool_)
    is_short = is_read & (page.chars > 1) & (page.chars <= MAX_AGE)
    for row, text in list_texts(page, np.flatnonzero(is_short & (page.above(places) >= 0))):
        mask[row] = AGE.fullmatch(text.strip()) is not None
    return mask
