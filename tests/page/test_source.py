"""The source: where rows stand in it, and how offsets are translated."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.errors import BadOption
from tests.rows import find_row, find_rows, text_row

CUTS = [
    # what it shows                page                              row          its source
    ("element",                    "<div><p id=a>b</p></div>",       "p",         "<p id=a>b</p>"),
    ("end tag with a space",       "<p>a</p\n>b",                    "p",         "<p>a</p\n>"),
    ("closed by a sibling",        "<ul><li>a<li>b</ul>",            "li",        "<li>a"),
    ("closed by its parent's end", "<div><p>a</div>b",               "p",         "<p>a"),
    ("closed by the page's end",   "<p>a",                           "p",         "<p>a"),
    ("void element",               "a<img alt='>'>b",                "img",       "<img alt='>'>"),
    ("void, closing itself",       "a<br />b",                       "br",        "<br />"),
    ("foreign, closing itself",    "<svg><path d='m'/></svg>",       "svg path",  "<path d='m'/>"),
    ("implied, with children",     "<table><td>a</table>",           "tr",        "<td>a"),
    ("implied, several children",  "<table><tr><td>a<tr></table>",   "tbody",     "<tr><td>a<tr>"),
    ("implied by an end tag",      "a</p>b",                         "p",         ""),
    ("implied and empty",          "<p>a",                           "head",      ""),
    ("implied body",               "<title>t</title><p>a</p>",       "body",      "<p>a</p>"),
    ("body with its tags",         "<body>a</body>\n",               "body",      "<body>a</body>"),
    ("html with its tags",         "<html>a</html>\n",               "html",      "<html>a</html>"),
    ("capitals",                   "<P>a</P>",                       "p",         "<P>a</P>"),
    ("text",                       "<p>a b</p>",                     "#text",     "a b"),
    ("text with entities",         "<p>a&amp;b&lt;</p>",             "#text",     "a&amp;b&lt;"),
    ("text with line ends",        "<p>a\r\nb</p>",                  "#text",     "a\r\nb"),
    ("script's text",              "<script>a<b>&amp;\r</script>",   "#text",     "a<b>&amp;\r"),
    ("style's text",               "<style>a > b</style>",           "#text",     "a > b"),
    ("text from several places",   "<table>a<tr>b</table>",          "#text",     "a<tr>b"),
    ("not ASCII",                  "<p>naïve 漢字 😀</p>",           "#text",     "naïve 漢字 😀"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "cut"), [case[1:] for case in CUTS], ids=[case[0] for case in CUTS]
)
def test_source_of_a_row(html: str, name: str, cut: str) -> None:
    page = parse(html)
    row = find_rows(page, name)[0]
    assert page.source_of(row) == cut
    assert page.source[page.start[row] : page.stop[row]] == cut.encode()


def test_text_is_changed_where_its_source_is_not() -> None:
    page = parse("<p>a&amp;b\r\n&eacute;</p>")
    assert page.text() == "a&b\né"
    assert page.source == b"<p>a&amp;b\r\n&eacute;</p>"
    start, stop = page.text_start[4], page.text_stop[4]
    assert bytes(page.text_buffer[start:stop]) == "a&b\né".encode()


def test_copy_has_the_start_tag_of_its_original() -> None:
    page = parse("<p><b id=a>x<p>y</b>z")
    original, copy = find_rows(page, "b")
    assert page.start[copy] == page.start[original] == 3
    assert page.source_of(original) == "<b id=a>x"
    assert page.stop[copy] == len("<p><b id=a>x<p>y</b>")


def test_joined_marks_texts_from_several_places() -> None:
    page = parse("<p>a</p><table>b<tr>c<td>d</table>")
    assert page.joined.dtype == np.bool_
    assert np.flatnonzero(page.joined).tolist() == [text_row(page, "b<tr>c")]
    assert page.text(text_row(page, "b<tr>c")) == "bc"


def test_texts_parted_by_a_comment_are_two() -> None:
    page = parse("<p>a<!-- c -->b")
    assert [page.source_of(row) for row in find_rows(page, "#text")] == ["a", "b"]
    assert not page.joined.any()


def test_script_has_one_text_without_a_span() -> None:
    page = parse("<script>let a;</script>")
    script = find_row(page, "script")
    assert page.end[script] == script + 2
    assert page.text_start[script + 1] == page.text_stop[script + 1]
    assert page.source_of(script + 1) == "let a;"
    assert page.text() == ""


def test_offsets_are_bytes_of_utf_8_whatever_the_page_was() -> None:
    page = parse("<p>größer".encode("utf-16"))
    assert page.source == "<p>größer".encode()
    assert (page.start[4], page.stop[4]) == (3, 11)


# ---------------------------------------------------------------- points

POINTS = [
    # what it shows               offset  char  utf16
    ("start",                     0,      0,    0),
    ("before two bytes",          1,      1,    1),
    ("behind two bytes",          3,      2,    2),
    ("behind three bytes",        6,      3,    3),
    ("behind four bytes",         10,     4,    5),
    ("end",                       11,     5,    6),
    ("inside two bytes",          2,      1,    1),
    ("inside four bytes",         9,      3,    3),
    ("past the end",              99,     5,    6),
]  # fmt: skip


@pytest.mark.parametrize(
    ("offset", "char", "utf16"), [case[1:] for case in POINTS], ids=[case[0] for case in POINTS]
)
def test_point_of_an_offset(offset: int, char: int, utf16: int) -> None:
    # One, two, three, four and one byte.
    page = parse("aé漢😀b")
    assert page.convert_offsets([offset]).tolist() == [char]
    assert page.convert_offsets([offset], unit="utf16").tolist() == [utf16]


def test_points_keep_order_and_shape() -> None:
    page = parse("aé漢😀b")
    points = page.convert_offsets([[11, 0, 3], [10, 10, 6]])
    assert points.tolist() == [[5, 0, 2], [4, 4, 3]]
    assert points.dtype == np.int64
    assert page.convert_offsets([]).tolist() == []
    assert page.convert_offsets(10).tolist() == 4


def test_points_cut_out_of_a_string() -> None:
    html = "<i>😀</i><p>größer</p>"
    page = parse(html)
    row = text_row(page, "größer")
    start, stop = page.convert_offsets([page.start[row], page.stop[row]])
    assert html[start:stop] == "größer"


def test_points_of_an_unknown_unit() -> None:
    with pytest.raises(BadOption, match="unit='bytes': expected 'char' or 'utf16'"):
        parse("a").convert_offsets([0], unit="bytes")  # type: ignore[arg-type]  # Wrong on purpose.


# ---------------------------------------------------------------- how it was read

READ = [
    # what it shows      page                                            encoding        known from
    ("str",              "<p>é",                                         "utf-8",        "str"),
    ("ASCII",            b"<p>e",                                        "utf-8",        "ascii"),
    ("UTF-8",            "<p>é".encode(),                                "utf-8",        "utf-8"),
    ("a mark",           "<p>é".encode("utf-8-sig"),                     "utf-8",        "bom"),
    ("UTF-16 by a mark", "<p>é".encode("utf-16"),                        "utf-16le",     "bom"),
    ("UTF-16 without",   "<p>é, é and é".encode("utf-16-be"),            "utf-16be",     "pattern"),
    ("meta",             "<meta charset=koi8-r><p>б".encode("koi8-r"),   "koi8-r",       "meta"),
    ("a guess",          "<p>größer und schöner".encode("cp1252"),       "windows-1252", "guess"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "encoding", "known_from"), [case[1:] for case in READ], ids=[case[0] for case in READ]
)
def test_encoding_and_what_spoke_for_it(html: bytes | str, encoding: str, known_from: str) -> None:
    page = parse(html)
    assert (page.encoding, page.encoding_from) == (encoding, known_from)
    assert page.warnings == ()


def test_encoding_as_an_argument() -> None:
    page = parse("<meta charset=koi8-r>é".encode("latin1"), encoding="ISO-8859-1")
    assert (page.encoding, page.encoding_from) == ("windows-1252", "argument")
    assert page.text() == "é"


def test_unknown_encoding_is_left_aside_with_a_warning() -> None:
    page = parse(b"<p>a", encoding="klingon")
    assert page.text() == "a"
    (warning,) = page.warnings
    assert warning.code == "encoding-unknown"
    assert "klingon" in warning.message
