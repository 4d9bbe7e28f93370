"""Types of values, by their shape."""

from __future__ import annotations

import pytest

from pagecore.listings.value_types import find_column_type, find_type

CASES = [
    ("€ 18.90", "price"),
    ("$1,299 - $1,499", "price"),
    ("149,00 €", "price"),
    ("Reg. CAD 1,377.54", "price"),
    ("2 March 2024", "date"),
    ("3 hours ago", "date"),
    ("2024-03-02", "date"),
    ("4.5 out of 5", "rating"),
    ("4.5/5", "rating"),
    ("★★★★☆", "rating"),
    ("(208)", "number"),
    ("1.7k", "number"),
    ("https://a.example/b", "url"),
    ("www.acs.org/x/y", "url"),
    ("12 houses", "text"),
    ("A long sentence that has 2 numbers and a date, which is 2 March 2024, and words", "text"),
    ("", "text"),
]


@pytest.mark.parametrize(("text", "kind"), CASES)
def test_type(text: str, kind: str) -> None:
    assert find_type(text) == kind


def test_type_of_a_column_is_that_of_most_values() -> None:
    assert find_column_type(["€ 1", "€ 2", "sold out"]) == "price"
    assert find_column_type(["€ 1", "on demand", "sold out"]) == "text"
    assert find_column_type([]) == "text"
