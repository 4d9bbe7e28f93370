"""Align two sequences: which items of one are equal to which of the other, in their order."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

#: Pairs of equal items that are tried, per item. Of items that occur more often, fewer are tried.
_MAX_PAIRS: Final = 16


def align_items(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    *,
    weights: Sequence[float] | None = None,
    known: Mapping[tuple[int, int], float] = MappingProxyType({}),
) -> list[tuple[int, int]]:
    """Return pairs of positions of equal items, increasing in both sequences.

    The pairs are those with the greatest total weight. Time is nearly linear: of sequences with
    many equal items, the rarer ones are compared with each other, and the others only if they have
    the same rank among their equals.

    Args:
        a: a sequence.
        b: another sequence.
        weights: the weight of each item of `a`; None if all weigh the same.
        known: pairs with a weight of their own; their items need not be equal.
    """
    n_first = n_last = 0
    if not known:
        shortest = min(len(a), len(b))
        while n_first < shortest and a[n_first] == b[n_first]:
            n_first += 1
        while n_last < shortest - n_first and a[-1 - n_last] == b[-1 - n_last]:
            n_last += 1
    ends = len(a) - n_last, len(b) - n_last
    pairs = _list_pairs(a[n_first : ends[0]], b[n_first : ends[1]], known)
    values = [
        known.get(pair, 1.0 if weights is None else weights[pair[0] + n_first]) for pair in pairs
    ]
    chosen = [(i + n_first, j + n_first) for i, j in choose_increasing(pairs, values)]
    first = [(at, at) for at in range(n_first)]
    last = [(ends[0] + at, ends[1] + at) for at in range(n_last)]
    return _extend_pairs(a, b, first + chosen + last)


def _list_pairs(
    a: Sequence[Hashable], b: Sequence[Hashable], known: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """List pairs of equal items, by position in `a` and from the end of `b`."""
    places: dict[Hashable, list[int]] = {}
    for j, item in enumerate(b):
        places.setdefault(item, []).append(j)
    own_places: dict[Hashable, list[int]] = {}
    for i, item in enumerate(a):
        if item in places:
            own_places.setdefault(item, []).append(i)
    n_left = _MAX_PAIRS * (len(a) + len(b))
    pairs = set(known)
    for item in sorted(own_places, key=lambda item: len(own_places[item]) * len(places[item])):
        rows, columns = own_places[item], places[item]
        n_left -= len(rows) * len(columns)
        if n_left >= 0:
            pairs.update((i, j) for i in rows for j in columns)
        else:
            # Equal items by their rank; pairs beside them are added later.
            pairs.update(zip(rows, columns, strict=False))
    return sorted(pairs, key=lambda pair: (pair[0], -pair[1]))


def choose_increasing(
    pairs: Sequence[tuple[int, int]], values: Sequence[float]
) -> list[tuple[int, int]]:
    """Choose pairs with the greatest total value that increase on both sides.

    Args:
        pairs: the pairs, by their first number, and those with the same first number from the
            greatest second number down.
        values: the value of each pair, more than 0.
    """
    size = max((j for _, j in pairs), default=-1) + 1
    # A Fenwick tree: the best total, and the pair that it ends with, up to a second number.
    best = [0.0] * (size + 1)
    ends = [-1] * (size + 1)
    before = [-1] * len(pairs)
    last, most = -1, 0.0
    for at, (_, j) in enumerate(pairs):
        total, node = 0.0, j
        while node > 0:
            if best[node] > total:
                total, before[at] = best[node], ends[node]
            node &= node - 1
        total += values[at]
        if total > most:
            last, most = at, total
        node = j + 1
        while node <= size:
            if total > best[node]:
                best[node], ends[node] = total, at
            node += node & -node
    chosen = []
    while last >= 0:
        chosen.append(pairs[last])
        last = before[last]
    return chosen[::-1]


def _extend_pairs(
    a: Sequence[Hashable], b: Sequence[Hashable], pairs: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Add pairs of equal items that follow or precede a pair without a gap."""
    extended: list[tuple[int, int]] = []
    i, j = -1, -1
    for next_i, next_j in (*pairs, (len(a), len(b))):
        while i + 1 < next_i and j + 1 < next_j and a[i + 1] == b[j + 1]:
            i, j = i + 1, j + 1
            extended.append((i, j))
        back = 0
        while (
            next_i - back - 1 > i
            and next_j - back - 1 > j
            and a[next_i - back - 1] == b[next_j - back - 1]
        ):
            back += 1
        extended += [(next_i - at, next_j - at) for at in range(back, 0, -1)]
        if next_i < len(a):
            extended.append((next_i, next_j))
        i, j = next_i, next_j
    return extended
