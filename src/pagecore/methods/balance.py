"""The element where text outweighs links and furniture the most.

A heuristic of our own that needs no model, and what the learned extractor is measured against.
Every block adds its words to the elements around it, or takes them away when it looks like
furniture; the element with the largest total is where the content is. On a page of many small texts
none holds much of the whole: such a page is a list or an overview, and all of it but the furniture
is its content.
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: Elements and roles that hold what a template puts around content.
LANDMARKS = ("nav", "footer", "aside", "form", "dialog", "menu")
ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog"}
)
NOSCRIPT = 4


@method(
    "balance",
    paper="pagecore",
    family="page",
    bounds={
        "link_cost": (0.0, 10.0),
        "block_cost": (0.0, 100.0),
        "furniture_cost": (0.0, 10.0),
        "least_share": (0.0, 1.0),
    },
)
def balance(
    page: Page,
    *,
    link_cost: float = 2.0,
    block_cost: float = 3.0,
    furniture_cost: float = 1.0,
    least_share: float = 0.4,
) -> Choice:
    """Choose the blocks of the element with the largest balance of text over furniture.

    Args:
        page: any page; needs no layout.
        link_cost: words that a linked word takes away.
        block_cost: words that every block takes away, so that many short ones do not win.
        furniture_cost: weight of words inside navigation, footers and forms.
        least_share: part of the page's words outside links that the element has to hold; where it
            does not, the page is an overview and kept whole.

    Returns:
        The choice, with the `gain` of every block, at its first row, and the `balance` of every
        element as evidence.
    """
    blocks = page.blocks
    read = _read(page)
    furniture = _furniture(page, blocks.words * read)
    gain = blocks.words - link_cost * blocks.link_words - block_cost
    gain = np.where(furniture, -furniture_cost * np.abs(gain), gain) * read
    # Once for every block, at its first row, or blocks of many rows would count more.
    gained = np.zeros(len(page))
    gained[blocks.first] = gain
    total = page.below(gained)
    # Of equal totals the innermost element is last in document order and holds least else.
    best = len(page) - 1 - int(np.argmax(total[::-1]))

    body = read & ~furniture
    text = (blocks.words - blocks.link_words) * body
    inside = _blocks_of(page, best)
    kept = np.zeros(len(blocks), np.bool_)
    if text[inside].sum() >= least_share * text.sum():
        # Short lines of links between paragraphs lead to other pages.
        lone_links = (blocks.link_words > blocks.words * 0.6) & (blocks.words < 12)
        kept[inside] = body[inside] & ~lone_links[inside]
    else:
        # The first `main`, or the root.
        best = int(np.argmax(page.is_tag("main")))
        inside = _blocks_of(page, best)
        kept[inside] = body[inside]
    kept[_title(page, best, read)] = True
    kept &= read
    return Choice.of(
        page,
        page.spread(kept if kept.any() else body),
        # The logistic function, in a form that does not overflow.
        score=page.spread((np.tanh(gain / 20) / 2 + 0.5).astype(np.float32)),
        evidence={"gain": gained, "balance": total},
    )


def _read(page: Page) -> Mask:
    """The blocks a reader sees; without scripts, where a page shows next to nothing otherwise."""
    hidden = page.blocks.hidden
    read: Mask = hidden == 0
    words = np.bincount(hidden, page.blocks.words, minlength=NOSCRIPT + 1)
    if words[NOSCRIPT] > words[0]:
        read |= hidden == NOSCRIPT
    return read


def _furniture(page: Page, words: Array) -> Mask:
    """The blocks inside landmarks."""
    ids, values = page.attr("role")
    has_role = np.array([value.lower() in ROLES for value in values] + [False]).take(ids)
    landmarks = page.is_tag(*LANDMARKS) | has_role
    furniture: Mask = page.above(landmarks).take(page.blocks.first) >= 0
    if 2 * words[furniture].sum() > words.sum():
        # Some systems put the whole page into a form.
        landmarks &= ~page.is_tag("form")
        furniture = page.above(landmarks).take(page.blocks.first) >= 0
    return furniture


def _title(page: Page, best: int, read: Mask) -> slice:
    """The blocks of the last main heading before the content."""
    headings = np.flatnonzero(page.is_tag("h1")[:best])
    for row in headings[::-1]:
        inside = _blocks_of(page, int(row))
        if read[inside].any():
            return inside
    return slice(0)


def _blocks_of(page: Page, row: int) -> slice:
    """The blocks of a subtree, which stand together, since both are in document order."""
    first = page.blocks.first
    return slice(bisect_left(first, row), bisect_left(first, page.end[row]))
