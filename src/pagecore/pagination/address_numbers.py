"""Compare addresses that differ in the number of a page alone."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote

#: Numbers of pages are below; those of articles, and years, are mostly above.
MOST_PAGES: Final = 100
#: What a first page's address lacks: `/2`, `-2`, `/page/2`, `?page=2`, `&p=2`, `_seite-2`.
_ADDED: Final = re.compile(r"[/_.,;&?-]?(?:[^\W\d_]{1,12}[-_/=.]?)?0*(\d{1,3})")
#: What may follow the number of a page: no further parts of the path, as behind that of a month.
_BEHIND: Final = re.compile(r"[^/?]*(?:/index\.\w+)?(?:\?.*)?")
#: What stands before the number of a day or a month.
_DATED: Final = re.compile(r"(?:19|20)\d\d[-/._]?(?:\d\d?[-/._])?$")
#: Items of a page, as most that count them have it.
_ITEMS: Final = range(5, 101, 5)


class Numbers(NamedTuple):
    """The numbers in the addresses of a page, None where it has none, and of one further on."""

    before: int | None
    after: int
    #: Whether pages are counted, or items: `?start=10`, `?start=20`.
    is_of_pages: bool
    #: Whether the number stands behind a year, or a year and a month.
    is_dated: bool = False

    @property
    def is_round(self) -> bool:
        """Whether the numbers of items are so far apart as those of pages mostly are."""
        return not self.is_of_pages and self.after - (self.before or 0) in _ITEMS


def compare_addresses(own: SplitResult, other: SplitResult) -> Numbers | None:
    """The numbers of two addresses that differ in nothing else, where the second's number follows
    the first's; or None. The second address may lack query parameters of the first, such as
    `utm_source`."""
    pages = _number_pages(_address(own), _address(other))
    if pages is None and not _query(own).keys() & _query(other).keys():
        pages = _number_pages(_address(own._replace(query="")), _address(other))
    return _number_items(own, other) if pages is None else pages


def is_first(own: SplitResult, other: SplitResult) -> bool:
    """Whether another address is that of the first page of those that a page is one of: it has the
    number 1 or 0, or none."""
    before, after, _, _ = _split_addresses(_address(other), _address(own))
    if not before:
        return _ADDED.fullmatch(after) is not None
    return after.isdecimal() and before.isdecimal() and int(before) < 2 <= int(after)


def is_below(own: SplitResult, other: SplitResult) -> bool:
    """Whether an address is one below a page's own, which is not that of a folder of pages."""
    above = own.path.rstrip("/")
    return above.count("/") >= 1 and len(above) > 1 and other.path.startswith(f"{above}/")


def _number_pages(own: str, other: str) -> Numbers | None:
    """The numbers of two pages, where the second's is one more: `/a/2` and `/a/3`, or none and the
    second's, `/a.html` and `/a-2.html`."""
    before, after, ahead, behind = _split_addresses(own, other)
    if before.isdecimal() and after.isdecimal():
        is_next = int(after) == int(before) + 1 and int(after) < MOST_PAGES
        is_next &= _BEHIND.fullmatch(behind) is not None
        is_dated = _DATED.search(ahead) is not None
        return Numbers(int(before), int(after), True, is_dated) if is_next else None
    added = _ADDED.fullmatch(after)
    # An address may end with what is added or go on: `/a` and `/a/2`, `/a.html` and `/a-2.html`.
    if before == "" and added is not None and int(added[1]) in (1, 2):
        return Numbers(None, int(added[1]), True)
    return None


def _number_items(own: SplitResult, other: SplitResult) -> Numbers | None:
    """The numbers of the first items of two pages, which stand in the query."""
    ours, theirs = _query(own), _query(other)
    changed = [name for name, value in theirs.items() if ours.get(name) != value]
    if own.path != other.path or len(changed) != 1:
        return None
    before, after = ours.get(changed[0]), theirs[changed[0]]
    if not after.isdecimal() or not (before or "0").isdecimal() or int(after) <= int(before or 0):
        return None
    return Numbers(None if before is None else int(before), int(after), False)


def _query(parts: SplitResult) -> dict[str, str]:
    return dict(parse_qsl(parts.query, keep_blank_values=True))


def _address(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return unquote(parts.path).rstrip("/") + query


def _split_addresses(own: str, other: str) -> tuple[str, str, str, str]:
    """Where two addresses differ: the part of each, and what both have ahead of it and behind it. A
    number is not split."""
    room = min(len(own), len(other))
    start = 0
    while start < room and own[start] == other[start]:
        start += 1
    while start and own[start - 1].isdecimal() and _is_digit(own, other, start):
        start -= 1
    stop = 0
    while stop < room - start and own[-1 - stop] == other[-1 - stop]:
        stop += 1
    while stop and own[-stop].isdecimal() and _is_digit(own, other, -stop - 1):
        stop -= 1
    ends = len(own) - stop, len(other) - stop
    return own[start : ends[0]], other[start : ends[1]], own[:start], own[ends[0] :]


def _is_digit(own: str, other: str, at: int) -> bool:
    """Whether one of two texts has a digit at a place; a text that ends before has none."""
    return any(-len(text) <= at < len(text) and text[at].isdecimal() for text in (own, other))
