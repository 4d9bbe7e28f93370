"""Element nodes: presentation styles, and the keys that rows are merged by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pagecore import Page, parse
from pagecore.sites.element_nodes import (
    digest_pieces,
    find_element_nodes,
    read_style,
)
from tests.trees import markup


def find_row(page: Page, name: str) -> int:
    return int(np.flatnonzero(page.is_tag(name))[0])


def test_style_is_that_of_the_paper() -> None:
    page = parse(
        "<body><table width=800 height=200><tr><td>a</table><img width=800>"
        "<table bgcolor=red><tr><td>b</table>"
    )
    assert read_style(page, find_row(page, "body")) == (
        ("table", frozenset({("width", "800"), ("height", "200")})),
        ("img", frozenset({("width", "800")})),
        ("table", frozenset({("bgcolor", "red")})),
    )


def test_text_and_hidden_elements_are_no_part_of_a_style() -> None:
    page = parse("<body>text<p class='a b'>one</p>text<script>x</script><p hidden>no</p><hr>")
    body = find_row(page, "body")
    assert read_style(page, body) == (("p", frozenset()), ("hr", frozenset()))
    assert read_style(page, body, ["b"]) == (
        ("p", frozenset({("class", "b")})),
        ("hr", frozenset()),
    )


@given(markup())
def test_digests_are_equal_if_and_only_if_styles_are(html: str) -> None:
    page = parse(html)
    nodes = find_element_nodes(page, ["x", "q"])
    elements = np.flatnonzero(page.visible & (page.tag != 0)).tolist()
    styles = {row: read_style(page, row, ["x", "q"]) for row in elements}
    by_digest = {int(nodes.style[row]): styles[row] for row in elements}
    assert all(by_digest[int(nodes.style[row])] == styles[row] for row in elements)
    assert len(by_digest) == len(set(styles.values()))


@given(markup())
def test_every_row_of_a_page_is_in_a_node_of_its_own(html: str) -> None:
    """A page has one tag node at most in an element node, so that pages can be counted."""
    page = parse(html)
    nodes = find_element_nodes(page, [])
    is_element = page.visible & (page.tag != 0)
    assert len(set(nodes.key[is_element].tolist())) == is_element.sum()
    assert not nodes.key[~is_element].any()
    assert not nodes.leaf[~nodes.has_leaf].any()
    assert not (nodes.has_leaf & ~page.visible).any()


@pytest.mark.parametrize(
    ("html", "is_same"),
    [
        ("<main><p>a</p></main><div><p>b</p></div>", True),
        # The style of body differs, so all below it does.
        ("<main><p>a</p></main><div><p>b</p></div><hr>", False),
        ("<section><p>a</p></section><div><p>b</p></div>", False),
        ("<main><p>a</p></main><div><p>b</p><i></i></div>", False),
        # The style of main does not matter to div.
        ("<main><p>a</p><p>c</p></main><div><p>b</p></div>", True),
    ],
)
def test_rows_are_merged_by_the_styles_above_them(html: str, is_same: bool) -> None:
    def find_key(page: Page) -> int:
        row = next(row for row in np.flatnonzero(page.tag == 0) if page.text(int(row)) == "b")
        return int(find_element_nodes(page, []).leaf[row])

    page = parse("<main><p>a</p></main><div><p>b</p></div>")
    assert (find_key(page) == find_key(parse(html))) == is_same


def test_texts_between_the_same_elements_share_a_leaf() -> None:
    page = parse("<p>a<!-- -->b<br>c<script></script>d")
    leaf = find_element_nodes(page, []).leaf
    rows = {page.text(int(row)): int(row) for row in np.flatnonzero(page.tag == 0)}
    texts = [rows[text] for text in rows if text in "abcd"]
    found = [int(leaf[row]) for row in texts]
    assert len(set(found)) == 2
    assert found == sorted(found, key=found.index)


def test_piece_is_a_text_with_four_elements_around_it() -> None:
    def digest(html: str) -> tuple[int, int]:
        page = parse(html)
        rows = np.flatnonzero((page.tag == 0) & page.visible)
        text, shape = digest_pieces(page, find_element_nodes(page, ["a"]), rows[-1:]).tolist()
        return text, shape

    menu = digest("<main><ul class=a><li><b>Home</b></ul></main>")
    assert digest("<p>new</p><main><p>new</p><ul class='a b'><li><b>Home</b></ul></main>") == menu
    text, shape = digest("<main><ul class=a><li><b>News</b></ul></main>")
    assert text != menu[0]
    assert shape == menu[1]
    for other in (
        "<div><ul class=a><li><b>Home",
        "<main><ul><li><b>Home",
        "<main><ol class=a><li><b>Home",
    ):
        assert not set(digest(other)) & set(menu)
    assert digest("<section><main><ul class=a><li><b>Home") == menu
