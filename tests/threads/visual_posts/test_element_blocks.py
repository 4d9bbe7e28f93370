"""Elements as blocks: which rows make a block, and where it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from pagecore import Page
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.element_blocks import build_element_tree
from tests.drawn_pages import draw
from tests.layouts import nest_boxes
from tests.trees import pages


def build_tree(page: Page) -> BlockTree:
    assert page.layout is not None
    return build_element_tree(page, page.layout)


def show(tree: BlockTree, block: int = 0) -> str:
    """The block as text: its words if there are no blocks in it, else the blocks in it."""
    if tree.children[block]:
        return "(" + " ".join(show(tree, child) for child in tree.children[block]) + ")"
    rows = np.flatnonzero((tree.ids == block) & tree.is_text)
    return "".join(tree.page.text(row) for row in rows.tolist()).strip() or "-"


CASES = [
    # what it shows                page                                          blocks in body
    ("elements below each other",  "<p>a</p><div>b</div>",                       "(a b)"),
    ("inline elements are text",   "<p>a<b>b</b><i>c</i></p><p>d</p>",           "(abc d)"),
    ("text beside an element",     "a<b>b</b><div>c</div>d<i>e</i>",             "(ab c de)"),
    ("elements in an inline one",  "<p>x</p><span>a<div>b</div></span>",         "(x (a b))"),
    ("a chain of elements",        "<div><div><p>a</p></div></div><p>b</p>",     "(((a)) b)"),
    ("what is not drawn",          "<p>a</p><p undrawn>b</p><p>c</p>",           "(a c)"),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "blocks"), CASES, ids=[case[0] for case in CASES])
def test_known_blocks(shows: str, html: str, blocks: str) -> None:
    tree = build_tree(draw(f"<html box='0 0 100 100'><body>{html}"))
    assert show(tree) == f"({blocks})"


def test_boxes_are_around_runs() -> None:
    page = draw(
        "<html box='0 0 100 100'><body><b box='0 0 10 10'>a</b><b box='10 5 10 10'>b</b>"
        "<p box='0 20 100 10'>c</p>"
    )
    assert build_tree(page).box[2:].tolist() == [[0, 0, 20, 15], [0, 20, 100, 10]]


@given(page=pages())
def test_blocks_of_generated_pages(page: Page) -> None:
    tree = build_tree(nest_boxes(page))
    assert (tree.parent < np.arange(len(tree))).all()
    assert (tree.ids < len(tree)).all()
    assert (tree.ids[tree.is_text] >= 0).all()
    if len(tree):
        assert tree.letters[0] == page.chars[tree.is_text].sum()
    # A text is in the block of the nearest element, or in a run there.
    for row in np.flatnonzero(tree.is_text).tolist():
        block = int(tree.ids[row])
        above = int(tree.ids[page.parent[row]])
        assert block == above or tree.parent[block] == above


def test_totals_and_owners() -> None:
    tree = build_tree(draw("<html box='0 0 9 9'><body><ul><li>ab</li><li>c</li></ul><p>defg"))
    assert tree.letters.tolist() == [7, 7, 3, 2, 1, 4]
    owners = tree.find_owners([2, 4])
    assert [owners[row] for row in np.flatnonzero(tree.is_text)] == [0, 1, -1]
