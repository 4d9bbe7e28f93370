"""The element where text outweighs links and the page template the most.

A heuristic of our own that needs no model; the learned extractor is compared with it. Each block
adds its words to the elements around it, or subtracts them if it belongs to the page template
(navigation, footers, forms), which this file calls furniture. The element with the largest total
holds the content. On a list or an overview, no element holds much of the text; then everything but
the furniture is content.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: Elements and roles of furniture: what a template puts around content.
LANDMARKS = ("nav", "footer", "aside", "form", "dialog", "menu")
ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
)
#: The value of `blocks.hidden` for text inside `noscript`.
NOSCRIPT = 4


@method(
    "balance",
    paper=None,
    family="page",
    bounds={
        "link_cost": (0.0, 10.0),
        "block_cost": (0.0, 100.0),
        "furniture_cost": (0.0, 10.0),
        "min_share": (0.0, 1.0),
    },
)
def balance(
    page: Page,
    *,
    link_cost: float = 2.0,
    block_cost: float = 3.0,
    furniture_cost: float = 1.0,
    min_share: float = 0.4,
) -> Choice:
    """Choose the blocks of the element with the largest balance of text over furniture.

    Args:
        page: any page; needs no layout.
        link_cost: words subtracted for each linked word.
        block_cost: words subtracted for each block, so that many short blocks do not win.
        furniture_cost: factor of the gain of a block in the page template (navigation, footers,
            forms), whose absolute value is subtracted.
        min_share: minimum share of the page's words outside links that the best element holds;
            below it, the page is an overview and kept whole.

    Returns:
        The choice, with the `gain` of each block (at its first row) and the `balance` of each
        element as evidence.
    """
    blocks = page.blocks
    shown = _find_shown(page)
    furniture = _find_furniture(page, blocks.words * shown)
    gain = blocks.words - link_cost * blocks.link_words - block_cost
    gain = np.where(furniture, -furniture_cost * np.abs(gain), gain) * shown
    # The gain counts once, at the first row, or blocks with many rows would count more.
    gained = np.zeros(len(page))
    gained[blocks.first] = gain
    total = page.below(gained)
    # A tie goes to the last, innermost element, which holds the least other text.
    best = len(page) - 1 - int(np.argmax(total[::-1]))

    body = shown & ~furniture
    text = (blocks.words - blocks.link_words) * body
    inside = _blocks_of(page, best)
    kept = np.zeros(len(blocks), np.bool_)
    if text[inside].sum() >= min_share * text.sum():
        # Short lines of links between paragraphs lead to other pages.
        lone_links = (blocks.link_words > blocks.words * 0.6) & (blocks.words < 12)
        kept[inside] = body[inside] & ~lone_links[inside]
    else:
        # The first `main`, or the root.
        best = int(np.argmax(page.is_tag("main")))
        inside = _blocks_of(page, best)
        kept[inside] = body[inside]
    kept[_find_title(page, best, shown)] = True
    kept &= shown
    return Choice.of(
        page,
        page.spread(kept if kept.any() else body),
        # The logistic function, in a form that does not overflow.
        score=page.spread((np.tanh(gain / 20) / 2 + 0.5).astype(np.float32)),
        evidence={"gain": gained, "balance": total},
    )


def _find_shown(page: Page) -> Mask:
    """The blocks that a reader sees, or sees without scripts if there is more text then."""
    hidden = page.blocks.hidden
    shown: Mask = hidden == 0
    words = np.bincount(hidden, page.blocks.words, minlength=NOSCRIPT + 1)
    if words[NOSCRIPT] > words[0]:
        shown |= hidden == NOSCRIPT
    return shown


def _find_furniture(page: Page, words: Array) -> Mask:
    """The blocks inside landmarks."""
    ids, values = page.attr("role")
    has_role = np.array([value.lower() in ROLES for value in values] + [False]).take(ids)
    landmarks = page.is_tag(*LANDMARKS) | has_role
    furniture: Mask = page.above(landmarks).take(page.blocks.first) >= 0
    if 2 * words[furniture].sum() > words.sum():
        # Some content management systems put the whole page into a form.
        landmarks &= ~page.is_tag("form")
        furniture = page.above(landmarks).take(page.blocks.first) >= 0
    return furniture


def _find_title(page: Page, best: int, shown: Mask) -> slice:
    """The blocks of the last main heading before the content."""
    headings = np.flatnonzero(page.is_tag("h1")[:best])
    for row in headings[::-1]:
        inside = _blocks_of(page, int(row))
        if shown[inside].any():
            return inside
    return slice(0)


def _blocks_of(page: Page, row: int) -> slice:
    """The blocks of a subtree; they are consecutive, because both are in document order."""
    first = page.blocks.first
    return slice(bisect_left(first, row), bisect_left(first, page.end[row]))
