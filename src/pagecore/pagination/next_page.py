"""Find and follow the next pages of an article that is spread over several.

A next page is recognised by `rel=next`, by links that count pages, and by addresses that differ
from that of the page by a number (`address_numbers.py`). `same_article.py` compares the pages to
decide whether they belong to one article. Nothing here reads a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from pagecore import _core
from pagecore.errors import BadInput, FetchError, PagecoreError
from pagecore.page import Page, PageWarning
from pagecore.pagination.address_numbers import Numbers, compare_addresses, is_below, is_first
from pagecore.pagination.same_article import PageLink, find_difference, number_of

#: Pages of an article, at most, where nothing else is said.
LIMIT: Final = 20
#: A class or an id that marks the link to what is next, as style sheets of any language have it.
_MARKED: Final = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-]|page)", re.IGNORECASE)
#: Characters of a link's text that are read.
_MAX_TEXT: Final = 200


class NextPage(NamedTuple):
    """The next page: where it is, and what leads there."""

    url: str
    row: int
    #: How it was recognised: `rel=next`, `number` (a link that counts pages), `address`, or `class`
    #: (a link whose class or id is `next`).
    by: str
    #: Which page it is: the second, the third.
    number: int = 2
    #: The text of the link.
    text: str = ""


class _Link(NamedTuple):
    row: int
    url: str
    #: Whether `rel` says that it is next, and whether class or id do.
    is_next: bool
    is_marked: bool
    #: The numbers of the page's address and of its own.
    counted: Numbers | None
    text: str


def find_next_page(
    page: Page, url: str | None = None, number: int | None = None
) -> NextPage | None:
    """Find the next page of the article that a page is a part of, or None.

    Args:
        page: a page of the article.
        url: the URL of the page, where the page has none itself.
        number: which page of the article it is; without it the number in its address counts, if
            the page leads back as well.

    Returns:
        A page of the same host whose address is that of the page but for the number of a page. Of
        several the one that `rel=next` names, then the one whose link is its number, then any other
        link to such an address.
    """
    return _find(page, page.url or url, number)[0]


def _find(
    page: Page, own: str | None, number: int | None
) -> tuple[NextPage | None, PageWarning | None]:
    """The next page, or else a link that may lead there and is not followed."""
    if own is None:
        return None, None
    links = _list_links(page, own)
    warning: PageWarning | None = None
    for by in ("rel=next", "number", "address", "class"):
        for link in links:
            if not _is_known(link, by, number):
                continue
            next_page = NextPage(link.url, link.row, by, _number_of(link, number), link.text)
            doubt = _find_doubt(own, links, next_page, link.counted, number)
            if not doubt:
                return next_page, None
            warning = warning or warn_left_out(next_page, doubt)
    return None, warning


def _list_links(page: Page, own: str) -> list[_Link]:
    """The links to other pages, in document order; to those of other hosts, where they are said to
    be next."""
    base, host, same = page.base or own, _host(own), _without_fragment(own)
    hrefs, values = page.attr("href")
    absolute = [_core.join_url(base, value) for value in values]
    urls = [None if url is None else _without_fragment(url) for url in absolute]
    at = urlsplit(own)
    counted = [None if url is None else compare_addresses(at, urlsplit(url)) for url in urls]
    says_next = page.where("rel", lambda value: "next" in value.lower().split())
    is_marked = page.where("class", _marks) | page.where("id", _marks)
    links = []
    for row in np.flatnonzero(page.is_tag("a", "area", "link") & (hrefs >= 0)).tolist():
        url = urls[hrefs[row]]
        if url is None or url == same or not (_host(url) == host or says_next[row]):
            continue
        # A list may have the class on its items.
        marked = bool(is_marked[row] or is_marked[max(int(page.parent[row]), 0)])
        page_numbers, is_next = counted[hrefs[row]], bool(says_next[row])
        is_candidate = page_numbers is not None or is_next or marked
        text = _link_text(page, row) if is_candidate else ""
        links.append(_Link(row, url, is_next, marked, page_numbers, text))
    return links


def _marks(value: str) -> bool:
    return _MARKED.search(value) is not None


def _link_text(page: Page, row: int) -> str:
    """The text of a link; links may hold links, and a long one leads to no page."""
    length = int(page.chars[row : int(page.end[row])].sum())
    return page.text(row) if length <= _MAX_TEXT else ""


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()


def _without_fragment(url: str) -> str:
    return url.partition("#")[0]


def _is_known(link: _Link, by: str, number: int | None) -> bool:
    """Whether a link may be the one to the next page, by one of the ways it may be known."""
    counted = link.counted
    if by == "rel=next":
        return link.is_next
    if by == "class":
        return link.is_marked
    if counted is None:
        return False
    if by == "number":
        shown = number_of(link.text)
        if shown is None or shown < 2:
            return False
        if number is not None:
            return shown == number + 1
        # Some count from 0: the second page's address has a 1.
        is_second = counted.before is None and shown == 2
        return shown in (counted.after, counted.after + 1) if counted.is_of_pages else is_second
    if counted.before is None:
        is_second = counted.after == 2 if counted.is_of_pages else counted.is_round
        return number in (None, 1) and is_second
    return counted.is_of_pages or (number is not None and counted.is_round)


def _number_of(link: _Link, number: int | None) -> int:
    """Which page a link leads to."""
    counted = link.counted
    if number is not None:
        return number + 1
    if counted is None or counted.before is None or not counted.is_of_pages:
        return 2
    return number_of(link.text) or counted.after


def _find_doubt(
    own: str,
    links: Sequence[_Link],
    next_page: NextPage,
    counted: Numbers | None,
    number: int | None,
) -> str:
    """Why a link that may lead to the next page is not followed."""
    at, other = urlsplit(own), urlsplit(next_page.url)
    if _host(next_page.url) != _host(own):
        return "it is on another host"
    if counted is None:
        # What a server counts by may be no number of pages, and is told by `rel=next` or a class.
        is_query = at.path == other.path and at.query != other.query
        if not is_query and not is_below(at, other):
            return "its address differs by more than the number of a page"
        return ""
    if number is None and counted.is_dated:
        return "the number in its address may be that of a day or a month"
    # A page that has a number itself is one of several if it leads back as well.
    is_unsure = next_page.by == "address" and number is None and counted.before is not None
    if is_unsure and not any(_is_before(own, link.url) for link in links):
        return "no link leads back, so the number in its address may be that of an article"
    return ""


def _is_before(own: str, url: str) -> bool:
    counted = compare_addresses(urlsplit(url), urlsplit(own))
    return counted is not None and counted.is_of_pages


# ---------------------------------------------------------------- following


def follow_pages(
    first: Page, read: Callable[[str], Page], limit: int = LIMIT, url: str | None = None
) -> tuple[list[Page], PageWarning | None]:
    """Read the pages behind the first of an article, one after the other.

    Args:
        first: the first page.
        read: reads the page at a URL; it may raise `BadInput` and `FetchError`.
        limit: pages in all, the first among them.
        url: the URL of the first page, where it has none itself.

    Returns:
        The pages, and why there are no more of them where one more was named.
    """
    pages: list[Page] = []
    page, at = first, first.url or url
    visited = {_without_fragment(at or "")}
    contents = {first.source}
    number: int | None = None
    while True:
        next_page, warning = _find(page, at, number)
        if next_page is None:
            return pages, warning
        if len(pages) + 1 >= limit:
            return pages, warn_left_out(next_page, f"the limit of pages is {limit}")
        if number is None and not _begins(first, at, next_page):
            return pages, warn_left_out(
                next_page, "the page before it is not the first of an article"
            )
        if next_page.url in visited:
            return pages, warn_left_out(next_page, "it was there before")
        visited.add(next_page.url)
        try:
            following = read(next_page.url)
        except (BadInput, FetchError) as error:
            return pages, warn_left_out(next_page, _describe(next_page, error))
        where = _without_fragment(following.url or next_page.url)
        if urlsplit(where).netloc.lower() != urlsplit(next_page.url).netloc.lower():
            return pages, warn_left_out(next_page, f"it leads to another host, {where}")
        if where in visited - {next_page.url} or following.source in contents:
            return pages, warn_left_out(next_page, "it is a page that was there before")
        if why := find_difference(first, following, PageLink(next_page.number, next_page.text)):
            return pages, warn_left_out(next_page, why)
        visited.add(where)
        contents.add(following.source)
        pages.append(following)
        page, at, number = following, where, next_page.number


def _begins(first: Page, own: str | None, next_page: NextPage) -> bool:
    """Whether the page before the next one is the first, or leads to the first. What has a greater
    number, and no first page, is an article of its own: a phone, an episode, a day."""
    assert own is not None
    counted = compare_addresses(urlsplit(own), urlsplit(next_page.url))
    if counted is None or counted.before is None or counted.before < 2:
        return True
    return any(is_first(urlsplit(own), urlsplit(link.url)) for link in _list_links(first, own))


def warn_left_out(next_page: NextPage, why: str) -> PageWarning:
    """A next page that was not joined."""
    return PageWarning(
        "next-page", f"the next page was left out: {next_page.url}: {why}", -1, -1, 1
    )


def _describe(next_page: NextPage, error: PagecoreError) -> str:
    return str(error).removeprefix(f"{next_page.url}: ")
