"""The metric of records, by hand."""

from __future__ import annotations

import pytest

from pagecore.metrics.records import RecordCounts, count_records, is_equal, is_similar

A = ("Aurich", "a town at the sea", "€ 5")
B = ("Brake", "another town at the river", "")

CASES = [
    # what it shows            gold    output                          counts
    ("equal", [A, B], [A, B], (2, 2, 2, 5, 5, 5)),
    ("other order of columns", [A], [A[::-1]], (1, 1, 1, 3, 3, 3)),
    ("an item too many", [A], [A, ("menu", "x", "")], (1, 2, 1, 3, 3, 3)),
    ("an item too few", [A, B], [A], (1, 1, 2, 3, 3, 3)),
    ("empty rows do not count", [A], [A, ("", " ", "")], (1, 1, 1, 3, 3, 3)),
    ("nothing found", [A], [], (0, 0, 1, 0, 0, 0)),
    ("a cell that is cut", [A], [("Aurich", "a town at the", "sea € 5")], (1, 1, 1, 1, 2, 3)),
    # The price of Aurich is right, that of Brake is one that the gold lacks.
    ("filled without gold", [A, B], [A, (*B[:2], "€ 9")], (2, 2, 2, 5, 5, 6)),
]


@pytest.mark.parametrize(
    ("gold", "output", "counts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_counts(
    gold: list[tuple[str, ...]], output: list[tuple[str, ...]], counts: tuple[int, ...]
) -> None:
    assert count_records(gold, output) == RecordCounts(*counts)


def test_cells_are_equal_by_words_or_by_day() -> None:
    assert is_equal("Aurich, Brake", "aurich brake")
    assert is_equal("2 March 2024", "2024-03-02")
    assert not is_equal("2 March 2024", "3 March 2024")
    assert is_equal("---", "---")
    assert not is_equal("---", "--")
    assert not is_equal("Aurich", "Brake")
    assert is_similar("one two three four five", "one two three four")
    assert not is_similar("one two three four", "one two")
