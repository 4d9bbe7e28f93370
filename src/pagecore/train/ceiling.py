"""The ceiling of labels: the quality of an extractor that knows every label.

This oracle writes the blocks with a label of at least 0.5. Its losses against the gold are counted
by cause: gold, alignment or segmentation. `python -m tools.ceiling` prints the table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from pagecore.choice import Choice
from pagecore.corpora.labels import LabelledPage, align_gold, normalise_words
from pagecore.metrics import words
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.write.text import render_text


@dataclass(frozen=True)
class Ceiling:
    """The result of the oracle on a page. Except for the F1, figures are shares of the gold."""

    #: Word F1 of the blocks with a label of at least 0.5.
    f1: float
    #: Word F1 of the blocks with the best expected F1 by their labels.
    best_f1: float
    #: Words that are in any block of the page.
    reach: float
    #: Words in the page that the alignment missed.
    unaligned: float
    #: Words in blocks with a label below 0.5.
    cut: float
    #: Words that are joined with their neighbours in the text, because there is no space between.
    glued: float
    #: Words that the gold does not have, in blocks that the oracle writes.
    extra: float

    @property
    def nowhere(self) -> float:
        """Words that are in no block."""
        return 1 - self.reach


def compute_ceiling(page: Page, gold: str, *, unspaced: bool = True) -> Ceiling:
    """Compute the result of an extractor that knows the labels.

    Args:
        page: any page.
        gold: its text, with at least one word.
        unspaced: whether every character of scripts without spaces is a word of the F1.
    """
    labelled = align_gold(page, gold)
    chosen = labelled.label >= 0.5
    text = _write_text(page, chosen)
    best = _write_text(page, find_best_choice(labelled))

    wanted = Counter(labelled.gold)
    n_gold = max(len(labelled.gold), 1)
    in_page = Counter(word for block in labelled.words for word in block)
    in_chosen = Counter(
        word for block, kept in zip(labelled.words, chosen, strict=True) if kept for word in block
    )
    reach = (wanted & in_page).total()
    n_matched = int(labelled.matched.sum())
    n_kept = int(labelled.matched[chosen].sum())
    n_written = (wanted & Counter(normalise_words(text))).total()
    return Ceiling(
        f1=words.score_words(gold, text, unspaced).f1,
        best_f1=words.score_words(gold, best, unspaced).f1,
        reach=reach / n_gold,
        unaligned=(reach - n_matched) / n_gold,
        cut=(n_matched - n_kept) / n_gold,
        glued=max((wanted & in_chosen).total() - n_written, 0) / n_gold,
        extra=(in_chosen.total() - n_kept) / n_gold,
    )


def _write_text(page: Page, chosen: Mask) -> str:
    return render_text(page, Choice.of(page, page.spread(chosen, fill=False)))


def find_best_choice(labelled: LabelledPage) -> Mask:
    """The blocks with the highest labels, as many as have the best expected F1. A label counts as
    the probability that a word of the block is in the gold."""
    sizes = np.array([len(block) for block in labelled.words], np.float64)
    order = np.argsort(-labelled.label, kind="stable")
    hits = np.cumsum((labelled.label * sizes)[order])
    f1 = 2 * hits / np.maximum(np.cumsum(sizes[order]) + hits[-1:], 1)
    chosen = np.zeros(len(sizes), np.bool_)
    if len(f1) and f1.max() > 0:
        chosen[order[: int(f1.argmax()) + 1]] = True
    return chosen & (labelled.label > 0)
