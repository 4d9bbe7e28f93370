"""The next page of an article that is spread over several.

Found by what pages say to programs (`rel=next`), by links that count pages, and by addresses: the
next page's is that of the page itself but for a number. Nothing here reads a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

import numpy as np

from pagecore import _core
from pagecore.errors import BadInput, FetchError, PagecoreError
from pagecore.page import Page, PageWarning

#: Pages of an article, at most, where nothing else is said.
LIMIT: Final = 20
#: Numbers of pages are below; those of articles, and years, are mostly above.
_MOST_PAGES: Final = 100
#: The share of words in titles that two pages of one article have in common.
_SAME_TITLE: Final = 0.5
#: What a first page's address lacks: `/2`, `-2`, `/page/2`, `?page=2`, `&p=2`, `_seite-2`.
_ADDED: Final = re.compile(r"[/_.,;&?-]?(?:[^\W\d_]{1,12}[-_/=.]?)?0*(\d{1,3})")
#: What may follow the number of a page: no further parts of the path, as behind that of a month.
_BEHIND: Final = re.compile(r"[^/?]*(?:/index\.\w+)?(?:\?.*)?")
#: Words; of scripts without spaces every character.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")


class Next(NamedTuple):
    """The next page: where it is, and what leads there."""

    url: str
    row: int
    #: What it was known by: `rel=next`, `number` (a link that counts pages) or `address`.
    by: str


class _Link(NamedTuple):
    row: int
    url: str
    is_next: bool
    #: The number that is its whole text, or None.
    number: int | None


def next_page(page: Page, url: str | None = None) -> Next | None:
    """The next page of what a page is a part of, or None.

    Args:
        page: one that knows its URL, or else is given it.
        url: where the page came from, where it does not say itself.

    Returns:
        A page of the same host whose address is that of the page but for the number of a page. Of
        several the one that `rel=next` names, then the one whose link is its number, then any other
        link to such an address.
    """
    own = page.url or url
    if own is None:
        return None
    at = urlsplit(own)
    links = _links(page, own)
    addresses = {link.url for link in links}
    for by in ("rel=next", "number", "address"):
        for link in links:
            if _leads_on(at, link, by, addresses):
                return Next(link.url, link.row, by)
    return None


def _links(page: Page, own: str) -> list[_Link]:
    """The links to other pages of the host, in document order."""
    base = page.base or own
    rels, said = page.attr("rel")
    says_next = [("next" in value.lower().split()) for value in said]
    hrefs, values = page.attr("href")
    host = urlsplit(own).netloc.lower()
    same = _without_fragment(own)
    urls: list[str | None] = []
    for value in values:
        url = _core.join_url(base, value)
        url = None if url is None else _without_fragment(url)
        is_other = url is not None and url != same and urlsplit(url).netloc.lower() == host
        urls.append(url if is_other else None)
    links = []
    for row in np.flatnonzero(page.is_tag("a", "area", "link") & (hrefs >= 0)).tolist():
        url = urls[hrefs[row]]
        if url is not None:
            is_next = rels[row] >= 0 and says_next[rels[row]]
            links.append(_Link(row, url, is_next, _number(page, row)))
    return links


def _number(page: Page, row: int) -> int | None:
    """The number that is all the text of a link."""
    # Links may hold links, and a long one is no number.
    texts = slice(row, int(page.end[row]))
    if int(page.chars[texts].sum()) > 5:
        return None
    text = page.text(row).strip(" \t\n\r\f[](){}.·|")
    return int(text) if text.isdecimal() else None


def _without_fragment(url: str) -> str:
    return url.partition("#")[0]


def _leads_on(own: SplitResult, link: _Link, by: str, addresses: set[str]) -> bool:
    """Whether a link leads to the next page, by one of the ways it may be known."""
    other = urlsplit(link.url)
    step = _step(_address(own), _address(other))
    if by == "rel=next":
        if not link.is_next:
            return False
        # What a server counts by may be no number of pages, and is told by it alone.
        is_same = own.path == other.path and own.query != other.query
        return step is not None or is_same or _is_below(own, other)
    if step is None:
        return False
    before, after = step
    if by == "number":
        # Some count from 0: the second page's address has a 1.
        return link.number is not None and link.number in (after, after + 1) and link.number > 1
    # A page that has a number itself is one of several if it leads back as well.
    if before is None:
        return after == 2
    return any(_step(_address(urlsplit(url)), _address(own)) is not None for url in addresses)


def _is_below(own: SplitResult, other: SplitResult) -> bool:
    """Whether an address is one below a page's own, which is not that of a folder of pages."""
    above = own.path.rstrip("/")
    return above.count("/") >= 1 and len(above) > 1 and other.path.startswith(f"{above}/")


