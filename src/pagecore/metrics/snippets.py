"""Snippets that the output must have, and such that it must not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """Snippets of one page, or of many: counts add up, and shares are of all snippets together."""

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn
        )

    @property
    def precision(self) -> float:
        """The share of the snippets found that should be; NaN where none is found."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The share of the wanted snippets that are found: WCXB's rate of `with`."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def left_in(self) -> float:
        """The share of the unwanted snippets that are found: WCXB's rate of `without`."""
        return _share(self.fp, self.fp + self.tn)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; NaN where nothing is wanted or found."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        """The share of all snippets that are found or missing as they should be."""
        return _share(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)


def score(present: Sequence[str], absent: Sequence[str], text: str) -> Counts:
    """Count the snippets of a page that must be present and those that must be absent."""
    results = found([*present, *absent], text)
    tp, fp = sum(results[: len(present)]), sum(results[len(present) :])
    return Counts(tp, fp, len(present) - tp, len(absent) - fp)


def found(snippets: Sequence[str], text: str) -> list[bool]:
    """Say of every snippet whether it is a part of the text, case and kind of white space apart.

    A blank snippet says nothing and is never found.
    """
    flat = _flat(text)
    return [bool(one := _flat(snippet)) and one in flat for snippet in snippets]


def _flat(text: str) -> str:
    return " ".join(text.lower().split())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
