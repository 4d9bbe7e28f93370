"""4-gram F1, as the article extraction benchmark (AEB) has it.

Scrapinghub (now Zyte): github.com/scrapinghub/article-extraction-benchmark. Case is kept. The
figure of a corpus is the F1 of the mean precision and the mean recall, not the mean F1. As there, a
page without output has no precision and one without gold no recall, and they are left out of that
mean; a text of fewer than four words is one gram of what it has.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.metrics.bootstrap import means

N: Final = 4
_WORD: Final = re.compile(r"\w+")


class Counts(NamedTuple):
    """The grams of one page: those in both texts, in the output, in the gold."""

    common: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        """The share of the output's grams that are gold; NaN without output."""
        return self.common / self.found if self.found else float("nan")

    @property
    def recall(self) -> float:
        """The share of the gold's grams that were found; NaN without gold."""
        return self.common / self.wanted if self.wanted else float("nan")


def counts(gold: str, text: str) -> Counts:
    """Compare the grams of one page."""
    wanted, found = _grams(gold), _grams(text)
    return Counts((wanted & found).total(), found.total(), wanted.total())


def f1(pages: Iterable[Counts]) -> float:
    """F1 of the mean precision and the mean recall; 0 where there is neither."""
    return f1_of_means(means(columns(pages)))


def columns(pages: Iterable[Counts]) -> npt.NDArray[np.float64]:
    """Precision and recall of every page, as `bootstrap` takes them with `of=f1_of_means`."""
    return np.array([(page.precision, page.recall) for page in pages]).reshape(-1, 2)


def f1_of_means(figures: npt.NDArray[np.float64]) -> float:
    """The harmonic mean of a mean precision and a mean recall; 0 where either is NaN."""
    precision, recall = np.nan_to_num(figures)
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def _grams(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    if len(words) < N:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[at:] for at in range(N)), strict=False))
