"""Alignment of two sequences of words: which words of the page are words of the gold.

The best chain comes first; shorter runs then fill its gaps, where they are whole blocks or belong
to blocks that are matched already. What is left of the gold is looked for in another order.
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
    best_chain,
    codes,
    equal_runs,
)

#: What a fragment gains, in words, that is a whole block; the same again if that is a whole line of
#: the gold, and if it is a heading.
_WHOLE: Final = 0.75
#: Chains that are looked for when the first is found, each in what the others left.
_CHAINS: Final = 12
#: Words around its place where a block may stand that is out of order.
_NEAR: Final = 80
#: Words that are too few to stand alone.
_FEW: Final = 12


class Words:
    """A sequence of words in units: the gold in lines, or the page in blocks."""

    def __init__(self, ids: Ints, unit: Ints) -> None:
        """Words of equal weight.

        Args:
            ids: numbers of the words, equal where the words are; negative ones equal nothing.
            unit: the line or block of every word, ascending.
        """
        self.ids, self.unit = ids, unit
        edge = np.flatnonzero(np.diff(unit, prepend=-1, append=-1))
        at = np.searchsorted(edge, np.arange(len(ids)), side="right")
        #: Where the unit of every word begins and ends.
        self.start, self.stop = (edge[at - 1], edge[at]) if len(ids) else (ids, ids)
        #: What a word is worth: less where it is probably a copy.
        self.weight = np.ones(len(ids))
        #: Words of headings.
        self.heads = np.zeros(len(ids), np.bool_)


class Alignment:
    """Words of the page matched with words of the gold, each at most once."""

    def __init__(self, gold: Words, page: Words, scale: float = 1.0) -> None:
        """Nothing is matched yet.

        Args:
            gold: words of the gold.
            page: words of the page.
            scale: words that one word stands for: less than 1 where every character is one.
        """
        self.gold, self.page, self.scale = gold, page, scale
        #: Where blocks start, and the end of the page.
        self.starts = np.append(page.start == np.arange(len(page.ids)), True)
        #: For every word of the page its word of the gold, or -1.
        self.match = np.full(len(page.ids), -1, np.int64)
        self.taken = np.zeros(len(gold.ids), np.bool_)
        #: Words to the first that counts as a landmark.
        self.k = max(4, round(4 / scale))

    def run(self) -> None:
        """Match in order, fill the gaps, then find what stands in another order."""
        self.take(self.first_chain())
        self.drop_stray()
        self.fill(_NEAR)
        self.place_near()
        self.fill()
        for _ in range(_CHAINS):
            found = self.fragments(self.k)
            far = self.distance()[found.page]
            worth = self.worth(found) - GAP * np.log2(1 + far)
            # Out of order a few words in a row prove little, unless they are a whole block; and of
            # what the gold says twice the second is elsewhere in a teaser or a menu.
            fits = (worth > self.k) & (~self.said()[found.gold] | (far <= _NEAR // 2))
            best = best_chain(*_where(found, worth, fits), self.scale, self.starts)
            if not len(best.size):
                break
            self.take(best)
            self.fill()
        self.prefer()

    # -- Fragments -----------------------------------------------------------------------------

    def fragments(self, k: int, gold: slice = slice(None), page: slice = slice(None)) -> Fragments:
        """Equal runs of at least `k` words that are not matched yet."""
        wanted = np.where(self.taken[gold], -2, self.gold.ids[gold])
        found = np.where(self.match[page] >= 0, -1, self.page.ids[page])
        return equal_runs(wanted, found, k, gold.start or 0, page.start or 0)

    def worth(self, found: Fragments) -> Floats:
        """Words of the fragments, with what speaks for whole blocks, lines and headings."""
        total = np.concatenate([[0.0], np.cumsum(self.page.weight)])
        g, p, n = found
        lines = (self.gold.start[g] == g) & (self.gold.stop[g + n - 1] == g + n)
        bonus = _WHOLE * self.whole(p, n) * (1.0 + lines + self.page.heads[p])
        worth = (total[p + n] - total[p]) * self.scale + bonus * self.page.weight[p]
        return np.asarray(worth, np.float64)

    def whole(self, p: Ints, n: Ints) -> Mask:
        """Whether runs of the page are whole blocks."""
        return np.asarray((self.page.start[p] == p) & (self.page.stop[p + n - 1] == p + n))

    def snug(self, g: Ints, n: Ints) -> Ints:
        """At how many ends runs of the gold touch the end of a line or what is matched."""
        taken = np.concatenate([[True], self.taken, [True]])
        left = (self.gold.start[g] == g) | taken[g]
        right = (self.gold.stop[g + n - 1] == g + n) | taken[g + n + 1]
        return np.asarray(left.astype(np.int64) + right)

    def first_chain(self) -> Fragments:
        """The best chain of all; of whole blocks alone where the gold has but a few words."""
        found = self.fragments(self.k)
        if not len(found.size):
            found = self.fragments(1)
            whole = self.whole(found.page, found.size) & (self.snug(found.gold, found.size) == 2)
            found = Fragments(found.gold[whole], found.page[whole], found.size[whole])
        return best_chain(found, self.worth(found), self.scale, self.starts)

    def take(self, found: Fragments) -> None:
        """Match the words of fragments."""
        for g, p, n in zip(*found, strict=True):
            self.match[p : p + n] = np.arange(g, g + n)
            self.taken[g : g + n] = True

    # -- Gaps ----------------------------------------------------------------------------------

    def fill(self, near: int | None = None) -> None:
        """Match shorter runs between those that are matched, and at most `near` words from one."""
        for k in (2, 1):
            for gold, page in self.gaps():
                self.fill_gap(gold, page, k, near)
        self.drop_scattered()

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

    def fill_gap(self, gold: slice, page: slice, k: int, most: int | None) -> None:
        """Match whole blocks in a gap, and words of blocks that are matched already."""
        found = self.fragments(k, gold, page)
        if not len(found.size):
            return
        g, p, n = found
        unit = self.page.unit
        # The blocks at both ends of the gap, where something of them is matched.
        before = unit[page.start] if self._goes_on(page.start) else -1
        behind = unit[page.stop - 1] if self._goes_on(page.stop) else -1
        inside = (unit[p] == before) | (unit[p] == behind)
        # Where the page begins or ends there is nothing to be near to.
        left = p - page.start if page.start else np.full(len(p), page.stop)
        right = page.stop - p - n if page.stop < len(unit) else np.full(len(p), page.stop)
        near = np.minimum(left, right)
        whole, snug = self.whole(p, n), self.snug(g, n)
        at_edge = (self.page.start[p] == p) | (self.page.stop[p + n - 1] == p + n)
        # A block of a word or two must be at its place in the gold, not amid a sentence.
        placed = whole & (snug >= np.where(near > 3, 3 - n, 2 - n))
        misplaced = whole & ~placed
        placed |= at_edge & (snug == 2) & (n > 1)
        worth = self.worth(found) - np.where(placed | inside, 0, 0.8 * np.minimum(n, 2))
        worth -= GAP * np.log2(1 + near)
        # Far away a single word is a coincidence, unless it is a heading.
        fits = (worth > 0) & ~misplaced & ((n > 1) | (near <= _NEAR) | self.page.heads[p])
        if most is not None:
            fits &= near <= most
        self.take(best_chain(*_where(found, worth, fits), self.scale, self.starts))

    def _goes_on(self, at: int) -> bool:
        """Whether the words on both sides of a place are of one block."""
        return 0 < at < len(self.match) and bool(self.page.unit[at - 1] == self.page.unit[at])

    def drop_stray(self) -> None:
        """Give up a few words that stand alone: a better copy may be near, in another order."""
        at = np.flatnonzero(self.match >= 0)
        island = np.cumsum(np.diff(at, prepend=at[:1]) > _NEAR)
        few = np.bincount(island) * self.scale < _FEW
        if few.all():
            return
        drop = at[few[island]]
        self.taken[self.match[drop]] = False
        self.match[drop] = -1

    def said(self) -> Mask:
        """Words of the gold that begin what is said and matched at another place too."""
        said = np.zeros(len(self.taken), np.bool_)
        if len(said) >= self.k:
            code = codes(self.gold.ids, self.k)
            taken = np.cumsum(np.concatenate([[0], self.taken]))
            done = taken[self.k :] - taken[: -self.k] == self.k
            said[: len(code)] = np.isin(code, code[done])
        return said

    def drop_scattered(self) -> None:
        """Give up blocks of which little is matched, and that in pieces."""
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
        # A whole line is as good as a longer run.
        strong = np.where(lines & (size > 1), 6, size * self.scale)
        n_units = int(self.page.unit[-1]) + 1
        strongest = np.zeros(n_units)
        np.maximum.at(strongest, unit[first], strong)
        share = self.shares(n_units)
        weak = (strongest < 6) & (share < 0.34) | (strongest < 3) & (share < 0.6)
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
        return np.asarray(np.minimum(np.abs(left), np.abs(right)), np.float64)

    def place_near(self) -> None:
        """Match whole blocks with gold that stands nearby in another order."""
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
                self._place(slice(start, stop), window, here)

    def _place(self, gold: slice, page: slice, here: int) -> None:
        found = self.fragments(1, gold, page)
        g, p, n = found
        if not len(n):
            return
        worth = self.worth(found) - GAP * np.log2(1 + np.abs(p - here))
        fits = self.whole(p, n) & (self.snug(g, n) >= 3 - n) & (worth > 0)
        for one in np.flatnonzero(fits)[np.argsort(-worth[fits], kind="stable")]:
            a, b, size = int(g[one]), int(p[one]), int(n[one])
            if not self.taken[a : a + size].any() and (self.match[b : b + size] < 0).all():
                self.take(Fragments(g[one : one + 1], p[one : one + 1], n[one : one + 1]))

    def prefer(self) -> None:
        """Move a short block's words to a better copy beside it: to the heading from the breadcrumb
        that stands between it and the text."""
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
            better = [one for one in near if rank[one] > rank[start] and self._free(one, start)]
            if better:
                best = max(better, key=lambda one: (rank[one], -abs(one - start)))
                self.match[best : best + stop - start] = self.match[start:stop]
                self.match[start:stop] = -1

    def _free(self, one: int, other: int) -> bool:
        """Whether nothing is matched from one block on to another of the same words."""
        size = int(self.page.stop[one]) - one
        low, high = (one, other) if one < other else (other + size, one + size)
        return not (self.match[low:high] >= 0).any()


def _where(found: Fragments, worth: Floats, mask: Mask) -> tuple[Fragments, Floats]:
    g, p, n = found
    return Fragments(g[mask], p[mask], n[mask]), worth[mask]
