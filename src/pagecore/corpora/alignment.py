"""Alignment of two sequences of words: which words of the page are words of the gold.

The best chain is matched first. Shorter runs then fill its gaps, if they are whole blocks or belong
to blocks that are matched already. The rest of the gold is matched in any order.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

import numpy as np

from pagecore.corpora.chains import (
    GAP,
    Floats,
    Fragments,
    Ints,
    Mask,
    find_best_chain,
    find_equal_runs,
    hash_runs,
)

#: Bonus of a fragment that is a whole block, in words; added again if it is a whole line of the
#: gold, and if it is a heading.
_WHOLE: Final = 0.75
#: Limit of chains after the first, each among the words that are left.
_CHAINS: Final = 12
#: Distance within which a block may be out of order, in words.
_NEAR: Final = 80
#: Fewer words than this are too few to match alone.
_FEW: Final = 12


class WordSequence:
    """A sequence of words in units: the gold in lines, or the page in blocks."""

    def __init__(self, ids: Ints, unit: Ints) -> None:
        """Words of equal weight.

        Args:
            ids: numbers of the words, equal for equal words; negative numbers match nothing.
            unit: the line or block of each word, ascending.
        """
        self.ids, self.unit = ids, unit
        edge = np.flatnonzero(np.diff(unit, prepend=-1, append=-1))
        at = np.searchsorted(edge, np.arange(len(ids)), side="right")
        #: The start and the end of the unit of each word.
        self.start, self.stop = (edge[at - 1], edge[at]) if len(ids) else (ids, ids)
        #: The weight of each word; lower if it is probably a copy.
        self.weight = np.ones(len(ids))
        #: Words of headings.
        self.heads = np.zeros(len(ids), np.bool_)


class GoldAlignment:
    """Words of the page matched with words of the gold, each at most once."""

    def __init__(self, gold: WordSequence, page: WordSequence, scale: float = 1.0) -> None:
        """Start without matches.

        Args:
            gold: words of the gold.
            page: words of the page.
            scale: number of words that one item counts for; below 1 if items are characters.
        """
        self.gold, self.page, self.scale = gold, page, scale
        #: Where blocks start, and the end of the page.
        self.starts = np.append(page.start == np.arange(len(page.ids)), True)
        #: The matching word of the gold for each word of the page, or -1.
        self.match = np.full(len(page.ids), -1, np.int64)
        self.taken = np.zeros(len(gold.ids), np.bool_)
        #: Minimum length of a run that may match anywhere, in words.
        self.k = max(4, round(4 / scale))

    def run(self) -> None:
        """Match in order, fill the gaps, then match the rest in any order."""
        self.take(self.find_first_chain())
        self.drop_stray()
        self.fill_gaps(_NEAR)
        self.place_near()
        self.fill_gaps()
        for _ in range(_CHAINS):
            fragments = self.find_fragments(self.k)
            far = self.measure_distance()[fragments.page]
            worth = self.measure_worth(fragments) - GAP * np.log2(1 + far)
            # Out of order, a short run proves little unless it is a whole block. Text that occurs
            # twice in the gold is often a teaser or a menu when it is far away.
            fits = (worth > self.k) & (~self.find_repeated()[fragments.gold] | (far <= _NEAR // 2))
            best = find_best_chain(*_filter(fragments, worth, fits), self.scale, self.starts)
            if not len(best.size):
                break
            self.take(best)
            self.fill_gaps()
        self.prefer_better_copies()

    # -- Fragments -----------------------------------------------------------------------------

    def find_fragments(
        self, k: int, gold: slice = slice(None), page: slice = slice(None)
    ) -> Fragments:
        """Find equal runs of at least `k` words that are not matched yet."""
        gold_ids = np.where(self.taken[gold], -2, self.gold.ids[gold])
        page_ids = np.where(self.match[page] >= 0, -1, self.page.ids[page])
        return find_equal_runs(gold_ids, page_ids, k, gold.start or 0, page.start or 0)

    def measure_worth(self, fragments: Fragments) -> Floats:
        """The worth of fragments: their words, and a bonus for whole blocks, lines and headings."""
        total = np.concatenate([[0.0], np.cumsum(self.page.weight)])
        g, p, n = fragments
        lines = (self.gold.start[g] == g) & (self.gold.stop[g + n - 1] == g + n)
        bonus = _WHOLE * self.is_whole(p, n) * (1.0 + lines + self.page.heads[p])
        worth = (total[p + n] - total[p]) * self.scale + bonus * self.page.weight[p]
        return np.asarray(worth, np.float64)

    def is_whole(self, p: Ints, n: Ints) -> Mask:
        """Whether runs of the page are whole blocks."""
        return np.asarray((self.page.start[p] == p) & (self.page.stop[p + n - 1] == p + n))

    def count_snug_ends(self, g: Ints, n: Ints) -> Ints:
        """The number of ends (0 to 2) where runs of the gold touch a line end or a matched word."""
        taken = np.concatenate([[True], self.taken, [True]])
        left = (self.gold.start[g] == g) | taken[g]
        right = (self.gold.stop[g + n - 1] == g + n) | taken[g + n + 1]
        return np.asarray(left.astype(np.int64) + right)

    def find_first_chain(self) -> Fragments:
        """Find the best chain; only of whole blocks if the gold has very few words."""
        fragments = self.find_fragments(self.k)
        if not len(fragments.size):
            fragments = self.find_fragments(1)
            is_snug = self.count_snug_ends(fragments.gold, fragments.size) == 2
            whole = self.is_whole(fragments.page, fragments.size) & is_snug
            fragments = Fragments(
                fragments.gold[whole], fragments.page[whole], fragments.size[whole]
            )
        return find_best_chain(fragments, self.measure_worth(fragments), self.scale, self.starts)

    def take(self, fragments: Fragments) -> None:
        """Match the words of fragments."""
        for g, p, n in zip(*fragments, strict=True):
            self.match[p : p + n] = np.arange(g, g + n)
            self.taken[g : g + n] = True

    # -- Gaps ----------------------------------------------------------------------------------

    def fill_gaps(self, near: int | None = None) -> None:
        """Match shorter runs between matched words, at most `near` words from one."""
        for k in (2, 1):
            for gold, page in self.list_gaps():
                self.fill_gap(gold, page, k, near)
        self.drop_scattered()

    def list_gaps(self) -> list[tuple[slice, slice]]:
        """List the gaps between matched neighbours that are in order in page and gold."""
        at = np.flatnonzero(self.match >= 0)
        if not len(at):
            return []
        g = self.match[at]
        n_gold, n_page = len(self.taken), len(self.match)
        before = np.concatenate([[-1], g])
        after = np.concatenate([g, [n_gold]])
        left = np.concatenate([[-1], at])
        right = np.concatenate([at, [n_page]])
        open_ = (after - before > 1) & (right - left > 1)
        return [
            (slice(int(a) + 1, int(b)), slice(int(c) + 1, int(d)))
            for a, b, c, d in zip(
                before[open_], after[open_], left[open_], right[open_], strict=True
            )
            if not self.taken[int(a) + 1 : int(b)].all()
        ]

    def fill_gap(self, gold: slice, page: slice, k: int, most: int | None) -> None:
        """Match whole blocks in a gap, and words of partly matched blocks."""
        fragments = self.find_fragments(k, gold, page)
        if not len(fragments.size):
            return
        g, p, n = fragments
        unit = self.page.unit
        # The blocks at both ends of the gap, if they are partly matched.
        before = unit[page.start] if self._goes_on(page.start) else -1
        behind = unit[page.stop - 1] if self._goes_on(page.stop) else -1
        inside = (unit[p] == before) | (unit[p] == behind)
        # At the start and the end of the page there is no matched neighbour.
        left = p - page.start if page.start else np.full(len(p), page.stop)
        right = page.stop - p - n if page.stop < len(unit) else np.full(len(p), page.stop)
        near = np.minimum(left, right)
        whole, snug = self.is_whole(p, n), self.count_snug_ends(g, n)
        at_edge = (self.page.start[p] == p) | (self.page.stop[p + n - 1] == p + n)
        # A block of one or two words must fit its place in the gold, not the middle of a sentence.
        placed = whole & (snug >= np.where(near > 3, 3 - n, 2 - n))
        misplaced = whole & ~placed
        placed |= at_edge & (snug == 2) & (n > 1)
        worth = self.measure_worth(fragments) - np.where(placed | inside, 0, 0.8 * np.minimum(n, 2))
        worth -= GAP * np.log2(1 + near)
        # A single word far away is a coincidence, unless it is a heading.
        fits = (worth > 0) & ~misplaced & ((n > 1) | (near <= _NEAR) | self.page.heads[p])
        if most is not None:
            fits &= near <= most
        self.take(find_best_chain(*_filter(fragments, worth, fits), self.scale, self.starts))

    def _goes_on(self, at: int) -> bool:
        """Whether the words on both sides of a position belong to one block."""
        return 0 < at < len(self.match) and bool(self.page.unit[at - 1] == self.page.unit[at])

    def drop_stray(self) -> None:
        """Drop short isolated matches, because a better copy may be near, out of order."""
        at = np.flatnonzero(self.match >= 0)
        island = np.cumsum(np.diff(at, prepend=at[:1]) > _NEAR)
        few = np.bincount(island) * self.scale < _FEW
        if few.all():
            return
        drop = at[few[island]]
        self.taken[self.match[drop]] = False
        self.match[drop] = -1

    def find_repeated(self) -> Mask:
        """Whether a run that starts at each word of the gold is also matched elsewhere."""
        is_repeated = np.zeros(len(self.taken), np.bool_)
        if len(is_repeated) >= self.k:
            code = hash_runs(self.gold.ids, self.k)
            taken = np.cumsum(np.concatenate([[0], self.taken]))
            done = taken[self.k :] - taken[: -self.k] == self.k
            is_repeated[: len(code)] = np.isin(code, code[done])
        return is_repeated

    def drop_scattered(self) -> None:
        """Drop the matches of blocks with few and scattered matched words."""
        at = np.flatnonzero(self.match >= 0)
        if not len(at):
            return
        unit = self.page.unit[at]
        goes_on = (np.diff(at, prepend=-2) == 1) & (np.diff(self.match[at], prepend=-2) == 1)
        goes_on &= np.diff(unit, prepend=-2) == 0
        first = np.flatnonzero(~goes_on)
        size = np.diff(np.append(first, len(at)))
        g = self.match[at[first]]
        lines = (self.gold.start[g] == g) & (self.gold.stop[g + size - 1] == g + size)
        # A whole line counts as a longer run.
        strong = np.where(lines & (size > 1), 6, size * self.scale)
        n_units = int(self.page.unit[-1]) + 1
        strongest = np.zeros(n_units)
        np.maximum.at(strongest, unit[first], strong)
        share = self.measure_shares(n_units)
        weak = (strongest < 6) & (share < 0.34) | (strongest < 3) & (share < 0.6)
        drop = at[weak[unit]]
        self.taken[self.match[drop]] = False
        self.match[drop] = -1

    def measure_shares(self, n_units: int) -> Floats:
        """The share of matched words of each block."""
        every = np.bincount(self.page.unit, minlength=n_units)
        hits = np.bincount(self.page.unit[self.match >= 0], minlength=n_units)
        return np.asarray(hits / np.maximum(every, 1), np.float64)

    # -- Another order -------------------------------------------------------------------------

    def measure_distance(self) -> Floats:
        """The distance from each word of the page to the nearest matched word."""
        at = np.flatnonzero(self.match >= 0)
        here = np.arange(len(self.match))
        if not len(at):
            return np.zeros(len(here))
        after = np.searchsorted(at, here)
        left = here - at[np.maximum(after - 1, 0)]
        right = at[np.minimum(after, len(at) - 1)] - here
        return np.asarray(np.minimum(np.abs(left), np.abs(right)), np.float64)

    def place_near(self) -> None:
        """Match whole blocks with gold that is nearby, out of order."""
        at = np.flatnonzero(self.match >= 0)
        if not len(at):
            return
        place = np.full(len(self.taken), -1, np.int64)
        place[self.match[at]] = at
        edge = np.flatnonzero(np.diff(self.taken, prepend=True, append=True))
        for start, stop in zip(edge[::2].tolist(), edge[1::2].tolist(), strict=True):
            beside = {int(place[g]) for g in (start - 1, stop) if 0 <= g < len(place)}
            for here in sorted(beside):
                window = slice(max(0, here - _NEAR), min(len(self.match), here + _NEAR))
                self._place_blocks(slice(start, stop), window, here)

    def _place_blocks(self, gold: slice, page: slice, here: int) -> None:
        fragments = self.find_fragments(1, gold, page)
        g, p, n = fragments
        if not len(n):
            return
        worth = self.measure_worth(fragments) - GAP * np.log2(1 + np.abs(p - here))
        fits = self.is_whole(p, n) & (self.count_snug_ends(g, n) >= 3 - n) & (worth > 0)
        for at in np.flatnonzero(fits)[np.argsort(-worth[fits], kind="stable")]:
            a, b, size = int(g[at]), int(p[at]), int(n[at])
            if not self.taken[a : a + size].any() and (self.match[b : b + size] < 0).all():
                self.take(Fragments(g[at : at + 1], p[at : at + 1], n[at : at + 1]))

    def prefer_better_copies(self) -> None:
        """Move the match of a short block to a better copy nearby.

        For example, move it from a breadcrumb to the heading.
        """
        copies: dict[bytes, list[int]] = {}
        starts = np.flatnonzero(self.starts[:-1])
        short = starts[self.page.stop[starts] - starts <= _FEW]
        for start in short.tolist():
            words = self.page.ids[start : self.page.stop[start]].tobytes()
            copies.setdefault(words, []).append(start)
        rank = self.page.weight + self.page.heads
        best_rank = {words: max(rank[places]) for words, places in copies.items()}
        for start in short[self.match[short] >= 0].tolist():
            stop = int(self.page.stop[start])
            words = self.page.ids[start:stop].tobytes()
            if best_rank[words] <= rank[start] or (self.match[start:stop] < 0).any():
                continue
            others = copies[words]
            reach = _NEAR + stop - start
            near = others[bisect_left(others, start - reach) : bisect_right(others, start + reach)]
            ranked = (copy for copy in near if rank[copy] > rank[start])
            better = [copy for copy in ranked if self._is_free(copy, start)]
            if better:
                best = max(better, key=lambda copy: (rank[copy], -abs(copy - start)))
                self.match[best : best + stop - start] = self.match[start:stop]
                self.match[start:stop] = -1

    def _is_free(self, copy: int, start: int) -> bool:
        """Whether nothing is matched between two blocks with the same words."""
        size = int(self.page.stop[copy]) - copy
        low, high = (copy, start) if copy < start else (start + size, copy + size)
        return not (self.match[low:high] >= 0).any()


def _filter(fragments: Fragments, worth: Floats, mask: Mask) -> tuple[Fragments, Floats]:
    g, p, n = fragments
    return Fragments(g[mask], p[mask], n[mask]), worth[mask]
