"""Units of plain text and Markdown files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import parse
from pagecore.extract import keep_all
from pagecore.page.plain_text import PLAIN_TEXT
from pagecore.page.text_units import list_text_units

CASES = [
    # what it shows     text                           units, each after its kind
    ("paragraphs",       "one\ntwo\n\nthree",           ["paragraph one\ntwo", "paragraph three"]),
    ("a heading",        "# One\ntwo",                  ["heading # One", "paragraph two"]),
    ("not a heading",    "#one\ntwo",                   ["paragraph #one\ntwo"]),
    ("items that wrap",  "- one\n  two\n- three",       ["item - one\n  two", "item - three"]),
    ("numbers",      "x\n1. one\n2) two",           ["paragraph x", "item 1. one", "item 2) two"]),
    ("rows",             "| a |\n|---|\n| b |",         ["row | a |", "row |---|", "row | b |"]),
    ("code",           "```\n# a\n\n- b\n```\nc",     ["code ```\n# a\n\n- b\n```", "paragraph c"]),
    ("code without end", "~~~\none\n```\n\n# two",      ["code ~~~\none\n```\n\n# two"]),
    ("blank lines",      "\n\n  \none\n\n",             ["paragraph one"]),
    ("nothing",          "\n \n",                       []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES])
def test_units(text: str, expected: list[str]) -> None:
    page = parse(text.encode(), fragment=PLAIN_TEXT)
    units = list_text_units(page, page.visible)
    listed = [f"{unit.kind} {units.text[unit.start : unit.stop].strip()}" for unit in units.units]
    assert listed == expected


def test_sentences_of_paragraphs_begin_after_full_stops() -> None:
    text = "One two.\nThree  <b>four</b>. Five.\n\n- Six. Seven.\n\nEight & nine. Ten.\n"
    page = parse(text.encode(), fragment=PLAIN_TEXT)
    units = list_text_units(page, page.visible)
    begins = [units.text[at:].split()[0] for at in units.sentences]
    assert begins == ["Three", "Five.", "Ten."]


def test_chunks_are_the_file_as_it_is() -> None:
    text = "# Title\n\nSome *text* <b>x</b>.\nAnother line.\n\n## Part ##\n\n- one\n- two\n"
    chunks = keep_all(parse(text.encode(), fragment=PLAIN_TEXT)).chunks(9)
    assert [chunk.markdown for chunk in chunks] == [
        "# Title\n\nSome *text* <b>x</b>.\nAnother line.",
        "## Part ##\n\n- one\n- two",
    ]
    assert [chunk.text for chunk in chunks] == [chunk.markdown for chunk in chunks]
    assert [chunk.heading_path for chunk in chunks] == [("Title",), ("Title", "Part")]
    source = text.encode()
    assert [source[chunk.start : chunk.stop].decode().strip() for chunk in chunks] == [
        chunk.markdown for chunk in chunks
    ]


def test_offsets_are_those_of_the_file_if_its_characters_differ() -> None:
    source = b"One two.\r\n\r\nThree four.\r\n"
    chunks = keep_all(parse(source, fragment=PLAIN_TEXT)).chunks(2)
    assert [chunk.text for chunk in chunks] == ["One two.", "Three four."]
    assert {(chunk.start, chunk.stop) for chunk in chunks} == {(0, len(source))}


@given(st.text(alphabet="ab .#-|`~1)\n\r\té漢\u00ad\u2028", max_size=60), st.integers(1, 5))
def test_no_word_is_lost(text: str, max_length: int) -> None:
    page = parse(text.encode(), fragment=PLAIN_TEXT)
    document = keep_all(page)
    chunks = document.chunks(max_length)
    joined = " ".join(chunk.text for chunk in chunks)
    assert joined.split() == document.text.split()
    if "\r" not in text:
        for chunk in chunks:
            assert page.source[chunk.start : chunk.stop].decode().split() == chunk.text.split()
