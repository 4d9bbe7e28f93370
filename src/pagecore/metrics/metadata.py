"""Title, authors and date: right, wrong, and invented.

On pages with gold a missing answer is wrong; on pages without gold any answer is invented.
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
class Counts:
    """Answers for one field on one page, or on many: counts add up.

    `right` of `wanted` pages with gold, `invented` of `unwanted` pages without.
    """

    right: int = 0
    wanted: int = 0
    invented: int = 0
    unwanted: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.right + other.right,
            self.wanted + other.wanted,
            self.invented + other.invented,
            self.unwanted + other.unwanted,
        )

    @property
    def accuracy(self) -> float:
        """The share of pages with gold where the answer is right; NaN where there are none."""
        return self.right / self.wanted if self.wanted else float("nan")

    @property
    def invented_share(self) -> float:
        """The share of pages without gold that get an answer; NaN where there are none."""
        return self.invented / self.unwanted if self.unwanted else float("nan")


def title(gold: str | None, found: str | None) -> Counts:
    """Compare the title of one page."""
    return _counted(bool(_key(gold)), bool(_key(found)), lambda: title_equal(gold, found))


def authors(gold: Names, found: Names) -> Counts:
    """Compare the authors of one page."""
    return _counted(bool(names_of(gold)), bool(names_of(found)), lambda: authors_equal(gold, found))


def date(gold: str | None, found: str | None) -> Counts:
    """Compare the date of one page; gold that names no day asks nothing and forbids nothing."""
    if gold and gold.strip() and _day(gold) is None:
        return Counts()
    return _counted(bool(_day(gold)), bool(found), lambda: date_equal(gold, found))


def title_equal(gold: str | None, found: str | None) -> bool:
    """Whether two titles have the same words, case and form of characters (NFKC) apart."""
    return bool(_key(found)) and _key(gold) == _key(found)


def authors_equal(gold: Names, found: Names) -> bool:
    """Whether two lists of authors, or texts of them, have the same set of names.

    How a text is cut into names is fixed by the peers' figures, not tested by them: a leading "by",
    "written by" or "author" is left out, and names are parted by commas, semicolons, bars, slashes,
    "&" and "and".
    """
    return bool(names_of(found)) and names_of(gold) == names_of(found)


def date_equal(gold: str | None, found: str | None) -> bool:
    """Whether two ISO dates, with or without a time, are the same day as they are written."""
    return _day(found) is not None and _day(gold) == _day(found)


_WORD: Final = re.compile(r"\w+")
_LEADING: Final = re.compile(r"\s*(?:(?:written\s+)?by|authors?)[:\s]\s*", re.IGNORECASE)
_PARTED: Final = re.compile(r"[;,|/&]|\band\b", re.IGNORECASE)
_DAY: Final = re.compile(r"\s*(\d{4}-\d\d-\d\d)(?!\d)")


def _key(text: str | None) -> tuple[str, ...]:
    """What a text is compared by: its words, or all of it where it has none."""
    folded = _folded(text or "")
    return tuple(_WORD.findall(folded) or folded.split())


def names_of(given: Names) -> frozenset[tuple[str, ...]]:
    """The names of a list, or of a text that may hold several."""
    texts = [given] if isinstance(given, str) else given or ()
    parts = (part for text in texts for part in _PARTED.split(_without_leading(text)))
    # What stands between two separators is no name when it has no word.
    return frozenset(name for part in parts if (name := tuple(_WORD.findall(_folded(part)))))


def _without_leading(text: str) -> str:
    leading = _LEADING.match(text)
    return text[leading.end() :] if leading else text


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _day(text: str | None) -> datetime.date | None:
    """The day an ISO date begins with; None where there is none in the calendar."""
    found = _DAY.match(text or "")
    if found is None:
        return None
    try:
        return datetime.date.fromisoformat(found[1])
    except ValueError:
        return None


def _counted(wanted: bool, answered: bool, equal: Callable[[], bool]) -> Counts:
    if wanted:
        return Counts(right=int(equal()), wanted=1)
    return Counts(invented=int(answered), unwanted=1)
