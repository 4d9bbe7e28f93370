"""The blocks that are posts: a set of similar blocks beside each other, and replies inside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pagecore.page import Page
from pagecore.segmentation import Segmentation
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.clustering import Clusterer


@dataclass(frozen=True)
class PostBlocks:
    """The set of posts, and where it is."""

    #: The block whose children were clustered, -1 if there are no posts.
    around: int = -1
    #: The similar blocks, in the order of the page.
    members: tuple[int, ...] = ()


def find_children(clusterer: Clusterer, theme: int) -> PostBlocks:
    """Cluster the blocks in the theme block, and find the set with the most text outside links
    among those of two members or more."""
    tree = clusterer.tree
    sets = [of for of in clusterer.cluster(tree.children[theme]) if _can_be_posts(tree, of)]
    if not sets:
        return PostBlocks()
    return PostBlocks(theme, max(sets, key=lambda members: sum(tree.pure[list(members)])))


def find_below(clusterer: Clusterer, theme: int) -> PostBlocks:
    """Cluster the children of the theme block and of each block in it, and find the set with the
    most repeated text: that of all members but the longest."""
    tree = clusterer.tree
    starts, stops = tree.spans
    inside = np.flatnonzero((starts >= starts[theme]) & (stops <= stops[theme]))
    # The set with the most text is often in one of the blocks with the most, so the others need
    # not be clustered.
    order = inside[np.argsort(-tree.pure[inside], kind="stable")]
    best, most = PostBlocks(), 0.0
    for block in order.tolist():
        children = tree.children[block]
        longest = max((tree.pure[child] for child in children), default=0.0)
        if tree.pure[block] <= most:
            break
        if len(children) < 2 or tree.pure[block] - longest == 0:
            continue
        for members in clusterer.cluster(children):
            text = tree.pure[list(members)]
            repeated = float(text.sum() - text.max())
            if repeated > most and _can_be_posts(tree, members):
                best, most = PostBlocks(block, members), repeated
    return best


def _can_be_posts(tree: BlockTree, members: Sequence[int]) -> bool:
    """Whether blocks are several, with text, and not running text."""
    return (
        len(members) > 1
        and not tree.running[members[0]]
        and bool(tree.letters[list(members)].any())
    )


def add_replies(tree: BlockTree, members: Sequence[int]) -> tuple[int, ...]:
    """Add the blocks inside posts that are of the kind of a post, which are replies. The kind must
    have a class: many elements have none."""
    page = tree.page
    has_class = np.zeros(len(tree) + 1, np.bool_)
    has_class[tree.ids[page.match_attribute("class", lambda value: bool(value.split()))]] = True
    kinds = set(tree.kind[[block for block in members if has_class[block]]].tolist())
    posts, inside = set(members), set(members)
    for block, (above, kind) in enumerate(
        zip(tree.parent.tolist(), tree.kind.tolist(), strict=True)
    ):
        if above in inside:
            inside.add(block)
            if kind in kinds and has_class[block] and tree.letters[block]:
                posts.add(block)
    return tuple(sorted(posts))


def find_element_block(page: Page, tree: BlockTree, vips: Segmentation, theme: int) -> int:
    """Find the innermost block of a tree that has all drawn texts of a block of `vips`.

    The page is returned if the blocks of `vips` have less than half of its text, as on pages that
    are drawn in `noscript`.
    """
    is_text = tree.is_text & (tree.ids >= 0)
    n_chars = np.where(is_text, page.chars, 0)
    if 2 * n_chars[vips.ids >= 0].sum() < n_chars.sum():
        return 0
    rows = np.flatnonzero(vips.inside(theme) & is_text)
    if not rows.size:
        return 0
    starts, stops = tree.spans
    places = starts[tree.ids[rows]]
    block = int(tree.ids[rows[places.argmin()]])
    while stops[block] <= places.max() and tree.parent[block] >= 0:
        block = int(tree.parent[block])
    return block
