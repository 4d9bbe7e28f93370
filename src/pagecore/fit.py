"""How well a wrapper fits a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: Minimum score of a page that a wrapper fits.
MIN_SCORE: Final = 0.5


@dataclass(frozen=True)
class Fit:
    """How well a wrapper fits a page; false if the score is less than `MIN_SCORE`."""

    #: From 0 for a page of another template to 1 for a page like those that were learned from.
    score: float
    #: What the score was computed from, in words.
    reason: str

    def __bool__(self) -> bool:
        return self.score >= MIN_SCORE

    def __str__(self) -> str:
        return f"{'fits' if self else 'does not fit'} ({self.score:.2f}): {self.reason}"
