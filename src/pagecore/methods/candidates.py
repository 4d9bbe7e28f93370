"""The block elements of a page as candidates for its content, with six features each.

The page method `hybrid` classifies them, and the site method `hybrid` learns the opening tags of
those that hold content. The papers are cited there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

#: The features of a candidate, in the order of their columns.
FEATURES: Final = (
    "words",
    "density",
    "links",
    "words in links",
    "words in links / links",
    "words in links / words",
)
#: The elements that are candidates, by the name of the set. The paper has `div-td`; `containers`
#: adds the elements that HTML5 pages use in their place, and `body` for text outside all of them.
CANDIDATE_TAGS: Final = {
    "div-td": ("div", "td"),
    "containers": ("div", "td", "article", "section", "main", "body"),
}
#: A candidate is labelled as content if at least this share of its words is in the gold, and if it
#: holds at least this share of the gold, by the set of candidates. `python -m tools.hybrid_labels`
#: sweeps the second.
OWN_SHARE: Final = 0.5
GOLD_SHARES: Final = {"div-td": 0.01, "containers": 0.02}

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every element of a page that is a candidate, in document order."""

    #: The row of each candidate.
    rows: npt.NDArray[np.int64]
    #: The number of the candidate that each row of the page belongs to, or -1.
    number: npt.NDArray[np.int64]
    #: One row per candidate, one column for each of `FEATURES`.
    features: Floats

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def words(self) -> Floats:
        """The number of words of each candidate."""
        return self.features[:, 0]

    def total(self, column: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Sum a column of the page over the rows of each candidate."""
        return _sum_candidates(self.number, np.asarray(column), len(self))

    def spread(self, values: npt.ArrayLike) -> Array:
        """Give each row of the page the value of its candidate; rows outside all candidates get
        0."""
        column = np.asarray(values)
        # The last entry is for rows outside all candidates, whose number is -1.
        return np.append(column, np.zeros(1, column.dtype))[self.number]


def find_candidates(page: Page, tags: tuple[str, ...] = CANDIDATE_TAGS["div-td"]) -> Candidates:
    """Find the candidates of a page and compute their features; hidden rows do not count.

    Args:
        page: any page.
        tags: the elements that are candidates.
    """
    is_candidate = page.is_tag(*tags)
    rows = np.flatnonzero(is_candidate)
    # The last entry is for rows outside all candidates, whose ancestor is -1.
    row_number = np.full(len(page) + 1, -1, np.int64)
    row_number[rows] = np.arange(len(rows))
    number = row_number[page.above(is_candidate)]
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    all_words = page.shown(page.words)
    words = _sum_candidates(number, all_words, len(rows))
    links = _sum_candidates(number, page.shown(is_link), len(rows))
    linked = _sum_candidates(number, all_words * (page.above(is_link) >= 0), len(rows))
    columns = (
        words,
        _ratio(words, all_words.sum()),
        links,
        linked,
        _ratio(linked, links),
        _ratio(linked, words),
    )
    return Candidates(rows, number, np.stack(columns, axis=1).astype(np.float32))


def label_candidates(words: Array, inside: Array, gold: float, gold_share: float) -> Mask:
    """Label candidates as content or not.

    Args:
        words: number of words of each candidate.
        inside: how many of these are in the gold.
        gold: number of words of the gold.
        gold_share: the share of the gold that a candidate must hold.
    """
    labels: Mask = (inside > 0) & (inside >= OWN_SHARE * words) & (inside >= gold_share * gold)
    return labels


def find_longest(candidates: Candidates, mask: Mask) -> int:
    """The row of the candidate in a mask with the most words; a tie goes to the first."""
    return int(candidates.rows[np.argmax(np.where(mask, candidates.words, -1))])


def _sum_candidates(
    number: npt.NDArray[np.int64], column: Array, n: int
) -> npt.NDArray[np.float64]:
    """Sum a column over the rows of each of `n` candidates."""
    # Rows outside all candidates are counted at 0, which is dropped.
    totals = np.bincount(number + 1, column.astype(np.float64), minlength=n + 1)
    return totals[1:].astype(np.float64)


def _ratio(numerator: Array, denominator: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Divide; the result is 0 where the denominator is 0."""
    return np.where(np.asarray(denominator) > 0, numerator / np.maximum(denominator, 1), 0.0)
