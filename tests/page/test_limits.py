"""The limits of `parse`: what they are, what they cut, and what the warning says."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pagecore import Page, PageWarning, extract, parse
from pagecore.errors import BadOption
from pagecore.page import LIMITS
from tests.rows import find_row, find_rows


def only_warning(page: Page) -> PageWarning:
    (warning,) = page.warnings
    assert warning.message
    return warning


REACHED = [
    # page                            limit                    code                offset count
    ("<p>abcdef",                     {"max_bytes": 6},        "limit-bytes",      6,   3),
    ("<p>a<p>b<p>c",                  {"max_rows": 5},         "limit-rows",       4,   8),
    ("<p title=abcdef>x",             {"max_attribute": 4},    "limit-attribute",  9,   2),
    ("<p title=abcde lang=fghij>x",   {"max_attribute": 4},    "limit-attribute",  9,   2),
    ("<div>" * 10 + "x",              {"max_depth": 8},        "limit-depth",      30,  4),
    ("<b><i><u><s><p>x",              {"max_formatting": 2},   "limit-formatting", 6,   2),
]  # fmt: skip


@pytest.mark.parametrize(("html", "limit", "code", "offset", "count"), REACHED)
def test_limit_says_where_and_how_much(
    html: str, limit: dict[str, Any], code: str, offset: int, count: int
) -> None:
    warning = only_warning(parse(html, **limit))
    assert (warning.code, warning.offset, warning.count) == (code, offset, count)


@pytest.mark.parametrize(
    ("html", "limit"),
    [
        ("<p>abcdef", {"max_bytes": 9}),
        ("<p>a<p>b", {"max_rows": 7}),
        ("<p title=abcdef>x", {"max_attribute": 6}),
        ("<div>" * 6 + "x", {"max_depth": 8}),
        ("<b><i><p>x", {"max_formatting": 2}),
    ],
)
def test_limit_that_is_just_not_reached(html: str, limit: dict[str, Any]) -> None:
    page = parse(html, **limit)
    assert page.warnings == ()
    assert page.source == html.encode()


def test_bytes_are_cut_between_characters() -> None:
    for html in ("aé漢", "aé漢".encode()):
        page = parse(html, max_bytes=5)
        assert page.source == "aé".encode()
        assert page.text() == "aé"
        assert (only_warning(page).offset, only_warning(page).count) == (3, 3)


def test_rows_are_cut_in_document_order() -> None:
    page = parse("<p>a<p>b<p>c", max_rows=5)
    assert [page.name(row) for row in range(len(page))] == ["html", "head", "body", "p", "#text"]
    assert page.end.tolist() == [5, 2, 5, 5, 5]
    assert len(parse("<p>a", max_rows=1)) == 1


def test_attribute_is_cut_and_the_next_is_not() -> None:
    page = parse("<p title=abcdef lang=de>x", max_attribute=4)
    assert page.attributes(find_row(page, "p")) == {"title": "abcd", "lang": "de"}


def test_attribute_is_cut_between_characters() -> None:
    page = parse("<p title=aéé>x", max_attribute=4)
    assert page.get(find_row(page, "p"), "title") == "aé"


def test_deeper_elements_become_siblings() -> None:
    page = parse("<div>a" * 10, max_depth=8)
    # Levels are counted from 0, and html and body have the first two.
    assert page.depth[page.is_tag("div")].tolist() == [2, 3, 4, 5, 6, 7, 7, 7, 7, 7]
    assert page.text() == "a" * 10


def test_formatting_elements_past_the_limit_are_not_opened_anew() -> None:
    html = "<p><b><i><u>a<p>x"
    assert find_rows(parse(html), "b", "i", "u")[3:] != []
    page = parse(html, max_formatting=2)
    above = [page.name(row) for row in find_rows(page, "b", "i", "u")]
    assert above == ["b", "i", "u", "i", "u"]
    assert page.text() == "ax"


def test_70_000_names_of_elements() -> None:
    n = 70_000
    page = parse("".join(f"<x{i}></x{i}>" for i in range(n)))
    assert len(page) == 3 + n
    assert page.name(3) == "x0"
    assert len(page.names) == 65_000 + 1
    # The first that has no number of its own is named by the offset; all later ones share one.
    warning = only_warning(page)
    assert warning.code == "limit-names"
    first_row = 3 + n - warning.count
    assert warning.offset == page.start[first_row]
    assert page.name(first_row - 1) == f"x{first_row - 4}"
    assert set(page.tag[first_row:].tolist()) == {65_000}
    assert page.tag[:first_row].max() < 65_000


@pytest.mark.parametrize("name", LIMITS)
def test_limit_has_a_least_and_a_greatest_value(name: str) -> None:
    def parse_limited(value: Any) -> Page:
        return parse("<p>a", **{name: value})

    default, least, greatest = LIMITS[name]
    assert len(parse_limited(least)) >= 1
    assert parse_limited(greatest).warnings == ()
    assert parse_limited(default) == parse("<p>a")
    expected = f"expected integer, {least} to {greatest}"
    for wrong in (least - 1, greatest + 1, -1, float(least), True, "9", None):
        with pytest.raises(BadOption, match=f"^{name}={wrong!r}: {expected}$"):
            parse_limited(wrong)


def test_defaults_are_those_of_the_design() -> None:
    assert {name: default for name, (default, *_) in LIMITS.items()} == {
        "max_bytes": 64 * 2**20,
        "max_rows": 4_000_000,
        "max_attribute": 2**20,
        "max_depth": 512,
        "max_formatting": 64,
    }


def test_limit_of_numpy() -> None:
    limit: Any = np.int64(4)
    page = parse("<p>a", max_rows=limit)
    assert page == parse("<p>a", max_rows=4)
    assert len(page) == 4


def test_warnings_are_about_the_page_that_was_read() -> None:
    html = "<p>é".encode() * 9 + b"\xc3"
    assert [warning.code for warning in parse(html).warnings][-1] == "encoding-contradicted"
    assert only_warning(parse(html, max_bytes=20)).code == "limit-bytes"


LONG_URL = f"https://a.example/b?{'c' * 60_000}"


def test_url_that_is_too_long_is_ignored() -> None:
    page = parse("<a href=d>e</a>" * 1000, url=LONG_URL)
    warning = only_warning(page)
    assert (page.url, page.base) == (None, None)
    assert (warning.code, warning.count) == ("limit-url", len(LONG_URL) - 2048)
    assert pickle.loads(pickle.dumps(page)).warnings == page.warnings
    # The core has the same limit.
    links = page._table.links(page.is_tag("a").view(np.uint8), url=LONG_URL)
    assert links == []


def test_url_of_just_the_limit_is_kept() -> None:
    for url in (LONG_URL[:2048], "https://a.example/" + "é" * 1015):
        page = parse("<a href=d>e</a>", url=url)
        assert (page.url, page.warnings) == (url, ())
    assert parse("", url="https://a.example/" + "é" * 1016).url is None


def test_output_is_bounded_with_a_long_url() -> None:
    html = "<p>" + "<a href=d>some words of a text</a> " * 600
    document = extract(html, LONG_URL)
    assert "limit-url" in [warning.code for warning in document.warnings]
    for written in (document.html(), document.json(), document.markdown(), document.xml()):
        assert len(written) < 10 * len(html)
