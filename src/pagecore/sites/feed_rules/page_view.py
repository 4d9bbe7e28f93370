"""What the matcher and the composer ask of a page: texts, dates, links, words, row labels."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page import Array, Page
from pagecore.sites.feed_rules.collector import (
    FeedItem,
    compare_form,
    make_key,
    read_words,
    resolve_link,
)

#: A longer text is not searched for a date, in characters.
MAX_DATE: Final = 160
#: An element with a date in several texts has at most so many characters.
_MAX_SPLIT_DATE: Final = 60
#: Words of a shingle: a word of the page is in the feed's text if one around it is.
_SHINGLE: Final = 3
#: A day and a month without a year: `July 13`, `13. Juli`, `7月13日`.
_DAY_ALONE: Final = re.compile(
    r"\s{0,50}(?:[^\W\d_]{3,12}\.?\s{1,9}\d{1,2}(?:st|nd|rd|th)?"
    r"|\d{1,2}(?:st|nd|rd|th|\.)?\s{1,9}[^\W\d_]{3,12}\.?|\d{1,2}月\d{1,2}日),?\s{0,50}"
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
#: Length limit of a text with a year above a list, in characters.
_MAX_HEADING: Final = 40
_STEPS: Final = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64
)
#: Attributes whose values are labels of a row, besides class and id.
_LABELLING: Final = ("rel", "itemprop", "property")


class PageView:
    """A page, and what is computed once for all entries of the feed."""

    def __init__(self, page: Page, language: str = "") -> None:
        """Look at a page; the language decides the order of day and month in dates."""
        self.page = page
        self.language = language

    # -- Texts ---------------------------------------------------------------------------------

    @cached_property
    def texts(self) -> tuple[npt.NDArray[np.int64], str, Array]:
        """The visible text rows, the letters and digits of all of them, and where each begins."""
        page = self.page
        rows = np.flatnonzero((page.tag == 0) & page.visible & (page.chars > 0))
        keys = [make_key(self.text(row)) for row in rows.tolist()]
        starts = np.cumsum([0, *map(len, keys)])
        return rows, "".join(keys), starts

    def text(self, row: int) -> str:
        """Return the text below a row on one line."""
        return " ".join(self.page.text(row).split())

    def find_key(self, key: str, limit: int = 20) -> Iterator[tuple[int, int]]:
        """Yield the first and last text row of each run of texts that has exactly this key."""
        rows, joined, starts = self.texts
        at = joined.find(key) if key else -1
        while at >= 0 and limit > 0:
            first = int(np.searchsorted(starts, at, side="right")) - 1
            last = int(np.searchsorted(starts, at + len(key), side="left")) - 1
            if starts[first] == at and starts[last + 1] == at + len(key):
                yield int(rows[first]), int(rows[last])
                limit -= 1
            at = joined.find(key, at + 1)

    def count_key(self, row: int) -> int:
        """Count the letters and digits of the visible texts below a row."""
        first, stop = np.searchsorted(self.texts[0], (row, int(self.page.end[row])))
        return int(self.texts[2][stop] - self.texts[2][first])

    @cached_property
    def headings(self) -> list[int]:
        """The rows of headings."""
        names = ("h1", "h2", "h3", "h4", "h5", "h6")
        return np.flatnonzero(self.page.is_tag(*names) & self.page.visible).tolist()

    # -- Links and dates -----------------------------------------------------------------------

    @cached_property
    def links(self) -> dict[str, list[int]]:
        """The rows of the links with each target, in the form that can be compared."""
        page = self.page
        targets: dict[str, list[int]] = {}
        ids, values = page.attr("href")
        # A place in the page is no link to the page.
        forms = [
            "" if "#" in value else compare_form(resolve_link(page, value) or "")
            for value in values
        ]
        is_link = page.is_tag("a", "link", "area") & (ids >= 0)
        for row in np.flatnonzero(is_link).tolist():
            if form := forms[ids[row]]:
                targets.setdefault(form, []).append(row)
        return targets

    def find_links(self, item: FeedItem) -> list[int]:
        """Return the rows of the links to an entry."""
        rows = self.links.get(item.link)
        if rows is None and item.link:
            path = item.link[item.link.find("/") :]
            rows = self._paths.get(path) if "/" in item.link and len(path) > 1 else None
        return rows or []

    @cached_property
    def _paths(self) -> dict[str, list[int]]:
        """The rows of the links inside the site with each path."""
        own = compare_form(self.page.address or "").partition("/")[0]
        return {
            form[form.find("/") :]: rows
            for form, rows in self.links.items()
            if "/" in form and form.partition("/")[0] == own
        }

    @cached_property
    def dates(self) -> dict[int, str]:
        """The rows with a date, and its day: texts, small elements, and `datetime` attributes."""
        page = self.page
        days: dict[int, str] = {}
        rows, years = self.texts[0], Years(page)
        for row in rows[page.chars[rows] <= MAX_DATE].tolist():
            if day := read_row_date(page, row, self.language, years):
                days[row] = day[:10]
        days |= self._read_split_dates(days)
        for row in np.flatnonzero(page.attr("datetime")[0] >= 0).tolist():
            if day := read_day(page.get(row, "datetime") or "", self.language):
                days[row] = day[:10]
        return days

    def _read_split_dates(self, known: dict[int, str]) -> dict[int, str]:
        """Read the dates of small elements whose texts have none alone."""
        page = self.page
        is_text = (page.tag == 0) & page.visible & (page.chars > 0)
        n_chars, n_texts = (
            page.below(np.where(is_text, page.chars, 0)),
            page.below(is_text, "count"),
        )
        is_known = np.zeros(len(page), np.bool_)
        is_known[list(known)] = True
        is_small = (n_texts > 1) & (n_chars <= _MAX_SPLIT_DATE) & ~page.below(is_known, "any")
        days: dict[int, str] = {}
        for row in np.flatnonzero(is_small & page.visible).tolist():
            if day := read_day(self.spaced_text(row), self.language):
                days[row] = day[:10]
        return days

    def spaced_text(self, row: int) -> str:
        """Return the texts below a row, separated by blanks."""
        page = self.page
        rows = range(row, int(page.end[row]))
        return " ".join(page.text(at) for at in rows if page.tag[at] == 0)

    # -- Words ---------------------------------------------------------------------------------

    @cached_property
    def words(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """The row and the digest of each visible word."""
        return read_words(self.page)

    @cached_property
    def n_words(self) -> Array:
        """The number of words before each row, and before the end."""
        return sum_rows(np.bincount(self.words[0], minlength=len(self.page)))

    @cached_property
    def _shingles(self) -> npt.NDArray[np.uint64]:
        return make_shingles(self.words[1])

    def match_words(self, item: FeedItem) -> npt.NDArray[np.int64]:
        """Count the words of each row that are in the feed's text, in the same order as there."""
        rows, digests = self.words
        own = item.words
        if own.size == 0 or digests.size == 0:
            return np.zeros(len(self.page), np.int64)
        if own.size < _SHINGLE or digests.size < _SHINGLE:
            is_known = np.isin(digests, own)
        else:
            is_start = np.isin(self._shingles, make_shingles(own))
            is_known = np.zeros(digests.size, np.bool_)
            for step in range(_SHINGLE):
                is_known[step : step + is_start.size] |= is_start
        return np.bincount(rows[is_known], minlength=len(self.page))

    # -- Labels of rows ------------------------------------------------------------------------

    @cached_property
    def labels(self) -> list[frozenset[str]]:
        """The labels of each row: `.x` for a class, `#x` for the id, `rel=x` for others."""
        page = self.page
        labels: list[frozenset[str]] = [_NOTHING] * len(page)
        for name in ("class", "id", *_LABELLING):
            ids, values = page.attr(name)
            if not values:
                continue
            tokens = [frozenset(make_labels(name, value)) for value in values]
            for row in np.flatnonzero(ids >= 0).tolist():
                labels[row] = labels[row] | tokens[ids[row]]
        return labels


