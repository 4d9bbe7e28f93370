"""B-cubed: how well a segmentation of a page agrees with its annotated blocks.

Items are the characters inside an annotated block. An item's precision is the share of the items
of its segment that are in its block, its recall the share of the items of its block that are in its
segment. A page's figures are the means over items, a corpus' the means over pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption
from pagecore.metrics.score import Score
from pagecore.page import Page
from pagecore.page.tags import TEXT

#: Reasons to be hidden of what is no text for who marks a page: scripts and styles, `noscript`.
_UNREAD: Final = (2, 4)


class Marked(Protocol):
    """What is asked of an annotated block; `corpora.Segment` has it."""

    @property
    def levels(self) -> tuple[int, ...]: ...
    @property
    def path(self) -> str: ...


def bcubed(
    gold: npt.ArrayLike, found: npt.ArrayLike, weight: npt.ArrayLike | None = None
) -> Score | None:
    """Compare the blocks and segments of a page's characters, or of its rows.

    Args:
        gold: for every item the number of its annotated block, negative outside all of them; what
            is outside is no item.
        found: for every item the number of its segment, negative outside all of them; there every
            character is a segment of its own.
        weight: how many characters, without white space, an item stands for; 1 if not given.

    Returns:
        Precision, recall and their harmonic mean; None where there is no item.
    """
    blocks, segments = np.asarray(gold, np.int64), np.asarray(found, np.int64)
    weights = np.ones(len(blocks)) if weight is None else np.asarray(weight, np.float64)
    if not blocks.shape == segments.shape == weights.shape or blocks.ndim != 1:
        raise BadOption(
            f"gold has the shape {blocks.shape}, found {segments.shape}, weight {weights.shape}: "
            "expected one number an item in each"
        )
    if (weights < 0).any():
        raise BadOption(f"weight has the value {weights.min()}: expected none below 0")
    items = (blocks >= 0) & (weights > 0)
    if not items.any():
        return None
    blocks, segments, weights = blocks[items], segments[items], weights[items]
    block_total = _total(blocks, weights)
    alone = segments < 0
    both = np.stack([blocks, segments], axis=1)
    common = np.where(alone, 1.0, _total(both, weights))
    segment_total = np.where(alone, 1.0, _total(segments, weights))
    precision = float(np.average(common / segment_total, weights=weights))
    recall = float(np.average(common / block_total, weights=weights))
    # Both are above 0: an item shares its block and its segment at least with itself.
    return Score(precision, recall, 2 * precision * recall / (precision + recall))


def _total(
    groups: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """For every item the weight of all items of its group."""
    _, at = np.unique(groups, axis=0, return_inverse=True)
    at = at.reshape(-1)
    return np.asarray(np.bincount(at, weights)[at], np.float64)


def labels(
    page: Page, marked: Sequence[Marked], level: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every row the number of the block it is in, and how many characters it stands for.

    Args:
        page: the page in which the blocks were marked.
        marked: its blocks; one whose path leads nowhere is left aside.
        level: which of them count. Of nested ones the innermost does.

    Returns:
        The number of the block, -1 outside all of them; and the characters of a row's own text that
        are no white space, without scripts, styles and `noscript`, as the gold has it.
    """
    rows = {page.xpath(int(row)): int(row) for row in np.flatnonzero(page.tag != TEXT)}
    blocks = np.full(len(page), -1, np.int64)
    for number, block in enumerate(marked):
        if level in block.levels and block.path in rows:
            blocks[rows[block.path]] = number
    nearest = page.above(blocks >= 0)
    inside = np.where(nearest >= 0, blocks[nearest], -1)
    characters = np.zeros(len(page), np.int64)
    read = (page.tag == TEXT) & ~np.isin(page.hidden, _UNREAD)
    for row in np.flatnonzero(read):
        text = str(page.text_buffer[page.text_start[row] : page.text_stop[row]], "utf-8")
        characters[row] = sum(map(len, text.split()))
    return inside, characters
