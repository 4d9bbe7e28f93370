"""Chains: runs of words that two sequences have in common, and the best series of them.

Equal runs of words are *fragments*. A *chain* is a series of fragments that goes forward in both
sequences. The best chain has the most words, minus a price for each gap that grows with the
logarithm of its length. So long runs beat scattered words, and of several copies of a text the one
next to the rest wins.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Mask: TypeAlias = NDArray[np.bool_]

#: Price of a gap, in words per doubling of its length, on either side.
GAP: Final = 0.25
#: Limit of fragments for one chain, which bounds the time; those of least worth are dropped.
_MOST: Final = 3000
#: Number of earlier fragments that a fragment may follow.
_BACK: Final = 600
#: Limits of pairs of positions with the same words; of frequent words only some pairs are used.
_PAIRS: Final = 60_000
_OFTEN: Final = 400
#: A multiplier that spreads word numbers over 64 bits, for the hash of a run.
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)


class Fragments(NamedTuple):
    """Equal runs: their starts in the gold and in the page, and their lengths in words."""

    gold: Ints
    page: Ints
    size: Ints


def find_equal_runs(
    gold: Ints, page: Ints, k: int, gold_offset: int = 0, page_offset: int = 0
) -> Fragments:
    """Find the longest equal runs of at least `k` words; negative numbers match nothing."""
    none = np.zeros(0, np.int64)
    if len(gold) < k or len(page) < k:
        return Fragments(none, none, none)
    in_gold, in_page = hash_runs(gold, k), hash_runs(page, k)
    at_gold, at_page = np.flatnonzero(in_gold >= 0), np.flatnonzero(in_page >= 0)
    order = np.argsort(in_gold[at_gold], kind="stable")
    at_gold = at_gold[order]
    known = in_gold[at_gold]
    low = np.searchsorted(known, in_page[at_page], side="left")
    count = np.searchsorted(known, in_page[at_page], side="right") - low
    hit = count > 0
    at_page, low, count = at_page[hit], low[hit], count[hit]
    # A frequent run says little about its position, so the first occurrence is paired with the
    # first, the second with the second.
    often = _OFTEN
    while count[count <= often].sum() > _PAIRS:
        often //= 2
    rare = count <= often
    rank = _count_earlier(low[~rare])
    both = rank < count[~rare]
    again = at_page[~rare][both], at_gold[(low[~rare] + rank)[both]]
    at_page, low, count = at_page[rare], low[rare], count[rare]
    inside = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    p = np.concatenate([np.repeat(at_page, count), again[0]])
    g = np.concatenate([at_gold[np.repeat(low, count) + inside], again[1]])
    if not len(p):
        return Fragments(none, none, none)
    diagonal = g - p
    order = np.lexsort((p, diagonal))
    g, p, diagonal = g[order], p[order], diagonal[order]
    begins = (np.diff(diagonal, prepend=diagonal[0] - 1) != 0) | (np.diff(p, prepend=-2) != 1)
    first = np.flatnonzero(begins)
    size = np.diff(np.append(first, len(p))) + k - 1
    return Fragments(g[first] + gold_offset, p[first] + page_offset, size)


def hash_runs(ids: Ints, k: int) -> Ints:
    """Hash each run of `k` words; -1 for a run with a negative number."""
    n = len(ids) - k + 1
    code = np.zeros(n, np.uint64)
    bad = np.zeros(n, np.bool_)
    for step in range(k):
        part = ids[step : step + n]
        code = (code ^ part.astype(np.uint64)) * _ODD
        # Multiplication moves bits only upward.
        code ^= code >> np.uint64(29)
        bad |= part < 0
    return np.where(bad, -1, (code >> np.uint64(1)).astype(np.int64))


def _count_earlier(values: Ints) -> Ints:
    """For each value, count the equal values before it."""
    order = np.argsort(values, kind="stable")
    run = values[order]
    first = np.searchsorted(run, run, side="left")
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(len(values)) - first
    return ranks


def find_best_chain(fragments: Fragments, worth: Floats, scale: float, starts: Mask) -> Fragments:
    """Find the chain of most worth. Of two overlapping fragments, one loses the shared words.

    Args:
        fragments: the fragments to choose from.
        worth: the worth of each fragment, in words.
        scale: number of words that one item counts for.
        starts: whether a block starts at each word of the page, and after the last word.
    """
    if len(worth) > _MOST:
        most = np.argpartition(worth, -_MOST)[-_MOST:]
        fragments, worth = Fragments(*(column[most] for column in fragments)), worth[most]
    order = np.lexsort((fragments.gold, fragments.page))
    g, p, n = (column[order] for column in fragments)
    worth = worth[order]
    g_end, p_end = g + n, p + n
    score = worth.copy()
    previous = np.full(len(g), -1, np.int64)
    over = np.zeros(len(g), np.int64)
    for i in range(1, len(g)):
        back = slice(max(0, i - _BACK), i)
        shared = np.maximum(np.maximum(g_end[back] - g[i], p_end[back] - p[i]), 0)
        gap = (1.0 + g[i] + shared - g_end[back]) * (1.0 + p[i] + shared - p_end[back])
        gained = score[back] + worth[i] - shared * scale - GAP * np.log2(gap)
        # A heading must not take the first words of a paragraph.
        fits = (shared < n[i]) & (shared < n[back])
        gained[~fits] = -np.inf
        best = int(gained.argmax())
        if gained[best] > score[i]:
            score[i], previous[i], over[i] = gained[best], back.start + best, shared[best]
    chain = []
    at = int(score.argmax()) if len(score) and score.max() > 0 else -1
    stop = n.copy()
    while at >= 0:
        before = int(previous[at])
        start = int(over[at])
        # An overlap is cut where a block starts, so that a pull quote does not take the first words
        # of a paragraph.
        if start and not starts[p[at] + start]:
            stop[before] -= start
            start = 0
        chain.append((int(g[at]) + start, int(p[at]) + start, int(stop[at]) - start))
        at = before
    kept = np.array([run for run in chain[::-1] if run[2] > 0], np.int64).reshape(-1, 3)
    return Fragments(*kept.T)
