"""The alignment of texts of items."""

from __future__ import annotations

from pagecore.listings.align import align_runs
from pagecore.listings.runs import Run


def runs(*values: tuple[str, int]) -> list[Run]:
    """Texts with the number of their path."""
    return [Run(text, (at,), -1, 0, path, path) for at, (text, path) in enumerate(values)]


def aligned(*items: list[Run]) -> list[list[str]]:
    return [
        ["" if at is None else items[number][at].text for number, at in enumerate(column)]
        for column in align_runs(items)
    ]


def test_same_paths_are_one_column() -> None:
    first, second = runs(("a", 1), ("b", 2)), runs(("c", 1), ("d", 2))
    assert aligned(first, second) == [["a", "c"], ["b", "d"]]


def test_missing_text_leaves_its_column_empty() -> None:
    first, second = runs(("a", 1), ("b", 2), ("c", 3)), runs(("d", 1), ("e", 3))
    assert aligned(first, second) == [["a", "d"], ["b", ""], ["c", "e"]]


def test_type_decides_between_equal_paths() -> None:
    first = runs(("a", 1), ("red", 2), ("€ 5", 2))
    second = runs(("b", 1), ("€ 7", 2))
    assert aligned(first, second) == [["a", "b"], ["red", ""], ["€ 5", "€ 7"]]


def test_new_text_gets_a_column_between_its_neighbours() -> None:
    first, second = runs(("a", 1), ("c", 3)), runs(("d", 1), ("e", 2), ("f", 3))
    assert aligned(first, second) == [["a", "d"], ["", "e"], ["c", "f"]]


def test_label_is_aligned_with_the_same_label() -> None:
    first = runs(("a", 1), ("Weight:", 2), ("9 kg", 3), ("Height:", 2), ("2 m", 3))
    second = runs(("b", 1), ("Height:", 2), ("3 m", 3))
    assert aligned(first, second)[3:] == [["Height:", "Height:"], ["2 m", "3 m"]]
    assert aligned(first, second)[1:3] == [["Weight:", ""], ["9 kg", ""]]


def test_place_and_type_decide_if_the_paths_differ() -> None:
    """As for an item with one more element around its parts."""
    first = [Run("€ 5", (0,), -1, 0, 1, 1, 7)]
    assert aligned(first, [Run("€ 7", (0,), -1, 0, 2, 2, 7)]) == [["€ 5", "€ 7"]]
    assert len(aligned(first, [Run("red", (0,), -1, 0, 2, 2, 7)])) == 2


def test_no_items_have_no_columns() -> None:
    assert align_runs([]) == []
    assert align_runs([[], []]) == []
