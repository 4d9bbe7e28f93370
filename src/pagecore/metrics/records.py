"""Items of a list: which are found, and how many of their cells are right.

An item matches a gold item if their word F1, over all cells, is at least .8, one to one. Columns
are matched one to one per page, so that the most cells are right. The metric counts the gold cells
of matched items, and as wrong those cells of matched columns that are filled although the gold has
none.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from pagecore._core import find_dates
from pagecore.metrics.posts import MIN_MATCH_F1
from pagecore.metrics.score import score_multisets
from pagecore.metrics.words import count_words, split_words

Cells: TypeAlias = Sequence[str]
_Test: TypeAlias = Callable[[str, str], bool]
#: Longer cells are not dates.
_MAX_DATE: Final = 40


class RecordCounts(NamedTuple):
    """Counts of items and of cells on a page."""

    matched: int
    n_output: int
    n_gold: int
    #: Cells with the words of the gold in order, and cells with most of its words.
    cells_equal: int
    cells_similar: int
    #: Cells of matched items that are in the gold, or filled in a matched column.
    n_cells: int


class RecordPair(NamedTuple):
    """The indices of a gold item and of the item of the output that matches it."""

    gold: int
    output: int


def count_records(gold: Sequence[Cells], output: Sequence[Cells]) -> RecordCounts:
    """Compare the items of one page; a cell without an item's text is empty."""
    found = [row for row in output if any(map(str.strip, row))]
    pairs = match_records(gold, found)
    equal, n_cells = _count_cells(gold, found, pairs, is_equal)
    similar, _ = _count_cells(gold, found, pairs, is_similar)
    return RecordCounts(len(pairs), len(found), len(gold), equal, similar, n_cells)


def match_records(gold: Sequence[Cells], output: Sequence[Cells]) -> list[RecordPair]:
    """Match gold items with items of the output, the most similar first; a tie goes to the
    first."""
    gold_words = [count_words(" ".join(row), unspaced=True) for row in gold]
    output_words = [count_words(" ".join(row), unspaced=True) for row in output]
    similar = []
    for gold_at, counts in enumerate(gold_words):
        for at, other in enumerate(output_words):
            f1 = _score(counts, other)
            if f1 >= MIN_MATCH_F1:
                similar.append((-f1, gold_at, at))
    gold_matched: set[int] = set()
    output_matched: set[int] = set()
    pairs = []
    for _, gold_at, at in sorted(similar):
        if gold_at not in gold_matched and at not in output_matched:
            gold_matched.add(gold_at)
            output_matched.add(at)
            pairs.append(RecordPair(gold_at, at))
    return sorted(pairs)


def _score(counts: Counter[str], other: Counter[str]) -> float:
    size, other_size = counts.total(), other.total()
    # The sizes bound the F1, which saves most comparisons.
    if 2 * min(size, other_size) < MIN_MATCH_F1 * (size + other_size) or not size:
        return 0.0
    return score_multisets(counts, other).f1


def _count_cells(
    gold: Sequence[Cells], output: Sequence[Cells], pairs: Sequence[RecordPair], test: _Test
) -> tuple[int, int]:
    """Return the number of right cells and of counted cells."""
    n_gold = max((len(row) for row in gold), default=0)
    n_output = max((len(row) for row in output), default=0)
    right: Counter[tuple[int, int]] = Counter()
    excess: Counter[tuple[int, int]] = Counter()
    n_filled = 0
    for gold_at, at in pairs:
        expected, cells = _fill(gold[gold_at], n_gold), _fill(output[at], n_output)
        n_filled += sum(map(bool, expected))
        for column, value in enumerate(expected):
            for other, cell in enumerate(cells):
                if value and cell and test(value, cell):
                    right[column, other] += 1
                elif cell and not value:
                    excess[column, other] += 1
    # The most right cells first; with equal numbers, those with the fewest that the gold lacks.
    order = sorted(right, key=lambda pair: (-right[pair], excess[pair], pair))
    taken: set[int] = set()
    matched: dict[int, int] = {}
    for column, other in order:
        if column not in matched and other not in taken:
            matched[column] = other
            taken.add(other)
    n_right = sum(right[pair] for pair in matched.items())
    return n_right, n_filled + sum(excess[pair] for pair in matched.items())


def _fill(row: Cells, length: int) -> list[str]:
    cells = [cell.strip() for cell in row]
    return cells + [""] * (length - len(cells))


def is_equal(gold: str, cell: str) -> bool:
    """Whether two cells have the same words in the same order, or are dates of the same day."""
    first, second = _fold(gold), _fold(cell)
    words = split_words(first, unspaced=True)
    if words == split_words(second, unspaced=True):
        return bool(words) or first == second
    return _is_same_day(gold, cell)


def is_similar(gold: str, cell: str) -> bool:
    """Whether two cells are equal, or have a word F1 of .8 or more."""
    counts = count_words(_fold(gold), unspaced=True), count_words(_fold(cell), unspaced=True)
    return is_equal(gold, cell) or _score(*counts) >= MIN_MATCH_F1


def _is_same_day(gold: str, cell: str) -> bool:
    """Whether both cells are dates of one day: spreadsheets write dates anew."""
    if max(len(gold), len(cell)) > _MAX_DATE:
        return False
    first, second = find_dates(gold, ""), find_dates(cell, "")
    if len(first) != 1 or len(second) != 1:
        return False
    return first[0][0][:10] == second[0][0][:10]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
