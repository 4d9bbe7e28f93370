"""Options of a search, checked: ranking, expansion and filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from pagecore.errors import BadOption, show_value
from pagecore.search.bm25 import FIELD_WEIGHTS, K1, B
from pagecore.search.combine import COMBINATIONS
from pagecore.search.expand import N_TERMS, N_TEXTS, WEIGHTS

#: Whole pages, their best segments, or both.
RANKINGS: Final = ("document", "block", "combined")
EXPANSIONS: Final = ("none", "rm3", "offer-weight")
#: What new terms are taken from.
EXPANSION_SOURCES: Final = ("block", "document")
#: Pages of the first ranking, whose segments are ranked.
CANDIDATES: Final = 1000
MAX_CANDIDATES: Final = 100_000
#: What is expected of the filters that are texts.
_EXPECTED_TEXTS: Final = {
    "site": "a host such as example.org",
    "language": "the code of a language, such as en",
    "page_type": "a page type such as article",
}


@dataclass(frozen=True)
class SearchOptions:
    """How to rank, expand and filter."""

    #: `document` for whole pages, `block` for their best segments, `combined` for both.
    rank: str = "combined"
    #: `rm3` or `offer-weight` to add terms of the best results to the query; `none`.
    expand: str = "none"
    #: The parameters of BM25.
    k1: float = K1
    b: float = B
    #: The weight of whole pages in `combined`, 0 to 1; the rest is that of segments.
    alpha: float = 0.5
    #: What `combined` adds: `rank` or `score`.
    combine: str = "rank"
    #: The number of pages of the first ranking.
    candidates: int = CANDIDATES
    #: The weights of `title`, `headings` and `body`. Fields that are not named do not count.
    fields: Mapping[str, float] = field(default_factory=lambda: FIELD_WEIGHTS)
    #: Where new terms come from: the best segments (`block`) or whole pages (`document`).
    expand_from: str = "block"
    #: The number of segments or pages that new terms come from, and the number of new terms.
    expand_texts: int = N_TEXTS
    expand_terms: int = N_TERMS
    #: The weights of new terms by `offer-weight`: `falling` or `flat`.
    expand_weights: str = "falling"
    #: Filters: a host, with the hosts below it; days such as `2024-05-31`, both included; the ISO
    #: 639 code of a language; a page type. None for all pages.
    site: str | None = None
    date_from: str | None = None
    date_to: str | None = None
    language: str | None = None
    page_type: str | None = None

    def __post_init__(self) -> None:
        """Raise `BadOption` for values that are not accepted."""
        _check_word("rank", self.rank, RANKINGS)
        _check_word("expand", self.expand, EXPANSIONS)
        _check_word("combine", self.combine, COMBINATIONS)
        _check_word("expand_from", self.expand_from, EXPANSION_SOURCES)
        _check_word("expand_weights", self.expand_weights, WEIGHTS)
        check_number("k1", self.k1, 0, 1000)
        check_number("b", self.b, 0, 1)
        check_number("alpha", self.alpha, 0, 1)
        check_integer("candidates", self.candidates, MAX_CANDIDATES)
        check_integer("expand_texts", self.expand_texts, MAX_CANDIDATES)
        check_integer("expand_terms", self.expand_terms, 1000)
        check_fields(self.fields)
        for name, expected in _EXPECTED_TEXTS.items():
            if getattr(self, name) is not None:
                check_text(name, getattr(self, name), expected)
        if self.site is not None and "/" in self.site:
            raise BadOption(f"site={show_value(self.site)}: expected {_EXPECTED_TEXTS['site']}")
        for name in ("date_from", "date_to"):
            check_date(name, getattr(self, name))


def _check_word(name: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        raise BadOption(f"{name}={show_value(value)}: expected one of: {', '.join(known)}")


def check_text(name: str, value: object, expected: str) -> None:
    """Raise `BadOption` if a value is not a string that can be written as UTF-8."""
    if not isinstance(value, str) or not is_unicode(value):
        raise BadOption(f"{name}={show_value(value)}: expected {expected}")


def is_unicode(text: str) -> bool:
    """Whether a text has no unpaired surrogates, which tantivy cannot read."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_number(name: str, value: object, least: float, greatest: float) -> None:
    """Raise `BadOption` if a value is not a number in a range."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= greatest:  # type: ignore[operator]  # It is a number.
        raise BadOption(f"{name}={show_value(value)}: expected a number, {least} to {greatest}")


def check_integer(name: str, value: object, greatest: int) -> None:
    """Raise `BadOption` if a value is not an integer from 1 to a limit."""
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if not is_integer or not 1 <= value <= greatest:  # type: ignore[operator]  # It is an integer.
        raise BadOption(f"{name}={show_value(value)}: expected an integer, 1 to {greatest}")


def check_fields(weights: Mapping[str, float]) -> None:
    """Raise `BadOption` if the weights of the fields are not numbers of 0 or more."""
    known = ", ".join(FIELD_WEIGHTS)
    if not isinstance(weights, Mapping) or not set(weights) <= set(FIELD_WEIGHTS):
        raise BadOption(f"fields={show_value(weights)}: expected weights of: {known}")
    for name, weight in weights.items():
        check_number(f"fields[{name!r}]", weight, 0, 1000)
    if not any(weights.values()):
        raise BadOption(f"fields={show_value(weights)}: expected a weight above 0 of: {known}")


def check_date(name: str, value: object) -> None:
    """Raise `BadOption` if a value is neither None nor a date."""
    if value is None:
        return
    try:
        # The module reads more formats, such as 20240531 and 2024-W22-5.
        is_date = date.fromisoformat(value).isoformat() == value  # type: ignore[arg-type]  # Raises.
    except (TypeError, ValueError):
        is_date = False
    if not is_date:
        raise BadOption(f"{name}={show_value(value)}: expected a date such as 2024-05-31")
