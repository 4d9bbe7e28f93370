"""Find the links of a page to the next, the previous and the numbered pages of its list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pagecore import _core
from pagecore.page import Page
from pagecore.page.urls import split_url
from pagecore.pagination.address_numbers import compare_addresses, is_below
from pagecore.pagination.direction_words import Direction, names_single
from pagecore.pagination.pager_links import PagerLink, list_pager_links, normalise_address
from pagecore.pagination.sequences import NumberedSequence, find_sequences


class PageLinks(NamedTuple):
    next: PagerLink | None
    previous: PagerLink | None
    numbered: tuple[PagerLink, ...]
    by: str = ""


def find_page_links(page: Page, url: str | None = None) -> PageLinks:
    own = page.url or url
    if own is None or len(own) > _core.MAX_URL_BYTES:
        return PageLinks(None, None, ())
    links = list_pager_links(page, own)
    sequences = find_sequences(page, own, links)
    sequence = choose_sequence(own, sequences, links)
    following, by = find_forward(own, links, sequence)
    back = find_back(own, links, sequence)
    numbered = tuple(sequence.links.values()) if sequence else ()
    return PageLinks(following, back, numbered, by)


def choose_sequence(
    own: str, sequences: Sequence[NumberedSequence], links: Sequence[PagerLink]
) -> NumberedSequence | None:
    best, best_score = None, 0
    for sequence in sequences:
        neighbours = (sequence.next is not None) + (sequence.previous is not None)
        if not neighbours:
            continue
        related = any(is_related(own, link.url) for link in list(sequence.links.values())[:3])
        in_pager = any(link.is_in_pager for link in sequence.links.values())
        if not (related or (in_pager and not sequence.is_regular)):
            continue
        score = 4 * related + 2 * sequence.is_regular + in_pager + (len(sequence.links) > 1)
        if score > best_score:
            best, best_score = sequence, score
    return best


def is_related(own: str, url: str) -> bool:
    """Whether an address is that of another page of the same list, by its path."""
    address, other = split_url(own), split_url(url)
    if address.path.rstrip("/") == other.path.rstrip("/"):
        return address.query != other.query
    if compare_addresses(address, other) is not None or compare_addresses(other, address) is not None:
        return True
    if is_below(address, other) or is_below(other, address):
        return True
    return strip_numbers(own) == strip_numbers(url)


def strip_numbers(url: str) -> str:
    import re
    path = split_url(url).path.lower().rstrip("/")
    path = re.sub(r"\.(html?|php|aspx?|jsp)$", "", path)
    path = re.sub(r"(?:[/_.,-](?:[a-z]{1,6}[-_/]?)?\d{1,4}|/index)+$", "", path)
    return path


def find_forward(own, links, sequence):
    if sequence is not None and sequence.next is not None:
        return sequence.next, "sequence"
    for link in links:
        if link.is_rel_next and (is_related(own, link.url) or any(o.url == link.url and o.direction is Direction.NEXT for o in links)):
            return link, "rel"
    # by number in the address
    for link in links:
        d = link.direction
        if not (d is not None or link.class_direction is not None or link.is_in_pager):
            continue
        if d in (Direction.FIRST, Direction.LAST):
            continue
        numbers = compare_addresses(split_url(own), split_url(link.url))
        if numbers is None or numbers.is_dated:
            continue
        second = numbers.after == 2 if numbers.counts_pages else numbers.is_page_of_items
        if (numbers.before is not None and numbers.counts_pages) or (numbers.before is None and second):
            return link, "address"
    for link in links:
        if link.direction is not None and link.direction.is_forward and not names_single(link.label):
            if is_related(own, link.url) or link.is_in_pager:
                return link, "label"
    for link in links:
        if link.class_direction is not None and link.class_direction.is_forward and link.direction is None and not any(c.isalpha() for c in link.label):
            if is_related(own, link.url):
                return link, "class"
    return None, ""


def find_back(own, links, sequence):
    if sequence is not None and sequence.previous is not None:
        return sequence.previous
    for link in links:
        if link.is_rel_previous and is_related(own, link.url):
            return link
    for link in links:
        numbers = compare_addresses(split_url(link.url), split_url(own))
        if numbers is None or numbers.is_dated:
            continue
        if (link.direction is not None or link.class_direction is not None or link.is_in_pager) and link.direction not in (Direction.FIRST, Direction.LAST):
            if (numbers.before is not None and numbers.counts_pages) or (numbers.before is None and numbers.counts_pages and numbers.after==2):
                return link
    for link in links:
        if link.direction is not None and link.direction.is_back and not names_single(link.label):
            if is_related(own, link.url) or link.is_in_pager:
                return link
    return None
