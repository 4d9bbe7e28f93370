"""Metrics that mind the order of words: ROUGE-LSum and normalised Levenshtein.

Both work on words, as J. Bevendorff et al., "An Empirical Comparison of Web Content Extraction
Algorithms", SIGIR 2023, have them, here on those of `words`. Rows of the dynamic programme are
Python integers, one bit a word, so that a step costs a few operations on whole rows and memory is
linear (M. Crochemore et al. 2001 for the longest common subsequence, G. Myers 1999 and H. Hyyrö
2003 for the distance).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from pagecore.metrics import words
from pagecore.metrics.score import Score, of_counts

#: Words of a text that are compared; the time is quadratic, and what is beyond counts as wrong.
MOST: Final = 2**16

Line: TypeAlias = tuple[str, ...]


def rouge_lsum(gold: str, text: str, unspaced: bool = False) -> Score:
    """ROUGE-LSum: the words of every gold line that keep their order in some line of the text.

    C.-Y. Lin. "ROUGE: a package for automatic evaluation of summaries." 2004, section 3.2, as the
    package `rouge_score` counts it: for a gold line the union of its longest common subsequences
    with every line of the text; no word is a hit more often than the text has it.

    Differs:
        Words are those of `words`; `rouge_score` knows ASCII alone.
    """
    wanted, n_wanted = _lines(gold, unspaced)
    found, n_found = _lines(text, unspaced)
    hits: Counter[str] = Counter()
    index = _Index(found)
    # Equal lines have equal hits.
    for line, times in Counter(wanted).items():
        for word, count in Counter(index.kept(line)).items():
            hits[word] += times * count
    in_text = Counter(word for line in found for word in line)
    return of_counts((hits & in_text).total(), n_found, n_wanted)


def levenshtein(gold: str, text: str, unspaced: bool = False) -> float:
    """1 less the words to insert, delete or replace, as a share of the longer text.

    1 for the same words in the same order, 0 for texts with nothing in common. Of texts longer
    than `MOST` words the beginnings are compared, and all words beyond count as edits.
    """
    a, b = words.tokens(gold, unspaced), words.tokens(text, unspaced)
    longer = max(len(a), len(b))
    if not longer:
        return 1.0
    beyond = max(len(a[MOST:]), len(b[MOST:]))
    # Both beginnings cut at the cap, and the rest replaced word by word, is one way of editing.
    return 1 - min(distance(a[:MOST], b[:MOST]) + beyond, longer) / longer


def distance(a: Sequence[str], b: Sequence[str]) -> int:
    """The least number of insertions, deletions and replacements that make `a` of `b`."""
    start = 0
    shorter = min(len(a), len(b))
    while start < shorter and a[start] == b[start]:
        start += 1
    stop = 0
    while stop < shorter - start and a[-1 - stop] == b[-1 - stop]:
        stop += 1
    a, b = a[start : len(a) - stop], b[start : len(b) - stop]
    if not a or not b:
        return max(len(a), len(b))

    at = _positions(a)
    every = (1 << len(a)) - 1
    last = 1 << (len(a) - 1)
    # Where the distance grows and shrinks from a word of `a` to the next; names as Hyyrö's.
    vp, vn, edits = every, 0, len(a)
    for word in b:
        pm = at.get(word, 0)
        d0 = ((((pm & vp) + vp) ^ vp) | pm | vn) & every
        hp = vn | (every & ~(d0 | vp))
        hn = d0 & vp
        if hp & last:
            edits += 1
        elif hn & last:
            edits -= 1
        hp = ((hp << 1) | 1) & every
        vp = ((hn << 1) & every) | (every & ~(d0 | hp))
        vn = hp & d0
    return edits


class _Index:
    """The lines of a text, and which of them have a word."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(dict.fromkeys(lines))
        self.known = frozenset(self.lines)
        self.having: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines):
            for word in set(line):
                self.having.setdefault(word, []).append(number)

    def kept(self, line: Line) -> Iterable[str]:
        """The words of a line in the union of its common subsequences with the lines here."""
        if line in self.known:
            return line
        shared: Counter[int] = Counter()
        for word in set(line):
            shared.update(self.having.get(word, ()))
        at = _positions(line)
        reachable = sum(places for word, places in at.items() if word in self.having)
        union = 0
        # Those that share most come first, because nothing is left to gain once all is covered.
        for number, _ in shared.most_common():
            union |= _subsequence(line, at, self.lines[number])
            if union == reachable:
                break
        return [word for place, word in enumerate(line) if union >> place & 1]


def _subsequence(line: Line, at: dict[str, int], other: Line) -> int:
    """The places of `line`, as bits, in the longest common subsequence `rouge_score` would take.

    Of several of the same length it takes the one its way back through the table finds, which
    goes towards the start of `line` on a tie; the union depends on it.
    """
    # A row has a 0 where the subsequence grows by one; a word that `line` lacks changes nothing.
    row = every = (1 << len(line)) - 1
    rows: list[tuple[str, int, bool]] = []
    skipped = False
    for word in other:
        places = at.get(word)
        if places is None:
            skipped = True
            continue
        if rows and skipped:
            rows[-1] = (*rows[-1][:2], True)
        skipped = False
        growing = row & places
        row = ((row + growing) | (row - growing)) & every
        rows.append((word, row, False))
    if rows and skipped:
        rows[-1] = (*rows[-1][:2], True)

    taken = 0
    i = len(line)
    for word, row, skipped in reversed(rows):
        if skipped:
            # At a word that `line` lacks, the way leads to where the row grew last.
            i = (~row & ((1 << i) - 1)).bit_length()
        while i and line[i - 1] != word and row >> (i - 1) & 1:
            i -= 1
        if not i:
            break
        if line[i - 1] == word:
            i -= 1
            taken |= 1 << i
    return taken


def _positions(line: Sequence[str]) -> dict[str, int]:
    """For every word the places where it stands, as bits."""
    at: dict[str, int] = {}
    for place, word in enumerate(line):
        at[word] = at.get(word, 0) | 1 << place
    return at


def _lines(text: str, unspaced: bool) -> tuple[list[Line], int]:
    """The lines that have words, up to the cap, and the number of all words."""
    lines = []
    n_words = 0
    for line in text.split("\n"):
        found = tuple(words.tokens(line, unspaced))
        if found and n_words < MOST:
            lines.append(found[: MOST - n_words])
        n_words += len(found)
    return lines, n_words
