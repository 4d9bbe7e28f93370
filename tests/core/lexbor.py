"""A page as lexbor parses it, and the alignment of its rows with ours."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from selectolax.lexbor import LexborHTMLParser

from pagecore import Page
from tests.trees import outline

Row = tuple[int, str]


def lexbor_outline(source: bytes) -> list[Row]:
    """Depth and tag (`<p>`) or text (`"text`) of every node lexbor makes, in document order.

    Comments and doctypes are left out, and so is the content of templates, which selectolax does
    not give.
    """
    rows: list[Row] = []
    depth = 0
    node = LexborHTMLParser(source).root
    while node is not None:
        child = None
        if node.is_text_node:
            rows.append((depth, '"' + (node.text_content or "")))
        elif node.is_element_node:
            rows.append((depth, f"<{node.tag}>"))
            child = node.child
        if child is not None:
            node, depth = child, depth + 1
            continue
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
        # Above the root element stands the document, which is no row.
        node = None if node is None or depth <= 0 else node.next
    return rows


def our_outline(page: Page) -> list[Row]:
    """The same of our page. lexbor's names do not say the namespace, so ours drop it too."""
    return [
        (depth, what if what[0] == '"' or " " not in what else f"<{what.partition(' ')[2]}")
        for depth, what in outline(page, templates=False)
    ]


@dataclass(frozen=True)
class Hunk:
    """A place where two sequences differ: rows `a..b` of the first, `c..d` of the second."""

    a: int
    b: int
    c: int
    d: int


def align(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[Hunk]:
    """The places where two sequences differ; what lies between them is equal.

    Rows that occur once on both sides are matched first, in their longest common order, and the
    gaps between them are aligned in the same way; only small gaps are given to difflib, whose cost
    is quadratic. The alignment is therefore fast and never counts too many rows as equal.
    """
    hunks: list[Hunk] = []
    gaps = [Hunk(0, len(first), 0, len(second))]
    while gaps:
        gap = _trim(first, second, gaps.pop())
        if gap.a == gap.b or gap.c == gap.d:
            if gap.a < gap.b or gap.c < gap.d:
                hunks.append(gap)
            continue
        anchors = _anchors(first, second, gap)
        if anchors:
            stops = [*anchors, (gap.b, gap.d)]
            starts = [(gap.a, gap.c), *((x + 1, y + 1) for x, y in anchors)]
            pairs = zip(starts, stops, strict=True)
            gaps += [Hunk(a, b, c, d) for (a, c), (b, d) in pairs if a < b or c < d]
        elif (gap.b - gap.a) * (gap.d - gap.c) <= 400_000:
            matcher = SequenceMatcher(
                None, first[gap.a : gap.b], second[gap.c : gap.d], autojunk=False
            )
            hunks += [
                Hunk(gap.a + a, gap.a + b, gap.c + c, gap.c + d)
                for what, a, b, c, d in matcher.get_opcodes()
                if what != "equal"
            ]
        else:
            hunks.append(gap)
    return sorted(hunks, key=lambda hunk: (hunk.a, hunk.c))


def _trim(first: Sequence[Hashable], second: Sequence[Hashable], gap: Hunk) -> Hunk:
    a, b, c, d = gap.a, gap.b, gap.c, gap.d
    while a < b and c < d and first[a] == second[c]:
        a, c = a + 1, c + 1
    while a < b and c < d and first[b - 1] == second[d - 1]:
        b, d = b - 1, d - 1
    return Hunk(a, b, c, d)


def _anchors(
    first: Sequence[Hashable], second: Sequence[Hashable], gap: Hunk
) -> list[tuple[int, int]]:
    """Rows that stand once on each side, in the longest order common to both."""
    once_first = Counter(first[gap.a : gap.b])
    once_second = Counter(second[gap.c : gap.d])
    place = {second[y]: y for y in range(gap.c, gap.d) if once_second[second[y]] == 1}
    pairs = [
        (x, place[first[x]])
        for x in range(gap.a, gap.b)
        if once_first[first[x]] == 1 and first[x] in place
    ]
    # The longest increasing run of the second places, by patience sorting.
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for index, (_, y) in enumerate(pairs):
        pile = bisect_left(tops, y)
        before.append(piles[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(y)
            piles.append(index)
        else:
            tops[pile], piles[pile] = y, index
    run: list[tuple[int, int]] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        run.append(pairs[index])
        index = before[index]
    return run[::-1]
