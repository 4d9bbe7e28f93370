"""Compare addresses that differ in one number, such as the number of a page."""

from __future__ import annotations

import functools
import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote

from pagecore.page.numbers import parse_number

#: Page numbers are lower; numbers of articles, and years, are mostly higher.
MAX_PAGE: Final = 100
#: What the address of a second page adds: `/2`, `-2`, `/page/2`, `?page=2`, `&p=2`, `_seite-2`,
#: `?PAGEN_1=2`.
_ADDED: Final = re.compile(r"[/_.,;&?-]?(?:[^\W\d_]{1,12}(?:_\d{1,2}=|[-_/=.]?))?0*(\d{1,3})")
#: What may follow a page number: no further segments of the path, as after a month.
_BEHIND: Final = re.compile(r"[^/?]*(?:/index\.\w+)?(?:\?.*)?")
#: Length limit of a date before a number.
_MAX_DATE: Final = 12
#: What precedes the number of a day or month.
_DATED: Final = re.compile(r"(?:19|20)\d\d[-/._]?(?:\d\d?[-/._])?$")
#: An address that ends with a year, or with a year and a month, as segments of its path.
_DATED_FOLDER: Final = re.compile(r"/(?:19|20)\d\d(?:/(?:0?[1-9]|1[0-2]))?$")
#: What the address of a day or month adds to it.
_ADDED_DAY: Final = re.compile(r"/\d{1,2}")
#: A number of pages or items, with a word before it.
_ADDITION: Final = re.compile(r"(?:[^\W\d_]{1,12}[-_/=.]?)?\d{1,5}(?:\.\w{1,5})?")
_SEPARATORS: Final = "/_.,;&?=-"
#: Minimum length of a last segment that identifies an article, in characters.
_LONG_NAME: Final = 10
#: Usual numbers of items per page.
_ITEMS: Final = range(5, 101, 5)


class Numbers(NamedTuple):
    """The numbers in which two addresses differ."""

    #: The number in the address of the page, or None.
    before: int | None
    #: The number in the other address.
    after: int
    #: Whether they count pages; else they count items: `?start=10`, `?start=20`.
    counts_pages: bool
    #: Whether the number follows a year, or a year and a month.
    is_dated: bool = False

    @property
    def is_page_of_items(self) -> bool:
        """Whether the numbers count items and differ by a usual number of items per page."""
        return not self.counts_pages and self.after - (self.before or 0) in _ITEMS


def compare_addresses(own: SplitResult, other: SplitResult) -> Numbers | None:
    """Compare two addresses that differ in one number.

    Args:
        own: the address of a page.
        other: the address of a link. It may lack query parameters of the page, such as
            `utm_source`.

    Returns:
        The numbers, if the second follows the first and nothing else differs; else None.
    """
    pages = _compare_page_numbers(_join_address(own), _join_address(other))
    if pages is None and own.query and not _parse_query(own).keys() & _parse_query(other).keys():
        pages = _compare_page_numbers(_join_address(own._replace(query="")), _join_address(other))
    return _compare_item_numbers(own, other) if pages is None else pages


def is_first(own: SplitResult, other: SplitResult) -> bool:
    """Whether the other address is that of the first page: it has the number 1, 0 or none."""
    before, after, _, _ = _split_addresses(_join_address(other), _join_address(own))
    if not before:
        return _match_addition(after) is not None
    first, number = parse_number(before), parse_number(after)
    return first is not None and number is not None and first < 2 <= number


def differ_in_number(own: SplitResult, other: SplitResult) -> bool:
    """Whether two addresses differ in a page number or number of items only, in any direction, or
    their last segments do."""
    if _differ_in_addition(_join_address(own), _join_address(other)):
        return True
    own_name, other_name = (
        unquote(parts.path).rstrip("/").rsplit("/", 1)[-1] for parts in (own, other)
    )
    is_long = min(len(own_name), len(other_name)) >= _LONG_NAME
    return is_long and _differ_in_addition(own_name, other_name)


