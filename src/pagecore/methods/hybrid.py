"""Hybrid: the block that a learned classifier takes for the content.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

Pages are divided by `div` and `td`: a word belongs to the nearest of these above it, so that no two
of them count the same word. Six numbers describe each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

#: What describes a candidate, in the order of its columns.
FEATURES: Final = (
    "words",
    "density",
    "links",
    "words in links",
    "words in links / links",
    "words in links / words",
)
#: A candidate is labelled as content when this share of its words is in the gold, and it holds this
#: share of the gold.
OWN_SHARE: Final = 0.5
GOLD_SHARE: Final = 0.1

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every `div` and `td` of a page, in document order."""

    #: Their rows.
    rows: npt.NDArray[np.int64]
    #: For every row of the page the number of the candidate it belongs to, or -1.
    of: npt.NDArray[np.int64]
    #: What describes them: a row for each, a column for each of `FEATURES`.
    features: Floats

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def words(self) -> Floats:
        """The words that belong to each."""
        return self.features[:, 0]

    def total(self, column: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """A column of the page's rows added up for each candidate, over what belongs to it."""
        return _total(self.of, np.asarray(column), len(self))


def candidates(page: Page) -> Candidates:
    """The blocks that a page is divided into, with their features; hidden rows count nothing."""
    is_candidate = page.is_tag("div", "td")
    rows = np.flatnonzero(is_candidate)
    # One more for the rows outside of all, whose nearest is -1.
    number = np.full(len(page) + 1, -1, np.int64)
    number[rows] = np.arange(len(rows))
    of = number[page.above(is_candidate)]
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    all_words = page.shown(page.words)
    words = _total(of, all_words, len(rows))
    links = _total(of, page.shown(is_link), len(rows))
    linked = _total(of, all_words * (page.above(is_link) >= 0), len(rows))
    columns = (
        words,
        _ratio(words, all_words.sum()),
        links,
        linked,
        _ratio(linked, links),
        _ratio(linked, words),
    )
    return Candidates(rows, of, np.stack(columns, axis=1).astype(np.float32))


def is_content(words: Array, inside: Array, gold: float) -> Mask:
    """Which candidates are labelled as content.

    Args:
        words: of each candidate.
        inside: how many of these are in the gold.
        gold: words of the gold.
    """
    found: Mask = (inside > 0) & (inside >= OWN_SHARE * words) & (inside >= GOLD_SHARE * gold)
    return found


def winner(page: Page, content: Mask) -> int | None:
    """The row of the block that a page's content is labelled with.

    Args:
        page: any page.
        content: the rows that are content, by hand or by another method.

    Returns:
        The row of the candidate with most words of those labelled as content, of several the
        first; None where none is.
    """
    blocks = candidates(page)
    kept = page.shown(page.words) * content
    labelled = is_content(blocks.words, blocks.total(kept), float(kept.sum()))
    if not labelled.any():
        return None
    return int(blocks.rows[np.argmax(np.where(labelled, blocks.words, -1))])


def _total(of: npt.NDArray[np.int64], column: Array, n: int) -> npt.NDArray[np.float64]:
    # What is outside of all is counted first, and left out.
    return np.bincount(of + 1, column, minlength=n + 1)[1:]


def _ratio(above: Array, below: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """One number divided by another, 0 where that is 0."""
    return above / np.maximum(below, 1)
