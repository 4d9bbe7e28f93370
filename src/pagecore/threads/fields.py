"""What stands around the text of a post: its author, date, address and number.

Each field has rules, the surest first. A rule is a mask of the rows that may hold the field, and a
post takes the first such row outside its text; of dates the one nearest to its text, since the day
on which the author joined often stands there too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

#: Addresses of profiles, and of posts by their numbers.
_PROFILE: Final = re.compile(
    r"\b(?:profile|members?|memberlist|users?|user_info|personal_pages|author)\b|(?:^|/)u/",
    re.IGNORECASE,
)
_PERMALINK: Final = re.compile(
    r"#\D{0,12}\d+$|\bposts?[-/=]\d+|\b(?:p|pid|comment)=\d+|/comment/\d+", re.IGNORECASE
)
#: Addresses that do something with a post, or with all of them.
_ACTION: Final = re.compile(
    r"quote|reply|report|edit|delete|login|register|share|mailto:|javascript:|search",
    re.IGNORECASE,
)
#: Names that a post has inside the page: `post136634`, `comment-158145`, `41973748`.
_ANCHOR: Final = re.compile(r"^\D{0,12}\d{2,}$")
#: Classes of what shows an author.
_AUTHOR: Final = re.compile(r"author|user-?name|poster|nick", re.IGNORECASE)
#: Values of `itemprop` and `rel`.
_AUTHOR_ITEM: Final = re.compile(r"^(?:author|creator)$")
_DATE_ITEM: Final = re.compile(r"^date", re.IGNORECASE)
_BOOKMARK: Final = re.compile(r"\bbookmark\b")
_NUMBER: Final = re.compile(r"#\s?(\d{1,7})")
_NUMBER_ALONE: Final = re.compile(rf"^\s*{_NUMBER.pattern}\s*$")
_DIGIT: Final = re.compile(rb"[0-9]")

_MONTH: Final = r"[^\W\d_]{3,10}\.?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_YEAR: Final = r"(?:19|20)\d\d"
_CLOCK: Final = r"\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m\b)?"
#: A date as forums write it: with a weekday before it, a time behind it.
_DATE: Final = re.compile(
    rf"(?:{_MONTH},?\s+)?"
    rf"(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|{_MONTH}\s+{_DAY},?\s+{_YEAR}"
    rf"|{_DAY}[\s-]+{_MONTH}[\s-]+{_YEAR})"
    rf"(?:,?\s+(?:\w{{2}}\s+)?{_CLOCK})?",
    re.IGNORECASE,
)
#: Words of a name and characters of a text that is a date, at most.
_MAX_WORDS: Final = 6
_MAX_CHARS: Final = 120


class _Place(NamedTuple):
    """Where a field of a post stands, and what it was recognised by."""

    row: int
    words: str


def read_fields(page: Page, post_of: Array, bodies: Mask) -> dict[int, dict[str, Any]]:
    """Read the fields of posts.

    Args:
        page: the page.
        post_of: for each row the row of the post that it is in, -1 outside all.
        bodies: the rows of the posts' texts.

    Returns:
        For each post, by its row, the fields of a `Post` that are known, and what each was
        recognised by.
    """
    inside = post_of >= 0
    outside = inside & ~bodies
    # A post that is nothing but its text is searched whole.
    n_outside = np.bincount(post_of[outside], minlength=len(page))
    searched = outside | (inside & (n_outside.take(post_of) == 0))
    nearness = np.zeros(len(page), np.int64)
    places = {
        "author": _first_rows(_author_rules(page), post_of, searched, nearness),
        "date": _first_rows(
            _date_rules(page, searched), post_of, searched, _distance(post_of, bodies)
        ),
        "link": _first_rows(_link_rules(page), post_of, searched, nearness),
        "number": _first_rows(_number_rules(page, searched), post_of, searched, nearness),
    }
    return {
        row: _fields(page, {name: rows[row] for name, rows in places.items() if row in rows})
        for row in np.unique(post_of[inside]).tolist()
    }


def _fields(page: Page, places: dict[str, _Place]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, place in places.items():
        fields[name] = _VALUES[name](page, place.row)
        if name == "author":
            fields["author_link"] = _address(page, place.row)
    known = [name for name in places if fields[name] is not None]
    return {**fields, "recognised_by": {name: places[name].words for name in known}}


def _first_rows(
    rules: Iterator[tuple[str, Mask]], post_of: Array, searched: Mask, distance: Array
) -> dict[int, _Place]:
    """For each post a row by the first rule that has one: the nearest, of equals the first."""
    places: dict[int, _Place] = {}
    for words, rows in rules:
        candidates = np.flatnonzero(rows & searched)
        candidates = candidates[np.argsort(distance[candidates], kind="stable")]
        posts, first = np.unique(post_of[candidates], return_index=True)
        for post, row in zip(posts.tolist(), candidates[first].tolist(), strict=True):
            places.setdefault(post, _Place(row, words))
    return places


def _distance(post_of: Array, bodies: Mask) -> npt.NDArray[np.int64]:
    """For each row of a post how many rows lie between it and the post's text."""
    n = len(post_of)
    rows = np.flatnonzero(bodies)
    first, last = np.full(n, n), np.full(n, -n)
    np.minimum.at(first, post_of[rows], rows)
    np.maximum.at(last, post_of[rows], rows)
    at = np.arange(n)
    before, behind = first.take(post_of) - at, at - last.take(post_of)
    distance: npt.NDArray[np.int64] = np.maximum(np.maximum(before, behind), 0)
    return distance


