"""Read the log of a choice in tests."""

from __future__ import annotations

from pagecore import Choice
from pagecore.choice import COPIES


def list_copies(choice: Choice) -> dict[int, int]:
    """The blocks that were taken out as copies, and the block that each repeats."""
    return _list_blocks(choice, "duplicate of block ")


def list_inside(choice: Choice) -> dict[int, int]:
    """The blocks that were taken out with copies around them, and a block beside the original."""
    return _list_blocks(choice, "inside a duplicate of the text around block ")


def _list_blocks(choice: Choice, reason: str) -> dict[int, int]:
    return {
        change.block: int(change.reason.removeprefix(reason))
        for change in choice.changes
        if change.step == COPIES and not change.kept and change.reason.startswith(reason)
    }
