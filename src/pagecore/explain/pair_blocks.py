"""Pair the blocks of two pages: by the mapping of their rows, and by their texts."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pagecore.explain.align import align_items, choose_increasing
from pagecore.explain.html_boxes import read_texts
from pagecore.explain.word_changes import split_words
from pagecore.page import Array, Page

if TYPE_CHECKING:
    from pagecore.match import Match

#: Two blocks with at least this share of common words are one block that changed.
MIN_COMMON: Final = 0.5
#: The same for blocks that the mapping pairs, to be paired before others are compared with them.
_MIN_SURE: Final = 0.75
#: Blocks with at most this many words that the mapping pairs are one block that changed, whatever
#: their words are: headings, prices, dates.
MAX_SHORT: Final = 8
#: The value of such a pair, less than that of two blocks with common words.
_SHORT_VALUE: Final = 0.3
#: Limit of the words that are compared to find blocks that changed, over all pairs. Beyond it, only
#: pairs of the mapping are tried.
_MAX_COMPARED: Final = 2_000_000
#: Maximum weight of an unchanged block, in words; longer blocks weigh no more.
_MAX_WEIGHT: Final = 20
#: What a pair of the mapping weighs more than another one.
_PREFERENCE: Final = 0.5


class BlockPair(NamedTuple):
    """A block of two pages, or of one of them."""

    #: `unchanged`, `changed`, `removed` (only in the first page) or `added` (only in the second).
    status: str
    #: Its number in each page, -1 where it is missing.
    a: int
    b: int
    #: The block of the other page with the same text, for a block that was moved; else -1.
    moved: int = -1


@dataclass(frozen=True, eq=False)
class ShownBlocks:
    """The visible blocks of a page, in reading order."""

    page: Page

    @cached_property
    def numbers(self) -> list[int]:
        """Their numbers in `page.blocks`."""
        return np.flatnonzero(self.page.blocks.hidden == 0).tolist()

    @cached_property
    def texts(self) -> list[str]:
        """The text of every block of the page, by its number; the name of a medium in brackets."""
        texts = read_texts(self.page)
        first = self.page.blocks.first
        return [text or f"[{self.page.name(int(first[at]))}]" for at, text in enumerate(texts)]

    @cached_property
    def is_code(self) -> list[bool]:
        """Whether white space counts, for every block of the page."""
        is_code: list[bool] = self.page.is_tag("pre")[self.page.blocks.owner].tolist()
        return is_code

    @cached_property
    def keys(self) -> list[str]:
        """The text of each visible block, by which it is compared."""
        return [
            self.texts[at] if self.is_code[at] else " ".join(self.texts[at].split())
            for at in self.numbers
        ]

    @cached_property
    def words(self) -> list[int]:
        """The number of words of each visible block."""
        words: list[int] = self.page.blocks.words[self.numbers].tolist()
        return words

    def bag(self, at: int) -> Counter[str]:
        """Return the words of a visible block and how often each occurs, by its position.

        Punctuation counts only in a text of nothing else.
        """
        words = [word.rstrip() for word in split_words(self.keys[at])]
        return Counter(word for word in words if any(map(str.isalnum, word))) or Counter(words)


def pair_blocks(a: ShownBlocks, b: ShownBlocks, match: Match) -> list[BlockPair]:
    """Pair the visible blocks of two pages, in the order of the second.

    Blocks with equal texts, and those that the mapping pairs and that share most of their words,
    are paired so that as many words as possible are unchanged; the mapping decides between repeated
    texts.
    Then the blocks between two such pairs are paired, if they have common words. Blocks that are
    removed from a place come before those added there.
    """
    mapped = _map_blocks(a, b, match.mapping)
    may_change = find_changeable(a.keys, b.keys), find_changeable(b.keys, a.keys)
    weights = [1.0 + min(n_words, _MAX_WEIGHT) for n_words in a.words]
    known = {}
    for i, j in mapped:
        if a.keys[i] == b.keys[j]:
            known[i, j] = weights[i] + _PREFERENCE
        elif may_change[0][i] and may_change[1][j]:
            common = count_common(a.bag(i), b.bag(j))
            if common >= _MIN_SURE:
                known[i, j] = weights[i] * common
    same = align_items(a.keys, b.keys, weights=weights, known=known)
    pairs = _GapPairing(a, b, mapped, may_change).add_changed(same)
    moved = _find_moved(a, b, pairs)
    return list(_list_pairs(a, b, pairs, moved))


def find_changeable(keys: Sequence[str], others: Sequence[str]) -> list[bool]:
    """Find the texts that may be changed: those that the other page has less often, or not at all.

    Otherwise the text is unchanged or moved.
    """
    counts, other_counts = Counter(keys), Counter(others)
    return [other_counts[key] < counts[key] for key in keys]


def count_common(a: Counter[str], b: Counter[str]) -> float:
    """Return the share of words that two texts have in common."""
    n_words = a.total() + b.total()
    return 2 * (a & b).total() / n_words if n_words else 0.0


def _map_blocks(a: ShownBlocks, b: ShownBlocks, mapping: Array) -> list[tuple[int, int]]:
    """Return the pairs of visible blocks whose texts or media the mapping pairs, increasing."""
    is_leaf = a.page.end[mapping[:, 0]] == mapping[:, 0] + 1
    sides = []
    for side, blocks in enumerate((a, b)):
        position = np.full(len(blocks.page.blocks) + 1, -1, np.int64)
        position[blocks.numbers] = np.arange(len(blocks.numbers))
        # The last entry is that of rows outside of all blocks.
        sides.append(position[blocks.page.block[mapping[is_leaf, side]]])
    is_shown = (sides[0] >= 0) & (sides[1] >= 0)
    pairs, counts = np.unique(
        np.stack([sides[0][is_shown], -sides[1][is_shown]], axis=1), axis=0, return_counts=True
    )
    listed = [(i, -j) for i, j in pairs.tolist()]
    return choose_increasing(listed, [float(count) for count in counts.tolist()])


class _GapPairing:
    """Pairs blocks that changed, between blocks that did not."""

    def __init__(
        self,
        a: ShownBlocks,
        b: ShownBlocks,
        mapped: Sequence[tuple[int, int]],
        may_change: tuple[Sequence[bool], Sequence[bool]],
    ) -> None:
        self._blocks = (a, b)
        self._mapped = dict(mapped)
        self._may_change = may_change
        self._n_left = _MAX_COMPARED

    def add_changed(self, same: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return all pairs, in order."""
        pairs: list[tuple[int, int]] = []
        i = j = 0
        lengths = (len(self._blocks[0].keys), len(self._blocks[1].keys))
        for next_i, next_j in (*same, lengths):
            if i < next_i and j < next_j:
                pairs += self._pair_gap(range(i, next_i), range(j, next_j))
            pairs.append((next_i, next_j))
            i, j = next_i + 1, next_j + 1
        return pairs[:-1]

    def _pair_gap(self, between_a: range, between_b: range) -> list[tuple[int, int]]:
        """Pair the blocks of a gap so that they have as many common words as possible."""
        first, second = self._blocks
        a = [i for i in between_a if self._may_change[0][i]]
        b = [j for j in between_b if self._may_change[1][j]]
        # Every block is compared with every other, and a block without words costs something too.
        cost = len(b) * (len(a) + sum(first.words[i] for i in a))
        cost += len(a) * sum(second.words[j] for j in b)
        if cost <= self._n_left:
            self._n_left -= cost
            tried = [(i, j) for i in a for j in reversed(b)]
        else:
            of_gap = set(b)
            tried = [(i, self._mapped[i]) for i in a if self._mapped.get(i) in of_gap]
        bags = [{at: blocks.bag(at) for at in side} for blocks, side in ((first, a), (second, b))]
        values = [self._find_value(i, j, bags[0][i], bags[1][j]) for i, j in tried]
        kept = [at for at, value in enumerate(values) if value > 0]
        return choose_increasing([tried[at] for at in kept], [values[at] for at in kept])

    def _find_value(self, i: int, j: int, a: Counter[str], b: Counter[str]) -> float:
        """Return the share of common words of two blocks; 0 if they are different blocks."""
        is_mapped = self._mapped.get(i) == j
        common = count_common(a, b)
        if common >= MIN_COMMON:
            # The mapping decides between blocks with as many common words.
            return common + 0.01 * is_mapped
        first, second = self._blocks
        is_short = max(first.words[i], second.words[j]) <= MAX_SHORT
        return _SHORT_VALUE + common if is_mapped and is_short else 0.0


