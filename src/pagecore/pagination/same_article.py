"""Decide whether two pages belong to one article: by their titles and main headings, the numbers in
these, and the authors and dates that they declare. Nothing here reads a language."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from pagecore.metadata import SHOWN, read_metadata
from pagecore.page import Page

#: The share of words that titles of one article have in common.
_ALIKE: Final = 0.5
#: Words; of scripts without spaces every character.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W\d_{_UNSPACED}]+")
_NUMBER: Final = re.compile(r"\d+")
#: What sets the number of a page apart from a title: a bracket, a comma, a dash between spaces.
_APART: Final = re.compile(r"(?:\s[-‐-―·•»›>/~]|[(\[{（［【〔,，、:：;|｜])\s*$")


class PageLink(NamedTuple):
    """The link from an article's first page, or one after it, to another page."""

    #: Which of the article's pages the other would be: its second, its third.
    number: int
    #: The text of the link that leads there.
    text: str = ""

    @property
    def is_counted(self) -> bool:
        """Whether the link is the number of the page."""
        return number_of(self.text) == self.number


def find_difference(first: Page, other: Page, link: PageLink) -> str:
    """Why another page does not belong to the article of the first; empty where it may. A page
    without title and heading may belong to any article."""
    titles, others = _Titles.of(first), _Titles.of(other)
    if not _are_alike(titles, others):
        return "its title is another, so it is another article"
    if not _differ_by_page_number(titles, others, link):
        return "a number in its title is another, so it may be another article"
    if _is_title(link.text, titles, others):
        return "its link names an article and no page, so it may be another article"
    return _compare_metadata(first, other)


def number_of(text: str) -> int | None:
    """The number that is all of a text."""
    text = text.strip(" \t\n\r\f[](){}.·|")
    return int(text) if text.isdecimal() else None


class _Titles(NamedTuple):
    """What a page is called: its title and its main heading, and the words of both."""

    title: str
    heading: str
    of_title: frozenset[str]
    of_heading: frozenset[str]

    @classmethod
    def of(cls, page: Page) -> _Titles:
        title, heading = _text(page, "title"), _text(page, "h1")
        return cls(title, heading, _words(title), _words(heading))


def _text(page: Page, tag: str) -> str:
    """The text of the first element of a name."""
    rows = np.flatnonzero(page.is_tag(tag))[:1].tolist()
    return page.text(rows[0]) if rows else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _are_alike(one: _Titles, two: _Titles) -> bool:
    """Whether titles and main headings say the same but for numbers. Of the two one may differ, if
    it is the other that names the article: a title that is the site's, or a heading, does not."""
    has_titles = bool(one.of_title and two.of_title)
    has_headings = bool(one.of_heading and two.of_heading)
    same_title = not has_titles or _alike(one.of_title, two.of_title)
    same_heading = not has_headings or _alike(one.of_heading, two.of_heading)
    if same_title and same_heading:
        return True
    if not (has_titles and has_headings) or not one.of_heading & one.of_title:
        return False
    return same_title or (same_heading and not one.of_heading <= one.of_title & two.of_title)


def _alike(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether one of two titles has all words of the other, and few more."""
    return (one <= two or two <= one) and len(one & two) >= _ALIKE * len(one | two)


def _differ_by_page_number(one: _Titles, two: _Titles, link: PageLink) -> bool:
    """Whether titles and headings differ in no number but that of the page. That of an article, an
    episode or a day stands in its title as well: a page's is set apart there, or not in the
    heading, or it is the link's text and the first page has none."""
    is_same_heading = bool(one.heading) and one.heading.split() == two.heading.split()
    for before, after in ((one.title, two.title), (one.heading, two.heading)):
        if not before or not after:
            continue
        numbers = [Counter(map(int, _NUMBER.findall(text))) for text in (before, after)]
        if numbers[0] == numbers[1]:
            continue
        less, more = numbers[0] - numbers[1], numbers[1] - numbers[0]
        if not _is_number_of(link.number, more) or not (not less or _is_number_of(1, less)):
            return False
        is_added = link.is_counted and not less
        if not (is_same_heading or is_added or _is_apart(link.number, before, after)):
            return False
    return True


def _is_number_of(page: int, numbers: Counter[int]) -> bool:
    """Whether numbers are that of a page, alone or with that of all pages: 2, or 2 and 3."""
    others = numbers - Counter([page])
    return page in numbers and others.total() <= 1 and all(n >= page for n in others)


def _is_apart(number: int, before: str, after: str) -> bool:
    """Whether a number is set apart in a title, with or without words that the first lacks."""
    known = _words(before)
    for found in _NUMBER.finditer(after):
        if int(found[0]) != number:
            continue
        ahead = after[: found.start()].rstrip()
        while (last := re.search(r"[^\W\d_]+$", ahead)) and not _words(last[0]) & known:
            ahead = ahead[: last.start()].rstrip()
        if _APART.search(ahead):
            return True
    return False


def _is_title(text: str, one: _Titles, two: _Titles) -> bool:
    """Whether the text of a link is what both pages are called, rather than a number, an arrow or
    words that lead on."""
    words = _words(text)
    common = (one.of_title & two.of_title) | (one.of_heading & two.of_heading)
    return bool(words) and 2 * len(words & common) >= len(words)


def _compare_metadata(first: Page, other: Page) -> str:
    """Which declared date or authors two pages of one article cannot have; empty for none."""
    one, two = read_metadata(first), read_metadata(other)

    def both(name: str) -> bool:
        return all(
            name in metadata.sources and metadata.sources[name] not in SHOWN
            for metadata in (one, two)
        )

    if both("published") and str(one.published)[:10] != str(two.published)[:10]:
        return f"it was published at another date, {two.published}, so it is another article"
    people = [{name.casefold() for name in metadata.authors} for metadata in (one, two)]
    if both("authors") and not people[0] & people[1]:
        return f"it is by others, {', '.join(two.authors)}, so it is another article"
    return ""
