"""Weights for the names that authors give to elements, by logistic regression.

The names above a block are a bag: those of the elements next to it, and those further out. Every
name has a place in a table by its hash, and a weight for being near and another for being far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.judging import find_name_tokens

Floats = npt.NDArray[np.float32]

#: Number of slots for names, as in the core.
SLOTS: Final = 1 << 15
#: Number of ancestors that count as near, as in the core.
NEAR: Final = 3
#: Steps, learning rate and regularisation of the gradient descent.
STEPS: Final = 60
RATE: Final = 0.05
SHRINK: Final = 2e-5


@dataclass(frozen=True, eq=False)
class Bags:
    """The names above blocks: pairs of a block and a slot in the table of weights."""

    n_blocks: int
    block: npt.NDArray[np.int32]
    #: The slots of far names come after those of near names.
    place: npt.NDArray[np.int32]

    @classmethod
    def of(cls, page: Page, blocks: npt.NDArray[np.int64]) -> Bags:
        """Collect the names above some blocks of a page."""
        rows, tokens = find_name_tokens(page)
        order = np.argsort(rows, kind="stable")
        tokens = tokens[order]
        begin = np.searchsorted(rows[order], np.arange(len(page) + 1))
        at = page.parent[page.blocks.first[blocks]].astype(np.int64)
        number = np.arange(len(blocks))
        pairs = []
        step = 0
        while len(at):
            size = begin[at + 1] - begin[at]
            within = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
            place = tokens[np.repeat(begin[at], size) + within]
            place += 0 if step < NEAR else SLOTS
            pairs.append(np.repeat(number, size) * (2 * SLOTS) + place)
            at = page.parent[at].astype(np.int64)
            number, at = number[at >= 0], at[at >= 0]
            step += 1
        # A name counts once per block.
        every = np.unique(np.concatenate(pairs)) if pairs else np.zeros(0, np.int64)
        return cls(
            len(blocks),
            (every // (2 * SLOTS)).astype(np.int32),
            (every % (2 * SLOTS)).astype(np.int32),
        )

    @classmethod
    def join(cls, bags: Sequence[Bags]) -> Bags:
        """Concatenate the bags of several pages."""
        start = np.cumsum([0, *(bag.n_blocks for bag in bags)])
        return cls(
            int(start[-1]),
            np.concatenate([bag.block + at for bag, at in zip(bags, start, strict=False)]).astype(
                np.int32
            ),
            np.concatenate([bag.place for bag in bags]),
        )


def fit_names(
    bags: Bags,
    target: npt.NDArray[np.int64],
    weight: npt.NDArray[np.float64],
    which: npt.NDArray[np.bool_],
) -> tuple[Floats, Floats]:
    """Fit the weights of near and far names to some blocks.

    This is logistic regression by Adam on all blocks at once, so that nothing is random.

    Args:
        bags: of all blocks.
        target: 1 for content.
        weight: of each block.
        which: the blocks to learn from.
    """
    kept = which[bags.block]
    block, place = bags.block[kept], bags.place[kept]
    weight = np.where(which, weight, 0.0)
    weight = weight / weight.sum()
    slopes = np.zeros(2 * SLOTS)
    bias = 0.0
    # The moments of Adam, the last for the bias.
    mean, square = np.zeros(2 * SLOTS + 1), np.zeros(2 * SLOTS + 1)
    for step in range(1, STEPS + 1):
        score = bias + np.bincount(block, slopes[place], bags.n_blocks)
        error = (1 / (1 + np.exp(-np.clip(score, -30, 30))) - target) * weight
        gradient = np.append(
            np.bincount(place, error[block], 2 * SLOTS) + SHRINK * slopes, error.sum()
        )
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        move = RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-7)
        slopes -= move[:-1]
        bias -= move[-1]
    near, far = slopes[:SLOTS].astype(np.float32), slopes[SLOTS:].astype(np.float32)
    return np.ascontiguousarray(near), np.ascontiguousarray(far)
