"""The step `articles`: leave out other articles that follow the page's own article in full.

Sites load further articles below the one that a page is about. They share its template: elements
beside each other with the same tag and a common class, each with a heading, and made of the same
elements. Something has to show that they are articles: each has a date or byline of its own, or is
an `article` with a main heading or with one that is a link to a page of the same site. The page's
own article is the one whose heading is the title of the page; a list of posts has another title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice, Part
from pagecore.metadata import read_metadata
from pagecore.page import Page, PageWarning
from pagecore.page.columns import Array, Mask
from pagecore.steps.related import drop_related_items
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reason.
ARTICLES: Final = "articles"
ANOTHER: Final = "another article, which follows the page's own"

#: Minimum number of chosen words of an article.
_MIN_WORDS: Final = 80
#: Minimum share of the words of title and heading that both have, for the own article.
_MIN_SIMILARITY: Final = 0.5
#: Minimum share of the kinds of elements of one article that another with its template has.
_MIN_KINDS: Final = 0.4
#: Elements that may hold an article.
_CONTAINERS: Final = ("article", "div", "section", "li", "main", "td")
_HEADINGS: Final = ("h1", "h2", "h3")
#: Classes of bylines and dates: `byline`, `post-meta`, `entry-date`, `authorName`.
_BYLINE: Final = re.compile(r"by-?line|author|date|published|posted|timestamp|meta", re.IGNORECASE)
#: Headings that are compared with the title, elements around one that are searched for others of
#: their kind, and rows of an element that are compared. They limit the time on large pages.
_MAX_HEADINGS: Final = 64
_MAX_OWN: Final = 3
_MAX_LEVELS: Final = 12
_MAX_ROWS: Final = 3000
#: The scheme and host of an address.
_ORIGIN: Final = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//([^/?#]*)", re.IGNORECASE)
#: Maximum number of characters of a heading in a reason.
_MAX_SHOWN: Final = 60


def drop_other_articles(parts: Parts, request: Request) -> Parts:
    """Remove other articles that follow the page's own, and lists of related items."""
    return tuple(
        Part(page, drop_related_items(page, keep_own_article(page, choice), ARTICLES))
        for page, choice in parts
    )


def keep_own_article(page: Page, choice: Choice) -> Choice:
    """Remove the articles of a choice that follow the page's own and share its template. Pages
    that are lists of articles, by their type or title, stay whole."""
    facts = _Facts(page, choice.content)
    # Most pages have no two articles, and need no title or type.
    if facts.headings.size < 2 or not facts.has_two_articles():
        return choice
    if choice.types and max(choice.types, key=choice.types.__getitem__) != "article":
        return choice
    # Without a declared title, nobody knows which article is the page's own.
    if not _declares_title(page):
        return choice
    others = facts.find_other_articles(read_metadata(page).title)
    if not others:
        return choice
    rows = np.zeros(len(page), np.bool_)
    reasons = {}
    for article, heading in others.items():
        rows[article : page.end[article]] = True
        blocks = page.block[article : page.end[article]]
        why = f"{ANOTHER}: {_shorten(page.text(heading))!r}"
        reasons.update(dict.fromkeys(blocks[blocks >= 0].tolist(), why))
    changed = choice.drop(page, rows, ARTICLES, reasons)
    n_others = len(others)
    articles = "1 other article was" if n_others == 1 else f"{n_others} other articles were"
    message = f"{articles} left out below the page's own, because of the same template"
    warning = PageWarning("other-articles", message, -1, -1, n_others)
    return replace(changed, warnings=(*changed.warnings, warning))


def _declares_title(page: Page) -> bool:
    """Whether a page has a `title` or `og:title`."""
    is_meta = page.match_attribute("property", lambda value: value.strip() == "og:title")
    return bool((page.is_tag("title") | is_meta).any())


