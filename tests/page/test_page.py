"""The page as an object: how it is made, its texts, its copies."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore import Page, PageWarning, parse
from pagecore.errors import BadInput, BadOption, PagecoreError
from tests.trees import COLUMNS

URL = "https://a.example/b/c.html?d#e"

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
        warning.count = 7  # type: ignore[misc]  # Wrong on purpose.


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
