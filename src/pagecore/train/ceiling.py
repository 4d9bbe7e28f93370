"""The ceiling of labels: how good an extractor would be that knows every label.

The oracle writes the blocks with a label of a half or more. What it loses against the gold is
counted by cause: gold, alignment or segmentation. `python -m tools.ceiling` prints the table.
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
    """What the oracle reaches on a page. All but the scores are shares of the gold's words."""

    #: Word F1 of the blocks with a label of a half or more.
    f1: float
    #: The same of the blocks that promise the best F1 by their labels.
    best_f1: float
    #: Words that are in some block of the page.
    reach: float
    #: Words of the page that are not aligned with it.
    unaligned: float
    #: Words in blocks with a label below a half.
    cut: float
    #: Words that the oracle's text glues to their neighbours, because no space is between them.
    glued: float
    #: Words that the oracle writes with others of the same block, and that the gold has not.
    extra: float

    @property
    def nowhere(self) -> float:
        """Words that are in no block."""
        return 1 - self.reach


def ceiling(page: Page, gold: str, *, unspaced: bool = True) -> Ceiling:
    """What an extractor that knows the labels reaches.

    Args:
        page: any page.
        gold: its text, with at least one word.
        unspaced: whether every character of scripts without spaces is a word of the F1.
    """
    found = align_gold(page, gold)
    chosen = found.label >= 0.5
    text = written(page, chosen)
    best = written(page, best_choice(found))

    wanted = Counter(found.gold)
    n_gold = max(len(found.gold), 1)
    in_page = Counter(word for block in found.words for word in block)
    in_chosen = Counter(
        word for block, kept in zip(found.words, chosen, strict=True) if kept for word in block
    )
    reach = (wanted & in_page).total()
    n_matched = int(found.matched.sum())
    n_kept = int(found.matched[chosen].sum())
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


def written(page: Page, chosen: Mask) -> str:
    """The text of chosen blocks."""
    return render_text(page, Choice.of(page, page.spread(chosen, fill=False)))


def best_choice(found: LabelledPage) -> Mask:
    """The blocks with the highest labels, as many as promise the best F1: labels are taken as the
    chance of every word to be wanted."""
    sizes = np.array([len(block) for block in found.words], np.float64)
    order = np.argsort(-found.label, kind="stable")
    hits = np.cumsum((found.label * sizes)[order])
    f1 = 2 * hits / np.maximum(np.cumsum(sizes[order]) + hits[-1:], 1)
    chosen = np.zeros(len(sizes), np.bool_)
    if len(f1) and f1.max() > 0:
        chosen[order[: int(f1.argmax()) + 1]] = True
    return chosen & (found.label > 0)
