"""Read the log of a choice in tests."""

from __future__ import annotations

from pagecore import Choice
from pagecore.choice import COPIES


def list_copies(choice: Choice) -> dict[int, int]:
    """The blocks that were taken out as copies, and the block that each repeats."""
    return {
        change.block: int(change.reason.removeprefix("duplicate of block "))
        for change in choice.changes
        if change.step == COPIES and not change.kept
    }
