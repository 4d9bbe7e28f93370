"""Chains: runs of words that two sequences have in common, and the best series of them.

Equal runs of words are *fragments*. A *chain* is a series of fragments that goes forward in both
sequences; of all chains the one is taken that has the most words, less a price for every gap that
grows with the logarithm of its length. So long runs beat scattered words, and of several copies of
a text the one that stands beside the rest is taken.
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
#: Fragments of one chain; of more the least worth are left out, so that the time stays bounded.
_MOST: Final = 3000
#: Fragments that are looked back at.
_BACK: Final = 600
#: Pairs of places where the same words stand; of what occurs oftener only some are looked at.
_PAIRS: Final = 60_000
_OFTEN: Final = 400
#: Spreads the numbers of words over 64 bits: those of a run are too long to be written in a row.
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)


class Fragments(NamedTuple):
    """Equal runs: where they begin in the gold and in the page, and their words."""

    gold: Ints
    page: Ints
    size: Ints


def equal_runs(
    gold: Ints, page: Ints, k: int, gold_offset: int = 0, page_offset: int = 0
) -> Fragments:
    """The longest equal runs of at least `k` words; negative numbers equal nothing."""
    none = np.zeros(0, np.int64)
    if len(gold) < k or len(page) < k:
        return Fragments(none, none, none)
    in_gold, in_page = codes(gold, k), codes(page, k)
    at_gold, at_page = np.flatnonzero(in_gold >= 0), np.flatnonzero(in_page >= 0)
    order = np.argsort(in_gold[at_gold], kind="stable")
    at_gold = at_gold[order]
    known = in_gold[at_gold]
    low = np.searchsorted(known, in_page[at_page], side="left")
    count = np.searchsorted(known, in_page[at_page], side="right") - low
    hit = count > 0
    at_page, low, count = at_page[hit], low[hit], count[hit]
    # What stands in many places says little about where it belongs: there the first is paired with
    # the first, the second with the second.
    often = _OFTEN
    while count[count <= often].sum() > _PAIRS:
        often //= 2
    rare = count <= often
    rank = _ranks(low[~rare])
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


def codes(ids: Ints, k: int) -> Ints:
    """A number for every run of `k` words, equal where the runs are; -1 where a word is none."""
    n = len(ids) - k + 1
    code = np.zeros(n, np.uint64)
    bad = np.zeros(n, np.bool_)
    for step in range(k):
        part = ids[step : step + n]
        code = (code ^ part.astype(np.uint64)) * _ODD
        # Bits only move upward when one multiplies.
        code ^= code >> np.uint64(29)
        bad |= part < 0
    return np.where(bad, -1, (code >> np.uint64(1)).astype(np.int64))


def _ranks(values: Ints) -> Ints:
    """For every value how many of the same stand before it."""
    order = np.argsort(values, kind="stable")
    run = values[order]
    first = np.searchsorted(run, run, side="left")
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(len(values)) - first
    return ranks


def best_chain(found: Fragments, worth: Floats, scale: float, starts: Mask) -> Fragments:
    """The chain of most worth, in order. Of two that overlap, one loses the words of both.

    Args:
        found: the fragments to choose from.
        worth: what each is worth, in words.
        scale: words that one word stands for.
        starts: for every word of the page and the place behind the last, whether a block starts.
    """
    if len(worth) > _MOST:
        most = np.argpartition(worth, -_MOST)[-_MOST:]
        found, worth = Fragments(*(column[most] for column in found)), worth[most]
    order = np.lexsort((found.gold, found.page))
    g, p, n = (column[order] for column in found)
    worth = worth[order]
    g_end, p_end = g + n, p + n
    score = worth.copy()
    came = np.full(len(g), -1, np.int64)
    over = np.zeros(len(g), np.int64)
    for i in range(1, len(g)):
        back = slice(max(0, i - _BACK), i)
        shared = np.maximum(np.maximum(g_end[back] - g[i], p_end[back] - p[i]), 0)
        gap = (1.0 + g[i] + shared - g_end[back]) * (1.0 + p[i] + shared - p_end[back])
        gained = score[back] + worth[i] - shared * scale - GAP * np.log2(gap)
        # A heading must not take from a paragraph the words it begins with.
        fits = (shared < n[i]) & (shared < n[back])
        gained[~fits] = -np.inf
        best = int(gained.argmax())
        if gained[best] > score[i]:
            score[i], came[i], over[i] = gained[best], back.start + best, shared[best]
    chain = []
    at = int(score.argmax()) if len(score) and score.max() > 0 else -1
    stop = n.copy()
    while at >= 0:
        before = int(came[at])
        start = int(over[at])
        # What overlaps is cut where a block begins: so a quotation in large letters does not take
        # from a paragraph the words it begins with.
        if start and not starts[p[at] + start]:
            stop[before] -= start
            start = 0
        chain.append((int(g[at]) + start, int(p[at]) + start, int(stop[at]) - start))
        at = before
    kept = np.array([run for run in chain[::-1] if run[2] > 0], np.int64).reshape(-1, 3)
    return Fragments(*kept.T)
