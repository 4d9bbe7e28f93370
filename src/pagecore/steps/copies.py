"""Copies: text that a page has more than once comes out once."""

from __future__ import annotations

from dataclasses import replace

from pagecore.choice import COPIES, Choice, Part, log_copies
from pagecore.page import Page
from pagecore.page.copies import find_copies
from pagecore.steps.step import Parts, Request


def drop_copies(parts: Parts, request: Request) -> Parts:
    """Take out blocks that repeat others, unless the method has done so itself."""
    return tuple(Part(page, without_copies(page, choice)) for page, choice in parts)


def without_copies(page: Page, choice: Choice) -> Choice:
    """A choice without copies. A block of which only copies were chosen takes their place."""
    if COPIES in choice.done:
        return choice
    leaves = choice.content & page.leaves
    copies, content = find_copies(page, leaves)
    chosen = page.blocks_with(leaves)
    restored = [of for of in dict.fromkeys(copies.values()) if not chosen[of]]
    changes = (*choice.changes, *log_copies(copies, restored))
    return replace(choice, content=content, changes=changes, done=(*choice.done, COPIES))
