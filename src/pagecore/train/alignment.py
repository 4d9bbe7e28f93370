"""Alignment of two sequences of words: which words of the page are words of the gold.

Equal runs of words are *fragments*. A *chain* is a series of fragments that goes forward in both
sequences; of all chains the one is taken that has the most words, less a price for every gap that
grows with the logarithm of its length. So long runs beat scattered words, and of several copies of
a text the one that stands beside the rest is taken. Shorter fragments then fill the gaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Price of a gap, in words per doubling of its length, on either side.
_GAP: Final = 0.25
#: What a fragment gains that is a whole block, and a whole line of the gold.
_WHOLE: Final = 0.75
#: Fragments of one chain; of more the least worth are left out, so that the time stays bounded.
_MOST: Final = 3000
#: Fragments that are looked back at.
_BACK: Final = 600
#: Pairs of places where the same words stand; what occurs oftener is no landmark.
_PAIRS: Final = 60_000
_OFTEN: Final = 400


class Fragments(NamedTuple):
    """Equal runs: where they begin in the gold and in the page, and their words."""

    gold: Ints
    page: Ints
    size: Ints


@dataclass
class Words:
    """A sequence of words: numbers, equal where the words are, and the units they stand in."""

    #: Numbers of the words; negative where there is nothing to find.
    ids: Ints
    #: The line or block of every word, ascending.
    unit: Ints
    #: Where the unit of every word begins and ends.
    start: Ints
    stop: Ints

    @classmethod
    def of(cls, ids: Ints, unit: Ints) -> Words:
        """Words with the numbers of their units."""
        edge = np.flatnonzero(np.diff(unit, prepend=-1, append=-1))
        at = np.searchsorted(edge, np.arange(len(ids)), side="right")
        return cls(ids, unit, edge[at - 1], edge[at] if len(ids) else edge[:0])


class Alignment:
    """Words of the page matched with words of the gold, each at most once."""

    def __init__(self, gold: Words, page: Words, weight: Floats, scale: float) -> None:
        """Nothing is matched yet.

        Args:
            gold: words of the gold, in lines.
            page: words of the page, in blocks.
            weight: what a word of the page is worth, 0 to 1: hidden ones less.
            scale: words that one word stands for: less than 1 where every character is one.
        """
        self.gold, self.page, self.weight, self.scale = gold, page, weight, scale
        #: For every word of the page its word of the gold, or -1.
        self.match = np.full(len(page.ids), -1, np.int64)
        self.taken = np.zeros(len(gold.ids), np.bool_)
        #: Words to the first that counts as a landmark.
        self.k = max(4, round(4 / scale))

    def run(self) -> None:
        """Match in order, fill the gaps, then find what stands in another order."""
        self.take(self.chain(self.fragments(self.k)))
        self.fill()
        self.drop_scattered()
        for _ in range(12):
            far = self.distance()
            found = self.fragments(self.k)
            best = self.chain(found, near=far)
            gained = self.total(best)
            if gained < self.k:
                break
            self.take(best)
            self.fill()
            self.drop_scattered()
        self.place_lines()

    # -- Fragments -----------------------------------------------------------------------------

    def fragments(self, k: int, gold: slice = slice(None), page: slice = slice(None)) -> Fragments:
        """Equal runs of at least `k` words that are not matched yet."""
        wanted = np.where(self.taken[gold], -2, self.gold.ids[gold])
        found = np.where(self.match[page] >= 0, -1, self.page.ids[page])
        return equal_runs(wanted, found, k, gold.start or 0, page.start or 0)

    def worth(self, found: Fragments) -> Floats:
        """Words of the fragments, with what speaks for whole blocks and lines."""
        total = np.concatenate([[0.0], np.cumsum(self.weight)])
        g, p, n = found
        last = p + n - 1
        whole = (self.page.start[p] == p) & (self.page.stop[last] == p + n)
        lines = (self.gold.start[g] == g) & (self.gold.stop[g + n - 1] == g + n)
        worth = (total[p + n] - total[p]) * self.scale
        bonus = _WHOLE * whole + _WHOLE * (whole & lines)
        return np.asarray(worth + bonus * self.weight[p], np.float64)

    def chain(self, found: Fragments, near: Floats | None = None) -> Fragments:
        """The best chain of fragments, cut where they overlap."""
        worth = self.worth(found)
        if near is not None:
            worth -= _GAP * np.log2(1 + near[found.page])
        return best_chain(found, worth, self.scale)

    def total(self, found: Fragments) -> float:
        return float(found.size.sum())

    def take(self, found: Fragments) -> None:
        """Match the words of fragments."""
        for g, p, n in zip(*found, strict=True):
            self.match[p : p + n] = np.arange(g, g + n)
            self.taken[g : g + n] = True

    # -- Gaps ----------------------------------------------------------------------------------

    def fill(self) -> None:
        """Match shorter runs between those that are matched."""
        for k in (2, 1):
            for gold, page in self.gaps():
                self.fill_gap(gold, page, k)

    def gaps(self) -> list[tuple[slice, slice]]:
        """Stretches between neighbours in the page whose words go on in the gold."""
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

    def fill_gap(self, gold: slice, page: slice, k: int) -> None:
        """Match whole blocks in a gap, and words of blocks that are matched already."""
        found = self.fragments(k, gold, page)
        if not len(found.size):
            return
        g, p, n = found
        whole = (self.page.start[p] == p) & (self.page.stop[p + n - 1] == p + n)
        touched = np.zeros(2, np.bool_)
        first, last = self.page.unit[page.start], self.page.unit[page.stop - 1]
        touched[0] = page.start > 0 and self.page.unit[page.start - 1] == first
        touched[1] = page.stop < len(self.match) and self.page.unit[page.stop] == last
        unit = self.page.unit[p]
        inside = (touched[0] & (unit == first)) | (touched[1] & (unit == last))
        near = np.minimum(p - page.start, page.stop - p - n)
        worth = self.worth(found) - np.where(whole | inside, 0, 0.8 * np.minimum(n, 2))
        worth -= _GAP * np.log2(1 + near)
        keep = worth > 0
        self.take(best_chain(Fragments(g[keep], p[keep], n[keep]), worth[keep], self.scale))

    def drop_scattered(self) -> None:
        """Give up blocks of which little is matched, and that in pieces."""
        at = np.flatnonzero(self.match >= 0)
        if not len(at):
            return
        unit = self.page.unit[at]
        goes_on = (np.diff(at, prepend=-2) == 1) & (np.diff(self.match[at], prepend=-2) == 1)
        goes_on &= np.diff(unit, prepend=-2) == 0
        run = np.cumsum(~goes_on) - 1
        n_units = int(self.page.unit[-1]) + 1
        longest = np.zeros(n_units, np.int64)
        sizes = np.bincount(run)
        np.maximum.at(longest, unit, sizes[run])
        share = self.shares(n_units)
        weak = (longest * self.scale < 6) & (share < 0.34)
        weak |= (longest * self.scale < 3) & (share < 0.6)
        drop = at[weak[unit]]
        self.taken[self.match[drop]] = False
        self.match[drop] = -1

    def shares(self, n_units: int) -> Floats:
        """For every block the share of its words that are matched."""
        every = np.bincount(self.page.unit, minlength=n_units)
        hits = np.bincount(self.page.unit[self.match >= 0], minlength=n_units)
        return np.asarray(hits / np.maximum(every, 1), np.float64)

    # -- Another order -------------------------------------------------------------------------

    def distance(self) -> Floats:
        """For every word of the page, the words to the nearest that is matched."""
        at = np.flatnonzero(self.match >= 0)
        here = np.arange(len(self.match))
        if not len(at):
            return np.zeros(len(here))
        after = np.searchsorted(at, here)
        left = here - at[np.maximum(after - 1, 0)]
        right = at[np.minimum(after, len(at) - 1)] - here
        return np.minimum(np.abs(left), np.abs(right)).astype(np.float64)

    def place_lines(self) -> None:
        """Match short lines of the gold with blocks that say the same, near what is matched."""
        blocks: dict[tuple[int, ...], list[int]] = {}
        for start in np.flatnonzero(self.page.start == np.arange(len(self.match))):
            stop = int(self.page.stop[start])
            if stop - start < 2 * self.k and (self.match[start:stop] < 0).all():
                blocks.setdefault(tuple(self.page.ids[start:stop]), []).append(int(start))
        far = self.distance()
        for start in np.flatnonzero(self.gold.start == np.arange(len(self.taken))):
            stop = int(self.gold.stop[start])
            if self.taken[start:stop].any():
                continue
            places = blocks.get(tuple(self.gold.ids[start:stop]))
            if not places:
                continue
            size = stop - int(start)
            place = min(places, key=lambda place: far[place] / self.weight[place])
            if far[place] <= 20 * size:
                places.remove(place)
                self.match[place : place + size] = np.arange(start, stop)
                self.taken[start:stop] = True


def equal_runs(
    gold: Ints, page: Ints, k: int, gold_offset: int = 0, page_offset: int = 0
) -> Fragments:
    """The longest equal runs of at least `k` words; negative numbers equal nothing."""
    none = np.zeros(0, np.int64)
    if len(gold) < k or len(page) < k:
        return Fragments(none, none, none)
    base = int(gold.max()) + 1
    in_gold, in_page = _codes(gold, k, base), _codes(page, k, base)
    at_gold, at_page = np.flatnonzero(in_gold >= 0), np.flatnonzero(in_page >= 0)
    order = np.argsort(in_gold[at_gold], kind="stable")
    at_gold = at_gold[order]
    known = in_gold[at_gold]
    low = np.searchsorted(known, in_page[at_page], side="left")
    count = np.searchsorted(known, in_page[at_page], side="right") - low
    hit = count > 0
    at_page, low, count = at_page[hit], low[hit], count[hit]
    # What stands in many places says little about where it belongs.
    often = _OFTEN
    while count.sum() > _PAIRS and often:
        kept = count <= often
        at_page, low, count = at_page[kept], low[kept], count[kept]
        often //= 2
    if not len(count):
        return Fragments(none, none, none)
    p = np.repeat(at_page, count)
    inside = np.arange(len(p)) - np.repeat(np.cumsum(count) - count, count)
    g = at_gold[np.repeat(low, count) + inside]
    diagonal = g - p
    order = np.lexsort((p, diagonal))
    g, p, diagonal = g[order], p[order], diagonal[order]
    begins = (np.diff(diagonal, prepend=diagonal[0] - 1) != 0) | (np.diff(p, prepend=-2) != 1)
    first = np.flatnonzero(begins)
    size = np.diff(np.append(first, len(p))) + k - 1
    return Fragments(g[first] + gold_offset, p[first] + page_offset, size)


def _codes(ids: Ints, k: int, base: int) -> Ints:
    """A number for every run of `k` words, -1 where one of them is negative."""
    n = len(ids) - k + 1
    code = np.zeros(n, np.int64)
    bad = np.zeros(n, np.bool_)
    for step in range(k):
        part = ids[step : step + n]
        # Wraps where there are many words; two runs of one code are then possible and unlikely.
        code = code * base + part
        bad |= part < 0
    return np.where(bad, -1, code & 0x7FFF_FFFF_FFFF_FFFF)


def best_chain(found: Fragments, worth: Floats, scale: float) -> Fragments:
    """The chain of most worth, in order; a fragment that overlaps the one before is cut."""
    if len(worth) > _MOST:
        most = np.argpartition(worth, -_MOST)[-_MOST:]
        found, worth = Fragments(*(column[most] for column in found)), worth[most]
    order = np.lexsort((found.gold, found.page))
    g, p, n = (column[order] for column in found)
    worth = worth[order]
    g_end, p_end = g + n, p + n
    score = worth.copy()
    came = np.full(len(g), -1, np.int64)
    cut = np.zeros(len(g), np.int64)
    for i in range(1, len(g)):
        back = slice(max(0, i - _BACK), i)
        over = np.maximum(np.maximum(g_end[back] - g[i], p_end[back] - p[i]), 0)
        gap_gold, gap_page = g[i] + over - g_end[back], p[i] + over - p_end[back]
        gained = score[back] + worth[i] - over * scale
        gained -= _GAP * np.log2((1.0 + gap_gold) * (1.0 + gap_page))
        gained[over >= n[i]] = -np.inf
        best = int(gained.argmax())
        if gained[best] > score[i]:
            score[i], came[i], cut[i] = gained[best], back.start + best, over[best]
    picked = []
    at = int(score.argmax()) if len(score) and score.max() > 0 else -1
    while at >= 0:
        picked.append(at)
        at = int(came[at])
    chosen = np.array(picked[::-1], np.int64)
    return Fragments(g[chosen] + cut[chosen], p[chosen] + cut[chosen], n[chosen] - cut[chosen])
