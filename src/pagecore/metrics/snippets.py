"""Snippets that the output must contain, and snippets that it must not contain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SnippetCounts:
    """Counts of the snippets of one page, or the sum over several pages."""

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0

    def __add__(self, other: SnippetCounts) -> SnippetCounts:
        return SnippetCounts(
            self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn
        )

    @property
    def precision(self) -> float:
        """The share of the contained snippets that are wanted; NaN if the output contains none."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The share of the wanted snippets that the output contains: `with` of WCXB."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def left_in(self) -> float:
        """The share of the unwanted snippets that the output contains: `without` of WCXB."""
        return _share(self.fp, self.fp + self.tn)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; NaN if no snippet is wanted or contained."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        """The share of all snippets that are correctly contained or missing."""
        return _share(self.tp + self.tn, self.tp + self.fp + self.fn + self.tn)


def count_snippets(required: Sequence[str], forbidden: Sequence[str], text: str) -> SnippetCounts:
    """Count the snippets that the output must contain, and those that it must not."""
    results = find_snippets([*required, *forbidden], text)
    tp, fp = sum(results[: len(required)]), sum(results[len(required) :])
    return SnippetCounts(tp, fp, len(required) - tp, len(forbidden) - fp)


def find_snippets(snippets: Sequence[str], text: str) -> list[bool]:
    """Whether each snippet is in the text; case and the kind of white space do not matter.

    A blank snippet is never found.
    """
    normalised = _normalise(text)
    return [bool(key := _normalise(snippet)) and key in normalised for snippet in snippets]


def _normalise(text: str) -> str:
    return " ".join(text.lower().split())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