def _differ_in_addition(own: str, other: str) -> bool:
    before, after, ahead, _ = _split_addresses(own, other)
    pieces = [piece.strip(_SEPARATORS) for piece in (before, after)]
    return not is_date_before(ahead) and all(
        not piece or _ADDITION.fullmatch(piece) for piece in pieces
    )


def is_below(own: SplitResult, other: SplitResult) -> bool:
    """Whether the other address is below the page's own, and the latter is not a top folder."""
    above = own.path.rstrip("/")
    return above.count("/") >= 1 and len(above) > 1 and other.path.startswith(f"{above}/")


def is_date_before(text: str) -> bool:
    """Whether a text ends with a year, or with a year and a month, so that a day may follow."""
    return _DATED.search(text[-_MAX_DATE:]) is not None


def _compare_page_numbers(own: str, other: str) -> Numbers | None:
    """Compare page numbers: the second is one more (`/a/2` and `/a/3`), or only the second address
    has one (`/a.html` and `/a-2.html`)."""
    before, after, ahead, behind = _split_addresses(own, other)
    number, next_number = parse_number(before), parse_number(after)
    if number is not None and next_number is not None:
        is_next = next_number == number + 1 and next_number < MAX_PAGE
        is_next &= _BEHIND.fullmatch(behind) is not None
        return Numbers(number, next_number, True, is_date_before(ahead)) if is_next else None
    added = _match_addition(after)
    # The address may continue after the addition: `/a` and `/a/2`, `/a.html` and `/a-2.html`.
    if before == "" and added in (1, 2):
        is_day = _ADDED_DAY.fullmatch(after) and _DATED_FOLDER.search(ahead[-_MAX_DATE:])
        return Numbers(None, added, True, is_day is not None)
    return None


def _match_addition(text: str) -> int | None:
    """Return the page number, if a text is what the address of a later page adds."""
    match = _ADDED.fullmatch(text)
    return int(match[1]) if match is not None else None


def _compare_item_numbers(own: SplitResult, other: SplitResult) -> Numbers | None:
    """Compare item numbers, which are in the query."""
    if own.path != other.path or not other.query:
        return None
    own_query, other_query = _parse_query(own), _parse_query(other)
    changed = [name for name, value in other_query.items() if own_query.get(name) != value]
    if len(changed) != 1:
        return None
    own_value = own_query.get(changed[0])
    before, after = parse_number(own_value or "0"), parse_number(other_query[changed[0]])
    if before is None or after is None or after <= before:
        return None
    return Numbers(None if own_value is None else before, after, False)


# One of two compared addresses is that of the page, and the same for all links: a small cache holds
# what is computed of it.
@functools.lru_cache(maxsize=8)
def _parse_query(parts: SplitResult) -> dict[str, str]:
    return dict(parse_qsl(parts.query, keep_blank_values=True))


@functools.lru_cache(maxsize=8)
def _join_address(parts: SplitResult) -> str:
    """Return path and query, decoded and without a trailing slash."""
    query = f"?{parts.query}" if parts.query else ""
    return unquote(parts.path).rstrip("/") + query


def _split_addresses(own: str, other: str) -> tuple[str, str, str, str]:
    """Split two addresses where they differ, without splitting a number.

    Returns:
        The differing part of each, then what both have before it and after it.
    """
    room = min(len(own), len(other))
    start = _count_common(own, other)
    while start and own[start - 1].isdecimal() and _is_digit(own, other, start):
        start -= 1
    # The parts that are equal at the end do not overlap those at the start.
    stop = min(_count_common(own[::-1], other[::-1]), room - start)
    while stop and own[-stop].isdecimal() and _is_digit(own, other, -stop - 1):
        stop -= 1
    ends = len(own) - stop, len(other) - stop
    return own[start : ends[0]], other[start : ends[1]], own[:start], own[ends[0] :]


def _count_common(first: str, second: str) -> int:
    """Count the characters that two texts have in common at their start, by bisection: a page may
    have many links that begin with the same 2000 characters."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _is_digit(own: str, other: str, at: int) -> bool:
    """Whether one of two texts has a digit at a position; a shorter text has none."""
    return any(-len(text) <= at < len(text) and text[at].isdecimal() for text in (own, other))
