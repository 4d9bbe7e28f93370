"""The default extractor: the subtree where text outweighs links and furniture the most.

A heuristic of our own, which holds the place of the learned extractor. Every block adds its words
to the elements around it, or takes them away when it looks like furniture; the element with the
largest total is where the content is.
"""

from __future__ import annotations

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Mask, Page
from pagecore.registry import method

#: Elements and roles that hold what a template puts around content.
LANDMARKS = ("nav", "footer", "aside", "form", "dialog", "menu")
ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
)
NOSCRIPT = 4


@method(
    "default",
    paper="pagecore",
    family="page",
    bounds={"link_cost": (0.0, 10.0), "block_cost": (0.0, 100.0), "furniture_cost": (0.0, 10.0)},
)
def default(
    page: Page,
    *,
    link_cost: float = 2.0,
    block_cost: float = 2.0,
    furniture_cost: float = 1.0,
) -> Choice:
    """Choose the blocks of the element with the largest balance of text over furniture.

    Args:
        page: any page; needs no layout.
        link_cost: words that a linked word takes away.
        block_cost: words that every block takes away, so that many short ones do not win.
        furniture_cost: weight of words inside navigation, footers and forms.

    Returns:
        The choice, with `gain` of every block and `balance` of every element as evidence.
    """
    blocks = page.blocks
    furniture = (page.above(_landmarks(page)) >= 0)[blocks.first]
    read = _read(page)
    gain = blocks.words - link_cost * blocks.link_words - block_cost
    gain = np.where(furniture, -furniture_cost * np.abs(gain), gain)
    gain = np.where(read, gain, 0.0)

    at_first = np.zeros(len(page))
    at_first[blocks.first] = gain
    balance = page.below(at_first)
    # Of equal totals the innermost element is last in document order and holds least else.
    best = len(page) - 1 - int(np.argmax(balance[::-1]))
    inside = (blocks.first >= best) & (blocks.first < page.end[best])
    linked = blocks.link_words > blocks.words * 0.6
    lone_links = linked & ((blocks.words < 12) | furniture)
    kept = read & inside & ~furniture & ~lone_links
    kept |= _title(page, best, read)
    if not kept.any():
        kept = read & ~furniture
    return Choice.of(
        page,
        page.spread(kept, fill=False),
        score=page.spread(1 / (1 + np.exp(-np.clip(gain, -50, 50) / 10))),
        evidence={"gain": page.spread(gain), "balance": balance},
    )


def _read(page: Page) -> Mask:
    """The blocks a reader sees; without scripts, where a page shows next to nothing otherwise."""
    blocks = page.blocks
    visible: Mask = blocks.hidden == 0
    without_scripts = blocks.hidden == NOSCRIPT
    if blocks.words[without_scripts].sum() > blocks.words[visible].sum():
        visible |= without_scripts
    return visible


def _landmarks(page: Page) -> Mask:
    ids, values = page.attr("role")
    has_role = np.array([value.lower() in ROLES for value in values] + [False])[ids]
    # A header belongs to the page's furniture unless it heads an article.
    in_article = page.above(page.is_tag("article", "main")) >= 0
    header = page.is_tag("header") & ~in_article
    landmarks: Mask = page.is_tag(*LANDMARKS) | header | has_role
    return landmarks


def _title(page: Page, best: int, read: Mask) -> Mask:
    """The blocks of the last main heading before the content."""
    in_heading = page.above(page.is_tag("h1"))[page.blocks.first]
    before: Mask = read & (in_heading >= 0) & (page.blocks.first < best)
    if before.any():
        before &= in_heading == in_heading[before].max()
    return before
