"""Aligned trees: what is mapped, what is optional, and where it stands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import parse
from pagecore.sites.fields.aligned_tree import AlignedTree
from pagecore.sites.fields.text_tree import TextTree, split_label


def align(*bodies: str) -> tuple[AlignedTree, list[TextTree]]:
    pages = [TextTree.of(parse(f"<body>{body}")) for body in bodies]
    tree = AlignedTree.of(pages[0])
    for page in pages[1:]:
        tree = tree.add(page)
    return tree, pages


def list_texts(tree: AlignedTree, pages: list[TextTree]) -> list[list[str | None]]:
    """The text of each page at each text of the tree, in document order."""
    maps = [tree.align(page) for page in pages]
    return [
        [page.texts[of[node]] if node in of else None for page, of in zip(pages, maps, strict=True)]
        for node in range(len(tree))
        if tree.nodes[node].is_text
    ]


CASES = [
    # what it shows            pages                                     texts by node
    ("one text varies", ("<p>a</p><p>x</p>", "<p>b</p><p>x</p>"), [["a", "b"], ["x", "x"]]),
    ("an optional part keeps its place",
     ("<p>top</p><p>end</p>", "<p>top</p><div><b>new</b></div><p>end</p>"),
     [["top", "top"], [None, "new"], ["end", "end"]]),
    ("rows of a table by their labels",
     ("<table><tr><th>A<td>1<tr><th>B<td>2</table>", "<table><tr><th>B<td>3</table>"),
     [["A", None], ["1", None], ["B", "B"], ["2", "3"]]),
    ("labels before a colon",
     ("<p>Size: 1</p><p>Age: 2</p>", "<p>Age: 3</p>"), [["Size: 1", None], ["Age: 2", "Age: 3"]]),
    ("a text is not mapped to an element",
     ("<div>a</div>", "<div><p>a</p></div>"), [["a", None], [None, "a"]]),
    ("three pages, two have the part",
     ("<h1>a</h1><p>1</p>", "<h1>b</h1>", "<h1>c</h1><p>3</p>"),
     [["a", "b", "c"], ["1", None, "3"]]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "bodies", "expected"), CASES, ids=[case[0] for case in CASES])
def test_alignment(name: str, bodies: tuple[str, ...], expected: list[list[str | None]]) -> None:
    assert sorted(list_texts(*align(*bodies)), key=str) == sorted(expected, key=str)


def test_nodes_say_on_how_many_pages_they_are_and_whether_they_vary() -> None:
    tree, _ = align("<p>a</p>", "<p>b</p><i>c</i>", "<p>a</p>")
    texts = [node for node in tree.nodes if node.is_text]
    assert [(node.n_pages, node.varies) for node in texts] == [(3, True), (1, False)]


def test_nodes_are_left_out_with_all_below_them() -> None:
    tree, pages = align("<div><p>a</p><p>b</p></div><p>c</p>", "<p>c</p>")
    rare = [number for number, node in enumerate(tree.nodes) if node.n_pages == 1]
    kept, places = tree.drop_nodes(rare)
    assert list_texts(kept, pages) == [["c", "c"]]
    assert sorted(places.values()) == list(range(len(kept)))
    assert all(node.parent < number for number, node in enumerate(kept.nodes))


words = st.sampled_from(["a", "b", "Size: 1", "Size: 2"])
bodies = st.lists(
    st.tuples(st.sampled_from(["p", "div", "b"]), words).map(
        lambda of: "<{0}>{1}</{0}>".format(*of)
    ),
    min_size=1,
    max_size=6,
).map("".join)


@given(st.lists(bodies, min_size=1, max_size=4))
def test_the_tree_has_every_text_of_every_page_in_order(pages: list[str]) -> None:
    tree, parsed = align(*pages)
    for page in parsed:
        own = sum(text is not None for text in page.texts)
        # A page may be aligned in another way once others are added, but it never has more nodes
        # than the tree, and the tree never loses one that it has added.
        assert own <= sum(node.is_text for node in tree.nodes)
    assert next(node.parent for node in tree.nodes) == -1
    assert all(0 <= node.parent < number for number, node in enumerate(tree.nodes) if number)
    first = AlignedTree.of(parsed[0])
    nodes = first.align(parsed[0])
    assert nodes == {number: number for number in range(len(first))}
    assert np.all([node.n_pages <= len(pages) for node in tree.nodes])


LABELLED = [
    ("Price: 9 €", ("Price", "9 €")),
    ("Fuel economy = 30 mpg", ("Fuel economy", "30 mpg")),
    ("価格：900円", ("価格", "900円")),
    (": Brass", ("", "Brass")),
    (":)", None),
    ("12:30", None),
    ("https://a.example", None),
    ("Price:", None),
    ("one two three four five six: x", None),
    ("a text", None),
]


@pytest.mark.parametrize(("text", "expected"), LABELLED)
def test_labels_before_values(text: str, expected: tuple[str, str] | None) -> None:
    labelled = split_label(text)
    assert (labelled if labelled is None else tuple(labelled)) == expected
