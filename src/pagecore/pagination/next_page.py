"""Find and follow the next pages of an article on several pages.

A next page is recognised by `rel=next`, by a link with a page number, by an address that differs
in a number (`address_numbers.py`), and by the word `next` in a class or id. `same_article.py`
decides whether the pages belong to one article. The rules do not depend on the language.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Final, NamedTuple
from urllib.parse import SplitResult

import numpy as np

from pagecore import _core
from pagecore.errors import BadInput, FetchError, PagecoreError
from pagecore.page import Page, PageWarning
from pagecore.page.address import find_base
from pagecore.page.counts import format_count
from pagecore.page.urls import join_url, split_url
from pagecore.pagination.address_numbers import Numbers, compare_addresses, is_below, is_first
from pagecore.pagination.comment_pages import leads_to_comments
from pagecore.pagination.lists import is_list_page
from pagecore.pagination.same_article import PageLink, find_difference, parse_link_number

#: Default limit of pages of an article.
LIMIT: Final = 20
#: A class or id of the link to the next page; style sheets use it in pages of all languages.
_NEXT_CLASS: Final = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-]|page)", re.IGNORECASE)
#: Length limit of a link's text, in characters.
_MAX_TEXT: Final = 200


class NextPage(NamedTuple):
    """The link to the next page."""

    url: str
    row: int
    #: How it was recognised: `rel=next`, `number` (its text is a page number), `address`, `class`
    #: (its class or id contains the word `next`); in lists also `sequence` (its number follows that
    #: of the page) and `label` (its text says so).
    by: str
    #: The number of the page in the article, from 2; in lists 0 if the link does not show it.
    number: int = 2
    #: The text of the link.
    text: str = ""


class _NextLink(NamedTuple):
    row: int
    url: str
    #: The URL, split.
    address: SplitResult
    #: Whether its `rel` is `next`.
    is_rel_next: bool
    #: Whether its class or id, or that of its parent, contains the word `next`.
    is_class_next: bool
    #: The numbers in which the page's address and that of the link differ, if only in these.
    numbers: Numbers | None
    text: str


def find_next_page(
    page: Page, url: str | None = None, number: int | None = None
) -> NextPage | None:
    """Find the link to the next page of an article, or None.

    Args:
        page: a page of the article.
        url: the URL of the page, if the page has none itself.
        number: the number of the page in the article; by default the number in its address, if the
            page also links to the previous page.

    Returns:
        A link to the same host. `rel=next` is preferred, then a link whose text is the page number,
        then a link whose address differs in a page number, then a link with the class `next`.
    """
    return _find_link(page, page.url or url, number)[0]


def _find_link(
    page: Page, own: str | None, number: int | None
) -> tuple[NextPage | None, PageWarning | None]:
    """Find the link to the next page, or else a warning about a doubtful link."""
    if own is None or len(own) > _core.MAX_URL_BYTES:
        return None, None
    links = _list_links(page, own)

    @functools.cache
    def links_back() -> bool:
        """Whether the page links to the page before it; computed once, for all links."""
        return any(
            _is_previous(split_url(own), other) for other in {link.address for link in links}
        )

    warning: PageWarning | None = None
    for by in ("rel=next", "number", "address", "class"):
        for link in links:
            if not _is_recognised(link, by, number):
                continue
            next_page = NextPage(link.url, link.row, by, _number_page(link, number), link.text)
            doubt = _find_doubt(own, links_back, next_page, link.numbers, number)
            if not doubt:
                return next_page, None
            warning = warning or warn_left_out(next_page, doubt)
    return None, warning


def _list_links(page: Page, own: str) -> list[_NextLink]:
    """List the links to other pages, in document order; links to other hosts only if their `rel` is
    `next`, and no links to further comments or reviews."""
    base, host, same = find_base(page, own) or own, _parse_host(own), _drop_fragment(own)
    hrefs, values = page.attr("href")
    absolute = [join_url(base, value) for value in values]
    urls = [
        "" if url is None or leads_to_comments(url, own) else _drop_fragment(url)
        for url in absolute
    ]
    address = split_url(own)
    # Each distinct URL is split once. Numbers are compared on the same host only.
    addresses = [split_url(url) for url in urls]
    on_host = [
        bool(url) and other.netloc.lower() == host
        for url, other in zip(urls, addresses, strict=True)
    ]
    numbers = [
        compare_addresses(address, other) if is_near else None
        for other, is_near in zip(addresses, on_host, strict=True)
    ]
    rel_next = page.match_attribute("rel", lambda value: "next" in value.lower().split())
    class_next = page.match_attribute("class", _is_next_class) | page.match_attribute(
        "id", _is_next_class
    )
    links = []
    for row in np.flatnonzero(page.is_tag("a", "area", "link") & (hrefs >= 0)).tolist():
        at = int(hrefs[row])
        url = urls[at]
        if not url or url == same or not (on_host[at] or rel_next[row]):
            continue
        # In a list, the item may have the class.
        is_class_next = bool(class_next[row] or class_next[max(int(page.parent[row]), 0)])
        link_numbers, is_rel_next = numbers[at], bool(rel_next[row])
        is_candidate = link_numbers is not None or is_rel_next or is_class_next
        text = _read_link_text(page, row) if is_candidate else ""
        links.append(
            _NextLink(row, url, addresses[at], is_rel_next, is_class_next, link_numbers, text)
        )
    return links


def _is_next_class(value: str) -> bool:
    return _NEXT_CLASS.search(value) is not None


def _read_link_text(page: Page, row: int) -> str:
    """Return the text of a link; empty if it is too long for a page number or arrow."""
    length = int(page.chars[row : int(page.end[row])].sum())
    return page.text(row) if length <= _MAX_TEXT else ""


def _parse_host(url: str) -> str:
    return split_url(url).netloc.lower()


def _drop_fragment(url: str) -> str:
    return url.partition("#")[0]


def _is_recognised(link: _NextLink, by: str, number: int | None) -> bool:
    """Whether a link may lead to the next page.

    Args:
        link: the link.
        by: the sign to look for, as in `NextPage.by`.
        number: the number of the current page in the article, if it is known.
    """
    numbers = link.numbers
    if by == "rel=next":
        return link.is_rel_next
    if by == "class":
        return link.is_class_next
    if numbers is None:
        return False
    if by == "number":
        shown = parse_link_number(link.text)
        if shown is None or shown < 2:
            return False
        if number is not None:
            return shown == number + 1
        # Some sites count from 0, so that the address of the second page has a 1.
        is_second = numbers.before is None and shown == 2
        return shown in (numbers.after, numbers.after + 1) if numbers.counts_pages else is_second
    if numbers.before is None:
        is_second = numbers.after == 2 if numbers.counts_pages else numbers.is_page_of_items
        return number in (None, 1) and is_second
    return numbers.counts_pages or (number is not None and numbers.is_page_of_items)


def _number_page(link: _NextLink, number: int | None) -> int:
    """Return the number of the page that a link leads to; `number` is that of the current page."""
    numbers = link.numbers
    if number is not None:
        return number + 1
    if numbers is None or numbers.before is None or not numbers.counts_pages:
        return 2
    return parse_link_number(link.text) or numbers.after


def _find_doubt(
    own: str,
    links_back: Callable[[], bool],
    next_page: NextPage,
    numbers: Numbers | None,
    number: int | None,
) -> str:
    """Say why a link that may lead to the next page is not followed; empty if it is."""
    address, other = split_url(own), split_url(next_page.url)
    if _parse_host(next_page.url) != _parse_host(own):
        return "it is on another host"
    if numbers is None:
        # `rel=next` and classes also mark addresses without page numbers, such as cursors.
        is_query = address.path == other.path and address.query != other.query
        if not is_query and not is_below(address, other):
            return "its address differs in more than a page number"
        return ""
    if number is None and numbers.is_dated:
        return "the number in its address may be a day or a month"
    # If the current page has a number too, only a link back shows that it is a page number.
    is_unsure = next_page.by == "address" and number is None and numbers.before is not None
    if is_unsure and not links_back():
        return "the page does not link back, so the number may be that of an article"
    return ""


def _is_previous(own: SplitResult, other: SplitResult) -> bool:
    numbers = compare_addresses(other, own)
    return numbers is not None and numbers.counts_pages


# ---------------------------------------------------------------- following


def follow_pages(
    first: Page, read: Callable[[str], Page], limit: int = LIMIT, url: str | None = None
) -> tuple[list[Page], PageWarning | None]:
    """Read the next pages of an article, one after the other.

    Args:
        first: the first page.
        read: reads the page at a URL; it may raise `BadInput` and `FetchError`.
        limit: maximum number of pages, including the first.
        url: the URL of the first page, if it has none itself.

    Returns:
        The next pages, and a warning if a further link was not followed.
    """
    pages: list[Page] = []
    page, current_url = first, first.url or url
    visited = {_drop_fragment(current_url or "")}
    contents = {first.source}
    number: int | None = None
    while True:
        next_page, warning = _find_link(page, current_url, number)
        if next_page is None:
            return pages, warning
        if len(pages) + 1 >= limit:
            return pages, warn_left_out(
                next_page, f"the limit is {format_count(limit, 'page')}; raise --max-pages"
            )
        if number is None and not _is_first_page(first, current_url, next_page):
            return pages, warn_left_out(
                next_page, "the page before it is not the first of an article"
            )
        if not pages and is_list_page(first, current_url):
            return pages, warn_left_out(next_page, "the page is a list, not an article")
        if next_page.url in visited:
            return pages, warn_left_out(next_page, "the link leads back to a page that is merged")
        visited.add(next_page.url)
        try:
            following = read(next_page.url)
        except (BadInput, FetchError) as error:
            return pages, warn_left_out(next_page, _describe_error(next_page, error))
        final_url = _drop_fragment(following.url or next_page.url)
        if _parse_host(final_url) != _parse_host(next_page.url):
            return pages, warn_left_out(next_page, f"it redirects to another host, {final_url}")
        if final_url in visited - {next_page.url} or following.source in contents:
            return pages, warn_left_out(next_page, "it is the same as an earlier page")
        if why := find_difference(first, following, PageLink(next_page.number, next_page.text)):
            return pages, warn_left_out(next_page, why)
        visited.add(final_url)
        contents.add(following.source)
        pages.append(following)
        page, current_url, number = following, final_url, next_page.number


def _is_first_page(first: Page, own: str | None, next_page: NextPage) -> bool:
    """Whether the current page is the first of an article, or links to the first. A page with a
    higher number and no first page is an article of its own: a phone, an episode, a day."""
    assert own is not None
    numbers = compare_addresses(split_url(own), split_url(next_page.url))
    if numbers is None or numbers.before is None or numbers.before < 2:
        return True
    return any(is_first(split_url(own), link.address) for link in _list_links(first, own))


def warn_left_out(next_page: NextPage, why: str) -> PageWarning:
    """Return the warning that a next page was not merged."""
    return PageWarning(
        "next-page", f"the next page was not merged: {next_page.url}: {why}", -1, -1, 1
    )


def _describe_error(next_page: NextPage, error: PagecoreError) -> str:
    return str(error).removeprefix(f"{next_page.url}: ")
