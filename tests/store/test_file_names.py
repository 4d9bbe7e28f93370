"""Names of files: as text, and within 255 bytes."""

from __future__ import annotations

import pytest

from pagecore.store import make_printable, shorten_name

NAMES = [
    # what it shows           name              suffix     result
    ("short",                 "a",              ".txt",    "a.txt"),
    ("just fits",             "a" * 251,        ".txt",    "a" * 251 + ".txt"),
    ("one byte more",         "a" * 252,        ".txt",    "a" * 251 + ".txt"),
    ("without a suffix",      "a" * 256,        "",        "a" * 255),
    ("three bytes each",      "\u6f22" * 120,   ".txt",    "\u6f22" * 83 + ".txt"),
    ("four bytes each",       "\U00020000" * 64, "",       "\U00020000" * 63),
    ("a byte that is no UTF-8", "\udcff" * 90,  "",        "\udcff" * 85),
]  # fmt: skip


@pytest.mark.parametrize(("name", "suffix", "expected"), [row[1:] for row in NAMES])
def test_names_are_cut_at_255_bytes(name: str, suffix: str, expected: str) -> None:
    assert shorten_name(name, suffix) == expected


def test_names_are_printable() -> None:
    assert make_printable("a\udcff") == "a\ufffd"
    assert make_printable("a\ud800") == "a\ufffd"
