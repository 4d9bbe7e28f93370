"""Numbered sequences: links whose labels are page numbers, and the number of the current page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Page
from pagecore.pagination.direction_words import read_page_number
from pagecore.pagination.pager_links import PagerLink, normalise_address

#: The number of an item may be so many levels below the container of all.
_LEVELS: Final = 4
#: Containers with more rows per numbered link are not pagers.
_ROWS_PER_LINK: Final = 24
_DIGITS: Final = re.compile(r"\d+")
#: What precedes the number of a day or month in an address.
_DATE: Final = re.compile(r"(?:19|20)\d\d[-/._]?(?:\d\d?[-/._])?$")


class NumberedSequence(NamedTuple):
    """Numbered links in one container."""

    container: int
    #: The links by their number; the first of each number.
    links: dict[int, PagerLink]
    #: The number of the current page, or None if it is not known.
    current: int | None
    #: Whether the numbers in the addresses grow with those of the labels.
    is_regular: bool

    @property
    def next(self) -> PagerLink | None:
        """The link to the page after the current one."""
        return None if self.current is None else self.links.get(self.current + 1)

    @property
    def previous(self) -> PagerLink | None:
        """The link to the page before the current one."""
        return None if self.current is None else self.links.get(self.current - 1)


def find_sequences(page: Page, own: str, links: Sequence[PagerLink]) -> list[NumberedSequence]:
    """Find the numbered sequences that lead to pages of the list, in document order."""
    numbered = [link for link in links if link.number is not None and not link.is_declared]
    is_numbered = np.zeros(len(page), np.int32)
    is_numbered[[link.row for link in numbered]] = 1
    counts = page.below(is_numbered)
    groups: dict[int, list[PagerLink]] = {}
    for link in numbered:
        groups.setdefault(_find_container(page, counts, link.row), []).append(link)
    return [
        sequence
        for container, members in groups.items()
        # The limit also keeps the search linear, because containers may be nested.
        if int(page.end[container]) - container <= _ROWS_PER_LINK * (len(members) + 1)
        and (sequence := _read_sequence(page, own, container, members)) is not None
    ]


def _find_container(page: Page, counts: np.ndarray, row: int) -> int:
    """Find the nearest ancestor with several numbered links, or else the parent."""
    at = row
    for _ in range(_LEVELS):
        parent = int(page.parent[at])
        if parent < 0:
            break
        at = parent
        if int(counts[at]) > 1:
            return at
    return max(int(page.parent[row]), 0)


def _read_sequence(
    page: Page, own: str, container: int, members: Sequence[PagerLink]
) -> NumberedSequence | None:
    links: dict[int, PagerLink] = {}
    for link in members:
        assert link.number is not None
        links.setdefault(link.number, link)
    step = _find_step(links)
    if step is _DATED:
        return None
    is_regular = isinstance(step, Step)
    current = _find_marked(page, container, members)
    if current is None and isinstance(step, Step):
        current = step.number_of(own)
    if current is None and is_regular and 1 not in links and 2 in links:
        current = 1
    return NumberedSequence(container, links, current, is_regular)


def _find_marked(page: Page, container: int, members: Sequence[PagerLink]) -> int | None:
    """Find a number in the container that is not a link to another page: the current one."""
    taken = {link.row for link in members}
    spans = sorted((row, int(page.end[row])) for row in taken)
    at, result = 0, []
    for row in range(container, int(page.end[container])):
        while at < len(spans) and spans[at][1] <= row:
            at += 1
        if at < len(spans) and spans[at][0] <= row:
            continue
        if page.tag[row] == 0 and 0 < page.chars[row] <= 12:
            number = read_page_number(" ".join(page.text(row).split()))
            if number is not None:
                result.append(number)
    free = [number for number in result if number not in {link.number for link in members}]
    return free[0] if len(set(free)) == 1 else None


class Step(NamedTuple):
    """How the number in an address follows from that of a page: `factor * page + offset`."""

    ahead: str
    behind: str
    factor: int
    offset: int

    def number_of(self, url: str) -> int | None:
        """Return the number of the page at an address; None if it does not fit."""
        address = normalise_address(url)
        if not (address.startswith(self.ahead) and address.endswith(self.behind)):
            return None
        digits = address[len(self.ahead) : len(address) - len(self.behind)]
        if not digits.isdecimal() or len(digits) > 9:
            return None
        page, rest = divmod(int(digits) - self.offset, self.factor)
        return page if rest == 0 and page >= 1 else None


_DATED: Final = object()


def _find_step(links: dict[int, PagerLink]) -> Step | object | None:
    """Find the number in the addresses that grows with the number of the page."""
    numbers = sorted(links)
    # The first page often has another address.
    numbers = [number for number in numbers if number > 1] or numbers
    addresses = [normalise_address(links[number].url) for number in numbers]
    if len(numbers) == 1:
        return _find_single(numbers[0], addresses[0])
    ahead, behind = _common_ends(addresses)
    values = []
    for address in addresses:
        digits = address[len(ahead) : len(address) - len(behind) or None]
        if not digits.isdecimal() or len(digits) > 9:
            return None
        values.append(int(digits))
    factor, rest = divmod(values[1] - values[0], numbers[1] - numbers[0])
    if rest or factor < 1:
        return None
    offset = values[0] - factor * numbers[0]
    if any(value != factor * number + offset for number, value in zip(numbers, values, strict=True)):
        return None
    if factor == 1 and offset == 0 and _DATE.search(ahead):
        return _DATED
    return Step(ahead, behind, factor, offset)


def _find_single(number: int, address: str) -> Step | None:
    """Find the last number of an address that is the number of the page or one less."""
    for match in reversed(list(_DIGITS.finditer(address))):
        if len(match[0]) <= 9 and int(match[0]) in (number, number - 1):
            ahead, behind = address[: match.start()], address[match.end() :]
            return None if _DATE.search(ahead) else Step(ahead, behind, 1, int(match[0]) - number)
    return None


def _common_ends(addresses: Sequence[str]) -> tuple[str, str]:
    """Return what all addresses begin and end with, without cutting a number."""
    first = min(addresses)
    last = max(addresses)
    start = 0
    while start < min(len(first), len(last)) and first[start] == last[start]:
        start += 1
    while start and first[start - 1].isdecimal():
        start -= 1
    turned = [address[start:][::-1] for address in addresses]
    low, high = min(turned), max(turned)
    stop = 0
    while stop < min(len(low), len(high)) and low[stop] == high[stop]:
        stop += 1
    while stop and low[stop - 1].isdecimal():
        stop -= 1
    return first[:start], first[len(first) - stop :] if stop else ""
