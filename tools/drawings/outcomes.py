"""The outcomes of a text, which all drawings colour alike."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """An outcome: its colour, a light shade of it, and what the legend says."""

    KEPT = ("#1a7f37", "#ccefd4", "article, kept")
    EXCESS = ("#bc4c00", "#ffdcb8", "other text, kept by mistake")
    LOST = ("#cf222e", "#ffd1cf", "article, lost")
    DROPPED = ("#57606a", "#e4e8ec", "other text, dropped")

    @property
    def ink(self) -> str:
        """The colour of texts."""
        return self.value[0]

    @property
    def shade(self) -> str:
        """The colour behind texts."""
        return self.value[1]

    @property
    def meaning(self) -> str:
        """The words of the legend."""
        return self.value[2]
