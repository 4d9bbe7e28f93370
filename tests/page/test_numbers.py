"""Numbers in the text of pages."""

from __future__ import annotations

import pytest

from pagecore.page.numbers import parse_number

NUMBERS = [
    ("0", 0), ("007", 7), ("٣", 3), ("9" * 18, 10**18 - 1),
    ("", None), ("-1", None), ("+1", None), ("1_0", None), (" 1", None), ("²", None), ("Ⅳ", None),
    ("9" * 19, None), ("0" * 5000, None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_parse_number(text: str, number: int | None) -> None:
    assert parse_number(text) == number
