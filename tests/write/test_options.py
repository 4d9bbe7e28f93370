"""Options of writers: they change how rows are written, never which."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Choice, Document, Page, parse
from pagecore.choice import Part
from pagecore.errors import BadOption
from tests.trees import pages
from tests.write.roundtrip import find_differences, find_lost_words

ALL: list[dict[str, Any]] = [
    dict(zip(("tables", "images", "links"), three, strict=True))
    for three in itertools.product([True, False], repeat=3)
]


def make_document(page: Page, draw: int) -> Document:
    """Some rows of a page."""
    leaves = np.random.default_rng(draw).random(len(page)) < 0.7
    return Document([Part(page, Choice.of(page, leaves & page.visible))], "some")


@given(page=pages(), draw=st.integers(0, 99))
def test_rendering_never_changes_what_is_chosen(page: Page, draw: int) -> None:
    document = make_document(page, draw)
    before = document.choice.content.copy()
    text = document.text
    for options in ALL:
        written = (
            document.markdown(title=False, **options),
            document.html(title=False, **options),
            document.xml(title=False, **options),
            document.json(title=False, **options),
        )
        assert all(isinstance(text, str) for text in written)
    assert (document.choice.content == before).all()
    assert document.to_text() == text


@given(page=pages(), draw=st.integers(0, 99))
def test_no_word_is_lost_of_any_choice(page: Page, draw: int) -> None:
    document = make_document(page, draw)
    assert find_lost_words(document) == []


@given(page=pages(), draw=st.integers(0, 99))
def test_markdown_of_any_choice_comes_back(page: Page, draw: int) -> None:
    assert find_differences(make_document(page, draw)) == []


HTML = "<p>one <a href=/x>two</a> <img src=i.png alt=three></p><table><tr><th>four</table>"


@pytest.mark.parametrize(
    ("options", "markdown"),
    [
        (
            {},
            "one [two](https://a.example/x) ![three](https://a.example/i.png)\n\n| four |\n| --- |",
        ),
        ({"links": False}, "one two ![three](https://a.example/i.png)\n\n| four |\n| --- |"),
        ({"images": False}, "one [two](https://a.example/x)\n\n| four |\n| --- |"),
        ({"tables": False}, "one [two](https://a.example/x) ![three](https://a.example/i.png)"),
    ],
)
def test_what_options_do(options: dict[str, bool], markdown: str) -> None:
    page = parse(HTML, url="https://a.example/")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    assert document.markdown(title=False, **options) == markdown
    for html in (document.html(title=False, **options), document.xml(**options)):
        assert bool(re.search(r"<(a|ref) ", html)) == options.get("links", True)
        assert bool(re.search(r"<(img|graphic)", html)) == options.get("images", True)
        assert ("<table" in html) == options.get("tables", True)


@pytest.mark.parametrize("name", ["tables", "images", "links"])
def test_options_are_true_or_false(name: str) -> None:
    page = parse(HTML)
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    with pytest.raises(BadOption, match=f"{name}='no': expected True or False"):
        document.markdown(**{name: "no"})  # type: ignore[arg-type]  # Wrong on purpose.


def test_parts_are_joined() -> None:
    parsed = [parse(f"<p>{word}</p>") for word in ("one", "two")]
    parts = [Part(page, Choice.of(page, page.visible)) for page in parsed]
    document = Document(parts, "all")
    assert document.markdown() == "one\n\ntwo"
    assert document.html() == "<p>one</p>\n<p>two</p>"
    assert document.xml().count("<p>") == 2
