"""The step `comments`: add or remove reader comments.

The core recognises comments by the names of elements (`Page.comment_kind`), never by their
text.
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

#: Minimum share of comments in a choice that counts as nothing but comments.
_ALL: Final = 0.95


def select_comments(parts: Parts, request: Request) -> Parts:
    """Add or remove reader comments, if the caller asked for either."""
    if request.comments is None:
        return parts
    change = add_comments if request.comments else drop_comments
    return tuple(Part(page, change(page, choice)) for page, choice in parts)


def add_comments(page: Page, choice: Choice) -> Choice:
    """Add all reader comments of a page to a choice: their texts, without forms, menus and lines
    of links alone, such as reply links."""
    comments = _find_comment_texts(page, choice)
    return choice.change(page, choice.content | comments, COMMENTS, PUT_IN)


def drop_comments(page: Page, choice: Choice) -> Choice:
    """Remove reader comments from a choice. They stay if they are the topic of the page: if the
    choice has nothing else, or if the page is probably a forum and they are most of the choice."""
    comments = page.comment_kind > 0
    if _is_thread(page, choice, comments):
        return choice
    return choice.drop(page, comments, COMMENTS, LEFT_OUT)


def _is_thread(page: Page, choice: Choice, comments: Mask) -> bool:
    page_type = max(choice.types, key=choice.types.__getitem__, default=None)
    share = page.count_words(choice.content & comments) / max(page.count_words(choice.content), 1)
    return share >= _ALL or (page_type == "forum" and share > 0.5)


def _find_comment_texts(page: Page, choice: Choice) -> Mask:
    """Find the leaves of comments without forms, menus, copies and lines of links."""
    is_apart = page.above(page.is_tag("form", "nav")) >= 0
    shown = (page.comment_kind == 1) & ~is_apart & page.visible & page.leaves
    blocks = page.blocks_with(shown & (page.words > 0) & (page.above(page.is_tag("a")) < 0))
    copies = [
        change.block for change in choice.changes if change.step == COPIES and not change.kept
    ]
    blocks[copies] = False
    texts: Mask = shown & page.spread(blocks)
    return texts
