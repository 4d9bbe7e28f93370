"""Align two sequences: which items of one are equal to which of the other, in their order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

#: Pairs of equal items that are tried, per item. Of items that occur more often, fewer are tried.
_MAX_PAIRS: Final = 16
#: The same for long sequences: of all items together, or per item.
_MAX_ALL_PAIRS: Final = 1 << 17
_MAX_PAIRS_OF_LONG: Final = 2
#: How often a sequence is divided by the pairs of its rarer items.
_MAX_DEPTH: Final = 4


class _Range(NamedTuple):
    """A part of each of two sequences."""

    a_start: int
    a_stop: int
    b_start: int
    b_stop: int

    @property
    def n_items(self) -> int:
        return self.a_stop - self.a_start + self.b_stop - self.b_start


def align_items(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    *,
    weights: Sequence[float] | None = None,
    known: Mapping[tuple[int, int], float] = MappingProxyType({}),
) -> list[tuple[int, int]]:
    """Return pairs of positions of equal items, increasing in both sequences.

    The pairs are those with the greatest total weight. Time is nearly linear: of sequences with
    many equal items, the rarer ones are aligned first, and the others between them.

    Args:
        a: a sequence.
        b: another sequence.
        weights: the weight of each item of `a`; None if all weigh the same.
        known: pairs with a weight of their own; their items need not be equal.
    """
    n_items = len(a) + len(b)
    n_pairs = min(_MAX_PAIRS * n_items, max(_MAX_ALL_PAIRS, _MAX_PAIRS_OF_LONG * n_items))
    chosen: list[tuple[int, int]] = []
    ranges = [(_Range(0, len(a), 0, len(b)), n_pairs, 0)]
    while ranges:
        whole, n_pairs, depth = ranges.pop()
        # Each of the pairs could be crossed by a known one.
        part = whole if known else _cut_ends(a, b, whole, chosen)
        pairs, is_complete = _list_pairs(a, b, part, n_pairs, by_rank=depth == _MAX_DEPTH)
        if depth == 0 and known:
            pairs = sorted({*pairs, *known}, key=_sort_pair)
        values = [known.get(pair, 1.0 if weights is None else weights[pair[0]]) for pair in pairs]
        between = choose_increasing(pairs, values)
        chosen += between
        if is_complete:
            continue
        # The more frequent items, between the pairs of the rarer ones.
        depth = depth + 1 if between else _MAX_DEPTH
        for gap in _list_gaps(part, between):
            ranges.append((gap, n_pairs * gap.n_items // (2 * part.n_items), depth))
    return _extend_pairs(a, b, sorted(chosen))


def _cut_ends(
    a: Sequence[Hashable], b: Sequence[Hashable], part: _Range, chosen: list[tuple[int, int]]
) -> _Range:
    """Add the pairs of equal items at both ends of a part to `chosen`; return what is between."""
    i, a_stop, j, b_stop = part
    while i < a_stop and j < b_stop and a[i] == b[j]:
        chosen.append((i, j))
        i, j = i + 1, j + 1
    while i < a_stop and j < b_stop and a[a_stop - 1] == b[b_stop - 1]:
        a_stop, b_stop = a_stop - 1, b_stop - 1
        chosen.append((a_stop, b_stop))
    return _Range(i, a_stop, j, b_stop)


def _list_gaps(part: _Range, pairs: Sequence[tuple[int, int]]) -> Iterator[_Range]:
    """List the parts before, between and behind pairs that have items of both sequences."""
    i, j = part.a_start, part.b_start
    for next_i, next_j in (*pairs, (part.a_stop, part.b_stop)):
        if i < next_i and j < next_j:
            yield _Range(i, next_i, j, next_j)
        i, j = next_i + 1, next_j + 1


def _list_pairs(
    a: Sequence[Hashable], b: Sequence[Hashable], part: _Range, n_pairs: int, *, by_rank: bool
) -> tuple[list[tuple[int, int]], bool]:
    """List pairs of equal items, by position in `a` and from the end of `b`, and whether these are
    all. If they are more than `n_pairs`, those of frequent items are left out or, with `by_rank`,
    only items with the same rank among their equals are paired."""
    places: dict[Hashable, list[int]] = {}
    for j in range(part.b_start, part.b_stop):
        places.setdefault(b[j], []).append(j)
    own_places: dict[Hashable, list[int]] = {}
    for i in range(part.a_start, part.a_stop):
        if a[i] in places:
            own_places.setdefault(a[i], []).append(i)
    pairs: list[tuple[int, int]] = []
    is_complete = True
    for item in sorted(own_places, key=lambda item: len(own_places[item]) * len(places[item])):
        rows, columns = own_places[item], places[item]
        n_pairs -= len(rows) * len(columns)
        if n_pairs >= 0:
            pairs += ((i, j) for i in rows for j in columns)
        elif by_rank:
            pairs += zip(rows, columns, strict=False)
        else:
            is_complete = False
            break
    return sorted(pairs, key=_sort_pair), is_complete


def _sort_pair(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[0], -pair[1]


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
