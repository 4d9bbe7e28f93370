"""Smoothing: the probability of each text in a group moves towards the mean of the group, or of the
texts in places of its kind there, and the content is selected again by the largest expected F1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page

#: What the mean is taken of, and how far a probability moves towards it, 0 to 1.
LEVELS: Final = ("group", "place")
MOVES: Final = (0.25, 0.5, 0.75, 1.0)

Floats = npt.NDArray[np.float64]


def smooth(
    page: Page, choice: Choice, texts: Mask, groups: Sequence[Mask], place: Array
) -> Iterator[tuple[str, float, Mask, Mask]]:
    """Smooth the probabilities in groups.

    Args:
        page: the page.
        choice: what the extractor chose, with the probabilities as scores.
        texts: the texts that can be chosen.
        groups: the rows of each group.
        place: the kind of place of each row.

    Yields:
        The level, the move, and the texts that are added and removed.
    """
    rows = np.flatnonzero(texts)
    # Whole blocks are chosen; the probability of a block is that of its texts.
    blocks, block_of = np.unique(page.block[rows], return_inverse=True)
    words = np.bincount(block_of, page.words[rows], len(blocks)).astype(np.float64)
    chances = choice.score[rows].astype(np.float64)
    before = _select(_average(chances, page.words[rows], block_of), words)
    of_group = np.full(len(page), -1)
    for number, mask in enumerate(groups):
        of_group[mask] = number
    grouped = of_group[rows] >= 0
    for level in LEVELS:
        keys = [of_group[rows], place[rows] if level == "place" else np.zeros(len(rows), np.int64)]
        _, key = np.unique(np.stack([*map(_number, keys)]), axis=1, return_inverse=True)
        means = _average(chances, page.words[rows], key.ravel())[key.ravel()]
        for move in MOVES:
            moved = np.where(grouped, (1 - move) * chances + move * means, chances)
            after = _select(_average(moved, page.words[rows], block_of), words)
            yield level, move, *_list_changes(page, choice, rows, block_of, before, after)


def _number(column: Array) -> Array:
    return np.unique(column, return_inverse=True)[1]


def _average(values: Floats, weights: Array, group: Array) -> Floats:
    total = np.bincount(group, values * weights)
    mean: Floats = total / np.maximum(np.bincount(group, weights), 1)
    return mean


def _select(chances: Floats, words: Floats) -> Mask:
    """Select the blocks with the largest expected F1."""
    order = np.argsort(-chances, kind="stable")
    hits, sizes = np.cumsum((chances * words)[order]), np.cumsum(words[order])
    best = int(np.argmax(2 * hits / (sizes + hits[-1]))) if hits.size and hits[-1] > 0 else -1
    selected = np.zeros(len(chances), np.bool_)
    selected[order[: best + 1]] = True
    return selected


def _list_changes(
    page: Page, choice: Choice, rows: Array, block_of: Array, before: Mask, after: Mask
) -> tuple[Mask, Mask]:
    """The texts that are selected after the move alone, or before it alone."""
    added, removed = np.zeros(len(page), np.bool_), np.zeros(len(page), np.bool_)
    added[rows] = (after & ~before)[block_of]
    removed[rows] = (before & ~after)[block_of]
    return added & ~choice.content, removed & choice.content
