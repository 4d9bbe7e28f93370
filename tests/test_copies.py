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

CASES = [
    "twice-for-phones",
    "twice-for-printing",
    "twice-in-carousel",
]


def page(name: str) -> Document:
    return extract((PAGES / f"{name}.html").read_bytes())


@pytest.mark.parametrize("name", CASES)
def test_what_stands_several_times_comes_out_once(name: str) -> None:
    text = page(name).text
    assert [text.count(begin) for begin in ONCE[name]] == [1] * len(ONCE[name])


@pytest.mark.parametrize(
    "favor",
    [
        "recall",
        pytest.param(
            "precision",
            marks=pytest.mark.xfail(
                reason="one paragraph of the copy passes, and one alone is not taken for a copy"
            ),
        ),
    ],
)
def test_whatever_is_favored(favor: str) -> None:
    name = "twice-for-printing"
    text = extract((PAGES / f"{name}.html").read_bytes(), favor=favor).text
    assert [text.count(begin) for begin in ONCE[name]] == [1] * len(ONCE[name])


@pytest.mark.parametrize("name", CASES)
def test_duplicates_are_explained(name: str) -> None:
    document = page(name)
    blocks = document.explain().blocks
    copies = document.choice.copies
    assert copies
    for copy, of in copies.items():
        assert blocks[copy].reason == f"dropped: duplicate of block {of}"
        assert blocks[of].kept
        assert blocks[copy].text == blocks[of].text
