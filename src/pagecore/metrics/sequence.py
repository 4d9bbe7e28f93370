"""Metrics that depend on the order of words: ROUGE-LSum and normalised Levenshtein.

Both compare words, as in J. Bevendorff et al., "An Empirical Comparison of Web Content Extraction
Algorithms", SIGIR 2023; words are those of `words`. Rows of the dynamic programme are Python
integers with one bit per word, so that a step costs a few operations on whole rows and memory is
linear (M. Crochemore et al. 2001 for the longest common subsequence, G. Myers 1999 and H. Hyyrö
2003 for the distance).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from pagecore.metrics import words
from pagecore.metrics.score import Score, score_counts

#: Limit of compared words per text, because the time is quadratic; the rest counts as wrong.
MAX_WORDS: Final = 2**16

Line: TypeAlias = tuple[str, ...]


def rouge_lsum(gold: str, text: str, unspaced: bool = False) -> Score:
    """ROUGE-LSum: the words of each gold line that keep their order in some line of the text.

    C.-Y. Lin. "ROUGE: a package for automatic evaluation of summaries." 2004, section 3.2, as
    implemented by the package `rouge_score`: for each gold line, the union of its longest common
    subsequences with each line of the text. A word counts at most as often as it is in the text.

    Differs:
        Words are those of `words`; `rouge_score` supports ASCII only.
    """
    gold_lines, n_gold = _split_lines(gold, unspaced)
    text_lines, n_text = _split_lines(text, unspaced)
    hits: Counter[str] = Counter()
    index = _LineIndex(text_lines)
    # Equal lines have equal hits.
    for line, times in Counter(gold_lines).items():
        for word, count in Counter(index.find_common_words(line)).items():
            hits[word] += times * count
    in_text = Counter(word for line in text_lines for word in line)
    return score_counts((hits & in_text).total(), n_text, n_gold)


def levenshtein(gold: str, text: str, unspaced: bool = False) -> float:
    """1 minus the edit distance in words, divided by the length of the longer text.

    The result is 1 for the same words in the same order, and 0 for texts with no common word. Only
    the first `MAX_WORDS` words are compared; all words beyond count as edits.
    """
    a, b = words.split_words(gold, unspaced), words.split_words(text, unspaced)
    longer = max(len(a), len(b))
    if not longer:
        return 1.0
    beyond = max(len(a[MAX_WORDS:]), len(b[MAX_WORDS:]))
    # Editing the beginnings and replacing the rest word by word is one possible edit.
    return 1 - min(edit_distance(a[:MAX_WORDS], b[:MAX_WORDS]) + beyond, longer) / longer


def edit_distance(a: Sequence[str], b: Sequence[str]) -> int:
    """The minimum number of insertions, deletions and replacements that turn `b` into `a`."""
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

    at = _find_positions(a)
    every = (1 << len(a)) - 1
    last = 1 << (len(a) - 1)
    # Bits where the distance grows or shrinks from one word of `a` to the next; Hyyrö's names.
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


class _LineIndex:
    """The lines of a text, with an index from words to lines."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = list(dict.fromkeys(lines))
        self.known = frozenset(self.lines)
        self.lines_with: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines):
            for word in set(line):
                self.lines_with.setdefault(word, []).append(number)

    def find_common_words(self, line: Line) -> Iterable[str]:
        """The words of a line in the union of its common subsequences with all lines."""
        if line in self.known:
            return line
        shared: Counter[int] = Counter()
        for word in set(line):
            shared.update(self.lines_with.get(word, ()))
        at = _find_positions(line)
        reachable = sum(bits for word, bits in at.items() if word in self.lines_with)
        union = 0
        # Lines that share the most words come first, so that the loop can stop early.
        for number, _ in shared.most_common():
            union |= _find_subsequence(line, at, self.lines[number])
            if union == reachable:
                break
        return [word for position, word in enumerate(line) if union >> position & 1]


def _find_subsequence(line: Line, at: dict[str, int], other: Line) -> int:
    """The positions of `line`, as bits, in the longest common subsequence that `rouge_score` finds.

    If several have the same length, `rouge_score` finds the one on its way back through the table,
    which goes towards the start of `line` on a tie. The union depends on this choice.
    """
    # A row has a 0 where the subsequence grows by one; a word that is not in `line` is skipped.
    row = every = (1 << len(line)) - 1
    rows: list[tuple[str, int, bool]] = []
    is_skipped = False
    for word in other:
        bits = at.get(word)
        if bits is None:
            is_skipped = True
            continue
        if rows and is_skipped:
            rows[-1] = (*rows[-1][:2], True)
        is_skipped = False
        growing = row & bits
        row = ((row + growing) | (row - growing)) & every
        rows.append((word, row, False))
    if rows and is_skipped:
        rows[-1] = (*rows[-1][:2], True)

    taken = 0
    i = len(line)
    for word, row, is_skipped in reversed(rows):
        if is_skipped:
            # At a skipped word, the way back leads to where the row grew last.
            i = (~row & ((1 << i) - 1)).bit_length()
        while i and line[i - 1] != word and row >> (i - 1) & 1:
            i -= 1
        if not i:
            break
        if line[i - 1] == word:
            i -= 1
            taken |= 1 << i
    return taken


def _find_positions(line: Sequence[str]) -> dict[str, int]:
    """The positions of each word, as bits."""
    at: dict[str, int] = {}
    for position, word in enumerate(line):
        at[word] = at.get(word, 0) | 1 << position
    return at


def _split_lines(text: str, unspaced: bool) -> tuple[list[Line], int]:
    """The lines with words, up to the limit, and the number of all words."""
    lines = []
    n_words = 0
    for line in text.split("\n"):
        line_words = tuple(words.split_words(line, unspaced))
        if line_words and n_words < MAX_WORDS:
            lines.append(line_words[: MAX_WORDS - n_words])
        n_words += len(line_words)
    return lines, n_words