def _find_moved(
    a: ShownBlocks, b: ShownBlocks, pairs: Sequence[tuple[int, int]]
) -> tuple[dict[int, int], dict[int, int]]:
    """Find the blocks without a partner whose text is elsewhere in the other page, in both
    directions."""
    paired_a, paired_b = {i for i, _ in pairs}, {j for _, j in pairs}
    places: dict[str, deque[int]] = {}
    for j, key in enumerate(b.keys):
        if j not in paired_b and b.words[j]:
            places.setdefault(key, deque()).append(j)
    moved = {
        i: places[key].popleft()
        for i, key in enumerate(a.keys)
        if i not in paired_a and places.get(key)
    }
    return moved, {j: i for i, j in moved.items()}


def _list_pairs(
    a: ShownBlocks,
    b: ShownBlocks,
    pairs: Sequence[tuple[int, int]],
    moved: tuple[dict[int, int], dict[int, int]],
) -> Iterator[BlockPair]:
    i = j = 0
    for next_i, next_j in (*pairs, (len(a.keys), len(b.keys))):
        for at in range(i, next_i):
            place = b.numbers[moved[0][at]] if at in moved[0] else -1
            yield BlockPair("removed", a.numbers[at], -1, place)
        for at in range(j, next_j):
            place = a.numbers[moved[1][at]] if at in moved[1] else -1
            yield BlockPair("added", -1, b.numbers[at], place)
        if next_i < len(a.keys):
            status = "unchanged" if a.keys[next_i] == b.keys[next_j] else "changed"
            yield BlockPair(status, a.numbers[next_i], b.numbers[next_j])
        i, j = next_i + 1, next_j + 1