@dataclass(frozen=True, eq=False)
class _Facts:
    """The columns of a page that tell its articles apart."""

    page: Page
    content: Mask

    @cached_property
    def headings(self) -> Array:
        """The rows of visible headings."""
        page = self.page
        return np.flatnonzero(page.is_tag(*_HEADINGS) & page.visible)

    @cached_property
    def bylines(self) -> Array:
        """The rows of dates and bylines."""
        page = self.page
        named = page.match_attribute("class", lambda value: _BYLINE.search(value) is not None)
        return np.flatnonzero(page.is_tag("time") | named)

    @cached_property
    def words(self) -> Array:
        """The chosen words below every row."""
        page = self.page
        return page.below(np.where(self.content, page.shown(page.words), 0))

    @cached_property
    def classes(self) -> npt.NDArray[np.int32]:
        """The number of the class of every row."""
        return self.page.attr("class")[0]

    @cached_property
    def is_container(self) -> Mask:
        """The rows that may be articles."""
        is_long: Mask = self.page.is_tag(*_CONTAINERS) & (self.words >= _MIN_WORDS)
        return is_long

    def has_two_articles(self) -> bool:
        """Whether two elements of some length may be articles beside each other."""
        parents = self.page.parent[self.is_container]
        return bool(np.unique(parents).size < parents.size)

    def find_other_articles(self, title: str | None) -> dict[int, int]:
        """Find the articles after the page's own with its template, each with its heading."""
        wanted = _split_words(title or "")
        compared = self.headings[:_MAX_HEADINGS].tolist()
        # The heading of a post in a list leads to the page of the post.
        own_headings = [
            row
            for row in compared
            if _is_similar(wanted, _split_words(self.page.text(row)))
            and not self._leads_elsewhere(row)
        ]
        for heading in own_headings[:_MAX_OWN]:
            for article in self._list_around(heading):
                others = {
                    other: other_heading
                    for other in self._list_after(article)
                    if (other_heading := self._find_heading(other, heading)) is not None
                    and other_heading not in own_headings
                    and self._are_articles(article, other, heading, other_heading)
                    and self._share_kinds(article, other)
                }
                if others:
                    return others
        return {}

    def _list_around(self, heading: int) -> Iterator[int]:
        """List the containers around a heading, from inside."""
        row = heading
        for _ in range(_MAX_LEVELS):
            row = int(self.page.parent[row])
            if row < 0:
                return
            if self.is_container[row]:
                yield row

    def _list_after(self, article: int) -> Iterator[int]:
        """List the containers after an element, beside it."""
        page = self.page
        parent = int(page.parent[article])
        at, end = int(page.end[article]), int(page.end[parent]) if parent >= 0 else 0
        while at < end:
            if self.is_container[at] and self._are_alike(article, at):
                yield at
            at = int(page.end[at])

    def _are_alike(self, a: int, b: int) -> bool:
        """Whether two elements have the same tag, and share a class or have none."""
        page = self.page
        first, second = ((page.get(row, "class") or "").split() for row in (a, b))
        is_same_class = not set(first).isdisjoint(second) or not (first or second)
        return bool(page.tag[a] == page.tag[b]) and is_same_class

    def _find_heading(self, article: int, own_heading: int) -> int | None:
        """Find the first heading of an article with the tag and class of the page's own, or else
        its first heading, if that is one level lower, in an `article` or a link."""
        page, headings = self.page, self.headings
        first, end = np.searchsorted(headings, (article, int(page.end[article]))).tolist()
        rows = headings[first:end]
        is_same = (page.tag[rows] == page.tag[own_heading]) & (
            self.classes[rows] == self.classes[own_heading]
        )
        if is_same.any():
            return int(rows[is_same][0])
        if not rows.size:
            return None
        if page.name(article) != "article" and not self._leads_elsewhere(int(rows[0])):
            return None
        first_level, own_level = (int(page.name(row)[1:]) for row in (rows[0], own_heading))
        return int(rows[0]) if first_level == own_level + 1 else None

    def _leads_elsewhere(self, heading: int) -> bool:
        """Whether a heading is a link to another page of the site, as those of posts in a list
        are. A list of products or books links to other sites."""
        page = self.page
        links = np.flatnonzero(page.is_tag("a")[heading : page.end[heading]]) + heading
        around = int(page.parent[heading])
        if not links.size and around >= 0 and page.name(around) == "a":
            links = np.array([around])
        targets = [page.get(int(row), "href") or "" for row in links]
        own = [_split_address(address) for address in (page.address, page.url) if address]
        hosts, paths = {host for host, _ in own} | {""}, {path for _, path in own}
        for target in targets:
            host, path = _split_address(page.resolve_url(target) or target.strip())
            if host in hosts and path and path not in paths:
                return True
        return False

    def _are_articles(self, a: int, b: int, heading: int, other_heading: int) -> bool:
        """Whether two elements are articles: both have a byline or date, or are `article`
        elements with main headings, or such that the second has a heading that leads to another
        page."""
        if self._has_byline(a) and self._has_byline(b):
            return True
        page = self.page
        is_main = all(page.name(row) == "h1" for row in (heading, other_heading))
        return page.name(a) == "article" and (is_main or self._leads_elsewhere(other_heading))

    def _share_kinds(self, a: int, b: int) -> bool:
        """Whether two elements are made of the same elements."""
        first, second = self._list_kinds(a), self._list_kinds(b)
        return len(first & second) >= _MIN_KINDS * min(len(first), len(second))

    def _has_byline(self, row: int) -> bool:
        first, end = np.searchsorted(self.bylines, (row, int(self.page.end[row]))).tolist()
        return bool(first < end)

    def _list_kinds(self, row: int) -> set[tuple[int, int]]:
        """List the tags and classes in an element."""
        rows = slice(row, min(int(self.page.end[row]), row + _MAX_ROWS))
        return set(zip(self.page.tag[rows].tolist(), self.classes[rows].tolist(), strict=True))


def _is_similar(title: set[str], heading: set[str]) -> bool:
    return bool(title) and len(title & heading) >= _MIN_SIMILARITY * len(title | heading)


def _split_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _split_address(address: str) -> tuple[str, str]:
    """Return the host of an address without `www.`, and its path and query."""
    match = _ORIGIN.match(address)
    host = match[1].lower().removeprefix("www.") if match else ""
    path = address[match.end() :] if match else address
    return host, path.partition("#")[0].rstrip("/")


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}…"
