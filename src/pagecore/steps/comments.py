"""Reader comments: where a page has them, and a choice with or without them.

The core recognises comments by the names of elements (`Page.reader_comments`). Nothing here reads
the text.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Page
from pagecore.page.columns import Mask

LEFT_OUT: Final = "reader comments, left out by comments=False"
PUT_IN: Final = "reader comments, put in by comments=True"

#: The share of a choice from which on it has nothing else.
_ALL: Final = 0.95


def with_comments(page: Page, choice: Choice, wanted: bool) -> Choice:
    """A choice with all reader comments of the page, or without any.

    Where all that was chosen are comments, or most on a page whose likeliest type is a forum, they
    are what it is about, and stay. What is put in are texts: no forms, no menus, and no lines that
    are links alone, as those to reply are.
    """
    rows = page.reader_comments > 0
    if wanted:
        content = choice.content | page.below(_readable(page, rows, choice), "any")
    elif _is_thread(page, choice, rows):
        return choice
    else:
        content = page.below(choice.content & _leaves(page) & ~rows, "any")
    before, after = _kept(page, choice.content), _kept(page, content)
    why = PUT_IN if wanted else LEFT_OUT
    overruled = dict.fromkeys(np.flatnonzero(before != after).tolist(), why)
    return replace(choice, content=content, overruled={**choice.overruled, **overruled})


def _is_thread(page: Page, choice: Choice, rows: Mask) -> bool:
    likeliest = max(choice.types, key=choice.types.__getitem__, default=None)
    words = np.where(choice.content, page.words, 0)
    share = words[rows].sum() / max(words.sum(), 1)
    return bool(share >= _ALL or (likeliest == "forum" and share > 0.5))


def _readable(page: Page, rows: Mask, choice: Choice) -> Mask:
    """The leaves of comments that a reader would want."""
    apart = (page.reader_comments == 2) | (page.above(page.is_tag("form", "nav", "button")) >= 0)
    shown = rows & ~apart & page.visible & _leaves(page)
    blocks = _kept(page, shown & (page.words > 0) & (page.above(page.is_tag("a")) < 0))
    blocks[list(choice.copies)] = False
    wanted: Mask = shown & page.spread(blocks, fill=False)
    return wanted


def _leaves(page: Page) -> Mask:
    mask: Mask = page.end == np.arange(1, len(page) + 1)
    return mask


def _kept(page: Page, rows: Mask) -> Mask:
    """The blocks with any of these rows."""
    kept = np.zeros(len(page.blocks), np.bool_)
    kept[page.block[rows & (page.block >= 0)]] = True
    return kept
