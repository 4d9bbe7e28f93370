"""The step `copies`: keep text once that a page has more than once."""

from __future__ import annotations

from dataclasses import replace

from pagecore.choice import COPIES, Choice, Part, log_copies, warn_of_differences
from pagecore.page import Page
from pagecore.page.copies import find_copies
from pagecore.steps.descriptions import drop_repeated_descriptions
from pagecore.steps.step import Parts, Request


def drop_copies(parts: Parts, request: Request) -> Parts:
    """Remove blocks that repeat others, unless the method has done so itself."""
    return tuple(
        Part(page, drop_repeated_descriptions(page, remove_copies(page, choice)))
        for page, choice in parts
    )


def remove_copies(page: Page, choice: Choice) -> Choice:
    """Remove copies from a choice. If only copies of a block were chosen, the block replaces
    them."""
    if COPIES in choice.done:
        return choice
    leaves = choice.content & page.leaves
    originals, inside, content = find_copies(page, leaves)
    chosen = page.blocks_with(leaves)
    restored = [block for block in dict.fromkeys(originals.values()) if not chosen[block]]
    return replace(
        choice,
        content=content,
        changes=(*choice.changes, *log_copies(originals, restored, inside)),
        done=(*choice.done, COPIES),
        warnings=(*choice.warnings, *warn_of_differences(inside)),
    )