def _address(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return unquote(parts.path).rstrip("/") + query


def _step(own: str, other: str) -> tuple[int | None, int] | None:
    """The numbers of two pages whose addresses differ by nothing else, if the second's is one more:
    `/a/2` and `/a/3`, or none and the second's, `/a.html` and `/a-2.html`; or else None."""
    room = min(len(own), len(other))
    start = 0
    while start < room and own[start] == other[start]:
        start += 1
    # A number is compared whole.
    while start and own[start - 1].isdecimal() and _is_digit(own, other, start):
        start -= 1
    stop = 0
    while stop < room - start and own[-1 - stop] == other[-1 - stop]:
        stop += 1
    while stop and own[-stop].isdecimal() and _is_digit(own, other, -stop - 1):
        stop -= 1
    before, after = own[start : len(own) - stop], other[start : len(other) - stop]
    if before.isdecimal() and after.isdecimal():
        is_next = int(after) == int(before) + 1 and int(after) < _MOST_PAGES
        is_next &= _BEHIND.fullmatch(own[len(own) - stop :]) is not None
        return (int(before), int(after)) if is_next else None
    added = _ADDED.fullmatch(after)
    # An address may end with what is added or go on: `/a` and `/a/2`, `/a.html` and `/a-2.html`.
    if before == "" and added is not None and int(added[1]) in (1, 2):
        return None, int(added[1])
    return None


def _is_digit(own: str, other: str, at: int) -> bool:
    """Whether one of two texts has a digit at a place; a text that ends before has none."""
    return any(-len(text) <= at < len(text) and text[at].isdecimal() for text in (own, other))


# ---------------------------------------------------------------- following


def follow(
    first: Page, read: Callable[[str], Page], limit: int = LIMIT, url: str | None = None
) -> tuple[list[Page], PageWarning | None]:
    """The pages behind the first of an article, one after the other.

    Args:
        first: the first page.
        read: reads the page at a URL; it may raise `BadInput` and `FetchError`.
        limit: pages in all, the first among them.
        url: where the first came from, where it does not say itself.

    Returns:
        The pages, and why there are no more of them where one more was named.
    """
    pages: list[Page] = []
    page, at = first, first.url or url
    visited = {_without_fragment(at or "")}
    contents = {first.source}
    while (found := next_page(page, at)) is not None:
        if len(pages) + 1 >= limit:
            return pages, left_out(found, f"the limit of pages is {limit}")
        if found.url in visited:
            return pages, left_out(found, "it was there before")
        visited.add(found.url)
        try:
            following = read(found.url)
        except (BadInput, FetchError) as error:
            return pages, left_out(found, _why(found, error))
        where = _without_fragment(following.url or found.url)
        if urlsplit(where).netloc.lower() != urlsplit(found.url).netloc.lower():
            return pages, left_out(found, f"it leads to another host, {where}")
        if where in visited - {found.url} or following.source in contents:
            return pages, left_out(found, "it is a page that was there before")
        if not is_same_article(first, following):
            return pages, left_out(found, "its title is another, so it is another article")
        visited.add(where)
        contents.add(following.source)
        pages.append(following)
        page, at = following, where
    return pages, None


def left_out(found: Next, why: str) -> PageWarning:
    """A next page that was not joined."""
    return PageWarning("next-page", f"the next page was left out: {found.url}: {why}", -1, -1, 1)


def _why(found: Next, error: PagecoreError) -> str:
    return str(error).removeprefix(f"{found.url}: ")


def is_same_article(first: Page, other: Page) -> bool:
    """Whether two pages may be of one article: their titles, or main headings, are alike but for
    numbers. A page without either may be of any."""
    for tag in ("h1", "title"):
        one, two = (_words(page, tag) for page in (first, other))
        if one and two and len(one & two) >= _SAME_TITLE * len(one | two):
            return True
    return not any(_words(first, tag) and _words(other, tag) for tag in ("h1", "title"))


def _words(page: Page, tag: str) -> frozenset[str]:
    """The words of the first element of a name."""
    rows = np.flatnonzero(page.is_tag(tag))[:1].tolist()
    return frozenset(_WORD.findall(page.text(rows[0]).lower())) if rows else frozenset()
