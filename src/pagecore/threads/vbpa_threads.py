"""VBPA for threads: posts are similar visual blocks, and so are the parts of posts.

R. Tan. "Web information extraction based on visual characteristics." Information Technology Journal
11(4), 2012, 408-413.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.methods.theme_blocks import ThemeRules, find_theme, measure_blocks
from pagecore.page import Array, Page, PageWarning
from pagecore.page.columns import number_labels
from pagecore.page.layout import LOW_QUALITY, warn_of_quality
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.thread import Thread
from pagecore.threads.quotations import find_quotes
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.clustering import MAX_OPERATIONS, Clusterer, cluster_rounds
from pagecore.threads.visual_posts.columns import name_columns
from pagecore.threads.visual_posts.element_blocks import build_element_tree
from pagecore.threads.visual_posts.post_blocks import (
    PostBlocks,
    add_replies,
    find_below,
    find_children,
    find_element_block,
)
from pagecore.threads.visual_posts.read_posts import number_columns, read_posts

_Floats = npt.NDArray[np.float64]


@method(
    "vbpa-threads",
    paper="Tan 2012",
    family="thread",
    needs=("layout",),
    uses=("vips",),
    passes={"vips": ("pdoc", "min_area")},
    bounds={
        "m_sim": (0.0, 2.3),
        "rounds": (1, 12),
        "share": (0.5, 1.0),
        "m": (0.0, 1.0),
        "content": (0.0, 1.0),
        "cover": (0.0, 1.0),
        "blocks": ("vips", "elements"),
        "search": ("theme", "below", "page"),
        "pdoc": (1, 10),
        "min_area": (0.0, 1.0),
    },
    developed_on=("forums",),
    sweep={
        "blocks": ("elements", "vips"),
        "kinds": (True, False),
        "search": ("below", "theme"),
        "rounds": (3, 4),
        "m_sim": (0.1, 0.36),
    },
    printed={"blocks": "vips", "kinds": False, "search": "theme", "rounds": 3},
    used_with={"kinds": {"blocks": "elements"}},
)
def vbpa_threads(
    page: Page,
    *,
    vips: Segmentation,
    m_sim: float = 0.1,
    normalise: bool = False,
    rounds: int = 4,
    share: float = 0.9,
    m: float = 0.02,
    content: float = 0.5,
    cover: float = 0.8,
    blocks: str = "elements",
    kinds: bool = True,
    search: str = "below",
    nested: bool = True,
    pdoc: int = 9,
    min_area: float = 0.0,
) -> Thread:
    """Find the posts of a thread as a set of similar visual blocks.

    Args:
        page: a page with a layout.
        vips: the tree of visual blocks.
        m_sim: the similarity to a set that a block must exceed to join it (M_sim).
        normalise: divide the similarity of two blocks by the sum of its weights.
        rounds: number of rounds of clustering; the first finds the posts, the others their columns.
        share: the walk to the theme block enters a child with this share of the text of its block.
        m: the walk enters a child with at least this share of the page's area (M in rule 5).
        content: least share of the text of posts in the column that is their content.
        cover: least share of the text of posts in those that have this column; quotations and lists
            are in some posts only.
        blocks: cluster the blocks of `vips` below the theme block, or its `elements`.
        kinds: the members of a set are elements of the same name and first class; with elements.
        search: cluster the blocks in the `theme` block, or in each block `below` it too, or in all
            blocks of the `page`.
        nested: blocks of the kind of a post inside a post are replies; with kinds.
        pdoc: `pdoc` of `vips`.
        min_area: `min_area` of `vips`.

    Returns:
        The thread. Evidence is, for each row, the number of the visual block that was clustered as
        a post (`block`, -1 for none), the number of its column (`column`: 1 content, 2 time, 3
        avatar, 4 user, 5 user data, 0 none), and whether it is in the theme block (`theme`).

    Differs:
        The paper compares the blocks of VIPS, and so does `blocks="vips", kinds=False,
        search="theme", nested=False`. Text is compared in characters. The paper does not say which
        set has the posts, or how columns are named. If the geometry of the page is not reliable,
        the confidence is at most the quality of the layout.
    """
    assert page.layout is not None, "the registry checks this"
    del pdoc, min_area  # The registry passes them to `vips`.
    theme = find_theme(
        measure_blocks(page, page.layout, vips, pure="outside"), ThemeRules(share=share, m=m)
    ).path[-1:]
    in_theme = vips.inside(theme[0]) if theme else np.zeros(len(page), np.bool_)
    if blocks == "vips":
        tree = BlockTree.of(page, page.layout, vips)
        start = 0 if search == "page" else next(iter(theme), 0)
    else:
        tree = build_element_tree(page, page.layout)
        is_inside = theme and search != "page"
        start = find_element_block(page, tree, vips, theme[0]) if is_inside else 0
    has_kinds = kinds and blocks == "elements"
    clusterer = Clusterer(tree, m_sim, normalise, has_kinds, MAX_OPERATIONS)
    posts = PostBlocks()
    if len(tree):
        posts = (find_children if search == "theme" else find_below)(clusterer, start)
    columns = _ColumnRules(rounds, content, cover, has_replies=nested and has_kinds)
    thread = _make_thread(clusterer, posts, columns)
    evidence = {**thread.evidence, "theme": in_theme.astype(np.int64)}
    confidence, quality = thread.confidence, float(page.layout.quality)
    return replace(
        thread,
        confidence=min(confidence, quality) if quality < LOW_QUALITY else confidence,
        evidence=evidence,
        warnings=(*warn_of_quality(page.layout), *_warn(clusterer)),
    )


class _ColumnRules(NamedTuple):
    """How the columns of posts are found."""

    n_rounds: int
    #: The share of the text that the content has, and the share in posts that have it.
    content: float
    cover: float
    has_replies: bool


def _make_thread(clusterer: Clusterer, posts: PostBlocks, rules: _ColumnRules) -> Thread:
    """Cluster the columns of the posts, and read the posts."""
    tree = clusterer.tree
    page = tree.page
    n = len(page)
    members = posts.members
    if not members:
        nothing = np.full(n, -1, np.int32)
        evidence: dict[str, Array] = {"block": nothing, "column": np.zeros(n, np.int64)}
        return Thread(nothing, (), np.zeros(n, np.bool_), 0.0, evidence)
    if rules.has_replies:
        members = add_replies(tree, members)
    sets = cluster_rounds(clusterer, [members], rules.n_rounds, frozenset(members))
    text = _subtract_replies(tree, members)
    columns = name_columns(tree, sets, text, rules.content, rules.cover)
    owner = tree.find_owners(members)
    column = np.where(owner >= 0, number_columns(tree, columns), 0)
    bodies = (owner >= 0) & (column == 1)
    starts = np.array([*(_find_first_row(tree, members)), -1], np.int64)
    post_of = starts[owner]
    is_content = bodies & tree.visible
    # A block without content, such as an advertisement, is not a post.
    labels = np.where(is_content, post_of, -1)
    has_text = np.zeros(n + 1, np.bool_)
    has_text[labels[is_content & tree.is_text]] = True
    ids = number_labels(np.where(has_text[labels], labels, -1))
    numbers = dict(zip(labels[ids >= 0].tolist(), ids[ids >= 0].tolist(), strict=True))
    pure = max(float(tree.pure[0]), 1.0)
    in_link = page.above(page.is_tag("a")) >= 0
    held = float(page.chars[(ids >= 0) & tree.is_text & ~in_link].sum())
    block = np.array([*members, -1], np.int64)[owner]
    return Thread(
        ids,
        read_posts(tree, post_of, column, bodies, numbers, _find_outer(tree, members, starts)),
        (ids >= 0) & find_quotes(page, bodies),
        min(held / pure, 1.0),
        {"block": block, "column": column},
    )


def _find_first_row(tree: BlockTree, members: tuple[int, ...]) -> list[int]:
    """The first row of each post."""
    owner = tree.find_owners(members)
    rows = np.flatnonzero(owner >= 0)
    _, first = np.unique(owner[rows], return_index=True)
    starts: list[int] = rows[first].tolist()
    return starts


def _find_outer(
    tree: BlockTree, members: tuple[int, ...], starts: npt.NDArray[np.int64]
) -> dict[int, int]:
    """The first row of the post around each reply, by that of the reply."""
    post = dict(zip(members, starts.tolist(), strict=False))
    around: dict[int, int] = {}
    for block, above in enumerate(tree.parent.tolist()):
        if above >= 0:
            around[block] = post.get(above, around.get(above, -1))
    return {post[block]: around[block] for block in members if around.get(block, -1) >= 0}


def _subtract_replies(tree: BlockTree, members: tuple[int, ...]) -> _Floats:
    """The text outside links of each block, without that of posts in it."""
    text = tree.pure.copy()
    is_post = set(members)
    inner = np.zeros(len(tree))
    for block in range(len(tree) - 1, 0, -1):
        above = int(tree.parent[block])
        if above >= 0:
            inner[above] += tree.pure[block] if block in is_post else inner[block]
    return text - inner


def _warn(clusterer: Clusterer) -> tuple[PageWarning, ...]:
    if not clusterer.is_limited:
        return ()
    message = f"some blocks were not compared, after {MAX_OPERATIONS:,} operations"
    return (PageWarning("limit-blocks", message, -1, -1, MAX_OPERATIONS),)
