"""Decide whether two pages belong to one article: by titles and main headings, the numbers in them,
and declared authors and dates. The rules do not depend on the language."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, NamedTuple

import numpy as np

from pagecore.metadata import SHOWN, read_metadata
from pagecore.page import Page
from pagecore.page.numbers import parse_number
from pagecore.page.unspaced_scripts import UNSPACED

#: Minimum share of common words in two titles of one article.
_MIN_COMMON: Final = 0.5
#: A word; in scripts without spaces, every character is a word.
_WORD: Final = re.compile(rf"[{UNSPACED}]|[^\W\d_{UNSPACED}]+")
#: Longer rows of digits are read as several numbers.
_NUMBER: Final = re.compile(r"\d{1,18}")
#: Titles are compared up to this length, in characters.
_MAX_TITLE: Final = 1000
#: The end of a text that a page number is set apart from: a bracket, a comma, a dash after a space.
_SEPARATOR_END: Final = re.compile(r"(?:\s[-‐-―·•»›>/~]|[(\[{（［【〔,，、:：;|｜])$")
_LETTER: Final = re.compile(r"[^\W\d_]")


class PageLink(NamedTuple):
    """A link from a page of an article to the page that may be its next."""

    #: The number that the next page would have in the article, from 2.
    number: int
    #: The text of the link.
    text: str = ""

    @property
    def is_page_number(self) -> bool:
        """Whether the text of the link is the number of the page."""
        return parse_link_number(self.text) == self.number


def find_difference(first: Page, other: Page, link: PageLink) -> str:
    """Say why another page does not belong to the article of the first page; empty if it may.

    A page without title and heading may belong to any article.
    """
    first_titles, other_titles = _Titles.of(first), _Titles.of(other)
    if not _are_similar(first_titles, other_titles):
        return "its title differs, so it is another article"
    if not _differ_by_page_number(first_titles, other_titles, link):
        return "a number in its title differs, so it may be another article"
    if _is_title(link.text, first_titles, other_titles):
        return "its link is a title, so it may be another article"
    return _compare_metadata(first, other)


def parse_link_number(text: str) -> int | None:
    """Return the number that the text of a link consists of, with or without brackets."""
    return parse_number(text.strip(" \t\n\r\f[](){}.·|"))


class _Titles(NamedTuple):
    """The title and main heading of a page, and the words of each."""

    title: str
    heading: str
    title_words: frozenset[str]
    heading_words: frozenset[str]

    @classmethod
    def of(cls, page: Page) -> _Titles:
        title, heading = _read_text(page, "title"), _read_text(page, "h1")
        return cls(title, heading, _split_words(title), _split_words(heading))


def _read_text(page: Page, tag: str) -> str:
    """Return the text of the first element of a name."""
    rows = np.flatnonzero(page.is_tag(tag))[:1].tolist()
    return page.text(rows[0])[:_MAX_TITLE] if rows else ""


def _split_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _are_similar(first: _Titles, other: _Titles) -> bool:
    """Whether titles and main headings are the same except for numbers.

    One of the two may differ, if the other one identifies the article. A title or heading that is
    the name of the site does not.
    """
    has_titles = bool(first.title_words and other.title_words)
    has_headings = bool(first.heading_words and other.heading_words)
    same_title = not has_titles or _share_words(first.title_words, other.title_words)
    same_heading = not has_headings or _share_words(first.heading_words, other.heading_words)
    if same_title and same_heading:
        return True
    if not (has_titles and has_headings) or not first.heading_words & first.title_words:
        return False
    common_title = first.title_words & other.title_words
    return same_title or (same_heading and not first.heading_words <= common_title)


def _share_words(first: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one of two titles has all words of the other, and few more."""
    is_contained = first <= other or other <= first
    return is_contained and len(first & other) >= _MIN_COMMON * len(first | other)


def _differ_by_page_number(first: _Titles, other: _Titles, link: PageLink) -> bool:
    """Whether titles and headings differ in the page number only, and not in the number of an
    article, an episode or a day.

    A page number is set apart in the title, or absent from the heading, or it is the text of the
    link while the first page has no number.
    """
    is_same_heading = bool(first.heading) and first.heading.split() == other.heading.split()
    for before, after in ((first.title, other.title), (first.heading, other.heading)):
        if not before or not after:
            continue
        numbers = [Counter(map(int, _NUMBER.findall(text))) for text in (before, after)]
        if numbers[0] == numbers[1]:
            continue
        removed, added = numbers[0] - numbers[1], numbers[1] - numbers[0]
        if not _is_page_number(link.number, added):
            return False
        if removed and not _is_page_number(1, removed):
            return False
        is_link_text = link.is_page_number and not removed
        if not (is_same_heading or is_link_text or _is_set_apart(link.number, before, after)):
            return False
    return True


def _is_page_number(page: int, numbers: Counter[int]) -> bool:
    """Whether numbers are a page number, alone or with the number of pages: 2, or 2 and 3."""
    others = numbers - Counter([page])
    return page in numbers and others.total() <= 1 and all(n >= page for n in others)


def _is_set_apart(number: int, before: str, after: str) -> bool:
    """Whether a number is set apart in a title, with or without words that are new there."""
    known_words = _split_words(before)
    for match in _NUMBER.finditer(after):
        if int(match[0]) != number:
            continue
        if _SEPARATOR_END.search(_drop_new_words(after[: match.start()], known_words)[-2:]):
            return True
    return False


def _drop_new_words(text: str, known_words: frozenset[str]) -> str:
    """Drop the words at the end of a text that are not known, and the white space around them."""
    while True:
        text = text.rstrip()
        start = len(text)
        while start and _LETTER.fullmatch(text[start - 1]):
            start -= 1
        if start == len(text) or _split_words(text[start:]) & known_words:
            return text
        text = text[:start]


def _is_title(text: str, first: _Titles, other: _Titles) -> bool:
    """Whether the text of a link is the title of both pages, rather than a number or an arrow."""
    words = _split_words(text)
    common_title = first.title_words & other.title_words
    common_heading = first.heading_words & other.heading_words
    return bool(words) and 2 * len(words & (common_title | common_heading)) >= len(words)


def _compare_metadata(first: Page, other: Page) -> str:
    """Say which declared date or authors differ; empty if they agree or are not declared."""
    own, others = read_metadata(first), read_metadata(other)

    def is_declared(name: str) -> bool:
        return all(
            name in metadata.sources and metadata.sources[name] not in SHOWN
            for metadata in (own, others)
        )

    if is_declared("published") and str(own.published)[:10] != str(others.published)[:10]:
        return f"its date of publication differs ({others.published}), so it is another article"
    people = [{name.casefold() for name in metadata.authors} for metadata in (own, others)]
    if is_declared("authors") and not people[0] & people[1]:
        return f"its authors differ ({', '.join(others.authors)}), so it is another article"
    return ""
