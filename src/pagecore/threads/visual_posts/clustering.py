"""Visual block clustering: sets of similar blocks, in rounds from the theme block down.

The first round clusters the blocks in the theme block. Each round after it pools the blocks in all
members of a set, and clusters them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.similarity import SpeechBlocks, compare_blocks, compare_sets

_Floats = npt.NDArray[np.float64]
_Numbers = npt.NDArray[np.int64]

#: Maximum number of operations on a page: pairs of blocks that are compared, and texts whose area
#: is measured. Each block is compared with all before it, which takes quadratic time.
MAX_OPERATIONS: Final = 10_000_000
#: Number of pairs that are compared at once.
_CHUNK: Final = 250_000


@dataclass(frozen=True)
class BlockSet:
    """Similar blocks of one round."""

    #: 1 for the blocks in the theme block.
    round: int
    #: The index of the set whose members the blocks are in, -1 in the first round.
    above: int
    #: The blocks, in the order of the page.
    members: tuple[int, ...]


@dataclass
class Clusterer:
    """Clusters blocks of a tree, as long as there are operations left."""

    tree: BlockTree
    #: The similarity to a set that a member exceeds (M_sim).
    m_sim: float
    normalise: bool = False
    #: Whether the members of a set must be of the same kind.
    kinds: bool = False
    operations_left: int = MAX_OPERATIONS
    #: Whether blocks were left out of all sets, because no operations were left.
    is_limited: bool = False

    def cluster(self, blocks: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the sets of similar blocks, in the order of their first members."""
        groups: dict[int, list[int]] = {}
        kinds = self.tree.kind[list(blocks)].tolist() if self.kinds else [0] * len(blocks)
        for block, kind in zip(blocks, kinds, strict=True):
            groups.setdefault(kind, []).append(block)
        sets = [members for group in groups.values() for members in self._cluster_alike(group)]
        place = {block: at for at, block in enumerate(blocks)}
        return sorted(sets, key=lambda members: place[members[0]])

    def _cluster_alike(self, blocks: Sequence[int]) -> Iterator[tuple[int, ...]]:
        n = self._spend(blocks)
        labels = label_sets(self.tree.measure(blocks[:n]), self.m_sim, normalise=self.normalise)
        sets: dict[int, list[int]] = {}
        for block, label in zip(blocks, labels.tolist(), strict=False):
            sets.setdefault(label, []).append(block)
        return (tuple(members) for members in sets.values())

    def _spend(self, blocks: Sequence[int]) -> int:
        """Return how many of the blocks can be clustered with the operations that are left."""
        for at, block in enumerate(blocks):
            cost = at + self.tree.count_texts(block)
            if cost > self.operations_left:
                self.is_limited = True
                return at
            self.operations_left -= cost
        return len(blocks)


def label_sets(blocks: SpeechBlocks, m_sim: float, *, normalise: bool = False) -> _Numbers:
    """Cluster blocks: each joins the most similar set, or opens one.

    Args:
        blocks: the blocks, in the order in which they are processed.
        m_sim: the similarity to a set that a block must exceed to join it.
        normalise: as in `compare_blocks`.

    Returns:
        The set of each block, numbered in the order in which they were opened.
    """
    n = len(blocks)
    sets = np.zeros(n, np.int64)
    n_sets = 0
    for one, similarity in enumerate(_list_similarities(blocks, normalise=normalise)):
        if one:
            means = compare_sets(similarity[:one], sets[:one], n_sets)
            best = int(means.argmax())
            if means[best] > m_sim:
                sets[one] = best
                continue
        sets[one] = n_sets
        n_sets += 1
    return sets


def _list_similarities(blocks: SpeechBlocks, *, normalise: bool) -> Iterator[_Floats]:
    """The similarity of each block to all of them."""
    step = max(1, _CHUNK // max(len(blocks), 1))
    for start in range(0, len(blocks), step):
        some = blocks.take((slice(start, start + step), None))
        yield from compare_blocks(some, blocks, normalise=normalise)


def cluster_rounds(
    clusterer: Clusterer,
    first_round: Sequence[tuple[int, ...]],
    n_rounds: int,
    without: Collection[int] = (),
) -> list[BlockSet]:
    """Pool the blocks in all members of each set, cluster them, and so on.

    If each member of a set has a single block in it, the blocks of the next round are those in
    these: both are the same area.

    Args:
        clusterer: decides which blocks are similar.
        first_round: the sets of the first round.
        n_rounds: number of rounds, with the first.
        without: blocks that are not pooled.

    Returns:
        The sets of all rounds, in the order of the rounds.
    """
    sets = [BlockSet(1, -1, members) for members in first_round]
    first = 0
    for number in range(2, n_rounds + 1):
        pools = [
            (at, _pool_blocks(clusterer.tree, sets[at].members, without))
            for at in range(first, len(sets))
        ]
        first = len(sets)
        sets += [
            BlockSet(number, above, members)
            for above, pool in pools
            for members in clusterer.cluster(pool)
        ]
    return sets


def _pool_blocks(tree: BlockTree, members: Sequence[int], without: Collection[int]) -> list[int]:
    """The blocks in all members of a set."""
    while True:
        lists = [
            [block for block in tree.children[member] if block not in without] for member in members
        ]
        if not lists or any(len(blocks) != 1 for blocks in lists):
            return [block for blocks in lists for block in blocks]
        members = [blocks[0] for blocks in lists]
