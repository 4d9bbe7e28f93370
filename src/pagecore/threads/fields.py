"""Find the fields around the text of a post: author, date, link and number.

Each field has rules, the most reliable first. A rule is a mask of candidate rows. A post gets the
first candidate outside its text; for dates the one nearest to its text, because the date on which
the author joined is often there too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

#: Addresses of profiles, and of posts, which have a number.
_PROFILE: Final = re.compile(
    r"\b(?:profile|members?|memberlist|users?|user_info|personal_pages|author)\b|(?:^|/)u/",
    re.IGNORECASE,
)
_PERMALINK: Final = re.compile(
    r"#\D{0,12}\d+$|\bposts?[-/=]\d+|\b(?:p|pid|comment)=\d+|/comment/\d+", re.IGNORECASE
)
#: Addresses of actions, such as replying or searching.
_ACTION: Final = re.compile(
    r"quote|reply|report|edit|delete|login|register|share|mailto:|javascript:|search",
    re.IGNORECASE,
)
#: Anchors of posts in the page: `post136634`, `comment-158145`, `41973748`.
_ANCHOR: Final = re.compile(r"^\D{0,12}\d{2,}$")
#: Classes of elements with an author's name.
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
#: A date as forums write it, optionally with a weekday before it and a time after it.
_DATE: Final = re.compile(
    rf"(?:{_MONTH},?\s+)?"
    rf"(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|{_MONTH}\s+{_DAY},?\s+{_YEAR}"
    rf"|{_DAY}[\s-]+{_MONTH}[\s-]+{_YEAR})"
    rf"(?:,?\s+(?:\w{{2}}\s+)?{_CLOCK})?",
    re.IGNORECASE,
)
#: Words before the date of a change.
_CHANGED: Final = re.compile(
    r"\b(?:edited|modified|updated|geändert|bearbeitet|modifiée?|éditée?|editado|modificato"
    r"|gewijzigd|redigerad|zmieniony|изменен|отредактировано)\b|编辑|編輯|編集",
    re.IGNORECASE,
)
#: Maximum number of words of a name, and of characters of a text with a date or number.
_MAX_WORDS: Final = 6
_MAX_CHARS: Final = 120
#: A longer text around a date is not read, in bytes with white space.
_MAX_BYTES: Final = 4000
#: Length limit of a field, in characters; posts inside each other may share an element.
_MAX_FIELD: Final = 1000


class _Candidate(NamedTuple):
    """The row of a field, and the rule that found it, in words."""

    row: int
    rule: str


def read_fields(page: Page, post_of: Array, bodies: Mask) -> dict[int, dict[str, Any]]:
    """Read the fields of posts.

    Args:
        page: the page.
        post_of: for each row the row of its post, -1 outside all posts.
        bodies: the mask of the texts of posts.

    Returns:
        The known fields of each `Post`, by the row of the post, with `recognised_by`.
    """
    inside = post_of >= 0
    outside = inside & ~bodies
    # If a post has nothing but its text, the text is searched.
    n_outside = np.bincount(post_of[outside], minlength=len(page))
    searched = outside | (inside & (n_outside.take(post_of) == 0))
    # With equal distances, the first candidate is taken.
    equal = np.zeros(len(page), np.int64)
    distance = _measure_distance(post_of, bodies)
    candidates = {
        "author": _select_rows(_list_author_rules(page), post_of, searched, equal),
        "date": _select_rows(_list_date_rules(page, searched), post_of, searched, distance),
        "link": _select_rows(_list_link_rules(page), post_of, searched, equal),
        "number": _select_rows(_list_number_rules(page, searched), post_of, searched, equal),
    }
    author_links = _find_author_links(
        page, [candidate.row for candidate in candidates["author"].values()]
    )
    n_bytes = page.below(page.text_stop - page.text_start)
    return {
        post: _read_values(
            page,
            {name: by_post[post] for name, by_post in candidates.items() if post in by_post},
            author_links,
            n_bytes,
        )
        for post in np.flatnonzero(np.bincount(post_of[inside])).tolist()
    }


def find_date_rows(page: Page, searched: Mask) -> Mask:
    """Return the mask of rows with a date, among those that are searched."""
    rows = np.zeros(len(page), np.bool_)
    for _, mask in _list_date_rules(page, searched):
        rows |= mask & searched
    return rows


def _read_values(
    page: Page,
    candidates: dict[str, _Candidate],
    author_links: dict[int, str | None],
    n_bytes: Array,
) -> dict[str, Any]:
    """Read the fields of a post.

    Args:
        page: the page.
        candidates: the rows of its fields.
        author_links: the address of the author by the row of the name.
        n_bytes: the bytes of text below each row.
    """
    fields: dict[str, Any] = {}
    for name, (row, _) in candidates.items():
        if name == "author":
            fields |= {"author": _read_text(page, row), "author_link": author_links[row]}
        elif name == "date":
            fields["date"] = _read_date(page, row, is_long=n_bytes[page.parent[row]] > _MAX_BYTES)
        elif name == "link":
            fields["link"] = _read_link(page, row)
        else:
            fields["number"] = _read_number(page, row)
    known = [name for name in candidates if fields[name] is not None]
    return {**fields, "recognised_by": {name: candidates[name].rule for name in known}}


def _select_rows(
    rules: Iterator[tuple[str, Mask]], post_of: Array, searched: Mask, distance: Array
) -> dict[int, _Candidate]:
    """Select a row for each post: the nearest candidate, or the first of equally near ones, of the
    first rule that has any."""
    selected: dict[int, _Candidate] = {}
    for rule, rows in rules:
        candidates = np.flatnonzero(rows & searched)
        candidates = candidates[np.argsort(distance[candidates], kind="stable")]
        posts, first = np.unique(post_of[candidates], return_index=True)
        for post, row in zip(posts.tolist(), candidates[first].tolist(), strict=True):
            selected.setdefault(post, _Candidate(row, rule))
    return selected


def _measure_distance(post_of: Array, bodies: Mask) -> npt.NDArray[np.int64]:
    """Return the number of rows between each row of a post and the text of the post."""
    n = len(post_of)
    rows = np.flatnonzero(bodies)
    first, last = np.full(n, n), np.full(n, -n)
    np.minimum.at(first, post_of[rows], rows)
    np.maximum.at(last, post_of[rows], rows)
    at = np.arange(n)
    before, after = first.take(post_of) - at, at - last.take(post_of)
    distance: npt.NDArray[np.int64] = np.maximum(np.maximum(before, after), 0)
    return distance


# ---------------------------------------------------------------- rules


def _list_author_rules(page: Page) -> Iterator[tuple[str, Mask]]:
    words = page.below(page.words)
    is_short = (words > 0) & (words <= _MAX_WORDS)
    yield "itemprop", is_short & _match_attribute(page, "itemprop", _AUTHOR_ITEM)
    is_profile = page.is_tag("a") & page.match_attribute("href", _is_profile)
    yield "a link to a profile", is_short & is_profile
    yield "its class", is_short & _match_attribute(page, "class", _AUTHOR)


def _list_date_rules(page: Page, searched: Mask) -> Iterator[tuple[str, Mask]]:
    yield "a time element", page.is_tag("time")
    yield "itemprop", _match_attribute(page, "itemprop", _DATE_ITEM)
    yield "text in a date format", _match_text(page, searched, _DATE, without=_CHANGED)


def _list_link_rules(page: Page) -> Iterator[tuple[str, Mask]]:
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    yield "rel=bookmark", is_link & _match_attribute(page, "rel", _BOOKMARK)
    yield "a URL with the number of a post", is_link & page.match_attribute("href", _is_permalink)
    is_anchor = _match_attribute(page, "name", _ANCHOR) & page.is_tag("a")
    yield "its anchor in the page", is_anchor | _match_attribute(page, "id", _ANCHOR)


def _list_number_rules(page: Page, searched: Mask) -> Iterator[tuple[str, Mask]]:
    yield "text such as #12", _match_text(page, searched, _NUMBER_ALONE)


def _match_attribute(page: Page, name: str, pattern: re.Pattern[str]) -> Mask:
    """Return the mask of rows with an attribute that contains a pattern."""
    return page.match_attribute(name, lambda value: pattern.search(value) is not None)


def _match_text(
    page: Page,
    searched: Mask,
    pattern: re.Pattern[str],
    without: re.Pattern[str] | None = None,
) -> Mask:
    """Return the mask of short texts that contain a pattern; the pattern must require a digit.
    Texts with the pattern `without` in or before it are left out."""
    mask = np.zeros(len(page), np.bool_)
    is_short = (page.chars > 0) & (page.chars <= _MAX_CHARS)
    rows = np.flatnonzero(searched & is_short)
    starts, stops = page.text_start[rows].tolist(), page.text_stop[rows].tolist()
    buffer = bytes(page.text_buffer)
    for row, start, stop in zip(rows.tolist(), starts, stops, strict=True):
        # Cheaper than decoding the text.
        if _DIGIT.search(buffer, start, stop):
            text = page.text(row)
            match = pattern.search(text)
            is_other = match and without and without.search(text, 0, match.end())
            mask[row] = match is not None and not is_other
    return mask


def _is_profile(address: str) -> bool:
    return bool(_PROFILE.search(address)) and not _ACTION.search(address)


def _is_permalink(address: str) -> bool:
    return bool(_PERMALINK.search(address)) and not _ACTION.search(address)


# ---------------------------------------------------------------- values


def _read_text(page: Page, row: int) -> str:
    return " ".join(page.text(row)[:_MAX_FIELD].split())


def _read_number(page: Page, row: int) -> int | None:
    number = _NUMBER.search(_read_text(page, row))
    return int(number[1]) if number else None


def _find_author_links(page: Page, rows: list[int]) -> dict[int, str | None]:
    """Return the address of the link around or inside each author's name."""
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    above = page.above(is_link)[rows]
    links = np.append(np.flatnonzero(is_link), len(page))
    # The first link at or after each row; it is inside if the row ends after it.
    following = links[np.searchsorted(links, rows)]
    inside = np.where(following < page.end[rows], following, -1)
    nearest = np.where(above >= 0, above, inside).tolist()
    return {
        row: page.get(at, "href") if at >= 0 else None
        for row, at in zip(rows, nearest, strict=True)
    }


def _read_date(page: Page, row: int, *, is_long: bool) -> str | None:
    """Return the date at a row; `is_long` says that the text around it is too long to read."""
    text = _read_text(page, row)
    if not text:
        return page.get(row, "datetime") or page.get(row, "content")
    if page.tag[row] != 0:
        return text
    # The time may be in an element of its own, beside the day.
    around = text if is_long else _read_text(page, int(page.parent[row]))
    date = _DATE.search(around if len(around) <= _MAX_CHARS else text)
    return date[0].strip() if date else text


def _read_link(page: Page, row: int) -> str | None:
    return page.get(row, "href") or page.get(row, "name") or page.get(row, "id")
