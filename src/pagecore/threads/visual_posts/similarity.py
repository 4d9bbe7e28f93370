"""Similarity of visual blocks: definitions 6 to 10 of VBPA.

The functions compare blocks one by one, or each of some blocks with each of others if their columns
have the shapes n × 1 and n. The paper is cited in `vbpa_threads.py`.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Numbers = npt.NDArray[np.int64]

#: The weight of the position in definition 6.
POSITION_WEIGHT: Final = 0.3


@dataclass(frozen=True, eq=False)
class SpeechBlocks:
    """The features of visual blocks that are compared with each other."""

    #: Distance of the left edge from that of the block around it, in pixels (L of definition 6).
    left: _Floats
    #: Its area, and that of the block around it, in square pixels (S(B) and S(B')).
    area: _Floats
    around: _Floats
    #: Length of its text in characters (C_num).
    letters: _Floats
    #: The area that its text covers (S_text).
    text_area: _Floats

    def __len__(self) -> int:
        return len(self.left)

    def take(self, which: Any) -> SpeechBlocks:
        """Return some of the blocks, by an index of numpy."""
        return SpeechBlocks(*(column[which] for column in self.columns))

    @property
    def columns(self) -> tuple[_Floats, ...]:
        """The five columns."""
        return astuple(self)


def compare_positions(one: SpeechBlocks, other: SpeechBlocks) -> _Floats:
    """Definition 6: δ, the ratio of the distances to the left edges of the blocks around."""
    return _find_ratio(one.left, other.left)


def compare_areas(one: SpeechBlocks, other: SpeechBlocks) -> _Floats:
    """Definition 7: η, the ratio of the areas."""
    return _find_ratio(one.area, other.area)


def weigh_areas(one: SpeechBlocks, other: SpeechBlocks) -> _Floats:
    """Definition 7: η_w, the share that two blocks have of the area of the blocks around them."""
    return _find_share(one.area + other.area, one.around + other.around)


def compare_contents(one: SpeechBlocks, other: SpeechBlocks) -> _Floats:
    """Definition 8: θ, the ratio of the numbers of letters."""
    return _find_ratio(one.letters, other.letters)


def weigh_contents(one: SpeechBlocks, other: SpeechBlocks) -> _Floats:
    """Definition 8: θ_w, the share of two blocks that their text covers."""
    return _find_share(one.text_area + other.text_area, one.area + other.area)


def compare_blocks(one: SpeechBlocks, other: SpeechBlocks, *, normalise: bool = False) -> _Floats:
    """Definition 9: the similarity of two blocks, 0 to 2.3.

    Args:
        one: blocks.
        other: the blocks to compare them with.
        normalise: divide by the sum of the weights, so that the similarity is 0 to 1.
    """
    area_weight, content_weight = weigh_areas(one, other), weigh_contents(one, other)
    similarity = (
        POSITION_WEIGHT * compare_positions(one, other)
        + area_weight * compare_areas(one, other)
        + content_weight * compare_contents(one, other)
    )
    return similarity / (POSITION_WEIGHT + area_weight + content_weight if normalise else 1.0)


def compare_sets(similarity: _Floats, sets: _Numbers, n_sets: int) -> _Floats:
    """Definition 10: the similarity of a block to each set, the mean over the set's members.

    Args:
        similarity: to each of the blocks that are in sets.
        sets: the set of each of these blocks.
        n_sets: number of sets, each of which has a member.
    """
    total = np.bincount(sets, similarity, n_sets).astype(np.float64)
    return total / np.bincount(sets, minlength=n_sets)


def _find_ratio(one: _Floats, other: _Floats) -> _Floats:
    """The smaller of two numbers by the larger; 1 if both are 0."""
    larger = np.maximum(one, other)
    is_zero = larger <= 0
    ratio: _Floats = np.minimum(one, other) / np.where(is_zero, 1.0, larger)
    return np.where(is_zero, 1.0, ratio)


def _find_share(part: _Floats, whole: _Floats) -> _Floats:
    """A part of a whole, 0 to 1; 0 of nothing."""
    share: _Floats = part / np.where(whole > 0, whole, 1.0)
    return np.where(whole > 0, np.minimum(share, 1.0), 0.0)
