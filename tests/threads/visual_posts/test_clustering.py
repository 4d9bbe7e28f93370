"""The rounds of clustering: the figure of the paper, pools, kinds, and the limit of operations."""

from __future__ import annotations

import numpy as np

from pagecore import Page
from pagecore.registry import find_method
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.clustering import BlockSet, Clusterer, cluster_rounds
from pagecore.threads.visual_posts.element_blocks import build_element_tree
from tests.drawn_pages import draw


def draw_figure_5() -> Page:
    """B2 with three speech areas, each with the user at the left and the speech beside it."""
    posts = "".join(
        f"<section box='0 {top} 1000 200'><aside box='0 {top} 200 200' text='0 {top} 200 100'>"
        f"user {top}</aside><article box='200 {top} 800 200' text='200 {top} 800 180'>"
        f"{'speech ' * 20}</article></section>"
        for top in (0, 260, 520)
    )
    return draw(f"<html box='0 0 1000 720'><body><main>{posts}")


def build_tree(page: Page) -> BlockTree:
    assert page.layout is not None
    return build_element_tree(page, page.layout)


def find_blocks(tree: BlockTree, tag: str) -> tuple[int, ...]:
    """The blocks of the elements of a name, in the order of the page."""
    return tuple(tree.ids[np.flatnonzero(tree.page.is_tag(tag))].tolist())


def test_figure_5_pools_the_children_of_all_members() -> None:
    tree = build_tree(draw_figure_5())
    speeches = find_blocks(tree, "section")
    clusterer = Clusterer(tree, 0.36)
    first = clusterer.cluster(tree.children[find_blocks(tree, "main")[0]])
    assert first == [speeches]
    # {B2_1_1, B2_2_1, B2_3_1} and {B2_1_2, B2_2_2, B2_3_2}
    assert cluster_rounds(clusterer, first, 3) == [
        BlockSet(1, -1, speeches),
        BlockSet(2, 0, find_blocks(tree, "aside")),
        BlockSet(2, 0, find_blocks(tree, "article")),
    ]


def test_blocks_of_vips_are_clustered_too() -> None:
    page = draw_figure_5()
    assert page.layout is not None
    tree = BlockTree.of(page, page.layout, find_method("vips")(page, pdoc=10, min_area=0.0))
    around = max(range(len(tree)), key=lambda block: len(tree.children[block]))
    assert len(tree.children[around]) == 3
    assert Clusterer(tree, 0.36).cluster(tree.children[around]) == [tuple(tree.children[around])]


def test_single_children_count_as_their_parents() -> None:
    tree = build_tree(
        draw(
            "<html box='0 0 100 100'><body><main>"
            + "<section><div><h2>name</h2><article>word</article></div></section>" * 2
        )
    )
    sets = cluster_rounds(Clusterer(tree, 0.0, kinds=True), [find_blocks(tree, "section")], 2)
    assert [of.members for of in sets[1:]] == [
        find_blocks(tree, "h2"),
        find_blocks(tree, "article"),
    ]


def test_blocks_without_are_not_pooled() -> None:
    tree = build_tree(
        draw("<html box='0 0 9 9'><body><ul><li><b>a</b><ol><li>b</li></ol></li><li>c</li></ul>")
    )
    items = find_blocks(tree, "li")
    sets = cluster_rounds(Clusterer(tree, 0.0), [items], 3, frozenset(items))
    assert not {block for of in sets[1:] for block in of.members} & set(items)


def test_members_are_of_one_kind() -> None:
    page = draw(
        "<html box='0 0 100 90'><body>"
        "<div class=post>one</div><div class=ad>two</div><div class='post2 own'>three</div>"
    )
    tree = build_tree(page)
    one, two, three = find_blocks(tree, "div")
    body = find_blocks(tree, "body")[0]
    assert Clusterer(tree, 0.0).cluster(tree.children[body]) == [(one, two, three)]
    assert Clusterer(tree, 0.0, kinds=True).cluster(tree.children[body]) == [(one, three), (two,)]


def test_operations_are_limited() -> None:
    page = draw("<html box='0 0 100 90'><body>" + "<div>word</div>" * 6)
    tree = build_tree(page)
    blocks = find_blocks(tree, "div")
    # Each block has a text, and is compared with those before it: 1 + 2 + 3 + 4 of 12 are left.
    clusterer = Clusterer(tree, 0.0, operations_left=12)
    assert clusterer.cluster(blocks) == [blocks[:4]]
    assert clusterer.is_limited
    enough = Clusterer(tree, 0.0, operations_left=21)
    assert enough.cluster(blocks) == [blocks]
    assert not enough.is_limited
