"""What stands more than once in a page comes out once, and `explain` says of what it is a
duplicate."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import Document, extract

PAGES = Path(__file__).parent / "pages"

#: How blocks begin that have to come out once, by the page.
ONCE = {
    "twice-for-phones": ("When the ice", "The road is measured", "In 1987 a lorry", "Since then"),
    "twice-for-printing": ("When the ice", "The road is measured", "In 1987 a lorry", "Since then"),
    "twice-in-carousel": (
        "When the ice",
        "Where the ice is thin",
        "The plough goes out",
        "Of the timber",
        "In 1987 a lorry",
    ),
}

FAVORS = ("precision", "balanced", "recall")


def page(name: str, favor: str = "balanced") -> Document:
    return extract((PAGES / f"{name}.html").read_bytes(), favor=favor)


@pytest.mark.parametrize("favor", FAVORS)
@pytest.mark.parametrize("name", ONCE)
def test_what_stands_several_times_comes_out_once(name: str, favor: str) -> None:
    text = page(name, favor).text
    assert [text.count(begin) for begin in ONCE[name]] == [1] * len(ONCE[name])


def test_what_a_copy_alone_says_is_kept() -> None:
    text = page("twice-for-printing").text
    for line in ("Printed from lake-gazette.example/roads/ice", "All rights reserved."):
        assert text.count(line) == 1


@pytest.mark.parametrize("favor", FAVORS)
@pytest.mark.parametrize("name", ONCE)
def test_duplicates_are_explained(name: str, favor: str) -> None:
    document = page(name, favor)
    blocks = document.explain().blocks
    copies = document.choice.copies
    assert copies
    for copy, of in copies.items():
        assert blocks[copy].reason == f"dropped: duplicate of block {of}"
        assert blocks[of].kept
        assert blocks[copy].text == blocks[of].text
