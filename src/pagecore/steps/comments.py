"""Reader comments: recognised by the names of the elements around them, put in or taken out.

The core recognises comments by the names of elements (`Page.reader_comments`). Nothing here reads
the text.
"""

from __future__ import annotations

from typing import Final

from pagecore.choice import COPIES, Choice, Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reasons.
COMMENTS: Final = "comments"
LEFT_OUT: Final = "reader comments, left out by comments=False"
PUT_IN: Final = "reader comments, put in by comments=True"

#: The share of a choice from which on it has nothing else.
_ALL: Final = 0.95


def select_comments(parts: Parts, request: Request) -> Parts:
    """Put reader comments in or take them out, where the caller asked for either."""
    if request.comments is None:
        return parts
    change = put_in_comments if request.comments else drop_comments
    return tuple(Part(page, change(page, choice)) for page, choice in parts)


def put_in_comments(page: Page, choice: Choice) -> Choice:
    """A choice with all reader comments of the page: their texts, but no forms, no menus, and no
    lines that are links alone, as those to reply are."""
    comments = _readable(page, choice)
    return choice.change(page, choice.content | comments, COMMENTS, PUT_IN)


def drop_comments(page: Page, choice: Choice) -> Choice:
    """A choice without reader comments. Where all that was chosen are comments, or most on a page
    whose likeliest type is a forum, they are what the page is about, and stay."""
    comments = page.reader_comments > 0
    if _is_thread(page, choice, comments):
        return choice
    return choice.drop(page, comments, COMMENTS, LEFT_OUT)


def _is_thread(page: Page, choice: Choice, rows: Mask) -> bool:
    likeliest = max(choice.types, key=choice.types.__getitem__, default=None)
    share = page.count_words(choice.content & rows) / max(page.count_words(choice.content), 1)
    return share >= _ALL or (likeliest == "forum" and share > 0.5)


def _readable(page: Page, choice: Choice) -> Mask:
    """The leaves of comments that a reader would want."""
    apart = page.above(page.is_tag("form", "nav")) >= 0
    shown = (page.reader_comments == 1) & ~apart & page.visible & page.leaves
    blocks = page.blocks_with(shown & (page.words > 0) & (page.above(page.is_tag("a")) < 0))
    copies = [
        change.block for change in choice.changes if change.step == COPIES and not change.kept
    ]
    blocks[copies] = False
    wanted: Mask = shown & page.spread(blocks)
    return wanted
