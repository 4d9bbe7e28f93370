"""Evidence of posts in the rows of a page: dates, profiles, permalinks, anchors, and the names that
templates give to posts, user panels, signatures and notes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.threads.date_texts import find_date
from pagecore.threads.markup_names import Address, Name, read_address, read_name

#: Values of `hidden` for text that counts: visible, in `noscript`, or in a closed `details`, where
#: some forums have their posts.
READABLE: Final = (0, 4, 7)
#: Elements of running text, which are not posts.
RUNNING: Final = ("p", "a", "span", "b", "i", "em", "strong", "font", "br", "code", "pre", "h1")
#: A longer text has no date or number of a post, in characters.
MAX_CHARS: Final = 120
#: Nor is a longer text the date of a post; sentences with numbers are longer.
MAX_DATE: Final = 72
#: Nor is a longer text without digits, such as `an hour ago`.
MAX_DAY: Final = 24

#: Anchors of posts in the page: `post136634`, `comment-158145`, `41973748`.
_ANCHOR: Final = re.compile(r"^\D{0,16}\d+$")
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
#: Bytes without which a text has no date: numbers beside signs or words, and words for days.
_SIGN_OF_DATE: Final = re.compile(
    rb"[0-9](?:[./:h-][0-9]|(?:st|nd|rd|th|er|\.)?[ \xc2-]{1,2}[A-Za-z\x80-\xff]{2}|[\xe3-\xef])"
    rb"|[a-z\x80-\xff]\.?\s{1,9}['0-9]|\bago\b|[Yy]esterday|[Tt]oday|[Gg]estern|[Hh]eute|[Hh]ier\b"
    rb"|[Aa]yer|[Ii]eri\b|[Gg]isteren|[Vv]andaag|[\xd0-\xef][\x80-\xbf].{0,60}[0-9]"
)


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


def collect_evidence(page: Page) -> Evidence:
    """Collect the evidence of a page."""
    is_read = np.isin(page.hidden, READABLE)
    href = flag_attribute(page, "href", read_address)
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    in_link = page.above(is_link) >= 0
    by_class, by_id = (flag_attribute(page, name, read_name) for name in ("class", "id"))
    names = by_class | by_id
    is_text = page.is_tag("#text")
    is_box = ~is_text & ~page.is_tag("html", "body", "form", "table", "tbody")
    item = flag_attribute(page, "itemprop", _read_item)
    id_anchor = match_attribute(page, "id", _ANCHOR) & ~page.is_tag("input", "form", "textarea")
    is_date = page.is_tag("time") | (item & _DATE > 0)
    return Evidence(
        is_read,
        np.where(is_read & ~in_link, page.words, 0),
        number_kinds(page),
        is_link,
        _find_dates(page, is_read, is_date),
        is_link & (href & Address.PROFILE > 0),
        is_link & (href & Address.PERMALINK > 0),
        (match_attribute(page, "name", _ANCHOR) & page.is_tag("a")) | id_anchor,
        match_attribute(page, "itemtype", _POST_TYPE),
        is_box & (names & Name.POST > 0),
        is_box & (names & Name.OPENING > 0),
        is_box & (names & Name.REPLY > 0),
        item & _AUTHOR > 0,
        ~is_text & (by_class & Name.AUTHOR > 0),
        is_box & (item & _TEXT > 0),
        ~is_text & (by_class & Name.DATE > 0),
        page.above(is_box & (names & Name.PANEL > 0)) >= 0,
        page.above(is_box & (names & Name.SIGNATURE > 0)) >= 0,
        page.above(is_box & (by_class & Name.BESIDE > 0)) >= 0,
        href,
        by_class,
    )


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


def number_kinds(page: Page) -> Array:
    """Number the kinds of elements: their name and first class, without digits in the class."""
    ids, values = page.attr("class")
    names = ["", *(_name_class(value) for value in values)]
    number = {name: at for at, name in enumerate(dict.fromkeys(names))}
    class_numbers = np.array([number[name] for name in names], np.int64)
    return class_numbers.take(ids + 1) * (int(page.tag.max()) + 1) + page.tag


_NO_DIGITS: Final = str.maketrans("", "", "0123456789")


def _name_class(value: str) -> str:
    """The first class, without digits and without the words that alternate from row to row."""
    for name in value.split():
        plain = name.translate(_NO_DIGITS)
        if plain and plain.casefold() not in ("odd", "even", "alt", "first", "last"):
            return plain
    return ""


def _find_dates(page: Page, is_read: Mask, mask: Mask) -> Mask:
    """Add short texts with a date to the mask of elements that are dates."""
    is_short = is_read & (page.chars > 2) & (page.chars <= MAX_DATE)
    codes = np.frombuffer(page.text_buffer, np.uint8)
    # Most texts have neither a digit nor a letter of another script than the Latin.
    is_sign = ((codes >= ord("0")) & (codes <= ord("9"))) | (codes >= 0xD0)
    n_signs = np.concatenate(([0], np.cumsum(is_sign)))
    has_sign = n_signs[page.text_stop] > n_signs[page.text_start]
    # Words for days are a few letters at the beginning of a short text.
    is_word = is_short & (page.chars <= MAX_DAY)
    rows = np.flatnonzero(is_short & (has_sign | is_word))
    for row, text in list_texts(page, rows, _SIGN_OF_DATE):
        mask[row] = find_date(text) is not None
    return mask


def list_texts(
    page: Page, rows: Array, sign: re.Pattern[bytes] | None = None
) -> Iterator[tuple[int, str]]:
    """Yield the rows that are texts, with their texts; those that contain a pattern, if there is
    one. Patterns of bytes are cheaper than decoding."""
    starts, stops = page.text_start[rows].tolist(), page.text_stop[rows].tolist()
    buffer = bytes(page.text_buffer)
    for row, start, stop in zip(rows.tolist(), starts, stops, strict=True):
        if start < stop and (sign is None or sign.search(buffer, start, stop)):
            yield row, buffer[start:stop].decode()
