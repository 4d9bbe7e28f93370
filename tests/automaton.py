"""Whether a regular expression can take more than linear time, from its parsed form.

A backtracking search takes quadratic time if two loops can read the same text: if there are states
p and q, and a text that leads from p to p, from p to q, and from q to q. The start of a search is
such a loop, because a search begins at every position. There is no harm in a state from which the
search succeeds without reading on. Bounded repeats are a constant factor and count as one or two.
(N. Weideman et al., "Analyzing matching time behavior of backtracking regular expression matchers",
CIAA 2016.)
"""

from __future__ import annotations

import importlib
import re
from collections import deque
from typing import Any

# The module is private and has no stubs.
_parser: Any = importlib.import_module("re._parser")

#: Characters of all kinds that patterns distinguish.
ALPHABET = frozenset(map(chr, range(128))) | frozenset(
    "éß\xa0\x85\u2003٣漢かก‐―·•»›（［【〔，、：｜…\ud800\ufeff"
)
_CATEGORIES = {
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
}


class Automaton:
    """The states of a pattern: steps that read a character, free steps, and checked steps, which
    may fail without reading."""

    def __init__(self, pattern: re.Pattern[Any], *, is_search: bool) -> None:
        text = pattern.pattern
        self._ignores_case = bool(pattern.flags & re.IGNORECASE)
        self._is_multiline = bool(pattern.flags & re.MULTILINE)
        self.reads: list[list[tuple[frozenset[str], int]]] = []
        self.free: list[list[int]] = []
        self.checked: list[list[int]] = []
        tree = _parser.parse(text, pattern.flags)
        start = self._add_state()
        self.accept = self._add(tree, start, is_first=True)
        if is_search and not self._is_anchored(tree):
            self.reads[start].append((ALPHABET, start))

    def find_overlap(self) -> str | None:
        """Return the characters that two loops can both read at some point, or None."""
        # Positions: what is read, and the positions that may follow.
        edges = [(state, chars, to) for state, out in enumerate(self.reads) for chars, to in out]
        chars = [edge[1] for edge in edges]
        reached = [self._close(to) for _, _, to in edges]
        follow = [[at for at, edge in enumerate(edges) if edge[0] in states] for states in reached]
        ends = self._find_free_ends()
        is_end = [to in ends for _, _, to in edges]
        loops = [at for at in range(len(edges)) if _is_reached(follow, at)]
        for first in loops:
            for second in loops:
                if first == second or is_end[second]:
                    continue
                if common := _find_common_text(chars, follow, first, second):
                    return common
        return None

    def _is_anchored(self, tree: Any) -> bool:
        op, value = next(iter(tree), (None, None))
        return str(op) == "AT" and str(value) == "AT_BEGINNING" and not self._is_multiline

    def _add_state(self) -> int:
        for edges in (self.reads, self.free, self.checked):
            edges.append([])
        return len(self.reads) - 1

    def _add(self, tree: Any, start: int, *, is_first: bool = False) -> int:
        """Add a sequence; return its last state."""
        at = start
        for op, value in tree:
            at = self._add_item(str(op), value, at, is_first=is_first)
            is_first = False
        return at

    def _add_item(self, op: str, value: Any, at: int, *, is_first: bool) -> int:
        end = self._add_state()
        if op in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            self.reads[at].append((self._read_set(op, value), end))
        elif op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, body = value
            last = self._add(body, at) if least else at
            loop = self._add_state()
            self.free[last].append(loop)
            after = self._add(body, loop)
            self.free[after].append(loop if most == _parser.MAXREPEAT else end)
            self.free[loop].append(end)
        elif op == "SUBPATTERN":
            self.free[self._add(value[3], at)].append(end)
        elif op == "ATOMIC_GROUP":
            self.free[self._add(value, at)].append(end)
        elif op == "BRANCH":
            for branch in value[1]:
                self.free[self._add(branch, at)].append(end)
        elif op == "AT" and str(value) == "AT_BEGINNING" and self._is_multiline and is_first:
            # A line begins after a line end, which the search has read.
            self.reads[at].append((frozenset("\n"), end))
        elif op in ("AT", "ASSERT", "ASSERT_NOT", "GROUPREF"):
            self.checked[at].append(end)
        else:
            raise AssertionError(f"unknown part of a pattern: {op}")
        return end

    def _read_set(self, op: str, value: Any) -> frozenset[str]:
        if op == "ANY":
            return ALPHABET - {"\n"}
        if op == "IN":
            chosen = frozenset().union(*(self._read_member(*item) for item in value))
            return ALPHABET - chosen if str(value[0][0]) == "NEGATE" else chosen
        chosen = self._read_member("LITERAL", value)
        return ALPHABET - chosen if op == "NOT_LITERAL" else chosen

    def _read_member(self, op: Any, value: Any) -> frozenset[str]:
        if str(op) == "NEGATE":
            return frozenset()
        if str(op) == "CATEGORY":
            return frozenset(c for c in ALPHABET if re.match(_CATEGORIES[str(value)], c))
        low, high = (value, value) if str(op) == "LITERAL" else value
        chosen = {c for c in ALPHABET if low <= ord(c) <= high}
        if self._ignores_case:
            chosen |= {c for c in ALPHABET if {c.lower(), c.upper()} & chosen}
        return frozenset(chosen)

    def _find_free_ends(self) -> set[int]:
        """Return the states from which the pattern ends without reading or checking."""
        ends, size = {self.accept}, 0
        while size < len(ends):
            size = len(ends)
            ends |= {state for state, to in enumerate(self.free) if ends.intersection(to)}
        return ends

    def _close(self, state: int) -> set[int]:
        """Return the states that are reached without reading."""
        reached, queue = {state}, [state]
        while queue:
            at = queue.pop()
            for to in (*self.free[at], *self.checked[at]):
                if to not in reached:
                    reached.add(to)
                    queue.append(to)
        return reached


def _is_reached(follow: list[list[int]], start: int) -> bool:
    """Whether a position follows itself, directly or not."""
    seen: set[int] = set()
    queue = [*follow[start]]
    while queue:
        at = queue.pop()
        if at == start:
            return True
        if at not in seen:
            seen.add(at)
            queue += follow[at]
    return False


def _find_common_text(
    chars: list[frozenset[str]], follow: list[list[int]], first: int, second: int
) -> str:
    """Find a text that leads from first to first and second, and from second to second; return
    characters that its last position may have, or an empty text."""
    seen: set[tuple[int, int, int]] = set()
    queue = deque([(first, first, second)])
    while queue:
        one, two, three = queue.popleft()
        for a in follow[one]:
            for b in follow[two]:
                for c in follow[three]:
                    common = chars[a] & chars[b] & chars[c]
                    if not common or (a, b, c) in seen:
                        continue
                    if (a, b, c) == (first, second, second):
                        return "".join(sorted(common))[:8]
                    seen.add((a, b, c))
                    queue.append((a, b, c))
    return ""
