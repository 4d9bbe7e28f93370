"""Title, authors and date: right, wrong, or invented.

On a page with gold, a missing value is wrong. On a page without gold, any value is invented.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

Names = str | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class FieldCounts:
    """Counts for one field on one page, or the sum over several pages.

    `right` of `in_gold` pages with gold, `invented` of `not_in_gold` pages without gold.
    """

    right: int = 0
    in_gold: int = 0
    invented: int = 0
    not_in_gold: int = 0

    def __add__(self, other: FieldCounts) -> FieldCounts:
        return FieldCounts(
            self.right + other.right,
            self.in_gold + other.in_gold,
            self.invented + other.invented,
            self.not_in_gold + other.not_in_gold,
        )

    @property
    def accuracy(self) -> float:
        """The share of pages with gold whose value is right; NaN without such pages."""
        return self.right / self.in_gold if self.in_gold else float("nan")

    @property
    def invented_share(self) -> float:
        """The share of pages without gold that have a value; NaN without such pages."""
        return self.invented / self.not_in_gold if self.not_in_gold else float("nan")


def compare_title(gold: str | None, output: str | None) -> FieldCounts:
    """Compare the title of one page."""
    return _count(
        bool(_split_title(gold)), bool(_split_title(output)), lambda: is_same_title(gold, output)
    )


def compare_authors(gold: Names, output: Names) -> FieldCounts:
    """Compare the authors of one page."""
    return _count(
        bool(split_names(gold)), bool(split_names(output)), lambda: are_same_authors(gold, output)
    )


def compare_date(gold: str | None, output: str | None) -> FieldCounts:
    """Compare the date of one page; gold without a full date is ignored."""
    if gold and gold.strip() and _read_day(gold) is None:
        return FieldCounts()
    return _count(bool(_read_day(gold)), bool(output), lambda: is_same_day(gold, output))


def is_same_title(gold: str | None, output: str | None) -> bool:
    """Whether two titles have the same words; case and the form of characters do not matter."""
    return bool(_split_title(output)) and _split_title(gold) == _split_title(output)


def are_same_authors(gold: Names, output: Names) -> bool:
    """Whether two lists of authors, or texts that list authors, have the same set of names.

    The rules for splitting a text reproduce the published figures of the peers: a leading "by",
    "written by" or "author" is dropped, and commas, semicolons, bars, slashes, "&" and "and"
    separate names.
    """
    return bool(split_names(output)) and split_names(gold) == split_names(output)


def is_same_day(gold: str | None, output: str | None) -> bool:
    """Whether two ISO dates, with or without a time, are the same day, as written."""
    return _read_day(output) is not None and _read_day(gold) == _read_day(output)


_WORD: Final = re.compile(r"\w+")
_LEADING: Final = re.compile(r"\s*(?:(?:written\s+)?by|authors?)[:\s]\s*", re.IGNORECASE)
_SEPARATOR: Final = re.compile(r"[;,|/&]|\band\b", re.IGNORECASE)
_DAY: Final = re.compile(r"\s*(\d{4}-\d\d-\d\d)(?!\d)")


def _split_title(text: str | None) -> tuple[str, ...]:
    """The words of a title, or its characters if it has no words."""
    folded = _fold(text or "")
    return tuple(_WORD.findall(folded) or folded.split())


def split_names(names: Names) -> frozenset[tuple[str, ...]]:
    """Split a list of names, or a text with several names, into the words of each name."""
    texts = [names] if isinstance(names, str) else names or ()
    parts = (part for text in texts for part in _SEPARATOR.split(_drop_leading(text)))
    # A part without words, as between two separators, is not a name.
    return frozenset(name for part in parts if (name := tuple(_WORD.findall(_fold(part)))))


def _drop_leading(text: str) -> str:
    leading = _LEADING.match(text)
    return text[leading.end() :] if leading else text


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _read_day(text: str | None) -> datetime.date | None:
    """Read the day of an ISO date; None if it is not a day of the calendar."""
    match = _DAY.match(text or "")
    if match is None:
        return None
    try:
        return datetime.date.fromisoformat(match[1])
    except ValueError:
        return None


def _count(is_in_gold: bool, has_value: bool, is_right: Callable[[], bool]) -> FieldCounts:
    if is_in_gold:
        return FieldCounts(right=int(is_right()), in_gold=1)
    return FieldCounts(invented=int(has_value), not_in_gold=1)