_NOTHING: Final[frozenset[str]] = frozenset()


def make_labels(name: str, value: str) -> list[str]:
    """Return the labels that an attribute gives to a row."""
    sign = {"class": ".", "id": "#"}.get(name, f"{name}=")
    return [sign + token for token in value.split()]


def read_day(text: str, language: str) -> str | None:
    """Return the first date in a text, by ISO 8601; None if there is none."""
    if len(text) > 4 * MAX_DATE:
        text = text[: 4 * MAX_DATE]
    dates = _core.find_dates(" ".join(text.split())[:MAX_DATE], language)
    return dates[0][0] if dates else None


class Years:
    """The years in short texts of a page, such as the headings of a list by year."""

    def __init__(self, page: Page) -> None:
        """Look at a page."""
        self._page = page

    @cached_property
    def _years(self) -> tuple[list[int], list[str]]:
        page = self._page
        is_short = (page.tag == 0) & (page.chars > 3) & (page.chars <= _MAX_HEADING)
        is_linked = page.above(page.is_tag("a")) >= 0
        rows, years = [], []
        for row in np.flatnonzero(is_short).tolist():
            text = page.text(row)
            in_text = _YEAR.findall(text)
            # The title of an entry may have a year; the heading of a year may be a link.
            if len(in_text) == 1 and (not is_linked[row] or text.strip() == in_text[0]):
                rows.append(row)
                years.append(str(in_text[0]))
        return rows, years

    def find_before(self, row: int) -> str | None:
        """Return the year in the nearest short text before a row that has one."""
        rows, years = self._years
        at = bisect_left(rows, row)
        return years[at - 1] if at else None


def read_row_date(page: Page, row: int, language: str, years: Years) -> str | None:
    """Return the first date in a text row. A day and month alone have the year of the last short
    text before them, as in lists by year."""
    text = page.text(row)
    day = read_day(text, language)
    if day is not None or len(text) > MAX_DATE or not _DAY_ALONE.fullmatch(text):
        return day
    year = years.find_before(row)
    return None if year is None else read_day(f"{text.strip().rstrip(',')} {year}", language)


def make_shingles(digests: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return a number for each run of words."""
    n = max(0, digests.size - _SHINGLE + 1)
    total = np.zeros(n, np.uint64)
    for step in range(_SHINGLE):
        total += digests[step : step + n] * _STEPS[step]
    return total


def sum_rows(values: Array) -> Array:
    """Return the total before each row, and the total of all."""
    return np.concatenate([[0], np.cumsum(values)])
