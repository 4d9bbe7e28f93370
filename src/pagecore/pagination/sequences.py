"""Numbered sequences: links whose labels are page numbers, and the number of the current page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Page
from pagecore.page.columns import Array, Mask
from pagecore.pagination.address_numbers import is_date_before
from pagecore.pagination.directions import is_current_class, read_page_number
from pagecore.pagination.pager_links import PagerLink, normalise_address

#: A numbered link may be so many levels below the container of all.
_LEVELS: Final = 4
#: Containers with more rows per numbered link are not pagers.
_ROWS_PER_LINK: Final = 24
#: Length limit of the text of a number that is not a link.
_MAX_TEXT: Final = 12
#: Longer numbers in addresses do not count pages.
_MAX_DIGITS: Final = 9
#: Length limit of what precedes a page number in an address: `/seite-`, `?categorypage=`.
_MAX_ADDITION: Final = 16
_YEARS: Final = range(1900, 2101)
#: A word for pages before the number in an address: `page=`, `/p/`, `seite-`.
_PAGE_NAME: Final = re.compile(
    r"(?:pag[ei]\w{0,8}|seite|sida|side|sivu|strona|stranka|oldal|sayfa|halaman|trang|start|offset"
    r"|[/?&;]pg?n?)[-_/=]?$",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"(\d+)")
#: The name of a query parameter before its value.
_PARAMETER: Final = re.compile(r"[?&;]([^?&;=]+)=$")


class NumberedSequence(NamedTuple):
    """Numbered links in one container."""

    #: The links by their number; the first of each number.
    links: Mapping[int, PagerLink]
    #: The number of the current page, or None if it is not known.
    current: int | None
    #: Whether a number in the addresses grows with those of the labels.
    is_regular: bool
    #: Whether the current number is shown without a link to another page.
    is_marked: bool

    @property
    def next(self) -> PagerLink | None:
        """The link to the page after the current one."""
        return None if self.current is None else self.links.get(self.current + 1)

    @property
    def previous(self) -> PagerLink | None:
        """The link to the page before the current one."""
        return None if self.current is None else self.links.get(self.current - 1)


def find_sequences(page: Page, own: str, links: Sequence[PagerLink]) -> list[NumberedSequence]:
    """Find the numbered links that stand together, in document order."""
    numbered = [link for link in links if link.number is not None]
    is_numbered = np.zeros(len(page), np.int32)
    is_numbered[[link.row for link in numbered]] = 1
    counts = page.below(is_numbered)
    is_current = page.match_attribute("class", is_current_class)
    ids, _ = page.attr("aria-current")
    is_current |= ids >= 0
    groups: dict[int, list[PagerLink]] = {}
    for link in numbered:
        groups.setdefault(_find_container(page, counts, link.row), []).append(link)
    sequences = []
    for container, members in groups.items():
        # The limit also keeps the search linear, because containers may be nested.
        if int(page.end[container]) - container <= _ROWS_PER_LINK * (len(members) + 1):
            sequence = _read_sequence(page, own, container, members, is_current)
            if sequence is not None:
                sequences.append(sequence)
    return sequences


def _find_container(page: Page, counts: Array, row: int) -> int:
    """Find the nearest ancestor with several numbered links, or else the largest small one."""
    container = above = row
    for _ in range(_LEVELS):
        above = int(page.parent[above])
        if above < 0:
            break
        if int(page.end[above]) - above > _ROWS_PER_LINK * (int(counts[above]) + 1):
            break
        container = above
        if int(counts[above]) > 1:
            break
    return container


def _read_sequence(
    page: Page, own: str, container: int, members: Sequence[PagerLink], is_current: Mask
) -> NumberedSequence | None:
    links: dict[int, PagerLink] = {}
    for link in members:
        assert link.number is not None
        links.setdefault(link.number, link)
    addresses = {number: normalise_address(link.url) for number, link in links.items()}
    step = find_step(addresses)
    if step is not None and step.is_dated:
        return None
    if _are_years(links, step):
        return None
    marked = _find_marked(page, container, members)
    current = marked
    if current is None and step is not None:
        current = step.find_number(normalise_address(own))
    if current is None:
        classed = {link.number for link in members if _has_class(page, link.row, is_current)}
        current = classed.pop() if len(classed) == 1 else None
    if current is None and step is not None and 1 not in links and 2 in links:
        current = 1
    return NumberedSequence(links, current, step is not None, marked is not None)


def _are_years(numbers: Iterable[int], step: NumberRule | None) -> bool:
    """Whether numbers are years rather than pages: without a word such as `page` in the addresses,
    and without a first page."""
    is_named = step is not None and _PAGE_NAME.search(step.ahead) is not None
    return not is_named and all(number in _YEARS for number in numbers)


def _has_class(page: Page, row: int, is_current: Mask) -> bool:
    return bool(is_current[row] or is_current[max(int(page.parent[row]), 0)])


def _find_marked(page: Page, container: int, members: Sequence[PagerLink]) -> int | None:
    """Find a number in the container that is not a link to another page: the current one."""
    rows = slice(container, int(page.end[container]))
    is_text = (page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= _MAX_TEXT)
    for link in members:
        is_text[link.row - container : int(page.end[link.row]) - container] = False
    texts = (page.text(container + at) for at in np.flatnonzero(is_text).tolist())
    numbers = {read_page_number(" ".join(text.split())) for text in texts} - {None}
    numbers -= {link.number for link in members}
    return numbers.pop() if len(numbers) == 1 else None


# ---------------------------------------------------------------- addresses


class NumberRule(NamedTuple):
    """How a number in an address follows from the number of the page: it is `factor * page +
    offset`."""

    #: The texts between the numbers of the address, and which of the numbers it is.
    texts: tuple[str, ...]
    at: int
    factor: int
    offset: int
    #: What precedes the number.
    ahead: str

    @property
    def is_dated(self) -> bool:
        """Whether the number is that of a day or month."""
        return self.factor == 1 and self.offset == 0 and is_date_before(self.ahead)

    def find_number(self, address: str) -> int | None:
        """Find the number of the page at an address; None if it does not fit."""
        texts, numbers = _split_address(address)
        if texts == self.texts and len(numbers[self.at]) <= _MAX_DIGITS:
            page, rest = divmod(int(numbers[self.at]) - self.offset, self.factor)
            return page if rest == 0 and page >= 1 else None
        return 1 if self._is_first(address) else None

    def _is_first(self, address: str) -> bool:
        """Whether an address lacks the number and what is before it."""
        parameter = _PARAMETER.search(self.ahead)
        if parameter is None:
            addition = self.ahead.removeprefix(address)
            return self.ahead.startswith(address) and len(addition) <= _MAX_ADDITION
        path, _, query = address.partition("?")
        names = {part.partition("=")[0] for part in re.split("[&;]", query)}
        return self.ahead.partition("?")[0] == path and parameter[1] not in names


def find_step(addresses: Mapping[int, str]) -> NumberRule | None:
    """Find the number in addresses that grows with the number of the page.

    Args:
        addresses: by number of the page. The first page often has an address of its own.
    """
    numbers = sorted(number for number in addresses if number > 1) or sorted(addresses)
    split = [_split_address(addresses[number]) for number in numbers]
    texts, first = split[0]
    if any(other != texts for other, _ in split):
        return None
    for at in reversed(range(len(first))):
        values = [digits[at] for _, digits in split]
        if any(len(value) > _MAX_DIGITS for value in values):
            continue
        line = _fit_line(numbers, [int(value) for value in values])
        if line is not None:
            ahead = "".join(_interleave(texts, first, at))
            return NumberRule(texts, at, *line, ahead)
    return None


def _fit_line(numbers: Sequence[int], values: Sequence[int]) -> tuple[int, int] | None:
    """Find factor and offset of a growing line through all values; of a single one, if it is the
    number or one less."""
    if len(numbers) == 1:
        offset = values[0] - numbers[0]
        return (1, offset) if offset in (0, -1) else None
    factor, rest = divmod(values[1] - values[0], numbers[1] - numbers[0])
    offset = values[0] - factor * numbers[0]
    pairs = zip(numbers, values, strict=True)
    is_line = rest == 0 and factor >= 1 and all(v == factor * n + offset for n, v in pairs)
    return (factor, offset) if is_line else None


def _split_address(address: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split an address into texts and the numbers between them."""
    pieces = _DIGITS.split(address)
    return tuple(pieces[::2]), tuple(pieces[1::2])


def _interleave(texts: Sequence[str], numbers: Sequence[str], stop: int) -> Iterator[str]:
    for text, number in zip(texts[:stop], numbers[:stop], strict=True):
        yield text + number
    yield texts[stop]
