"""Documents: parts, rendered when asked for, and what is to be doubted about them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore import Choice, Document, explain, extract, parse
from pagecore import document as module
from pagecore.choice import LOW_CONFIDENCE, Part
from pagecore.page.confidence import FEW_WORDS
from pagecore.registry import find_method, list_methods
from tests.layouts import add_layout

LONG = " ".join(["word"] * FEW_WORDS)


def part(html: str, *, chosen: bool = True, confidence: float | None = None) -> Part:
    page = parse(html)
    choice = Choice.of(page, np.full(len(page), chosen))
    return Part(page, replace(choice, confidence=confidence))


def test_document_of_one_part() -> None:
    first = part(f"<p>{LONG}")
    document = Document([first], "tide")
    assert document.text == LONG
    assert document.page is first.page
    assert document.choice is first.choice
    assert document.method == "tide"
    assert document.parts == (first,)
    assert document.warnings == ()
    n_words = len(LONG.split())
    assert repr(document) == f"<Document 'untitled': page, {n_words} words, method tide>"


def test_parts_are_parted_by_a_blank_line() -> None:
    document = Document([part("<p>one"), part("<p>none", chosen=False), part("<li>two")], "tide")
    assert document.text == "one\n\n- two"
    assert document.page.text() == "one"


def test_warnings_are_those_of_all_parts() -> None:
    document = Document([part("<p>one<!-- "), part(LONG), part("<p>six<b")], "tide")
    assert [warning.code for warning in document.warnings] == ["unfinished", "unfinished"]
    assert [warning.offset for warning in document.warnings] == [6, 6]


def test_text_is_made_once() -> None:
    document = extract("<p>It was a dark and stormy night.")
    assert document.text is document.text


def test_rows_are_those_chosen_of_each_part() -> None:
    page = parse("<p>one<p>two")
    first = Part(page, Choice.of(page, page.above(page.is_tag("p")) == 3))
    document = Document([first, part("<p>six", chosen=False)], "tide")
    assert [page.name(row) for row in document.rows] == ["html", "body", "p", "#text"]
    assert [part.rows.tolist() for part in document.parts] == [document.rows.tolist(), []]


#: The functions that each attribute of a document calls.
CALLS = {
    "text": ["render_text"],
    "markdown": ["collect_metadata", "render_markup"],
    "html": ["collect_metadata", "render_markup"],
    "xml": [
        "collect_metadata",
        "render_markup",
        "make_metadata",
        "read_prose",
        "detect_language",
        "write_tei",
    ],
    "json": [
        "collect_metadata",
        "write_json",
        "make_metadata",
        "read_prose",
        "detect_language",
        "render_text",
        "_warn_of_doubt",
    ],
    "metadata": ["collect_metadata", "make_metadata"],
    "title": ["collect_metadata"],
    "language": ["collect_metadata", "make_metadata", "read_prose", "detect_language"],
    # It says which dropped block is written as the title.
    "explain": ["build_explanation", "collect_metadata", "make_metadata", "_warn_of_doubt"],
    "warnings": ["_warn_of_doubt"],
    "page_type": [],
    "page_types": [],
    "confidence": [],
    "method": [],
    "parts": [],
    "rows": [],
}


@pytest.mark.parametrize("attribute", CALLS)
def test_attributes_compute_only_what_they_need(
    attribute: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def watch(place: object, name: str) -> None:
        function = getattr(place, name)

        def watched(*arguments: Any, **keywords: Any) -> object:
            calls.append(name)
            return function(*arguments, **keywords)

        monkeypatch.setattr(place, name, watched)

    for name in (
        "render_text",
        "render_markup",
        "write_tei",
        "write_json",
        "collect_metadata",
        "make_metadata",
        "read_prose",
        "detect_language",
        "_warn_of_doubt",
    ):
        watch(module, name)
    watch(explain, "build_explanation")
    document = Document([part(f"<p>{LONG}")], "tide")
    assert calls == []
    value = getattr(document, attribute)
    if callable(value):
        value()
    assert calls == CALLS[attribute]


# ---------------------------------------------------------------- page type and confidence


def test_a_method_that_says_nothing_of_the_page() -> None:
    document = Document([part("<p>one")], "tide")
    assert (document.page_type, document.page_types, document.confidence) == (None, {}, None)


def test_types_are_reported_with_the_likeliest_first() -> None:
    page, choice = part("<p>one")
    types = {"article": 0.25, "forum": 0.75, "product": 0.0}
    document = Document([Part(page, replace(choice, types=types, confidence=0.5))], "tide")
    assert document.page_type == "forum"
    assert list(document.page_types.items()) == [
        ("forum", 0.75),
        ("article", 0.25),
        ("product", 0.0),
    ]
    assert document.confidence == 0.5


def test_the_default_reports_type_and_confidence() -> None:
    document = extract(f"<article><h1>Night</h1><p>It was dark. {LONG}.</article>")
    assert document.page_type in document.page_types
    assert sum(document.page_types.values()) == pytest.approx(1)
    assert document.confidence is not None
    assert 0 <= document.confidence <= 1


# ---------------------------------------------------------------- doubts

MENU = "<p>" + " ".join(["menu"] * 30)

NOTHING = [
    # what it shows      page                            chosen  what is seen
    ("empty",            "",                             True,   "shows no text: it may be an"),
    ("hidden alone",     f"<div hidden>{MENU}",           False,  "shows no text:"),
    ("one word",         "<p>Loading",                   False,  "almost no text, 1 word:"),
    ("few words",        "<p>Not found here",            True,   "almost no text, 3 words:"),
    ("navigation",       MENU,                           False,  "30 words, but none looks like"),
    ("scripts",          "<script src=a></script>",      True,   "may need scripts or be an err"),
    ("a login",          "<input type=Password>",        True,   "may need a login or be an"),
    ("both",             "<script></script><input type=password>", True,
     "may need scripts or need a login or be"),
    ("a password is no button", "<button type=password>",True,   "no text: it may be an error"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "chosen", "seen"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING]
)
def test_a_page_without_content(html: str, chosen: bool, seen: str) -> None:
    (warning,) = Document([part(html, chosen=chosen)], "tide").warnings
    assert warning.code == "no-content"
    assert seen in warning.message
    assert (warning.row, warning.offset) == (-1, -1)


def test_few_words_of_many() -> None:
    page = parse(f"{MENU}<b>one two")
    bold = page.above(page.is_tag("b")) >= 0
    (warning,) = Document([Part(page, Choice.of(page, bold))], "tide").warnings
    assert (warning.code, warning.count) == ("no-content", 2)
    assert "shows 32 words, but only 2 words of content" in warning.message


def test_parts_are_content_together() -> None:
    half = "<p>" + " ".join(["word"] * (FEW_WORDS // 2 + 1))
    assert Document([part(half), part(half)], "tide").warnings == ()


def test_low_confidence_is_reported() -> None:
    (warning,) = Document([part(LONG, confidence=LOW_CONFIDENCE - 0.08)], "tide").warnings
    assert warning.code == "low-confidence"
    assert "confidence is 0.42, below 0.5; `pagecore explain` shows why" in warning.message
    assert Document([part(LONG, confidence=LOW_CONFIDENCE)], "tide").warnings == ()


def test_problem_is_reported_once() -> None:
    document = Document([part("<p>one", confidence=0.0)], "tide")
    assert [warning.code for warning in document.warnings] == ["no-content"]


@pytest.mark.parametrize("method", [method.name for method in list_methods("page")])
def test_documents_of_every_method_pickle(method: str) -> None:
    page = add_layout(find_method(method), parse("<h1>Tide</h1><p>" + "word " * 60))
    document = extract(page, method=method)
    assert pickle.loads(pickle.dumps(document)).json() == document.json()


@pytest.mark.parametrize(
    "use",
    [
        lambda document: None,
        lambda document: document.text,
        lambda document: document.markdown(),
        lambda document: document.metadata,
        lambda document: document.explain(),
        lambda document: document.json(),
        lambda document: document.warnings,
    ],
)
@pytest.mark.parametrize(
    "duplicate",
    [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_documents_pickle_and_copy_at_any_time(
    use: Callable[[Document], object], duplicate: Callable[[Any], Any]
) -> None:
    html = Path("examples/article.html").read_bytes()
    document = extract(html, url="https://courier.example/culture/")
    use(document)
    again = duplicate(document)
    assert again.json() == document.json()
    assert again.explain().json() == document.explain().json()
    assert duplicate(document.metadata) == document.metadata
    assert duplicate(document.metadata).sources == document.metadata.sources
    assert duplicate(document.explain()).json() == document.explain().json()
