"""Candidate groups: rows, or runs of siblings, that a template may have written one after another.

An item is a range of rows. There are four sources of groups:

- siblings of one kind, or of one name;
- such siblings of several parents with equal paths, as in the rows of a grid;
- runs of siblings that begin with the same kind, as in a heading and its paragraphs;
- a fixed number of siblings whose shapes alternate, as in tables with two rows per item.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pagecore.listings.kinds import Hashes, Kinds, compare, mix
from pagecore.page import Array, Mask, Page

#: How a group was found.
SOURCES: Final = ("kind", "name", "path", "names", "cousins", "run", "period")
#: Sources whose items need not be of one kind: an item that is little like the others is left out.
_WIDE: Final = np.isin(SOURCES, ("path", "names", "cousins"))
MIXED_SOURCES: Final = np.isin(SOURCES, ("name", "names", "cousins"))
#: Minimum similarity of an item of such a group to its typical item.
_MIN_ALIKE: Final = 0.25
#: Minimum share of a parent's children that repeat with the period, and maximum share that equal
#: the next one.
_PERIODIC: Final = 0.7
_MONOTONOUS: Final = 0.2
#: Most siblings of an item.
_MAX_PERIOD: Final = 4
#: Kinds of siblings of a parent that may begin a run, those with the most siblings.
_MAX_STARTS: Final = 3
#: Most rows that an item is extended upward, and the share of items of a group that need not be
#: alone in the row above.
_MAX_CLIMB: Final = 24
_FREE_SHARE: Final = 0.1
#: Maximum share of the words of runs in the elements that they begin with.
_MAX_FIRST: Final = 0.6
#: Most groups of a page; the largest are kept.
MAX_GROUPS: Final = 400


class Candidates(NamedTuple):
    """The candidate groups of a page: one entry per item, ordered by group and row."""

    #: The group of each item.
    group: Array
    #: The first row of each item and the row after its last.
    first: Array
    stop: Array
    #: The source of each group, as its place in `SOURCES`.
    source: Array
    #: The parent of each item.
    parent: Array

    @property
    def n_groups(self) -> int:
        return len(self.source)


class _Groups:
    """Collects the items of groups as arrays."""

    def __init__(self, n_rows: int) -> None:
        #: Parents whose children are parts of items, and no items.
        self.halved = np.zeros(n_rows, np.bool_)
        self.keys: list[Hashes] = []
        self.first: list[Array] = []
        self.stop: list[Array] = []
        self.source: list[Array] = []

    def add(self, source: str, keys: Hashes, first: Array, stop: Array) -> None:
        number = SOURCES.index(source)
        # Groups of different sources stay apart.
        self.keys.append(mix(keys, 100 + number))
        self.first.append(first)
        self.stop.append(stop)
        self.source.append(np.full(len(first), number))


def find_candidates(page: Page, kinds: Kinds) -> Candidates:
    """Find the candidate groups of a page, each with two items or more."""
    groups = _Groups(len(page))
    is_item = kinds.filled & (page.tag != 0) & (page.parent > 0)
    rows = np.flatnonzero(is_item)
    _add_periods(page, kinds, groups, rows)
    rows = rows[~groups.halved[page.parent[rows]]]
    parent = page.parent[rows].astype(np.uint64)
    by_kind = mix(parent, 1) ^ kinds.kind[rows]
    groups.add("kind", by_kind, rows, page.end[rows])
    groups.add("name", mix(parent, 2) ^ page.tag[rows].astype(np.uint64), rows, page.end[rows])
    groups.add("path", kinds.path[rows], rows, page.end[rows])
    groups.add("names", kinds.name_path[rows], rows, page.end[rows])
    grandparent = page.parent[page.parent[rows]].astype(np.uint64)
    parent_name = page.tag[page.parent[rows]].astype(np.uint64)
    cousins = mix(grandparent * np.uint64(65536) + parent_name, 4) ^ kinds.kind[rows]
    groups.add("cousins", cousins, rows, page.end[rows])
    _add_runs(page, kinds, groups, rows, by_kind)
    return _collect(page, kinds, groups)


def _add_runs(page: Page, kinds: Kinds, groups: _Groups, rows: Array, by_kind: Hashes) -> None:
    """Add the runs of siblings that begin with one kind."""
    order = np.lexsort((rows, page.parent[rows]))
    ordered = rows[order]
    parents = page.parent[ordered]
    _, kind_number, counts = np.unique(by_kind[order], return_inverse=True, return_counts=True)
    n_children = np.bincount(parents, minlength=len(page))
    # The first of its kind below its parent; only those before all other kinds of equal or
    # greater number can begin an item, but a preceding heading of the list is allowed.
    n_same = counts[kind_number]
    is_mixed = (n_same >= 2) & (n_children[parents] > n_same)
    first_of_kind = np.zeros(len(ordered), np.bool_)
    first_of_kind[np.unique(kind_number, return_index=True)[1]] = True
    starters = np.flatnonzero(first_of_kind & is_mixed)
    rank = _rank_within(parents[starters], -n_same[starters])
    allowed = np.zeros(len(counts), np.bool_)
    allowed[kind_number[starters[rank < _MAX_STARTS]]] = True
    begins = np.flatnonzero(allowed[kind_number])
    if not begins.size:
        return
    # A run ends at the next start of its kind, the last one at the end of the parent.
    by_run = np.lexsort((begins, kind_number[begins]))
    begins = begins[by_run]
    same = kind_number[begins][:-1] == kind_number[begins][1:]
    first = ordered[begins]
    stop = page.end[page.parent[first]].copy()
    stop[:-1][same] = first[1:][same]
    stop = _trim_last(page, kinds, first, stop, np.append(same, False))
    keys = by_kind[order][begins]
    is_run = _has_more(page, kinds, keys, first, stop)
    groups.add("run", keys[is_run], first[is_run], stop[is_run])


def _has_more(page: Page, kinds: Kinds, keys: Hashes, first: Array, stop: Array) -> Mask:
    """Return the mask of runs that are more than the elements that they begin with; else what
    follows these, such as an advertisement, is no part of the item."""
    words = np.concatenate(([0], np.cumsum(np.where(kinds.is_read, page.words, 0))))
    _, number = np.unique(keys, return_inverse=True)
    of_first = np.bincount(number, words[page.end[first]] - words[first])
    of_run = np.bincount(number, words[stop] - words[first])
    mask: Mask = (of_first <= _MAX_FIRST * of_run)[number]
    return mask


def _trim_last(page: Page, kinds: Kinds, first: Array, stop: Array, has_next: Mask) -> Array:
    """End the last run of each group where the one before it ends, counted in siblings, so that it
    does not take in what follows the list."""
    stop = stop.copy()
    place = _number_siblings(page)
    for at in np.flatnonzero(~has_next).tolist():
        if at == 0 or not has_next[at - 1]:
            continue
        begin = at - 1
        while begin > 0 and has_next[begin - 1] and at - begin < 8:
            begin -= 1
        longest = int((place[first[begin + 1 : at + 1]] - place[first[begin:at]]).max())
        row, n_taken, end = int(first[at]), 0, int(stop[at])
        while row < end and n_taken < longest:
            row, n_taken = int(page.end[row]), n_taken + 1
        stop[at] = row
    return stop


def _number_siblings(page: Page) -> Array:
    """Return the place of each row among the children of its parent."""
    order = np.argsort(page.parent, kind="stable")
    parents = page.parent[order]
    starts = np.flatnonzero(np.diff(parents, prepend=-2))
    place = np.empty(len(page), np.int64)
    place[order] = np.arange(len(page)) - np.repeat(starts, np.diff(np.append(starts, len(page))))
    return place


def _rank_within(group: Array, value: Array) -> Array:
    """Return the rank of each value within its group, from 0; ties in order."""
    order = np.lexsort((np.arange(len(group)), value, group))
    ordered = group[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    rank = np.empty(len(group), np.int64)
    lengths = np.diff(np.append(starts, len(group)))
    rank[order] = np.arange(len(group)) - np.repeat(starts, lengths)
    return rank


def _add_periods(page: Page, kinds: Kinds, groups: _Groups, rows: Array) -> None:
    """Add groups of a fixed number of siblings of one kind that differ inside and alternate."""
    order = np.lexsort((rows, page.parent[rows]))
    ordered = rows[order]
    parents, inner = page.parent[ordered], kinds.inner[ordered]
    n = len(page)
    n_children = np.bincount(parents, minlength=n)
    is_one_kind = np.ones(n, np.bool_)
    changes = (parents[:-1] == parents[1:]) & (kinds.kind[ordered[:-1]] != kinds.kind[ordered[1:]])
    is_one_kind[parents[1:][changes]] = False
    starts = np.flatnonzero(np.diff(parents, prepend=-1))
    place = np.arange(len(ordered)) - np.repeat(starts, np.diff(np.append(starts, len(ordered))))
    open_parents = is_one_kind & (n_children >= 4)
    for period in range(1, _MAX_PERIOD + 1):
        if len(ordered) <= period or not open_parents.any():
            return
        same = (parents[:-period] == parents[period:]) & (inner[:-period] == inner[period:])
        n_same = np.bincount(parents[:-period][same], minlength=n)
        possible = np.maximum(n_children - period, 1)
        if period == 1:
            open_parents &= n_same <= _MONOTONOUS * possible
            continue
        fits = (n_same >= _PERIODIC * possible) & (n_children >= 2 * period) & open_parents
        if not fits.any():
            continue
        open_parents &= ~fits
        begins = np.flatnonzero(fits[parents] & (place % period == 0))
        last = np.minimum(begins + period - 1, len(ordered) - 1)
        whole = parents[last] == parents[begins]
        begins, last = begins[whole], last[whole]
        key = mix(parents[begins].astype(np.uint64), 3)
        groups.add("period", key, ordered[begins], page.end[ordered[last]])
        groups.halved |= fits


def _climb(page: Page, number: Array, first: Array) -> Array:
    """Return for each item of some groups, ordered by group and row, the row to which it extends:
    upward as long as nearly all items of its group are alone in the row above."""
    same = number[1:] == number[:-1]
    before = np.concatenate(([-1], np.where(same, first[:-1], -1)))
    after = np.concatenate((np.where(same, first[1:], len(page)), [len(page)]))
    height = np.zeros(len(first), np.int64)
    rows, active = first.copy(), np.arange(len(first))
    ladder = [first]
    for _ in range(_MAX_CLIMB):
        above = page.parent[rows[active]]
        is_alone = (above > before[active]) & (page.end[above] <= after[active]) & (above > 0)
        active = active[is_alone]
        if not active.size:
            break
        rows[active] = above[is_alone]
        height[active] += 1
        ladder.append(rows.copy())
    order = np.lexsort((height, number))
    begins = np.flatnonzero(np.diff(number, prepend=-1))
    lengths = np.diff(np.append(begins, len(number)))
    common = height[order][begins + (lengths * _FREE_SHARE).astype(np.int64)]
    steps = np.minimum(np.repeat(common, lengths), height)
    result: Array = np.array(ladder)[steps, np.arange(len(first))]
    return result


def _find_typical(page: Page, kinds: Kinds, number: Array, first: Array) -> Array:
    """Return for each item the first row of the typical item of its group: the largest of those
    with the most frequent shape."""
    shape = mix(kinds.shape[first], 6) ^ mix(number.astype(np.uint64), 7)
    _, at, counts = np.unique(shape, return_inverse=True, return_counts=True)
    size = page.end[first] - first
    order = np.lexsort((size, counts[at], number))
    last = np.flatnonzero(np.diff(number[order], append=-1))
    typical = np.zeros(int(number.max()) + 1, np.int64)
    typical[number[order][last]] = first[order][last]
    return typical[number]


def _collect(page: Page, kinds: Kinds, groups: _Groups) -> Candidates:
    """Number the groups, and leave out single items, copies and the smallest of too many."""
    keys, first = np.concatenate(groups.keys), np.concatenate(groups.first).astype(np.int64)
    stop, source = np.concatenate(groups.stop).astype(np.int64), np.concatenate(groups.source)
    _, number, counts = np.unique(keys, return_inverse=True, return_counts=True)
    kept = counts[number] >= 2
    number, first, stop, source = number[kept], first[kept], stop[kept], source[kept]
    if number.size:
        is_mixed = MIXED_SOURCES[source]
        rows = np.flatnonzero(is_mixed)
        if rows.size:
            typical = _find_typical(page, kinds, number[rows], first[rows])
            is_alike = compare(kinds.signature, first[rows], typical) >= _MIN_ALIKE
            kept = ~is_mixed
            kept[rows[is_alike]] = True
            n_kept = np.bincount(number[kept], minlength=int(number.max()) + 1)
            kept &= n_kept[number] >= 2
            number, first, stop, source = number[kept], first[kept], stop[kept], source[kept]
    order = np.lexsort((first, number))
    number, first, stop, source = (part[order] for part in (number, first, stop, source))
    wide = np.flatnonzero(_WIDE[source])
    if wide.size:
        first[wide] = _climb(page, number[wide], first[wide])
        stop[wide] = page.end[first[wide]]
    begins = np.flatnonzero(np.diff(number, prepend=-1))
    lengths = np.diff(np.append(begins, len(number)))
    if not len(begins):
        empty = np.zeros(0, np.int64)
        return Candidates(empty, empty, empty, empty, empty)
    # Two groups with the same items are one.
    content = mix(first.astype(np.uint64), 4) ^ mix(stop.astype(np.uint64), 5)
    digest = np.add.reduceat(content, begins)
    # The simplest source of the same items.
    by_source = np.argsort(source[begins], kind="stable")
    distinct = by_source[np.unique(digest[by_source], return_index=True)[1]]
    size = lengths[distinct]
    distinct = np.sort(distinct[np.argsort(-size, kind="stable")[:MAX_GROUPS]])
    new = np.full(len(begins), -1)
    new[distinct] = np.arange(len(distinct))
    group = np.repeat(new, lengths)
    kept = group >= 0
    return Candidates(
        group[kept],
        first[kept],
        stop[kept],
        source[begins[distinct]],
        page.parent[first[kept]].astype(np.int64),
    )
