"""The visual tree of V-Wrapper: its blocks, their boxes, and which leaf blocks are candidates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page
from pagecore.methods.visual_tree import VisualTree
from tests.drawn_pages import draw
from tests.layouts import nest_boxes
from tests.trees import child_lists, pages

BOX = "box='0 0 100 50'"
#: A line of code in a box of its own.
CODE = "<span display=flex>a</span>"


def build(page: Page) -> VisualTree:
    assert page.layout is not None
    return VisualTree.of(page, page.layout)


def outline(tree: VisualTree) -> list[str]:
    """The inner blocks by tag, and the leaf blocks by tag and text, indented by depth."""
    lines: list[str] = []
    depth: list[int] = []
    for block in range(len(tree)):
        above = int(tree.parent[block])
        depth.append(depth[above] + 1 if above >= 0 else 0)
        name = tree.page.name(int(tree.first[block]))
        if tree.is_leaf[block]:
            text = tree.page.text(np.arange(tree.first[block], tree.stop[block]))
            name += f"={'_'.join(text.split())}"
        if name not in ("html", "body"):
            lines.append("." * (depth[block] - 2) + name)
    return lines


CASES = [
    # what it shows             page                              blocks
    ("paragraphs",              "<p>one</p><p>two</p>",           "p=one p=two"),
    ("a paragraph with links",  "<p>1 <a>2</a> <b>3</b></p><p>x", "p=1_2_3 p=x"),
    ("a box around paragraphs", "<div><p>1</p><p>2</p></div>",    "div .p=1 .p=2"),
    ("text beside a block",     "<div>1 <b>2</b><p>3</p>4</div>", "div .#text=1_2 .p=3 .#text=4"),
    ("an image in a text",      "<p>1<img>2</p>",                 "p .#text=1 .img= .#text=2"),
    ("an icon in a text",       "<p>1<i></i>2</p>x<p>y",          "p=12 #text=x p=y"),
    ("an image alone",          "<div><img></div><p>x",           "div .img= p=x"),
    ("a button has text",       "<div><button>go</button></div>", "div .button=go"),
    ("lines of code",           f"<pre>{2 * CODE}</pre><p>x",     "pre=aa p=x"),
    ("a link around blocks",    "<a><p>1</p><p>2</p></a><p>x",    "a .p=1 .p=2 p=x"),
    ("not drawn",               "<p undrawn>1</p><p>2</p><p>x",   "p=2 p=x"),
    ("nothing to show",         "<div></div><p>1</p><p>x",        "p=1 p=x"),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "blocks"), CASES, ids=[case[0] for case in CASES])
def test_blocks(shows: str, html: str, blocks: str) -> None:
    assert outline(build(draw(f"<html {BOX}><body {BOX}>{html}"))) == blocks.split()


def test_empty_page_has_no_blocks() -> None:
    tree = build(draw("<p undrawn>word"))
    assert len(tree) == len(tree.box) == len(tree.reference) == 0
    assert tree.list_candidates(np.zeros(0, np.bool_)).tolist() == []


def define_blocks(page: Page) -> list[tuple[int, int, bool, int]]:
    """First row, last row, whether it is a leaf, and parent of each block, by plain recursion."""
    assert page.layout is not None
    nodes = VisualTree.of(page, page.layout).nodes
    children = child_lists(page)
    blocks: list[tuple[int, int, bool, int]] = []

    def has(row: int, mask: np.ndarray) -> bool:
        return bool(mask[row : page.end[row]].any())

    def in_line(row: int) -> bool:
        shows = has(row, nodes.is_text) or has(row, nodes.replaced)
        is_icon = bool(nodes.inline[row]) and not shows
        return bool(nodes.is_text[row] or nodes.virtual_text[row]) or is_icon

    def visit(rows: list[int], parent: int) -> None:
        run: list[int] = []
        for row in [row for row in rows if nodes.valid[row]] + [-1]:
            is_code = row >= 0 and page.name(row) == "pre" and has(row, nodes.is_text)
            if row >= 0 and in_line(row):
                run.append(row)
                continue
            if any(has(member, nodes.is_text) for member in run):
                blocks.append((run[0], int(page.end[run[-1]]), True, parent))
            run = []
            if row < 0:
                continue
            below = [child for child in children[row] if nodes.valid[child]]
            is_whole = has(row, nodes.is_text) and all(map(in_line, below))
            if nodes.replaced[row] or is_whole or is_code:
                blocks.append((row, int(page.end[row]), True, parent))
            elif has(row, nodes.is_text) or has(row, nodes.replaced):
                blocks.append((row, int(page.end[row]), False, parent))
                visit(children[row], len(blocks) - 1)

    visit([0], -1)
    return blocks


@given(page=pages())
def test_agrees_with_definition(page: Page) -> None:
    drawn = nest_boxes(page)
    tree = build(drawn)
    columns = (tree.first, tree.stop, tree.is_leaf, tree.parent)
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == define_blocks(drawn)
    for block, is_leaf in enumerate(tree.is_leaf.tolist()):
        rows = slice(int(tree.first[block]), int(tree.stop[block]))
        if is_leaf:
            assert (tree.leaf_of_row[rows] == block).all()
    assert (tree.leaf_of_row >= 0)[tree.nodes.is_text].all()


# ---------------------------------------------------------------- boxes


def test_run_has_the_box_around_its_members() -> None:
    page = draw(
        f"<html {BOX}><body {BOX}><div {BOX}><span box='10 0 20 10'>one</span>"
        "<b box='40 5 10 15'>two</b><p box='0 20 100 20'>three</p></div><p>x"
    )
    tree = build(page)
    run = outline(tree).index(".span=onetwo") + 2
    assert tree.box[run].tolist() == [10, 0, 50, 20]


def test_reference_is_the_nearest_block_with_another_box() -> None:
    page = draw(
        "<html box='0 0 99 99'><body box='0 0 99 99'><div box='9 9 50 50'><div box='9 9 50 50'>"
        "<p box='9 9 50 50'>one</p></div></div><p box='0 70 99 9'>two"
    )
    tree = build(page)
    html, body, outer, inner, one, two = range(6)
    assert tree.reference.tolist() == [html, body, body, body, body, body]
    assert tree.is_page.tolist() == [True, True, False, False, False, False]
    assert len(tree) == two + 1
    assert (tree.parent[one], tree.parent[inner]) == (inner, outer)


def test_chain_below_the_page_is_the_page() -> None:
    page = draw(f"<html {BOX}><body {BOX}><div box='1 1 9 9'><p>one</p><p>two</p></div>")
    assert build(page).is_page.tolist() == [True, True, True, False, False]


# ---------------------------------------------------------------- candidates


def extract_candidates(tree: VisualTree, positive: np.ndarray) -> list[int]:
    """The recursion that the survey prints."""
    found: list[int] = []

    def visit(block: int) -> None:
        if tree.is_leaf[block]:
            found.append(block)
        elif positive[block] or tree.is_page[block]:
            for child in np.flatnonzero(tree.parent == block).tolist():
                visit(child)

    for block in np.flatnonzero(tree.parent < 0).tolist():
        visit(block)
    return sorted(found)


@given(page=pages(), data=st.data())
def test_candidates_agree_with_the_printed_recursion(page: Page, data: st.DataObject) -> None:
    tree = build(nest_boxes(page))
    n = len(tree)
    positive = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), np.bool_)
    candidates = np.flatnonzero(tree.list_candidates(positive)).tolist()
    assert candidates == extract_candidates(tree, positive)


def test_leaf_below_a_negative_inner_block_is_no_candidate() -> None:
    page = draw(
        f"<html {BOX}><body {BOX}><div box='0 0 99 40'><div box='1 1 9 9'><p>in both</p><p>x</p>"
        "</div><p>in one</p></div><p>in none"
    )
    tree = build(page)
    names = outline(tree)
    outer, inner = names.index("div") + 2, names.index(".div") + 2
    positive = np.ones(len(tree), np.bool_)

    def texts() -> list[str]:
        chosen = np.flatnonzero(tree.list_candidates(positive)).tolist()
        return [page.text(int(tree.first[block])).strip() for block in chosen]

    assert texts() == ["in both", "x", "in one", "in none"]
    positive[inner] = False
    assert texts() == ["in one", "in none"]
    # A positive block in a negative one is not reached.
    positive[[outer, inner]] = False, True
    assert texts() == ["in none"]
    positive[:] = False
    assert texts() == ["in none"], "the page block is always positive"
