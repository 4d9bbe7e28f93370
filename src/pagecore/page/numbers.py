"""Numbers in the text of pages, links and addresses."""

from __future__ import annotations

from typing import Final

#: Longer numbers count nothing. Python refuses to read numbers of more than 4300 digits.
_MAX_DIGITS: Final = 18


def parse_number(text: str) -> int | None:
    """Return the number that a text consists of, in the decimal digits of any script.

    None for other texts, such as `-1`, `²` and numbers of more than 18 digits.
    """
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else None
