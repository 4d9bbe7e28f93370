"""Which texts are columns, where the limits of prose are, and the wildcards of columns."""

from __future__ import annotations

import pytest

from pagecore import parse
from pagecore.sites.fields.aligned_tree import AlignedTree
from pagecore.sites.fields.columns import FieldColumn, Values, find_columns
from pagecore.sites.fields.text_tree import TextTree

SAME = "<p>Same words on all pages</p>"


def find(*bodies: str, known: Values | None = None) -> list[FieldColumn]:
    """Return the columns of some pages; `known` are values of the first one."""
    pages = [TextTree.of(parse(SAME + body)) for body in bodies]
    tree = AlignedTree.of(pages[0])
    for page in pages[1:]:
        tree = tree.add(page)
    maps = [tree.align(page) for page in pages]
    return find_columns(tree, pages, maps, [known or {}, *({} for _ in pages[1:])])


def list_columns(*bodies: str) -> list[tuple[str, str]]:
    """Return the kind and the sign of each column of some pages."""
    return [(column.kind, column.sign) for column in find(*bodies)]


def write_text(n_words: int, n_chars: int, seed: str) -> str:
    """Write a text of some words and characters, of which the first is a seed."""
    words = [seed, *["a"] * (n_words - 2)]
    start = " ".join(words)
    return f"{start} {'b' * (n_chars - len(start) - 1)}"


PROSE = [
    # what it shows           words  characters  is the body
    ("twelve words",          12,    200,        True),
    ("eleven words",          11,    200,        False),
    ("150 characters",        20,    150,        True),
    ("149 characters",        20,    149,        False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("n_words", "n_chars", "is_body"), [case[1:] for case in PROSE], ids=[c[0] for c in PROSE]
)
def test_prose_is_the_body(n_words: int, n_chars: int, is_body: bool) -> None:
    columns = list_columns(*(f"<div>{write_text(n_words, n_chars, seed)}</div>" for seed in "xyz"))
    assert columns == [("body" if is_body else "text", ".")]


@pytest.mark.parametrize(("n_beside", "is_body"), [(100, True), (101, False)])
def test_three_fifths_of_the_body_are_prose(n_beside: int, is_body: bool) -> None:
    # Two paragraphs, so that none of them has seven tenths of the prose.
    columns = list_columns(
        *(
            f"<div><p>{write_text(15, 150, seed)}</p><p>{write_text(15, 150, seed)}</p>"
            f"<i>{seed * 100}</i>{seed * n_beside}</div>"
            for seed in "xyz"
        )
    )
    assert (("body", ".") in columns) == is_body


@pytest.mark.parametrize(("n_words", "is_value"), [(20, False), (19, True)])
def test_a_part_of_a_paragraph_of_twenty_words_is_no_value(n_words: int, is_value: bool) -> None:
    columns = list_columns(
        *(
            f"<div><p>{write_text(15, 150, seed)}</p><p>{write_text(15, 150, seed)}</p>"
            f"<p>{' '.join(['same'] * (n_words - 1))} <b>{seed}</b></p></div>"
            for seed in "xyz"
        )
    )
    assert columns == [("body", "."), *[("text", ".")] * is_value]


SIGNS = [
    # what it shows             texts of three pages                            column
    ("on all pages",            ("<b>x</b>", "<b>y</b>", "<b>z</b>"),           ("text", ".")),
    ("on some pages",           ("<b>x</b>", "<b>y</b>", ""),                   ("text", "?")),
    ("several on all pages",    ("<b>x</b><b>y</b>", "<b>z</b>", "<b>v</b>"),   ("parts", "+")),
    ("several on some pages",   ("<b>x</b><b>y</b>", "<b>z</b>", ""),           ("parts", "*")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "column"), [case[1:] for case in SIGNS], ids=[c[0] for c in SIGNS]
)
def test_wildcards(texts: tuple[str, ...], column: tuple[str, str]) -> None:
    assert list_columns(*(f"<ul><li>{text}</li></ul>" for text in texts)) == [column]


def write_body(seed: str, inside: str = "") -> str:
    """Write an element with two paragraphs, and what else is in it."""
    paragraphs = f"<p>{write_text(15, 150, seed)}</p><p>{write_text(15, 150, seed)}</p>"
    return f"<div>{paragraphs}{inside}</div>"


def test_optional_texts_are_values_beside_the_body_but_not_in_it() -> None:
    inside = [write_body("x", "<b>u</b>"), write_body("y", "<b>v</b>"), write_body("z")]
    assert list_columns(*inside) == [("body", ".")]
    # The first text after the body.
    beside = [write_body("x") + "u", write_body("y") + "v", write_body("z")]
    assert list_columns(*beside) == [("body", "."), ("text", "?")]


@pytest.mark.parametrize(("n_beside", "is_value"), [(300, True), (301, False)])
def test_the_body_has_seven_tenths_of_the_prose(n_beside: int, is_value: bool) -> None:
    columns = list_columns(
        *(
            f"<div><div><p>{write_text(15, 350, seed)}</p><p>{write_text(15, 350, seed)}</p></div>"
            f"<p>{write_text(15, n_beside, seed)}</p></div>"
            for seed in "xyz"
        )
    )
    # With less, the body is the outer element, and has all paragraphs.
    assert columns == [("body", "."), *[("text", ".")] * is_value]


def test_a_paragraph_of_one_text_is_a_value() -> None:
    values = [" ".join(["word"] * n_words) for n_words in (20, 1, 2)]
    columns = find(
        *(
            write_body(seed, f"<p> <b>{value}</b> </p>")
            for seed, value in zip("xyz", values, strict=True)
        )
    )
    assert [column.values for column in columns if column.kind == "text"] == [tuple(values)]


def test_a_page_may_lack_the_body() -> None:
    column = find(write_body("x"), write_body("y"), "")[-1]
    assert (column.kind, column.sign, column.values) == ("body", "?", ("", "", None))


def test_a_repeated_part_has_a_line_for_each_text() -> None:
    (column,) = find("<ul><li>a<li>b</ul>", "<ul><li>c</ul>", "<ul></ul>")
    assert column.values == ("a\nb", "c", None)


def test_parts_in_parts_are_one_column() -> None:
    lists = ["<ol><li>a<li>b</ol><ol><li>c<li>d</ol>", "<ol><li>e</ol>"]
    (column,) = find(*(f"<div>{of}</div>" for of in lists))
    assert column.values == ("a\nb\nc\nd", "e")


def test_two_repeated_parts_of_one_element_are_one_column() -> None:
    (column,) = find("<div><b>a</b><b>b</b><i>c</i><i>d</i></div>", "<div><b>e</b><i>f</i></div>")
    assert column.values == ("a\nb\nc\nd", "e\nf")


def test_a_labelled_text_is_no_part() -> None:
    pages = ["<ul><li>a<li>b<li>x</ul>", "<ul><li>c<li>d</ul>"]
    assert [column.kind for column in find(*pages)] == ["parts"]
    columns = find(*pages, known={"letter": ["x"]})
    (labelled,) = (column for column in columns if column.kind == "text")
    assert labelled.values == ("x", "d")
    # It comes once, and not with the parts.
    assert len(columns) == 2
    assert all("x" not in (column.values[0] or "") for column in columns if column != labelled)
