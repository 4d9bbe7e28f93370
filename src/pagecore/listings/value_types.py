"""Types of values: what a text of an item is by its shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pagecore._core import find_dates

#: The types, the most specific first.
TYPES: Final = ("url", "price", "rating", "date", "number", "text")
#: Longer texts have no other type.
_MAX_CHARS: Final = 60
#: Most characters beside the date in a text that is a date.
_MAX_BESIDE: Final = 14
#: Minimum share of the values of a column that have its type.
_MIN_SHARE: Final = 0.6

_CURRENCY: Final = (
    r"(?:US\$|C\$|A\$|CA\$|R\$|[$€£¥₹₽₩₺₴฿]|"
    r"(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|PLN|SEK|NOK|DKK|Rs\.?|kr\.?|zł|Kč|Ft|lei|руб\.?|円|元)(?!\w))"
)
_NUMBER: Final = r"\d[\d.,'\u00a0\u202f ]{0,14}"
_PRICE: Final = re.compile(
    rf"(?:[-–+]\s?)?(?:[^\W\d]{{0,12}}\.?[ :]{{0,2}})"
    rf"(?:{_CURRENCY}\s?{_NUMBER}|{_NUMBER}\s?{_CURRENCY})"
    rf"(?:\s?[-–/]\s?(?:{_CURRENCY})?\s?(?:{_NUMBER}|\w{{1,8}})(?:{_CURRENCY})?)?\+?(?:\s?\w{{0,8}})?",
    re.IGNORECASE,
)
_URL: Final = re.compile(
    r"(?:https?://|www\.)\S{3,}|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}/\S*", re.IGNORECASE
)
_RATING: Final = re.compile(
    r"\d(?:[.,]\d{1,2})?\s?(?:/|out of|of|von|sur|de|su|из)\s?(?:5|10)(?:\s?\w{1,10})?"
    r"|\d(?:[.,]\d{1,2})? stars?|[★☆⭐]{3,10}",
    re.IGNORECASE,
)
_BARE: Final = re.compile(r"[(\[#+-]?\s?\d[\d.,'\u00a0 ]{0,14}[kKmM]?\s?[)\]%+]?")
_AGO: Final = re.compile(
    r"(?:\w+ ){0,2}(?:\d{1,3}|an?|one) ?"
    r"(?:s|sec|min|minute|h|hr|hour|d|day|w|week|month|mo|y|yr|year)s?"
    r"\.? ago|yesterday|today|vor \d+ \w+|il y a \d+ \w+|hace \d+ \w+",
    re.IGNORECASE,
)
#: A date without a year or in figures, which may be of either order.
_SHORT_DATE: Final = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}"
    r"|\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}"
    r"|\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")


@lru_cache(1 << 14)
def find_type(text: str, language: str = "") -> str:
    """Return the type of a value."""
    if len(text) > _MAX_CHARS:
        return "url" if _URL.fullmatch(text) else "text"
    if not _DIGIT.search(text):
        if _URL.fullmatch(text):
            return "url"
        return "rating" if _RATING.fullmatch(text) else "date" if _AGO.fullmatch(text) else "text"
    if _URL.fullmatch(text):
        return "url"
    if _PRICE.fullmatch(text):
        return "price"
    if _RATING.fullmatch(text):
        return "rating"
    if _BARE.fullmatch(text) and not _SHORT_DATE.fullmatch(text):
        return "number"
    if _AGO.fullmatch(text) or _SHORT_DATE.fullmatch(text):
        return "date"
    dates = find_dates(text, language)
    if len(dates) == 1 and len(text) - (dates[0][2] - dates[0][1]) <= _MAX_BESIDE:
        return "date"
    return "text"


def find_column_type(texts: Sequence[str], language: str = "") -> str:
    """Return the type that most values of a column have."""
    types = [find_type(text, language) for text in texts]
    for name in TYPES:
        if types.count(name) >= max(1, _MIN_SHARE * len(types)):
            return name
    return "text"
