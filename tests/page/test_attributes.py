"""Names, attributes and classes of rows, and the digests that are compared across pages."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse, tags
from pagecore.errors import BadOption
from tests.rows import find_row, find_rows

# ---------------------------------------------------------------- names


def test_name_of_every_row() -> None:
    page = parse("<P>a<x-y>b</x-y><svg><Title>c</title><FOREIGNOBJECT/></svg><math><mi>d")
    assert [page.name(row) for row in range(3, len(page))] == [
        "p", "#text", "x-y", "#text", "svg svg", "svg title", "#text", "svg foreignObject",
        "math math", "math mi", "#text",
    ]  # fmt: skip
    assert page.name(-1) == "#text"
    assert [page.names[number] for number in page.tag] == [page.name(row) for row in range(14)]


def test_own_names_have_numbers_above_the_standard_ones() -> None:
    page = parse("<x-a><x-b><p><x-a>")
    first = len(tags.NAMES)
    assert page.tag[3:].tolist() == [first, first + 1, tags.P, first]
    assert page.names[first:] == ("x-a", "x-b")
    assert page.tag.dtype == np.uint16


def test_foreign_name_is_another_tag() -> None:
    page = parse("<title>a</title><svg><title>b</title><a/></svg><a>c</a>")
    assert np.flatnonzero(page.is_tag("title")).tolist() == find_rows(page, "title")
    assert np.flatnonzero(page.is_tag("svg title")).tolist() == find_rows(page, "svg title")
    assert page.tag[find_row(page, "a")] == tags.A
    assert page.tag[find_row(page, "svg a")] == tags.SVG_A


def test_is_tag_of_several_names() -> None:
    page = parse("<p>a<x-y>b<br>c")
    # html, head, body, p, a, x-y, b, br, c
    assert np.flatnonzero(page.is_tag("p", "x-y")).tolist() == [3, 5]
    assert np.flatnonzero(page.is_tag("#text", "br")).tolist() == [4, 6, 7, 8]
    assert not page.is_tag("table", "no-such-element").any()
    assert not page.is_tag().any()
    assert page.is_tag("p").dtype == np.bool_


# ---------------------------------------------------------------- attributes

VALUES = [
    # what it shows            tag                              name       value
    ("quoted",                 '<p title="a b">',               "title",   "a b"),
    ("single quotes",          "<p title='a \"b\"'>",           "title",   'a "b"'),
    ("unquoted",               "<p title=a/b>",                 "title",   "a/b"),
    ("without a value",        "<p hidden>",                    "hidden",  ""),
    ("absent",                 "<p title=a>",                   "lang",    None),
    ("capitals in the page",   "<p TITLE=a>",                   "title",   "a"),
    ("capitals in the asking", "<p title=a>",                   "Title",   "a"),
    ("capitals in the value",  "<p title=ABC>",                 "title",   "ABC"),
    ("first of two",           "<p title=a Title=b>",           "title",   "a"),
    ("an own name",            "<p data-x-Y=1>",                "data-x-y", "1"),
    ("an odd name",            "<p @click.stop=a>",             "@click.stop", "a"),
    ("not ASCII",              "<p TITEL-Ä=漢>",                "titel-Ä", "漢"),
    ("entities",               '<p title="&lt;&#65;&eacute;">', "title",   "<Aé"),
    ("entity without its end", "<p title='a&ampb&copy'>",       "title",   "a&ampb©"),
    ("query is no entity",     "<p title='?a=1&copy=2'>",       "title",   "?a=1&copy=2"),
    ("line ends",              "<p title='a\r\nb'>",            "title",   "a\nb"),
    ("NUL",                    "<p title='a\0b'>",              "title",   "a\ufffdb"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "value"), [case[1:] for case in VALUES], ids=[case[0] for case in VALUES]
)
def test_value_of_an_attribute(html: str, name: str, value: str | None) -> None:
    page = parse(html)
    row = find_row(page, "p")
    assert page.get(row, name) == value
    ids, values = page.attr(name)
    assert (values[ids[row]] if ids[row] >= 0 else None) == value
    assert page.attributes(row).get(name.lower() if name.isascii() else name) == value


def test_attributes_of_a_row_in_the_order_of_the_source() -> None:
    page = parse("<p B=1 a=2 b=3 c>x")
    assert list(page.attributes(3).items()) == [("b", "1"), ("a", "2"), ("c", "")]
    assert page.attributes(4) == {}
    assert page.attributes(0) == {}


def test_attr_gives_ids_and_values() -> None:
    page = parse("<p class=a>x<p class=b>y<p>z<p class='a'>w<p class='&#97;'>v")
    ids, values = page.attr("class")
    assert values == ("a", "b")
    # Equal values have one id, however they are written.
    assert ids[page.is_tag("p")].tolist() == [0, 1, -1, 0, 0]
    assert ids[~page.is_tag("p")].max() == -1
    assert ids.dtype == np.int32
    assert page.attr("lang")[1] == ()
    assert (page.attr("lang")[0] == -1).all()
    # It is made once.
    assert page.attr("CLASS")[0] is ids


def test_copy_has_the_attributes_of_its_original() -> None:
    page = parse("<p><b class=a title=t>x<p>y")
    original, copy = find_rows(page, "b")
    assert page.attributes(copy) == page.attributes(original) == {"class": "a", "title": "t"}
    assert page.get(copy, "title") == "t"
    ids, _ = page.attr("class")
    assert ids[copy] == ids[original] == 0
    assert page.has_class("a")[copy]
    # They stand once in the table of all.
    assert page.attr_table.row.tolist() == [original, original]


def test_later_body_tag_adds_what_is_missing() -> None:
    page = parse("<body class=a><p>x<body class=b lang=de>")
    assert page.attributes(find_row(page, "body")) == {"class": "a", "lang": "de"}


def test_foreign_attributes_have_their_capitals() -> None:
    page = parse("<svg viewbox=0 xlink:href=#a CLASS=c><path pathlength=3></svg><p viewBox=v>")
    svg = find_row(page, "svg svg")
    assert page.attributes(svg) == {"viewBox": "0", "xlink:href": "#a", "class": "c"}
    assert page.get(svg, "viewBox") == page.get(svg, "viewbox") == "0"
    assert page.attributes(find_row(page, "svg path")) == {"pathLength": "3"}
    assert page.attributes(find_row(page, "p")) == {"viewbox": "v"}
    math = parse("<math definitionurl=u>")
    assert math.attributes(find_row(math, "math math")) == {"definitionURL": "u"}


def test_attribute_of_no_row() -> None:
    page = parse("<p>x")
    for row in (5, -6):
        with pytest.raises(IndexError):
            page.get(row, "title")
        with pytest.raises(IndexError):
            page.attributes(row)


def test_attr_table_has_all_of_them() -> None:
    page = parse("<p CLASS='a &amp; b' id=c>x<br own>")
    table = page.attr_table
    assert table.row.tolist() == [3, 3, 5]
    assert [table.names[number] for number in table.name] == ["class", "id", "own"]
    spans = zip(table.start.tolist(), table.stop.tolist(), strict=True)
    # Values are spans of the source, not yet decoded.
    assert [page.source[start:stop] for start, stop in spans] == [b"a &amp; b", b"c", b""]
    for column in table[:4]:
        assert isinstance(column, np.ndarray)
        assert column.dtype == np.int32
        assert not column.flags.writeable


def test_attr_tables_are_compared_by_their_values() -> None:
    table = parse(b"<p class=a id=b>").attr_table
    assert table == parse(b"<p class=a id=b>").attr_table
    assert hash(table) == hash(parse(b"<p class=a id=b>").attr_table)
    pages = b"<p class=a>", b"<p class=a id=bb>", b"<p class=a>x<p id=b>", b"<p class=a go=b>"
    for other in (parse(html).attr_table for html in pages):
        assert [table == other, table != other] == [False, True]
    assert table != ()
    assert table != 1


CLASSES = [
    # what it shows           class               asked            has it
    ("one",                   "a",                ["a"],           True),
    ("one of several",        "a b\n\tc",         ["c"],           True),
    ("any of those asked",    "a",                ["x", "a"],      True),
    ("part of a word",        "ab",               ["a"],           False),
    ("capitals differ",       "A",                ["a"],           False),
    ("none asked",            "a",                [],              False),
    ("empty",                 "",                 [""],            False),
    # Classes are parted by HTML's white space, and a no-break space is none.
    ("no-break space",        "a\u00a0b",         ["a"],           False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "name", "expected"), [case[1:] for case in CLASSES], ids=[c[0] for c in CLASSES]
)
def test_has_class(value: str, name: list[str], expected: bool) -> None:
    page = parse(f"<p class='{value}'>x")
    assert page.has_class(*name).tolist() == [False, False, False, expected, False]


# ---------------------------------------------------------------- digests


def digest(html: str, kind: str) -> int:
    """The digest of the first element of the body."""
    page = parse(html)
    return int(page.digest(kind)[find_row(page, "body") + 1])


#: Written down so that a change of the functions is seen: what was stored would be lost.
DIGESTED = "<div class='b a'>One <b>two</b></div>"
KNOWN = {
    # of          div                 One                 b                   two
    "text":       [0x2D3F5541EC2BD6E4, 0xB84E82AE3E369935, 0x6C0560BDCB29998B, 0x6C0560BDCB29998B],
    "tag":        [0x513308103D4D12CC, 0x52C844B5A7F79153, 0x575A0B1C44D8843F, 0x52C844B5A7F79153],
    "shape":      [0x34CA8F43BE2178CF, 0, 0xD8888EF7186C7F80, 0],
    "attr:class": [0xFAD5B6C0A995E981, 0, 0, 0],
}  # fmt: skip


@pytest.mark.parametrize("kind", KNOWN)
def test_digests_are_the_same_everywhere(kind: str) -> None:
    column = parse(DIGESTED).digest(kind)
    assert column.dtype == np.uint64
    assert column.tolist()[3:] == KNOWN[kind]
    with pytest.raises(ValueError, match="read-only"):
        column[0] = 1


def test_digest_of_a_value_is_xxh3() -> None:
    # The test vector of XXH3 with 64 bits for no bytes at all.
    assert digest("<p class=''>", "attr:class") == 0x2D06800538D394C2


SAME = [
    # what it shows                 of            one page              another
    ("text under other markup",      "text",       "<p>one two six",     "<p>one <b>two</b> six"),
    ("text in other blocks",         "text",       "<p>one two",         "<ul><li>one<li>two</ul>"),
    ("text with other white space",  "text",       "<p>one two",         "<p>\n one\n&nbsp;two\n"),
    ("text with entities",           "text",       "<p>a &amp; b",       "<p>a &#38; b"),
    ("text with a script inside",    "text",       "<p>a",               "<p>a<script>x</script>"),
    ("tag with other content",       "tag",        "<p>one",             "<p class=a><b>two</b>"),
    ("shape with another text",      "shape",      "<p>a<b>one</b>",     "<p><b>two six</b>"),
    ("shape with blank texts",       "shape",      "<p><b></b>",         "<p> <b> </b> "),
    ("shape with other attributes",  "shape",      "<p id=a><b>one</b>", "<p id=b><b lang=c></b>"),
    ("shape, classes in any order",  "shape",      "<p class='a b'>",    "<p class=' b a a'>"),
    ("attribute of another element", "attr:class", "<p class=a>",        "<b CLASS='&#97;' id=b>"),
]  # fmt: skip
OTHER = [
    ("another word",                 "text",       "<p>one two",         "<p>one six"),
    ("another order",                "text",       "<p>one two",         "<p>two one"),
    ("one word more",                "text",       "<p>one",             "<p>one one"),
    ("capitals",                     "text",       "<p>one",             "<p>One"),
    ("a word in two",                "text",       "<p>onetwo",          "<p>one two"),
    ("another tag",                  "tag",        "<p>one",             "<b>one"),
    ("another child",                "shape",      "<p><i></i>",         "<p><b></b>"),
    ("another order of children",    "shape",      "<p><i></i><b></b>",  "<p><b></b><i></i>"),
    ("a child further down",         "shape",      "<p><b></b><i></i>",  "<p><b><i></i></b>"),
    ("another class",                "shape",      "<p class=a>",        "<p class=b>"),
    ("another class of a child",     "shape",      "<p><b></b>",         "<p><b class=a></b>"),
    ("one child more",               "shape",      "<p><b></b>",         "<p><b></b><b></b>"),
    ("another value",                "attr:class", "<p class=a>",        "<p class='a b'>"),
    ("no value",                     "attr:class", "<p>",                "<p class>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "first", "another"), [case[1:] for case in SAME], ids=[case[0] for case in SAME]
)
def test_digests_that_are_equal(kind: str, first: str, another: str) -> None:
    assert digest(first, kind) == digest(another, kind) != 0


@pytest.mark.parametrize(
    ("kind", "first", "another"), [case[1:] for case in OTHER], ids=[case[0] for case in OTHER]
)
def test_digests_that_differ(kind: str, first: str, another: str) -> None:
    assert digest(first, kind) != digest(another, kind)


def test_digest_of_the_same_text_anywhere_in_a_page() -> None:
    page = parse("<h1>One two</h1><ul><li>six<li><a href=/>One two</a></ul>")
    text = page.digest("text")
    heading, link = find_row(page, "h1"), find_row(page, "a")
    assert text[heading] == text[heading + 1] == text[link] == text[page.parent[link]]
    assert text[heading] != text[0]


def test_own_names_are_digested_by_name_not_number() -> None:
    first, another = parse("<x-a><x-b>"), parse("<x-b><x-a>")
    assert first.tag[3] == another.tag[3]
    assert first.digest("tag")[3] != another.digest("tag")[3]
    assert first.digest("tag")[3] == another.digest("tag")[4]


@pytest.mark.parametrize("kind", ["", "words", "attr", "attr:", "Text"])
def test_digest_of_something_unknown(kind: str) -> None:
    with pytest.raises(BadOption, match="expected 'text', 'tag', 'shape' or 'attr:NAME'"):
        parse("a").digest(kind)
