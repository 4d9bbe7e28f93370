"""Parse dates that the core cannot parse, with dateparser if it is installed (extra `dates`)."""

from __future__ import annotations

import re
from typing import Final

#: Only dates with a day: "two days ago" would need the date of the page.
_SETTINGS: Final = {
    "PARSERS": ["absolute-time"],
    "REQUIRE_PARTS": ["day", "month", "year"],
    "STRICT_PARSING": True,
}
#: Longer texts are not dates.
_MAX_LENGTH: Final = 100
#: The name of a month, or a sign such as 年. The core reads dates of numbers alone, and dateparser
#: would try them in each of its 205 languages, which takes a second.
_WORD: Final = re.compile(r"[^\W\d_]{2}|[^\W\d_A-Za-z]")


def prepare_dates() -> None:
    """Import dateparser and let it load its data, if it is installed. The first date takes more
    than a second otherwise, which would count as time of the page."""
    read_date("first of May, 2020", None)


def read_date(text: str, language: str | None) -> str | None:
    """Parse a date to an ISO 8601 day; None if that fails or dateparser is not installed.

    Args:
        text: the date as written in the page.
        language: the declared language of the page.
    """
    try:
        from dateparser import parse
    except ImportError:
        return None
    if len(text) > _MAX_LENGTH or not _WORD.search(text):
        return None
    languages = [language.partition("-")[0].lower()] if language else None
    try:
        date = parse(text, languages=languages, settings=_SETTINGS)
    except ValueError:
        # dateparser does not know the language.
        date = parse(text, settings=_SETTINGS)
    return None if date is None else date.date().isoformat()
