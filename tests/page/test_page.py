"""The page as an object: how it is made, the moves, its texts, paths and links, its copies."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from pagecore import Link, Page, PageWarning, parse
from pagecore.errors import BadInput, BadOption, PagecoreError
from tests.growth import check_ends
from tests.rows import find_row, find_rows
from tests.trees import COLUMNS, child_lists, pages

FOLDER = Path(__file__).parents[1] / "pages"

# ---------------------------------------------------------------- parse


def test_page_of_the_design() -> None:
    page = parse("<p>A page is a table, one row per node.</p>")
    assert len(page) == 5
    assert [page.name(row) for row in range(5)] == ["html", "head", "body", "p", "#text"]
    assert page.parent.tolist() == [-1, 0, 0, 2, 3]
    assert page.end.tolist() == [5, 2, 5, 5, 5]
    assert page.depth.tolist() == [0, 1, 1, 2, 3]
    assert page.chars.tolist() == [0, 0, 0, 0, 36]
    assert page.words.tolist() == [0, 0, 0, 0, 9]


TYPES = {
    "tag": np.uint16,
    "hidden": np.uint8,
    "visible": np.bool_,
    "joined": np.bool_,
}


@pytest.mark.parametrize("name", COLUMNS)
def test_column_has_its_type_and_one_value_per_row(name: str) -> None:
    page = parse("<p>a <b>b</b>")
    column = getattr(page, name)
    assert column.dtype == TYPES.get(name, np.int32)
    assert column.shape == (len(page),)
    assert getattr(page, name) is column


@pytest.mark.parametrize(
    "html",
    ["<p>größer", "<p>größer".encode(), bytearray("<p>größer".encode()),
     memoryview("<p>größer".encode()), memoryview("x<p>größer".encode())[1:]],
    ids=["str", "bytes", "bytearray", "memoryview", "part of a memoryview"],
)  # fmt: skip
def test_what_a_page_is_made_of(html: Any) -> None:
    page = parse(html)
    assert page.text() == "größer"
    assert page.source == "<p>größer".encode()


def test_bytes_that_change_later_change_no_page() -> None:
    html = bytearray(b"<p>one")
    page = parse(html)
    html[3:] = b"two"
    assert page.text() == "one"


def test_utf_8_is_not_copied() -> None:
    html = b"<p>one"
    assert parse(html).source is html


@pytest.mark.parametrize("html", [None, 1, ["<p>"], object(), Path("page.html")], ids=type)
def test_no_page_is_made_of_other_things(html: Any) -> None:
    with pytest.raises(BadInput, match=f"a page is bytes or str, not {type(html).__name__}"):
        parse(html)


SURROGATES = [
    # what it shows          str                  text
    ("first half alone",     "a\ud83db",          "a\ufffdb"),
    ("second half alone",    "a\ude00b",          "a\ufffdb"),
    ("first half at the end", "a\ud83d",          "a\ufffd"),
    ("wrong order",          "\ude00\ud83d",      "\ufffd\ufffd"),
    ("a pair in two halves", "a\ud83d\ude00b",    "a😀b"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in SURROGATES], ids=[case[0] for case in SURROGATES]
)
def test_str_with_surrogates(html: str, text: str) -> None:
    page = parse(html)
    assert page.text() == text
    assert page.source == text.encode()
    assert page.encoding_from == "str"


@pytest.mark.parametrize("html", [b"", "", b" ", "<!-- -->"])
def test_page_of_nothing(html: bytes | str) -> None:
    page = parse(html)
    assert [page.name(row) for row in range(len(page))] == ["html", "head", "body"]
    assert page.text() == ""
    assert page.links() == []
    assert len(page.blocks) == 0
    assert page.below().tolist() == [3, 1, 1]


# ---------------------------------------------------------------- fragments

FRAGMENTS = [
    # what it shows             html                fragment               rows below the root
    ("cell of a row",           "<td>a",            "tr",                  ["td", "#text"]),
    ("cell of a cell",          "<td>a",            "td",                  ["#text"]),
    ("cell of a table",         "<td>",             "table",               ["tbody", "tr", "td"]),
    ("text of a textarea",      "<b>a",             "textarea",            ["#text"]),
    ("capitals",                "<td>a",            "TR",                  ["td", "#text"]),
    ("unknown element",         "<td>a",            "x-y",                 ["#text"]),
    ("drawing",                 "<a/><p>b",         "svg g",               ["svg a", "p", "#text"]),
    ("formula",                 "<mi>a",            "math mrow",           ["math mi", "#text"]),
    ("HTML in a drawing",       "<p>a",             "svg foreignObject",   ["p", "#text"]),
    ("nothing",                 "",                 "div",                 []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "fragment", "names"), [c[1:] for c in FRAGMENTS], ids=[c[0] for c in FRAGMENTS]
)
def test_fragment(html: str, fragment: str, names: list[str]) -> None:
    page = parse(html, fragment=fragment)
    assert [page.name(row) for row in range(len(page))] == ["html", *names]
    assert page.fragment == fragment
    assert parse(html).fragment is None


@pytest.mark.parametrize("fragment", ["", " ", "1", "<td>", "td td", "svg ", " td", "svg a b"])
def test_fragment_of_no_element(fragment: str) -> None:
    with pytest.raises(BadOption, match=re.escape(f"fragment={fragment!r}: ") + ".*'svg path'"):
        parse("a", fragment=fragment)


def test_fragment_of_no_element_in_a_str_with_surrogates() -> None:
    with pytest.raises(BadOption, match="fragment='1'"):
        parse("\ud800", fragment="1")


@pytest.mark.parametrize("name", ["url", "encoding", "fragment"])
@pytest.mark.parametrize("value", [3, b"td", "\ud800"])
def test_word_that_is_none(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=re.escape(f"{name}={value!r}: expected a str")):
        parse("a", **{name: value})


# ---------------------------------------------------------------- the moves

# html 0, head 1, body 2, ul 3, li 4, a 5, blank 6, li 7, b 8, c 9, d 10
MOVED = "<ul><li>a</li> <li><b>c</b>d</li></ul>"


def test_below() -> None:
    page = parse(MOVED)
    ones = np.ones(11, np.int32)
    assert page.below(ones).tolist() == [11, 1, 9, 8, 2, 1, 1, 4, 2, 1, 1]
    assert page.below().tolist() == page.below(ones).tolist()
    assert page.below(np.arange(11)).tolist() == [55, 1, 54, 52, 9, 5, 6, 34, 17, 9, 10]
    assert page.below(-np.arange(11), how="max").tolist() == [0, -1, -2, -3, -4, -5, -6, -7, -8,
                                                             -9, -10]  # fmt: skip
    assert page.below(page.is_tag("li"), how="count").tolist() == [2, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0]
    assert page.below(page.is_tag("b"), how="any").tolist() == [
        True, False, True, True, False, False, False, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int8, np.int32, np.int64])
def test_totals_of_whole_numbers_are_int64(dtype: type[np.generic]) -> None:
    page = parse("<p>a</p>" * 300)
    x = np.ones(len(page), dtype)
    for total in (page.below(x), page.children(x), page.below(x, how="count")):
        assert total.dtype == np.int64
    # Three hundred do not fit into eight bits.
    assert page.below(x)[0] == len(page) > 255


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_totals_of_reals_are_float64(dtype: type[np.generic]) -> None:
    page = parse(MOVED)
    x = np.full(11, 0.5, dtype)
    assert page.below(x).dtype == page.children(x).dtype == np.float64
    assert page.below(x)[0] == 5.5
    assert page.children(x)[3] == 1.5
    assert page.below(x, how="max")[0] == 0.5
    assert page.below(x, how="count").tolist() == page.below().tolist()


@pytest.mark.parametrize("move", ["below", "children"])
def test_totals_do_not_wrap(move: str) -> None:
    page = parse("<p>a<p>b<p>c")
    with pytest.raises(BadInput, match="too large"):
        getattr(page, move)(np.full(len(page), 2**62))
    assert getattr(page, move)(np.full(len(page), 2.0**62)).max() == pytest.approx(
        {"below": len(page), "children": 3}[move] * 2.0**62
    )


def test_digests_are_too_large_to_add_up() -> None:
    page = parse(MOVED)
    with pytest.raises(BadInput):
        page.below(np.full(11, 2**63, np.uint64))


def test_above() -> None:
    page = parse(MOVED)
    assert page.above(page.is_tag("ul", "b")).tolist() == [-1, -1, -1, 3, 3, 3, 3, 3, 8, 8, 3]
    assert page.above(np.zeros(11, bool)).tolist() == [-1] * 11
    assert page.above(np.ones(11)).tolist() == list(range(11))
    assert page.above(page.tag == 0).dtype == np.int32


def test_children() -> None:
    page = parse(MOVED)
    assert page.children(page.chars).tolist() == [0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    assert page.children(np.arange(11)).tolist() == [3, 0, 3, 17, 5, 0, 0, 18, 9, 0, 0]
    # Counting steps over the blank between the items.
    assert page.children(how="count").tolist() == [2, 0, 1, 2, 1, 0, 0, 2, 1, 0, 0]
    assert page.children(how="count", blank=True)[3] == 3
    assert page.children(page.is_tag("b"), how="count").tolist() == [0] * 7 + [1, 0, 0, 0]


def test_beside() -> None:
    page = parse(MOVED)
    x = np.arange(11)
    assert page.beside(x, fill=-1).tolist() == [-1, 2, -1, -1, 7, -1, 7, -1, 10, -1, -1]
    assert page.beside(x, step=-1, fill=-1).tolist() == [-1, -1, 1, -1, -1, -1, 4, 4, -1, -1, 8]
    assert page.beside(x, fill=-1, blank=True).tolist()[3:8] == [-1, 6, -1, 7, -1]
    assert page.beside(x, step=2, fill=-1, blank=True).tolist()[3:8] == [-1, 7, -1, -1, -1]
    assert page.beside(x, step=0).tolist() == x.tolist()
    assert page.beside(x, step=99, fill=-1).tolist() == [-1] * 11
    assert np.isnan(page.beside(x, fill=np.nan)[0])


@pytest.mark.parametrize("dtype", [np.bool_, np.int32, np.uint64, np.float32])
def test_beside_keeps_the_type(dtype: type[np.generic]) -> None:
    page = parse(MOVED)
    # `~page.beside(mask)` would else be true everywhere.
    assert page.beside(np.ones(11, dtype)).dtype == dtype


def test_under() -> None:
    page = parse(MOVED)
    assert np.flatnonzero(page.under(7)).tolist() == [7, 8, 9, 10]
    assert np.flatnonzero(page.under(-1)).tolist() == [10]
    assert page.under(0).all()
    with pytest.raises(IndexError):
        page.under(11)


def test_moves_take_lists() -> None:
    page = parse("<p>a")
    assert page.below([1, 2, 3, 4, 5]).tolist() == [15, 2, 12, 9, 5]
    assert page.above([0, 0, 1, 0, 0]).tolist() == [-1, -1, 2, 2, 2]


def test_moves_leave_what_they_are_given_alone() -> None:
    page = parse(MOVED)
    x = np.arange(11)
    for move in (page.below, page.above, page.children, page.beside, page.shown):
        move(x)
    page.below(x, how="max")
    page.children(x, how="count")
    assert x.tolist() == list(range(11))


TIMES = np.zeros(5, "datetime64[s]")
WRONG = [
    # what it shows              call                                         error
    ("column too short",         lambda page: page.below([1, 2]),             BadInput),
    ("column of two dimensions", lambda page: page.above(np.ones((5, 5))),    BadInput),
    ("one number",               lambda page: page.shown(1),                  BadInput),
    ("mask too long",            lambda page: page.text(np.ones(6, bool)),    BadInput),
    ("column of blocks",         lambda page: page.spread([1, 2, 3]),         BadInput),
    ("column of words",          lambda page: page.below(["a"] * 5),          BadInput),
    ("column of complex",        lambda page: page.below([1j] * 5),           BadInput),
    ("column of times",          lambda page: page.children(TIMES),           BadInput),
    ("column of anything",       lambda page: page.below([None] * 5),         BadInput),
    ("column of uneven lists",   lambda page: page.below([[1], [1, 2]]),      BadInput),
    ("mask of words",            lambda page: page.above(["a"] * 5),          BadInput),
    ("mask of times",            lambda page: page.below(TIMES, how="any"),   BadInput),
    ("how to go below",          lambda page: page.below(how="mean"),         BadOption),
    ("how to add up children",   lambda page: page.children([0] * 5, "max"),  BadOption),
    ("how to count children",    lambda page: page.children(how="max"),       BadOption),
]  # fmt: skip


@pytest.mark.parametrize(
    ("call", "error"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_arguments_of_a_move(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(parse("<p>a"))


# ---------------------------------------------------------------- text

# html 0, head 1, title 2, its text 3, body 4, p 5, one 6, b 7, two 8, blank 9
TEXT = "<title>t</title><p>one <b>tw&ouml;</b>\r\n</p><script>x</script>"

TEXTS = [
    # what it shows          rows                                         text
    ("all",                  None,                                        "tone twö\n"),
    ("a row with all below", 5,                                           "one twö\n"),
    ("a text",               6,                                           "one "),
    ("a row of numpy",       np.int32(7),                                 "twö"),
    ("from the end",         -3,                                          "\n"),
    ("a mask",               np.arange(12) >= 7,                          "twö\n"),
    ("a mask as a list",     [False] * 6 + [True] + [False] * 5,          "one "),
    ("numbers",              [6, 8],                                      "one twö"),
    ("in the page's order",  np.array([8, 6, 8]),                         "one twö"),
    ("numbers from the end", [-3],                                        "\n"),
    ("no numbers",           [],                                          ""),
    # Chosen rows are those and no others: an element has no text of its own.
    ("an element alone",     [5],                                         ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "text"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS]
)
def test_text_of_rows(rows: Any, text: str) -> None:
    page = parse(TEXT)
    assert len(page) == 12
    assert page.text(rows) == text


@pytest.mark.parametrize("rows", [12, -13, [12], [0, -13], np.array([2**64 - 1], np.uint64)])
def test_text_of_rows_that_are_not_there(rows: Any) -> None:
    number = np.ravel(rows)[-1]
    with pytest.raises(IndexError, match=f"^row {number} is out of range: the page has 12 rows$"):
        parse(TEXT).text(rows)


@pytest.mark.parametrize("rows", [1.5, [1.5], [[1, 2]], "a", ["a"], [None], [10**30]])
def test_text_of_what_are_not_rows(rows: Any) -> None:
    with pytest.raises(BadInput, match="expected a row, a list of row numbers or a mask"):
        parse(TEXT).text(rows)


def by_row(page: Page) -> list[Any]:
    """All that is asked of one row."""
    return [
        page.name, page.source_of, page.xpath, page.under, page.embedded_page, page.attributes,
        lambda row: page.get(row, "class"),
    ]  # fmt: skip


@pytest.mark.parametrize("row", [5, -6, 10**30, np.int64(5)])
def test_row_that_is_not_there(row: int) -> None:
    page = parse("<p>a")
    for ask in (*by_row(page), page.text):
        with pytest.raises(IndexError, match=f"^row {row} is out of range: the page has 5 rows$"):
            ask(row)


@pytest.mark.parametrize("row", [1.5, None, "a", np.float64(1)])
def test_row_that_is_not_a_row(row: Any) -> None:
    for ask in by_row(parse("<p>a")):
        with pytest.raises(BadInput, match=re.escape(f"row {row!r}: expected an integer")):
            ask(row)


@pytest.mark.parametrize("word", ["\ud800", "a\udfff", None, 3, b"class"])
def test_word_that_the_core_cannot_read(word: Any) -> None:
    page = parse("<p class=a>a")
    for ask in (page.attr, page.digest, page.resolve_url, lambda word: page.get(3, word)):
        with pytest.raises(BadOption, match=re.escape(f"={word!r}: expected a str without")):
            ask(word)


# ---------------------------------------------------------------- paths

PATHS = [
    # what it shows             page                             row       path
    ("root",                    "a",                             "html",   "/html"),
    ("only one of its name",    "<div><p>a</div>",               "p",      "/html/body/div/p"),
    ("text",                    "a",                             "#text",  "/html/body/text()[1]"),
    ("foreign element",         "<svg><path/></svg>",            "svg path",
     "/html/body/*[local-name()='svg']/*[local-name()='path']"),
    ("own element",             "<x-y>",                         "x-y",    "/html/body/x-y"),
    ("name with a colon",       "<o:p>",                         "o:p",
     "/html/body/*[local-name()='o:p']"),
    ("name with an apostrophe", "<it's>",                        "it's",
     '/html/body/*[local-name()="it\'s"]'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "path"), [case[1:] for case in PATHS], ids=[case[0] for case in PATHS]
)
def test_path_of_a_row(html: str, name: str, path: str) -> None:
    page = parse(html)
    assert page.xpath(find_row(page, name)) == path


def test_paths_of_siblings() -> None:
    page = parse("a<p>b<!-- c -->d<br>e</p><p>f</p>")
    assert [page.xpath(row) for row in find_rows(page, "p", "#text")] == [
        "/html/body/text()[1]",
        "/html/body/p[1]",
        "/html/body/p[1]/text()[1]",
        "/html/body/p[1]/text()[2]",
        "/html/body/p[1]/text()[3]",
        "/html/body/p[2]",
        "/html/body/p[2]/text()[1]",
    ]
    assert page.xpath(-1) == "/html/body/p[2]/text()[1]"


def test_xpath_of_a_row_in_the_deep_is_short() -> None:
    page = parse("<p>one</p>" + "<div>" * 600 + "<p>two</p><svg>", max_depth=1000)
    paths = [page.xpath(row) for row in find_rows(page, "p", "#text", "svg svg")]
    assert paths[:2] == ["/html/body/p", "/html/body/p/text()[1]"]
    assert paths[2:] == [
        "/descendant::p[2]",
        "/descendant::text()[2]",
        "/descendant::*[local-name()='svg'][1]",
    ]
    assert page._table.xpaths([3, len(page) - 1, 4]) == [paths[0], paths[-1], paths[1]]


STEP = re.compile(
    r"""/(?:(?P<text>text\(\))|(?P<name>[a-z0-9-]+)
        |\*\[local-name\(\)=(?P<local>'[^']*'|"[^"]*"|concat\([^)]*\))\])(?:\[(?P<at>\d+)\])?""",
    re.VERBOSE,
)


def led_to(page: Page, path: str, children: list[list[int]]) -> list[int]:
    """The rows a path leads to, by the definition of the few forms that paths have here."""
    rows, at = [-1], 0
    while at < len(path):
        step = STEP.match(path, at)
        assert step, path[at:]
        actual: list[int] = []
        for row in rows:
            below = [0] if row < 0 else children[row]
            matching = [child for child in below if is_meant(page, child, step)]
            actual += [matching[int(step["at"]) - 1]] if step["at"] else matching
        rows, at = actual, step.end()
    return rows


def is_meant(page: Page, row: int, step: re.Match[str]) -> bool:
    name = page.name(row)
    if step["text"]:
        return name == "#text"
    if step["name"]:
        return name == step["name"]
    local = step["local"]
    quoted = re.findall(r"'[^']*'|\"[^\"]*\"", local)
    return name != "#text" and name.rpartition(" ")[2] == "".join(part[1:-1] for part in quoted)


def check_paths(page: Page) -> None:
    children = child_lists(page)
    for row in range(len(page)):
        assert led_to(page, page.xpath(row), children) == [row]


@settings(max_examples=50)
@given(page=pages())
def test_path_leads_to_its_row(page: Page) -> None:
    check_paths(page)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.html")), ids=lambda path: path.stem)
def test_path_leads_to_its_row_in_the_pages_of_the_project(path: Path) -> None:
    check_paths(parse(path.read_bytes()))


def test_path_with_both_kinds_of_quotes() -> None:
    check_paths(parse("<a'b\"c>x</a'b\"c><a'bc>y</a'bc>"))


# ---------------------------------------------------------------- links

URL = "https://a.example/b/c.html?d#e"
JOINED = [
    # what it shows          reference                     URL
    ("beside the page",      "x",                          "https://a.example/b/x"),
    ("from the root",        "/x",                         "https://a.example/x"),
    ("upward",               "../../x/./y/..",             "https://a.example/x/"),
    ("a query",              "?x=1&amp;y=2",               "https://a.example/b/c.html?x=1&y=2"),
    ("a place in the page",  "#x",                         "https://a.example/b/c.html?d#x"),
    ("nothing",              "",                           "https://a.example/b/c.html?d"),
    ("another host",         "//f.example/x",              "https://f.example/x"),
    ("another scheme",       "mailto:x@f.example",         "mailto:x@f.example"),
    ("white space around",   " \n x\t ",                   "https://a.example/b/x"),
    ("white space inside",   "x\n\ty z",                   "https://a.example/b/xy%20z"),
    ("backslashes",          "\\x\\y",                     "https://a.example/x/y"),
    ("default port",         "HTTP://F.example:80/x",      "http://f.example/x"),
    ("host in Unicode",      "https://bücher.example",     "https://xn--bcher-kva.example/"),
    ("path in Unicode",      "größe",                      "https://a.example/b/gr%C3%B6%C3%9Fe"),
    ("no URL",               "https://[x",                 None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reference", "url"), [case[1:] for case in JOINED], ids=[case[0] for case in JOINED]
)
def test_link_is_joined(reference: str, url: str | None) -> None:
    page = parse(f'<a href="{reference}">text</a>', url=URL)
    assert [link.url for link in page.links()] == ([] if url is None else [url])


def test_links_of_a_page() -> None:
    page = parse(
        "<link href=no><a>no</a><a name=no>no</a><a href=x>one\n <b>two</b></a>"
        "<a href=x></a><map><area href=y></map><svg><a href=z><text>six</text></a></svg>",
        url=URL,
    )
    places = [row for row in range(len(page)) if page.get(row, "href") in ("x", "y", "z")]
    assert page.links() == [
        Link(places[0], "https://a.example/b/x", "one two"),
        Link(places[1], "https://a.example/b/x", ""),
        Link(places[2], "https://a.example/b/y", ""),
        Link(places[3], "https://a.example/b/z", "six"),
    ]


def test_links_that_lead_nowhere() -> None:
    page = parse("<a href=javascript:void(0)>a</a><a href=' JavaScript:b()'>b</a>", url=URL)
    assert page.links() == []


def text_of_link(text: str) -> str:
    (link,) = parse(f"<a href=x>{text}</a>", url=URL).links()
    return link.text


def test_of_a_long_link_the_beginning_is_given() -> None:
    assert text_of_link("é" * 1000) == "é" * 1000
    assert text_of_link("é" * 1001) == "é" * 1000 + "…"
    assert text_of_link("😀" * 1001) == "😀" * 1000 + "…"
    assert text_of_link("one " * 300) == ("one " * 250).strip() + "…"
    # White space is read, but does not count.
    assert text_of_link("one" + " " * 3000 + "two") == "one two"
    assert text_of_link("one" + " " * 4000 + "two") == "one…"
    # A character that the limit of bytes cuts in two.
    assert text_of_link(" " * 3999 + "é") == "…"


def test_links_in_links_cost_no_more_than_the_page() -> None:
    # Reading all text inside each link would mean 120 GB.
    page = parse("<a href=x><object>" * 30_000 + "w " * 2_000_000, url=URL, max_depth=65_536)
    links = check_ends(page.links)
    assert len(links) == 30_000
    assert {len(link.text) for link in links} == {1000}


def test_links_of_a_page_without_a_url() -> None:
    page = parse("<a href=x>a</a><a href=https://f.example>b</a>")
    assert [link.url for link in page.links()] == ["https://f.example/"]
    assert page.url is None
    assert page.base is None


BASES = [
    # what it shows            page                                        base
    ("none",                   "<p>a",                                     URL),
    ("one",                    "<base href=/x/>",                          "https://a.example/x/"),
    ("another host",           "<base href=//f.example/x>",                "https://f.example/x"),
    ("first with an href",     "<base target=_top><base href=/x><base href=/y>",
     "https://a.example/x"),
    ("in the body",            "<p>a<base href=/x/>",                      "https://a.example/x/"),
    ("no URL",                 "<base href='https://[x'>",                 URL),
    ("data",                   "<base href=data:text/html,a><base href=/x/>", URL),
    ("a script",               "<base href=' JavaScript:a'>",              URL),
    ("in a template",          "<template><base href=/x/></template>",     URL),
    ("in a drawing",           "<svg><base href=/x/></svg>",               URL),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "base"), [case[1:] for case in BASES], ids=[case[0] for case in BASES]
)
def test_base_of_a_page(html: str, base: str) -> None:
    assert parse(html, url=URL).base == base


def test_base_holds_for_links_that_stand_before_it() -> None:
    page = parse("<a href=y>a</a><base href=/x/>", url=URL)
    assert [link.url for link in page.links()] == ["https://a.example/x/y"]
    assert page.resolve_url("z") == "https://a.example/x/z"


def test_base_of_a_page_without_a_url() -> None:
    page = parse("<base href=https://f.example/x/><a href=y>a</a>")
    assert page.base == "https://f.example/x/"
    assert [link.url for link in page.links()] == ["https://f.example/x/y"]
    assert parse("<base href=/x/><a href=y>a</a>").links() == []


# ---------------------------------------------------------------- the object


def test_page_never_changes() -> None:
    page = parse("<p class=a>x")
    for name in (*COLUMNS, "url", "origin", "source", "warnings", "blocks", "new"):
        with pytest.raises(AttributeError, match=f"^Page is read-only: {name} cannot be set$"):
            setattr(page, name, None)
        with pytest.raises(AttributeError, match=f"^Page is read-only: {name} cannot be deleted$"):
            delattr(page, name)
    columns = [getattr(page, name) for name in COLUMNS]
    for array in (*columns, page._is_blank, page.attr("class")[0]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            array.flags.writeable = True
    assert page.text_buffer.readonly
    assert isinstance(page.source, bytes)
    assert isinstance(page.warnings, tuple)


def test_column_outlives_its_page() -> None:
    column = parse("<p>a").parent
    assert column.tolist() == [-1, 0, 0, 2, 3]


def test_equality_is_of_source_url_and_options() -> None:
    page = parse("<p>a", url=URL)
    assert page == parse(b"<p>a", url=URL)
    assert hash(page) == hash(parse(b"<p>a", url=URL))
    for other in (
        parse("<p>b", url=URL),
        parse("<p>a"),
        parse("<p>a", url=URL, max_rows=4),
        parse("<p>a", url=URL, fragment="div"),
        "<p>a",
        None,
    ):
        assert page != other
    assert len({page, parse("<p>a", url=URL), parse("<p>a")}) == 2


PICKLED = [
    # what it shows            page                                    how it was parsed
    ("str",                    "<p class=a>größer <b>x",               {"url": URL}),
    ("not UTF-8",              "<p>größer und schöner".encode("latin1"), {}),
    ("wrong encoding",         b"<p>gr\xf6\xdfer",                     {"encoding": "utf-8"}),
    ("unknown encoding",       b"<p>a",                                {"encoding": "klingon"}),
    ("declared otherwise",     "<meta charset=koi8-r>größer".encode(), {}),
    ("a mark",                 "größer".encode("utf-16"),              {}),
    ("limited bytes",          "<p>größer",                            {"max_bytes": 7}),
    ("limited rows",           "<p>a<p>b",                             {"max_rows": 5}),
    ("limited depth",          "<div>" * 20 + "x",                     {"max_depth": 8}),
    ("unfinished",             "<p>a<!-- b",                           {}),
    ("surrogates",             "a\ud800b",                             {}),
    ("fragment",               "<td>a",                                {"fragment": "tr"}),
]  # fmt: skip


@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
@pytest.mark.parametrize(
    ("html", "options"), [case[1:] for case in PICKLED], ids=[case[0] for case in PICKLED]
)
def test_page_in_another_process(html: Any, options: dict[str, Any], protocol: int) -> None:
    page = parse(html, **options)
    once = pickle.loads(pickle.dumps(page, protocol))
    for again in (once, pickle.loads(pickle.dumps(once, protocol)), copy.deepcopy(page)):
        assert again == page
        assert hash(again) == hash(page)
        assert again.source == page.source
        assert (again.encoding, again.encoding_from) == (page.encoding, page.encoding_from)
        assert again.warnings == page.warnings
        assert (again.url, again.fragment, again.origin) == (page.url, page.fragment, None)
        for name in COLUMNS:
            assert getattr(again, name).tolist() == getattr(page, name).tolist()


def test_blocks_in_another_process() -> None:
    page = parse("<p>größer<p>two <b>six".encode("latin1"))
    for again in (pickle.loads(pickle.dumps(page.blocks)), copy.deepcopy(page.blocks)):
        assert len(again) == len(page.blocks) == 2
        assert again.chars.tolist() == page.blocks.chars.tolist() == [6, 7]


def test_pickle_holds_the_source_and_no_columns() -> None:
    html = "<p>a</p>" * 10_000
    assert len(pickle.dumps(parse(html))) < len(html) + 1000


def test_bytes_of_memory() -> None:
    page = parse("<p>a</p>" * 1000)
    eager = [name for name in COLUMNS if name not in ("visible", "owner", "block")]
    columns = sum(getattr(page, name).nbytes for name in eager)
    before = page.nbytes
    assert before >= len(page.source) + len(page.text_buffer) + columns
    assert before < 2 * (len(page.source) + columns)
    assert page.owner.nbytes <= page.nbytes - before


def test_how_a_page_is_shown() -> None:
    assert repr(parse("<p>é")) == "<Page: 5 rows, 5 bytes>"
    assert repr(parse("<p>a", url=URL)) == f"<Page {URL}: 5 rows, 4 bytes>"


def test_warning_is_a_record() -> None:
    (warning,) = parse("<p>a<!-- b").warnings
    assert isinstance(warning, PageWarning)
    assert (warning.code, warning.offset, warning.count) == ("unfinished", 4, 6)
    assert warning == PageWarning("unfinished", warning.message, warning.row, 4, 6)
    with pytest.raises(AttributeError):
        warning.count = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    "ask",
    [
        lambda page: page.convert_offsets("x"),
        lambda page: page.convert_offsets([1.7]),
        lambda page: page.convert_offsets([2**70]),
        lambda page: page.beside(page.words, step="a"),
        lambda page: page.text([[1], [1, 2]]),
        lambda page: page.text(True),
        lambda page: page.is_tag(["a"]),
        lambda page: page.is_tag(3),
        lambda page: page.has_class(["a"]),
    ],
)
def test_what_is_not_a_number_or_name_is_refused(ask: Callable[[Page], object]) -> None:
    with pytest.raises(PagecoreError):
        ask(parse("<p class=a>b"))


def test_steps_further_than_the_page_lead_nowhere() -> None:
    page = parse("<p>a<p>b")
    assert page.beside(page.words, step=2**70, fill=-1).tolist() == [-1] * len(page)


def test_a_long_base_is_left_aside() -> None:
    # Every link would repeat it.
    page = parse(f"<base href=/{'a/' * 1200}><a href=x>y", url="https://e.example/d/")
    assert [link.url for link in page.links()] == ["https://e.example/d/x"]


def test_xpath_does_not_repeat_a_long_name() -> None:
    name = f"x-{'a' * 5000}"
    page = parse(f"<p>one</p><{name}>" + "<p>two</p>" * 1000)
    paths = page.xpaths(range(len(page)))
    assert paths[-1] == "/descendant::text()[1001]"
    # The name is in the path of its own element only. Counted paths are unique, too.
    assert len(set(paths)) == len(page)
    assert sum(name in path for path in paths) == 1
    assert sum(map(len, paths)) < 10 * len(page.source)
