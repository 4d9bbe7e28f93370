"""Dates that the core cannot read, by dateparser, where it is installed (extra `dates`)."""

from __future__ import annotations

from typing import Final

#: A date that names its day; "two days ago" would need to know the day of the page.
_SETTINGS: Final = {
    "PARSERS": ["absolute-time"],
    "REQUIRE_PARTS": ["day", "month", "year"],
    "STRICT_PARSING": True,
}
#: Longer texts are no dates.
_LONGEST: Final = 100


def read_date(text: str, language: str | None) -> str | None:
    """The day of a text as ISO 8601 has it; None where it cannot be told, or dateparser is missing.

    Args:
        text: as the page has it.
        language: as the page declares it.
    """
    try:
        from dateparser import parse
    except ImportError:
        return None
    if len(text) > _LONGEST:
        return None
    languages = [language.partition("-")[0].lower()] if language else None
    try:
        found = parse(text, languages=languages, settings=_SETTINGS)
    except ValueError:
        # A language that dateparser does not know.
        found = parse(text, settings=_SETTINGS)
    return None if found is None else found.date().isoformat()
