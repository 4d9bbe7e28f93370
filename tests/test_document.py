"""Documents: parts, rendered when asked for."""

from __future__ import annotations

import numpy as np

from pagecore import Choice, Document, extract, parse
from pagecore.document import Part


def part(html: str, *, chosen: bool = True) -> Part:
    page = parse(html)
    return Part(page, Choice.of(page, np.full(len(page), chosen)))


def test_document_of_one_part() -> None:
    one = part("<p>one")
    document = Document([one], "tide")
    assert document.text == "one"
    assert document.page is one.page
    assert document.choice is one.choice
    assert document.method == "tide"
    assert document.parts == (one,)
    assert document.warnings == ()
    assert repr(document) == "<Document by tide: 3 characters>"


def test_parts_are_parted_by_a_blank_line() -> None:
    document = Document([part("<p>one"), part("<p>none", chosen=False), part("<li>two")], "tide")
    assert document.text == "one\n\n- two"
    assert document.page.text() == "one"


def test_warnings_are_those_of_all_parts() -> None:
    document = Document([part("<p>one<!-- "), part("two"), part("<p>six<b")], "tide")
    assert [warning.code for warning in document.warnings] == ["unfinished", "unfinished"]
    assert [warning.offset for warning in document.warnings] == [6, 6]


def test_text_is_made_once() -> None:
    document = extract("<p>It was a dark and stormy night.")
    assert document.text is document.text
