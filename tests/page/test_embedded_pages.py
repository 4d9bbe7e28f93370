"""Pages inside a page: what a row carries, and where it came from."""

from __future__ import annotations

import html
import json
import math
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, parse
from tests.growth import FACTOR, check_ends, check_linear
from tests.rows import find_row, find_rows

SENTENCE = "It was a dark and stormy night in the harbour."
NESTED = {"props": {"page": [1, {"title": "Night", "body": f"<p>{SENTENCE}</p>"}]}}

CARRIED = [
    # what it shows           page                                                       the row
    ("srcdoc",                f'<iframe srcdoc="&lt;p>{SENTENCE}">',                     "iframe"),
    ("HTML in JSON",          f'<script type="application/json">["<p>{SENTENCE}<\\/p>"]'
                              "</script>",                                               "script"),
    ("text in JSON",          f'<script type="application/ld+json">{{"a": "{SENTENCE}"}}'
                              "</script>",                                               "script"),
    ("JSON of a framework",   f"<script id=__NEXT_DATA__>{json.dumps(NESTED)}</script>", "script"),
    ("JSON in JSON",          f"<script>{json.dumps([json.dumps(NESTED)])}</script>",    "script"),
    ("assignment",            f'<script>window.__STATE__ = {{"a": "{SENTENCE}"}};</script>',
                                                                                         "script"),
    ("declaration, and more", f'<script>\nvar state = ["{SENTENCE}"]; run({{}});</script>',
                                                                                         "script"),
    ("HTML in an attribute",  f"<div data-body='&lt;p>{SENTENCE}&lt;/p>'></div>",        "div"),
    ("JSON in an attribute",  f'<div data-a=1 data-props=\'{{"a": "{SENTENCE}"}}\'></div>', "div"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name"), [case[1:] for case in CARRIED], ids=[case[0] for case in CARRIED]
)
def test_row_carries_a_page(html: str, name: str) -> None:
    page = parse(html)
    row = find_row(page, name)
    inner = page.embedded_page(row)
    assert inner is not None
    assert inner.text().strip() == SENTENCE
    assert find_rows(inner, "p") or name == "div"
    assert inner.origin == (page, row)
    assert page.origin is None


NOTHING = [
    # what it shows             page                                                    the row
    ("plain element",           f"<p title=a>{SENTENCE}</p>",                           "p"),
    ("text",                    f"<p>{SENTENCE}",                                       "#text"),
    ("iframe with an address",  "<iframe src=/a></iframe>",                             "iframe"),
    ("code",                    "<script>if (a) { b('it was a dark night') }</script>", "script"),
    ("empty script",            "<script></script>",                                    "script"),
    ("broken JSON",             f'<script>{{"a": "{SENTENCE}"</script>',                "script"),
    ("JSON without text",       '<script>{"a": [1, null, true], "b": "key"}</script>',  "script"),
    ("only addresses",          f'<script>["https://a.example/ö/{"b/" * 9}"]</script>',   "script"),
    ("deep JSON",               f"<script>{'[' * 100_000}{']' * 100_000}</script>",     "script"),
    ("words in an attribute",   f"<div data-label='{SENTENCE}'></div>",                 "div"),
    ("less-than in a value",    "<div data-rule='a < b and c > d'></div>",              "div"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name"), [case[1:] for case in NOTHING], ids=[case[0] for case in NOTHING]
)
def test_row_carries_nothing(html: str, name: str) -> None:
    page = parse(html)
    assert page.embedded_page(find_row(page, name)) is None


def test_values_stand_in_the_order_of_the_data_under_their_paths() -> None:
    data = {"b": [f"<p>one {SENTENCE}</p>"], "a": {'<"c">': f"two {SENTENCE}"}}
    page = parse(f"<script type=application/json>{json.dumps(data)}</script>")
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    sections = find_rows(inner, "section")
    assert [inner.get(row, "data-path") for row in sections] == ["/b/0", '/a/<"c">']
    assert [inner.text(row) for row in sections] == [f"one {SENTENCE}", f"two {SENTENCE}"]


def test_text_in_json_is_not_markup() -> None:
    text = "Put <title> and &amp; into the head, he said, and a < b, and nobody knew why & how."
    page = parse(f"<script>{json.dumps([text])}</script>")
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    assert inner.text() == text


def test_text_without_spaces_is_text() -> None:
    text = "港は二度の夏をかけて作り直され、三度目の夏に船が戻った。"
    page = parse(f"<script>{json.dumps([text])}</script>")
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    assert inner.text() == text


#: Each leaves something open, or reaches out of its section in another way.
UNFINISHED = [
    "<!-- cut", "<textarea>", "<script>", "<title>", "<style>", "<plaintext>", "<template>",
    "<svg><g>", "<math><mi>", "<table><tr><td>", "<select>", "<iframe>", "<a href=x>", "<b>",
    "<object>", "<p title='cut", "<p", "</section>and more", "<body hidden>", "<base href=//x.y/>",
]  # fmt: skip


@pytest.mark.parametrize("rest", UNFINISHED)
def test_value_that_is_cut_off_leaves_the_next_alone(rest: str) -> None:
    data = {"a": f"<p>one two three {rest}", "b": f"<p>{SENTENCE}</p>", "c": SENTENCE}
    page = parse(f"<div data-x='{html.escape(json.dumps(data))}'>", url="https://a.example/")
    inner = page.embedded_page(find_row(page, "div"))
    assert inner is not None
    sections = [row for row in find_rows(inner, "section") if inner.parent[row] == 2]
    assert [inner.get(row, "data-path") for row in sections] == ["/a", "/b", "/c"]
    assert inner.text(sections[0]).startswith("one two three")
    assert [inner.text(row) for row in sections[1:]] == [SENTENCE, SENTENCE]
    # Shown, in a paragraph of the section, and in nothing else.
    assert inner.hidden[sections[1] :].max() == 0
    assert [inner.name(row) for row in range(sections[1] + 1, sections[2])][:2] == ["p", "#text"]
    assert inner.base == "https://a.example/"


def test_value_that_is_cut_off_keeps_its_paragraphs() -> None:
    data = ["<p>one &lt;two</p><p>six<br>ten</p><script>no</script><!-- cut"]
    page = parse(f"<div data-x='{html.escape(json.dumps(data))}'>")
    inner = page.embedded_page(find_row(page, "div"))
    assert inner is not None
    assert [inner.text(row) for row in find_rows(inner, "p")] == ["one <two", "six\nten"]


def test_json_packed_into_json_has_one_path() -> None:
    data = ["[1] " + SENTENCE, json.dumps({"a": [SENTENCE]})]
    page = parse(f"<script>{json.dumps(data)}</script>")
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    sections = find_rows(inner, "section")
    assert [inner.get(row, "data-path") for row in sections] == ["/0", "/1/a/0"]
    assert inner.text(sections[0]) == "[1] " + SENTENCE


def test_of_a_long_path_the_end_is_kept() -> None:
    data = {"k" * 1000: [{"b" * 100: SENTENCE}]}
    page = parse(f"<script>{json.dumps(data)}</script>")
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    path = inner.get(find_row(inner, "section"), "data-path")
    assert path == "…" + "k" * 17 + "/0/" + "b" * 100


def pack_json(depth: int) -> str:
    """JSON in JSON, packed so that each level costs a few characters only."""
    inside = json.dumps([SENTENCE])
    for _ in range(depth):
        inside = '["' + inside.replace("\\", "\\u005c").replace('"', "\\u0022") + '"]'
    return inside


def write_values(key: str, value: str, n: int) -> str:
    return "<script>" + json.dumps({key: [value] * n})


#: Pages that grow with a number, and the number of a large one.
COSTLY: dict[str, tuple[Callable[[int], str], int]] = {
    "tags without an end": (lambda n: "<p data-x='" + "<p " * n + "'>x", 300_000),
    "long keys": (lambda n: write_values("k" * n * 4, "short", n), 500_000),
    "long keys of texts": (lambda n: write_values("k" * n * 10, SENTENCE, n), 50_000),
    "many small values": (lambda n: write_values("k", "<p>", n), 500_000),
    "many unfinished values": (lambda n: write_values("k", "<p>a<!--", n), 500_000),
    # A level makes the others longer, so the page grows with the square of their number.
    "JSON in JSON in JSON": (lambda n: "<script>" + pack_json(math.isqrt(n)), 160_000),
}


def read_embedded_pages(page: Page) -> list[Page | None]:
    return [page.embedded_page(row) for row in range(len(page))]


@pytest.mark.parametrize("name", COSTLY)
def test_cost_grows_with_the_page_and_no_faster(name: str) -> None:
    make, n = COSTLY[name]
    check_linear(read_embedded_pages, parse(make(100)), parse(make(100 * FACTOR)))
    page = parse(make(n))
    check_ends(lambda: read_embedded_pages(page))


def test_inner_page_is_no_larger_than_the_limit() -> None:
    page = parse("<script>" + json.dumps({"k" * 100: ["<p>"] * 1000}), max_bytes=9000)
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    assert len(inner.source) == 9000
    assert inner.warnings[0].code == "limit-bytes"


def test_half_a_surrogate_pair_in_json() -> None:
    page = parse(f'<script>["{SENTENCE} \\ud83d"]</script>')
    inner = page.embedded_page(find_row(page, "script"))
    assert inner is not None
    assert inner.text() == f"{SENTENCE} \ufffd"


def test_inner_page_has_the_base_and_the_limits_of_its_page() -> None:
    html = "<base href=/b/><iframe srcdoc='&lt;a href=c>one&lt;/a>&lt;p>two&lt;p>six'>"
    page = parse(html, url="https://a.example/x", max_rows=8)
    inner = page.embedded_page(find_row(page, "iframe"))
    assert inner is not None
    assert inner.url == "https://a.example/b/"
    assert [link.url for link in inner.links()] == ["https://a.example/b/c"]
    assert len(inner) == 8
    assert [warning.code for warning in inner.warnings] == ["limit-rows"]


def test_inner_page_of_a_fragment_is_a_page() -> None:
    page = parse("<iframe srcdoc='one'>", fragment="td")
    inner = page.embedded_page(find_row(page, "iframe"))
    assert inner is not None
    assert inner.fragment is None
    assert [inner.name(row) for row in range(len(inner))] == ["html", "head", "body", "#text"]


def test_page_inside_a_page_inside_a_page() -> None:
    page = parse("<iframe srcdoc=\"&lt;iframe srcdoc='deepest'>\">")
    middle = page.embedded_page(find_row(page, "iframe"))
    assert middle is not None
    deepest = middle.embedded_page(find_row(middle, "iframe"))
    assert deepest is not None
    assert deepest.text() == "deepest"
    again: Page = pickle.loads(pickle.dumps(deepest))
    assert again == deepest
    assert again.origin is not None
    assert again.origin[0].origin == (page, find_row(page, "iframe"))


def test_row_counts_from_the_end_too() -> None:
    page = parse("<iframe srcdoc='one'></iframe>")
    inner = page.embedded_page(-1)
    assert inner is not None
    assert inner.origin == (page, len(page) - 1)
    with pytest.raises(IndexError):
        page.embedded_page(len(page))


def test_pages_of_the_project_that_carry_pages() -> None:
    folder = Path(__file__).parents[1] / "pages"
    page = parse((folder / "inner-pages.html").read_bytes())
    assert sum(page.embedded_page(row) is not None for row in range(len(page))) >= 3
    page = parse((folder / "json-state.html").read_bytes())
    assert any(page.embedded_page(row) is not None for row in find_rows(page, "script"))


BODY = "The tide came in at noon, and the boats in the harbour rose with it."


@pytest.mark.parametrize(
    ("code", "is_read"),
    [
        ("window.state = {a: {text: 'BODY',}}; draw(state)", True),
        ('let state = {"text": "BODY"}', True),
        ('state = {"text": draw("BODY")}', False),
        ('{ var text = "BODY"; draw(text); }', False),
    ],
)
def test_scripts_are_read_that_assign_data(code: str, is_read: bool) -> None:
    page = parse(f"<script>{code.replace('BODY', BODY)}</script>")
    (row,) = np.flatnonzero(page.is_tag("script"))
    assert (page.embedded_page(int(row)) is not None) == is_read
