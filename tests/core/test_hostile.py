"""Pages made to hurt: what comes out of them is still a sound table, and no word is lost.

Every limit that is reached leaves a warning that says where and how much.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from pagecore import Page, parse
from tests.trees import check_table

LEVELS = 60_000


def numbered(n: int) -> list[str]:
    """Words that occur once each."""
    return [f"w{i}" for i in range(n)]


def words_of(page: Page) -> list[str]:
    return page.text().split()


def find_warning(page: Page, code: str) -> Any:
    """Return the only warning with a code."""
    (reported,) = [warning for warning in page.warnings if warning.code == code]
    assert reported.message
    return reported


def codes(page: Page) -> list[str]:
    return [warning.code for warning in page.warnings]


# ---------------------------------------------------------------- width and depth


def test_100_000_siblings() -> None:
    expected = numbered(100_000)
    page = parse("<body>" + "".join(f"<p>{word} " for word in expected))
    assert len(page) == 3 + 2 * 100_000
    assert page.children(page.is_tag("p"), how="sum")[2] == 100_000
    assert words_of(page) == expected
    assert page.warnings == ()


def test_100_000_siblings_of_a_text() -> None:
    page = parse("<body>" + "a<br>" * 100_000)
    assert len(page) == 3 + 2 * 100_000
    assert page.below(page.chars)[0] == 100_000
    assert page.warnings == ()


NESTS: Sequence[tuple[str, str, str]] = [
    # what is nested, one level of it, and how it would be closed
    ("div", "<div>", "</div>"),
    ("span", "<span>", "</span>"),
    ("unknown", "<x-a>", "</x-a>"),
    ("list", "<ul><li>", "</ul>"),
    ("table", "<table><tr><td>", "</table>"),
    ("quote", "<blockquote><p>", "</blockquote>"),
    ("svg", "<svg><g>", "</svg>"),
    ("foreignObject", "<svg><foreignObject><p>", "</svg>"),
    ("math", "<math><mrow>", "</math>"),
    ("template", "<template>", "</template>"),
    ("button", "<div><button>", "</div>"),
    ("form", "<form><div>", "</div>"),
    ("heading", "<h1><div>", "</div>"),
    ("definition", "<dl><dd>", "</dl>"),
    ("object", "<object>", "</object>"),
    ("details", "<details><summary>a", "</details>"),
    ("ruby", "<ruby><rt>", "</ruby>"),
    ("select", "<div><select><option>", "</div>"),
    ("noscript", "<noscript><p>", "</noscript>"),
]


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize(
    ("level", "close"), [nest[1:] for nest in NESTS], ids=[nest[0] for nest in NESTS]
)
def test_60_000_levels_lose_no_word(level: str, close: str, closed: bool) -> None:
    expected = numbered(LEVELS)
    opened = "".join(f"{level} {word} " for word in expected)
    after = numbered(LEVELS)[::-1] if closed else []
    page = parse(opened + "".join(f"{close} {word} " for word in after))
    check_table(page)
    actual = [word for word in words_of(page) if word != "a"]
    if level.startswith(("<table>", "<form>")):
        # What stands between a table and its cells, or behind the table, is put before it.
        assert sorted(actual) == sorted(expected + after)
    else:
        assert actual == expected + after
    assert page.depth.max() <= 512


PAST_THE_STACK: Sequence[tuple[str, str]] = [
    # by what a page grows deeper than elements are open at once, and one level of it
    ("formatting opened again", "<b><i><p>{}</p>"),
    ("a form that ends below others", "<form><div></form>{}"),
    ("a form around formatting", "<form><b><div></form>{}</b>"),
    ("a form in foreign content", "<svg><foreignObject><form><div></form>{}"),
    ("links put before tables", "<b><table><a>{}</table>"),
    ("links around tables", "<a></table><td><b>{}<table>"),
]


@pytest.mark.parametrize(
    "level", [way[1] for way in PAST_THE_STACK], ids=[way[0] for way in PAST_THE_STACK]
)
def test_no_way_past_the_depth_limit(level: str) -> None:
    expected = numbered(20_000)
    page = parse("".join(level.format(f" {word} ") for word in expected))
    check_table(page)
    assert sorted(words_of(page)) == sorted(expected)
    assert page.depth.max() == 512
    # What is deepest has nothing below it, as where the stack keeps to the limit.
    assert page.depth[page.parent[1:]].max() == 511
    assert len(page) <= 8 * 20_000
    assert find_warning(page, "limit-depth").count > 0


def test_what_is_fostered_does_not_grow_deep() -> None:
    expected = numbered(20_000)
    page = parse("".join(f"<table><tr><div> {word} " for word in expected))
    assert sorted(words_of(page)) == sorted(expected)
    assert page.depth.max() == 4
    assert page.warnings == ()


def test_depth_limit_says_where_and_how_much() -> None:
    page = parse("<body>" + "<div>" * 1000 + "word")
    warning = find_warning(page, "limit-depth")
    # Of 512 levels html and body are the first two, so 510 of the elements find a place of their
    # own; the others become siblings of the last of them, and the text stands in the last of all.
    assert page.depth[page.tag != 0].max() == 511
    assert page.children(page.is_tag("div")).max() == 491
    assert len(page) == 3 + 1000 + 1
    assert warning.count == 490
    assert warning.offset == len("<body>") + 510 * len("<div>")
    assert page.parent[-1] == len(page) - 2


def test_depth_limit_is_an_argument() -> None:
    html = "<div>" * 40 + "word"
    assert "limit-depth" in codes(parse(html, max_depth=20))
    assert parse(html, max_depth=20).depth.max() <= 20
    assert codes(parse(html, max_depth=60)) == []


def test_moves_on_a_deep_page() -> None:
    page = parse("".join(f"<div>{word}" for word in numbered(LEVELS)))
    assert page.below(page.words)[0] == LEVELS
    assert page.above(page.is_tag("div")).max() < len(page)
    assert page.children(page.words).sum() == LEVELS
    assert pickle.loads(pickle.dumps(page)) == page
    assert page.xpath(len(page) - 1) == f"/descendant::text()[{LEVELS}]"


# ---------------------------------------------------------------- attributes


def test_attribute_of_a_megabyte() -> None:
    value = "x" * 2**20
    page = parse(f'<p title="{value}">word')
    row = len(page) - 2
    assert page.get(row, "title") == value
    assert page.warnings == ()
    assert page.text() == "word"


def test_longer_attribute_is_cut_with_a_warning() -> None:
    value = "é" * 2**20
    page = parse(f'<p title="{value}" class="after">word')
    row = len(page) - 2
    kept = page.get(row, "title")
    assert kept is not None
    assert value.startswith(kept)
    assert 2**20 - 4 < len(kept.encode()) <= 2**20
    assert page.get(row, "class") == "after"
    assert page.text() == "word"
    warning = find_warning(page, "limit-attribute")
    assert warning.offset == len('<p title="')
    assert warning.count == len(value.encode()) - len(kept.encode())


def test_100_000_attributes() -> None:
    page = parse("<p " + " ".join(f"a{i}={i}" for i in range(100_000)) + ">word")
    row = len(page) - 2
    attributes = page.attributes(row)
    assert len(attributes) == 100_000
    assert all(attributes[f"a{i}"] == str(i) for i in range(0, 100_000, 997))
    assert page.get(row, "a99999") == "99999"
    assert page.text() == "word"


def test_100_000_times_the_same_attribute() -> None:
    page = parse("<p " + " ".join(f"A={i}" for i in range(100_000)) + ">word")
    assert page.attributes(len(page) - 2) == {"a": "0"}


def test_100_000_classes() -> None:
    page = parse('<p class="' + " ".join(numbered(100_000)) + '">word')
    assert page.has_class("w99999").tolist() == [False, False, False, True, False]


def test_100_000_names_of_elements() -> None:
    page = parse("".join(f"<x{i}>w{i}</x{i}>" for i in range(100_000)))
    assert words_of(page) == ["".join(numbered(100_000))]
    assert page.name(3) == "x0"
    # Past 65 000 they share one name, and the page says so.
    warning = find_warning(page, "limit-names")
    assert warning.count >= 100_000 - 65_536
    assert len(set(page.tag.tolist())) <= 65_536


# ---------------------------------------------------------------- formatting elements


def test_unclosed_formatting_elements() -> None:
    expected = numbered(2_000)
    # Every one differs, so the rule of three alike does not help.
    html = "".join(f"<b id={i}>" for i in range(2_000))
    page = parse(html + "".join(f"<p>{word} " for word in expected))
    check_table(page)
    assert words_of(page) == expected
    # No more than the limit is opened anew in each paragraph.
    assert len(page) <= 3 + 2_000 + 2_000 * (1 + 64 + 1)
    warning = find_warning(page, "limit-formatting")
    assert warning.count >= 2_000 - 64
    assert page.source[warning.offset : warning.offset + 2] == b"<b"


def test_formatting_elements_that_do_not_nest() -> None:
    expected = numbered(3_000)
    html = "".join(f"<a><b><i><p>{word} </a></b></i>" for word in expected)
    page = parse(html)
    check_table(page)
    assert words_of(page) == expected


def test_end_tags_of_nothing() -> None:
    page = parse("<div>" * 400 + "</b></a></h1></li>" * 50_000 + "word")
    assert page.text() == "word"
    assert len(page) == 3 + 400 + 1


def test_misnested_tables() -> None:
    expected = numbered(20_000)
    page = parse("<table>" + "".join(f"<tr>{word} <td>" for word in expected))
    check_table(page)
    assert sorted(words_of(page)) == sorted(expected)


def test_foster_parented_texts_join() -> None:
    page = parse("<table>" + "a<tr>" * 50_000)
    (row,) = np.flatnonzero(page.chars > 0).tolist()
    assert page.chars[row] == 50_000
    assert page.joined[row]
    assert page.name(row + 1) == "table"


# ---------------------------------------------------------------- characters


def test_nul_bytes() -> None:
    page = parse(b"<p\0q title='a\0b'>c\0d<svg>e\0f</svg><textarea>g\0h</textarea>")
    assert page.name(3) == "p\ufffdq"
    assert page.get(3, "title") == "a\ufffdb"
    assert page.text() == "cde\ufffdfg\ufffdh"


def test_only_nul_bytes() -> None:
    page = parse(b"\0" * 1_000_000, encoding="utf-8")
    check_table(page)
    assert page.text().strip("\ufffd") == ""


def test_a_million_entities() -> None:
    page = parse("<p>" + "&amp;" * 1_000_000)
    assert page.text() == "&" * 1_000_000
    assert page.chars[-1] == 1_000_000


def test_a_million_ampersands() -> None:
    page = parse("<p title='" + "&" * 1_000_000 + "'>" + "&" * 1_000_000)
    assert page.get(3, "title") == "&" * 1_000_000
    assert page.text() == "&" * 1_000_000


def test_a_million_less_than_signs() -> None:
    page = parse("<p>" + "<" * 1_000_000)
    assert page.text() == "<" * 1_000_000


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<!--" * 250_000, ""),
        ("<p>word<!" * 100_000, "word" * 100_000),
        ("word<p title='" * 100_000, "word"),
        ("<script>" * 100_000, ""),
        ("<textarea>" + "</textare" * 100_000, "</textare" * 100_000),
        ("<title>" + "</" * 300_000, "</" * 300_000),
        ("<svg>" + "<![CDATA[" * 100_000, "<![CDATA[" * 99_999),
        ("<p>a" + "<![CDATA[" * 100_000, "a"),
        ("<script><!--" + "<script" * 100_000, ""),
        ("<style>" + "</style" * 100_000, ""),
        ("<plaintext>" + "</plaintext>" * 50_000, "</plaintext>" * 50_000),
        ("</p " * 200_000, ""),
        ("<a b='" * 100_000, ""),
        ("<?" * 300_000, ""),
        ("<p>w" + "\r" * 500_000, "w" + "\n" * 500_000),
    ],
    ids=lambda value: value[:20],
)
def test_what_never_ends(html: str, text: str) -> None:
    page = parse(html)
    check_table(page)
    visible = [
        row
        for row in np.flatnonzero(page.tag == 0).tolist()
        if page.text_stop[row] > page.text_start[row]
    ]
    assert "".join(page.text(row) for row in visible) == text


# ---------------------------------------------------------------- encodings


def test_wrong_encoding_is_said() -> None:
    page = parse(b"<p>" + b"na\xefve " * 1000, encoding="utf-8")
    warning = find_warning(page, "encoding-contradicted")
    assert (warning.offset, warning.count) == (5, 1000)
    assert words_of(page) == ["na\ufffdve"] * 1000


def test_contradicting_declarations() -> None:
    page = parse("<meta charset=koi8-r><meta charset=gbk><p>größer".encode())
    assert page.encoding == "utf-8"
    assert "koi8-r" in find_warning(page, "encoding-declared-otherwise").message
    assert page.text() == "größer"


def test_mixed_encodings() -> None:
    page = parse("<meta charset=utf-8><p>größer ".encode() + "größer".encode("latin1"))
    assert page.text() == "größer gr\ufffd\ufffder"
    assert find_warning(page, "encoding-contradicted").count == 2


def test_truncated_utf_8() -> None:
    page = parse("<p>größer 漢".encode()[:-1])
    assert page.encoding == "utf-8"
    assert page.text() == "größer \ufffd"
    assert find_warning(page, "encoding-contradicted").count == 1


def test_utf_16_without_a_mark() -> None:
    page = parse("<p>größer und größer</p>".encode("utf-16-le"))
    assert (page.encoding, page.encoding_from) == ("utf-16le", "pattern")
    assert page.text() == "größer und größer"


# ---------------------------------------------------------------- size


def test_page_of_50_megabytes() -> None:
    unit = (
        '<div class="item item--wide" style="margin: 0 auto"><a href="/x?a=1&amp;b=2">one two</a> '
        "<p>three &amp; four.</p></div>\n"
    )
    n = 50_000_000 // len(unit) + 1
    page = parse((unit * n).encode())
    assert len(page.source) > 50_000_000
    # div, a, its text, a blank, p, its text, and the line end behind the div.
    assert len(page) == 3 + 7 * n
    assert page.below(page.words)[0] == 4 * n
    assert page.below(page.is_tag("a"))[0] == n
    assert page.end[0] == len(page)
    assert page.stop[2] == len(page.source)
    assert page.warnings == ()


def test_more_rows_than_the_default_limit() -> None:
    page = parse(b"<br>" * 4_100_000)
    assert len(page) == 4_000_000
    warning = find_warning(page, "limit-rows")
    assert warning.offset == 4 * (4_000_000 - 3)


def test_bytes_past_the_limit_are_cut() -> None:
    html = "<p>" + "é" * 100
    page = parse(html.encode(), max_bytes=14)
    # The limit falls into the sixth é, which is left out whole.
    assert page.text() == "é" * 5
    warning = find_warning(page, "limit-bytes")
    assert (warning.offset, warning.count) == (13, len(html.encode()) - 13)
    assert "encoding-contradicted" not in codes(page)


def test_rows_past_the_limit_are_cut() -> None:
    page = parse("<p>a" * 1000, max_rows=100)
    assert len(page) <= 100
    check_table(page)
    assert set(page.text()) == {"a"}
    warning = find_warning(page, "limit-rows")
    assert 0 < warning.offset < len(page.source)
