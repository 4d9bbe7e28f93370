"""Find the links of a page to the next, the previous and the numbered pages of its list.

The next page has the higher number or the older entries. Four signs are tried, the strongest first:
a numbered sequence with the current page in it (`sequences.py`), `rel=next`, an address whose
number is one higher, and a label or class that says so (`direction_words.py`). A sign counts only
if the address of the link may be that of another page of the same list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pagecore import _core
from pagecore.page import Page
from pagecore.page.urls import split_url
from pagecore.pagination.address_numbers import compare_addresses, differ_in_number, is_below
from pagecore.pagination.directions import Direction
from pagecore.pagination.pager_links import PagerLink, list_pager_links
from pagecore.pagination.sequences import NumberedSequence, find_sequences

#: Number of links of a sequence whose addresses are compared with that of the page.
_COMPARED: Final = 3


class FoundLink(NamedTuple):
    """A link, and how it was recognised: `sequence`, `rel=next`, `address`, `label` or
    `class`."""

    link: PagerLink
    by: str


class PageLinks(NamedTuple):
    """The links of a page to other pages of its list."""

    next: FoundLink | None = None
    previous: FoundLink | None = None
    #: The links with page numbers, by number.
    numbered: tuple[PagerLink, ...] = ()


def find_page_links(page: Page, url: str | None = None) -> PageLinks:
    """Find the links to the next, the previous and the numbered pages of a list.

    Args:
        page: a page of the list.
        url: the URL of the page, if the page has none itself.
    """
    own = page.url or url
    if own is None or len(own) > _core.MAX_URL_BYTES:
        return PageLinks()
    links = list_pager_links(page, own)
    sequence = choose_sequence(own, find_sequences(page, own, links))
    if sequence is not None and sequence.current is not None and sequence.current in sequence.links:
        # The current page has a second address, such as `?page=1`.
        alias = sequence.links[sequence.current].url
        links = [link for link in links if link.url != alias]
        rest = {n: link for n, link in sequence.links.items() if n != sequence.current}
        sequence = sequence._replace(links=rest)
    finder = _Finder(own, links, sequence)
    following = finder.find(is_forward=True)
    previous = finder.find(is_forward=False)
    if previous and following and previous.link.url == following.link.url:
        previous = None
    numbered = () if sequence is None else tuple(sequence.links[n] for n in sorted(sequence.links))
    return PageLinks(following, previous, numbered)


def choose_sequence(own: str, sequences: Sequence[NumberedSequence]) -> NumberedSequence | None:
    """Choose the sequence that numbers the pages of the list; the first of equally good ones.

    Lists of threads number the pages of each thread, calendars the days of a month.
    """
    best, best_score = None, 0
    for sequence in sequences:
        if sequence.next is None and sequence.previous is None:
            continue
        members = list(sequence.links.values())
        is_own = any(is_related(own, link.url) for link in members[:_COMPARED])
        is_in_pager = any(link.is_in_pager for link in members)
        if not is_own and not (is_in_pager and (sequence.is_marked or not sequence.is_regular)):
            continue
        score = 4 * is_own + 2 * sequence.is_regular + is_in_pager + sequence.is_marked + 1
        if score > best_score:
            best, best_score = sequence, score
    return best


def is_related(own: str, url: str) -> bool:
    """Whether an address may be that of another page of the same list: it has the same path, is
    below it or above it, or differs from it in a number."""
    address, other = split_url(own), split_url(url)
    if address.path.rstrip("/") == other.path.rstrip("/"):
        return True
    return is_below(address, other) or is_below(other, address) or differ_in_number(address, other)


class _Finder:
    """Finds the next or the previous page among the links of a page."""

    def __init__(
        self, own: str, links: Sequence[PagerLink], sequence: NumberedSequence | None
    ) -> None:
        self._own = own
        self._links = links
        self._sequence = sequence
        self._declared = {link.url for link in links if link.is_declared}

    def find(self, *, is_forward: bool) -> FoundLink | None:
        """Find the next page, or the previous one."""
        sequence = self._sequence
        if sequence is not None:
            link = sequence.next if is_forward else sequence.previous
            if link is not None:
                return FoundLink(link, "sequence")
        signs = (
            ("rel=next", self._list_rel(is_forward)),
            ("address", self._list_addresses(is_forward)),
            ("label", self._list_labels(is_forward)),
            ("class", self._list_classes(is_forward)),
        )
        return next((FoundLink(link, by) for by, links in signs for link in links), None)

    def _list_rel(self, is_forward: bool) -> Iterator[PagerLink]:
        for link in self._links:
            is_rel = link.is_rel_next if is_forward else link.is_rel_previous
            if is_rel and is_related(self._own, link.url):
                yield link
        # The pages of a series, such as comics, have addresses of their own.
        for link in self._links:
            if link.url in self._declared and self._has_exact_label(link, is_forward):
                yield link

    def _list_addresses(self, is_forward: bool) -> Iterator[PagerLink]:
        """List the links whose number is one higher, or one lower; the words next and previous may
        contradict, because some pages count from the newest entry to the oldest."""
        address = split_url(self._own)
        opposite = Direction.NEWER if is_forward else Direction.OLDER
        for link in self._links:
            has_sign = link.direction or link.class_direction or link.is_in_pager or link.is_more
            is_edge = link.direction in (Direction.FIRST, Direction.LAST, opposite)
            # Numbers without the current one are no sequence, but the 2 follows the first page.
            is_far = is_forward and link.number not in (None, 2)
            if not has_sign or is_edge or is_far or link.is_declared or link.is_in_prose:
                continue
            other = split_url(link.url)
            pair = (address, other) if is_forward else (other, address)
            numbers = compare_addresses(*pair)
            if numbers is None or numbers.is_dated:
                continue
            is_second = numbers.after == 2 if numbers.counts_pages else numbers.is_page_of_items
            if numbers.counts_pages if numbers.before is not None else is_second:
                yield link

    def _list_labels(self, is_forward: bool) -> Iterator[PagerLink]:
        for link in self._links:
            if not self._has_exact_label(link, is_forward):
                continue
            # The front page of some blogs is the first page of a list with another address.
            is_front = (_is_front(self._own) and _has_digit(link.url)) or _is_front(link.url)
            if is_related(self._own, link.url) or (link.is_in_pager and is_front):
                yield link

    def _list_classes(self, is_forward: bool) -> Iterator[PagerLink]:
        for link in self._links:
            direction = link.class_direction
            if direction is None or link.direction is not None or link.is_in_prose:
                continue
            is_wanted = direction.is_forward if is_forward else direction.is_back
            # An image or a sign: a text in words would be another thing, such as "show all".
            has_words = any(sign.isalpha() for sign in link.label)
            if is_wanted and not has_words and is_related(self._own, link.url):
                yield link

    def _has_exact_label(self, link: PagerLink, is_forward: bool) -> bool:
        direction = link.direction
        if direction is None or not link.is_exact or link.is_in_prose:
            return False
        return direction.is_forward if is_forward else direction.is_back


def _is_front(url: str) -> bool:
    parts = split_url(url)
    return parts.path in ("", "/") and not parts.query


def _has_digit(url: str) -> bool:
    return any(sign.isdecimal() for sign in url)
