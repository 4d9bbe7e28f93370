"""Descriptions that a product page has twice, in a summary and in full: the step `copies` keeps
them once.

Other pages repeat a single text on purpose, so the rule is for product pages alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import numpy as np

from pagecore.choice import COPIES, Choice
from pagecore.page import Page

_PRODUCT: Final = "product"
#: Minimum number of words of a description.
_MIN_WORDS: Final = 20
#: Elements around two blocks that are compared.
_MAX_LEVELS: Final = 64


def drop_repeated_descriptions(page: Page, choice: Choice) -> Choice:
    """Remove one of two chosen blocks of a product page with the same words in other markup: the
    one beside fewer chosen words."""
    groups = _find_groups(page, choice)
    if not groups or max(choice.types, key=choice.types.__getitem__, default="") != _PRODUCT:
        return choice
    n_words = page.below(np.where(choice.content, page.shown(page.words), 0))
    around = page.parent.take(page.blocks.owner)
    reasons: dict[int, str] = {}
    for blocks in groups:
        for first, second in pairwise(blocks):
            if _are_copies(page, first, second):
                is_first_less = n_words[around[first]] < n_words[around[second]]
                copy, original = (first, second) if is_first_less else (second, first)
                reasons[copy] = f"duplicate of block {original}"
    if not reasons:
        return choice
    dropped = np.zeros(len(page.blocks), np.bool_)
    dropped[list(reasons)] = True
    return choice.drop(page, page.spread(dropped), COPIES, reasons)


def _find_groups(page: Page, choice: Choice) -> list[list[int]]:
    """Find the long chosen blocks that have the same words, outside of quotations and tables."""
    columns = page.blocks
    chosen = page.blocks_with(choice.content)
    blocks = np.flatnonzero(chosen & (columns.words >= _MIN_WORDS) & (columns.lines == 1))
    # Most pages have no two such blocks with the same counts.
    sizes = columns.words[blocks].astype(np.int64) << 32 | columns.punctuation[blocks]
    ordered = np.sort(sizes)
    repeated = set(ordered[1:][ordered[1:] == ordered[:-1]].tolist())
    if not repeated:
        return []
    groups: dict[str, list[int]] = {}
    for block, size in zip(blocks.tolist(), sizes.tolist(), strict=True):
        if size not in repeated:
            continue
        rows = range(int(columns.first[block]), int(columns.last[block]) + 1)
        texts = (page.text(row) for row in rows if page.leaves[row] and page.block[row] == block)
        groups.setdefault(" ".join(" ".join(texts).split()), []).append(block)
    repeated_groups = [group for group in groups.values() if len(group) > 1]
    if not repeated_groups:
        return []
    is_part = page.above(page.is_tag("blockquote", "q", "table")) >= 0
    first = columns.first
    return [[block for block in group if not is_part[first[block]]] for group in repeated_groups]


def _are_copies(page: Page, first: int, second: int) -> bool:
    """Whether two blocks with the same words are in elements of different kinds, such as no two
    posts or items are."""
    a, b = (int(page.blocks.first[block]) for block in (first, second))
    for _ in range(_MAX_LEVELS):
        if page.parent[a] == page.parent[b]:
            is_same_class = (page.get(a, "class") or "") == (page.get(b, "class") or "")
            return not (page.tag[a] == page.tag[b] and is_same_class)
        if page.end[page.parent[a]] <= b:
            a = int(page.parent[a])
        else:
            b = int(page.parent[b])
    return False