# ---------------------------------------------------------------- rules


def _author_rules(page: Page) -> Iterator[tuple[str, Mask]]:
    words = page.below(page.words)
    is_short = (words > 0) & (words <= _MAX_WORDS)
    yield "itemprop", is_short & _matching(page, "itemprop", _AUTHOR_ITEM)
    is_profile = page.is_tag("a") & page.where("href", _is_profile)
    yield "a link to a profile", is_short & is_profile
    yield "its class", is_short & _matching(page, "class", _AUTHOR)


def _date_rules(page: Page, searched: Mask) -> Iterator[tuple[str, Mask]]:
    yield "a time element", page.is_tag("time")
    yield "itemprop", _matching(page, "itemprop", _DATE_ITEM)
    yield "the form of a date", _having_text(page, searched, _DATE)


def _link_rules(page: Page) -> Iterator[tuple[str, Mask]]:
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    yield "rel=bookmark", is_link & _matching(page, "rel", _BOOKMARK)
    yield "an address with a number", is_link & page.where("href", _is_permalink)
    is_anchor = _matching(page, "name", _ANCHOR) & page.is_tag("a")
    yield "its name in the page", is_anchor | _matching(page, "id", _ANCHOR)


def _number_rules(page: Page, searched: Mask) -> Iterator[tuple[str, Mask]]:
    yield "the form of a number", _having_text(page, searched, _NUMBER_ALONE)


def _matching(page: Page, name: str, pattern: re.Pattern[str]) -> Mask:
    """The rows with a value of an attribute in which a pattern is found."""
    return page.where(name, lambda value: pattern.search(value) is not None)


def _having_text(page: Page, searched: Mask, pattern: re.Pattern[str]) -> Mask:
    """The short texts that a pattern fits which asks for a digit."""
    mask = np.zeros(len(page), np.bool_)
    is_short = (page.tag == 0) & (page.chars > 0) & (page.chars <= _MAX_CHARS)
    rows = np.flatnonzero(searched & is_short)
    spans = zip(*(of[rows].tolist() for of in (page.text_start, page.text_stop)), strict=True)
    buffer = bytes(page.text_buffer)
    for row, (start, stop) in zip(rows.tolist(), spans, strict=True):
        if _DIGIT.search(buffer, start, stop):
            mask[row] = pattern.search(page.text(row)) is not None
    return mask


def _is_profile(address: str) -> bool:
    return bool(_PROFILE.search(address)) and not _ACTION.search(address)


def _is_permalink(address: str) -> bool:
    return bool(_PERMALINK.search(address)) and not _ACTION.search(address)


# ---------------------------------------------------------------- values


def _text(page: Page, row: int) -> str:
    return " ".join(page.text(row).split())


def _number(page: Page, row: int) -> int | None:
    number = _NUMBER.search(_text(page, row))
    return int(number[1]) if number else None


def _address(page: Page, row: int) -> str | None:
    """The address of the link that an author's name is in, or has in it."""
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    above = int(page.above(is_link)[row])
    below = np.flatnonzero(is_link[row : page.end[row]])
    at = above if above >= 0 else row + int(below[0]) if below.size else -1
    return page.get(at, "href") if at >= 0 else None


def _date(page: Page, row: int) -> str | None:
    text = _text(page, row)
    if not text:
        return page.get(row, "datetime") or page.get(row, "content")
    if page.tag[row] != 0:
        return text
    # The time may stand in an element of its own, beside the day.
    around = _text(page, int(page.parent[row]))
    form = _DATE.search(around if len(around) <= _MAX_CHARS else text)
    return form[0].strip() if form else text


def _link(page: Page, row: int) -> str | None:
    return page.get(row, "href") or page.get(row, "name") or page.get(row, "id")


#: How the value of each field is read from its row.
_VALUES: Final[dict[str, Callable[[Page, int], object]]] = {
    "author": _text,
    "date": _date,
    "link": _link,
    "number": _number,
}
