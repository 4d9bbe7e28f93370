"""Align the texts of items: each column is a text that the template writes in the same place.

The columns are an ordered list. An item is aligned with it as two sequences are: a text goes to a
column with the same path, or else one with the same type of value and the same names of elements or
the same three elements around it. The order of both is kept, and a text without a column becomes a
new column between its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from pagecore.listings.runs import Run
from pagecore.listings.value_types import find_type

#: Scores of a text and a column: the same path and type, the same path, the same names or elements
#: around it and the same type.
_SAME_PATH_TYPE: Final = 5
_SAME_PATH: Final = 3
_SAME_NAMES_TYPE: Final = 2
#: Most texts of an item that are aligned; the others are left out.
MAX_RUNS: Final = 60
#: Maximum length of a label such as `Price:`.
MAX_LABEL_CHARS: Final = 30

#: For each column the number of its text in each item, None where the item has none.
Table: TypeAlias = "list[list[int | None]]"
#: Aligns the texts of items.
Aligner: TypeAlias = "Callable[[Sequence[Sequence[Run]]], Table]"
#: What is compared of a text: path, names, place, type.
_Sign = tuple[int, int, int, str]


class _Column:
    def __init__(self, sign: _Sign) -> None:
        self.paths = {sign[0]}
        self.names = {sign[1]}
        self.places = {sign[2]}
        self.types = {sign[3]}

    def score(self, sign: _Sign) -> int:
        same_type = sign[3] in self.types
        if not same_type and sign[3].endswith(":"):
            return 0
        if sign[0] in self.paths:
            return _SAME_PATH_TYPE if same_type else _SAME_PATH
        is_similar = sign[1] in self.names or sign[2] in self.places
        return _SAME_NAMES_TYPE if same_type and is_similar else 0

    def add(self, sign: _Sign) -> None:
        self.paths.add(sign[0])
        self.names.add(sign[1])
        self.places.add(sign[2])
        self.types.add(sign[3])


def align_runs(items: Sequence[Sequence[Run]]) -> Table:
    """Align the runs of items.

    Returns:
        For each column the number of its run in each item, None where the item has none.
    """
    signs = [[_sign(run) for run in runs[:MAX_RUNS]] for runs in items]
    columns: list[_Column] = []
    # The place of each run of an item in the columns, by the signs of the item.
    placed: dict[tuple[_Sign, ...], list[_Column]] = {}
    # The item with the most texts first: it has most of the columns.
    for number in sorted(range(len(signs)), key=lambda at: (-len(signs[at]), at)):
        key = tuple(signs[number])
        if key not in placed:
            placed[key] = _place(columns, signs[number])
    order = {id(column): at for at, column in enumerate(columns)}
    table: Table = [[None] * len(items) for _ in columns]
    for number, of_item in enumerate(signs):
        for at, column in enumerate(placed[tuple(of_item)]):
            table[order[id(column)]][number] = at
    return table


def _place(columns: list[_Column], signs: Sequence[_Sign]) -> list[_Column]:
    """Find or make the column of each text of an item, by dynamic programming."""
    n, m = len(signs), len(columns)
    best = [[0] * (m + 1) for _ in range(n + 1)]
    scores = [[column.score(sign) for column in columns] for sign in signs]
    for i in range(n - 1, -1, -1):
        row, below, of_text = best[i], best[i + 1], scores[i]
        for j in range(m - 1, -1, -1):
            value = below[j] if below[j] >= row[j + 1] else row[j + 1]
            if of_text[j]:
                taken = below[j + 1] + of_text[j]
                value = taken if taken > value else value
            row[j] = value
    chosen: list[_Column] = []
    i = j = 0
    inserted: list[tuple[int, _Column]] = []
    while i < n:
        if j < m and scores[i][j] and best[i][j] == best[i + 1][j + 1] + scores[i][j]:
            columns[j].add(signs[i])
            chosen.append(columns[j])
            i, j = i + 1, j + 1
        elif j < m and best[i][j] == best[i][j + 1]:
            j += 1
        else:
            column = _Column(signs[i])
            chosen.append(column)
            inserted.append((j, column))
            i += 1
    for place, column in reversed(inserted):
        columns.insert(place, column)
    return chosen


def _sign(run: Run) -> _Sign:
    text = run.text
    # A label is aligned with the same label, and the value after it follows.
    is_label = text.endswith(":") and text[-2:] != " :" and len(text) <= MAX_LABEL_CHARS
    return run.path, run.names, run.place, text if is_label else find_type(text)
