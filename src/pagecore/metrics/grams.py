"""4-gram F1, as defined by the article extraction benchmark (AEB).

Scrapinghub (now Zyte): github.com/scrapinghub/article-extraction-benchmark. Case matters. The
figure of a corpus is the F1 of the mean precision and the mean recall, not the mean F1. As in AEB,
a page without output has no precision, a page without gold has no recall, and the mean ignores
them. A text of fewer than four words is one gram.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.metrics.bootstrap import compute_means

N: Final = 4
_WORD: Final = re.compile(r"\w+")


class GramCounts(NamedTuple):
    """Numbers of grams of one page: in both texts, in the output, in the gold."""

    common: int
    n_output: int
    n_gold: int

    @property
    def precision(self) -> float:
        """The share of the output's grams that are in the gold; NaN without output."""
        return self.common / self.n_output if self.n_output else float("nan")

    @property
    def recall(self) -> float:
        """The share of the gold's grams that are in the output; NaN without gold."""
        return self.common / self.n_gold if self.n_gold else float("nan")


def count_grams(gold: str, text: str) -> GramCounts:
    """Count the grams of one page."""
    gold_grams, output_grams = _split_grams(gold), _split_grams(text)
    common = (gold_grams & output_grams).total()
    return GramCounts(common, output_grams.total(), gold_grams.total())


def compute_f1(pages: Iterable[GramCounts]) -> float:
    """F1 of the mean precision and the mean recall; 0 if there is neither."""
    return f1_of_means(compute_means(stack_columns(pages)))


def stack_columns(pages: Iterable[GramCounts]) -> npt.NDArray[np.float64]:
    """Precision and recall of each page, for `bootstrap` with `of=f1_of_means`."""
    return np.array([(page.precision, page.recall) for page in pages]).reshape(-1, 2)


def f1_of_means(figures: npt.NDArray[np.float64]) -> float:
    """The harmonic mean of a mean precision and a mean recall; 0 if either is NaN."""
    precision, recall = np.nan_to_num(figures)
    return float(2 * precision * recall / (precision + recall)) if precision + recall else 0.0


def _split_grams(text: str) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text)
    if len(words) < N:
        return Counter([tuple(words)] if words else [])
    return Counter(zip(*(words[at:] for at in range(N)), strict=False))
