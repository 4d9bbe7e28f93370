"""Password fields: what the step `walls` and the warnings of a document look for."""

from __future__ import annotations

import pytest

from pagecore import extract, parse
from pagecore.page.forms import find_password_fields

FIELDS = [
    # html                              is a password field
    ("<input type=password>",           True),
    ("<input type=' PassWord '>",       True),
    ("<input type=text>",               False),
    ("<input>",                         False),
    ("<button type=password>",          False),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), FIELDS)
def test_password_fields(html: str, expected: bool) -> None:
    page = parse(html)
    fields = find_password_fields(page)
    assert fields.any() == expected
    assert not fields[~page.is_tag("input")].any()


@pytest.mark.parametrize(("html", "expected"), FIELDS)
def test_both_users_agree(html: str, expected: bool) -> None:
    document = extract(f"<form><p>Members</p>{html}</form>")
    assert (document.wall is not None and "password" in document.wall.cause) == expected
    without = extract(f"<form><p>Members</p>{html}</form>", steps=())
    (warning,) = without.warnings
    assert ("need a login" in warning.message) == expected
