"""Columns that are alternatives of each other."""

from __future__ import annotations

from pagecore.listings.align import align_runs
from pagecore.listings.alternatives import merge_alternatives
from pagecore.listings.runs import Run

LONG = "a text of more than eight words about a town"


def run(text: str, path: int, *, in_heading: bool = False) -> Run:
    return Run(text, (0,), -1, 0, path, path, path, in_heading)


def merge(*items: list[Run]) -> list[list[str]]:
    return [
        ["" if at is None else items[number][at].text for number, at in enumerate(column)]
        for column in merge_alternatives(items, align_runs(items))
    ]


def test_values_of_one_type_that_exclude_each_other_are_one_column() -> None:
    assert merge([run("red", 1), run("€ 5", 2)], [run("blue", 1), run("€ 7", 3)]) == [
        ["red", "blue"], ["€ 5", "€ 7"],
    ]  # fmt: skip


def test_headings_and_paragraphs_are_alternatives() -> None:
    first = [run("Aurich", 1, in_heading=True), run(LONG, 2)]
    second = [run("Brake", 3, in_heading=True), run(f"{LONG} too", 4)]
    assert merge(first, second) == [["Aurich", "Brake"], [LONG, f"{LONG} too"]]


def test_short_texts_are_not_alternatives() -> None:
    assert merge([run("new", 1)], [run("sold out", 2)]) == [["new", ""], ["", "sold out"]]


def test_columns_of_one_item_stay_apart() -> None:
    both = [run("€ 5", 1), run("€ 4", 2)]
    assert merge(both, [run("€ 7", 2)]) == [["€ 5", ""], ["€ 4", "€ 7"]]


def test_columns_with_a_text_between_them_stay_apart() -> None:
    items = [run("€ 5", 1), run("red", 2)], [run("blue", 2), run("€ 7", 3)]
    assert merge(*items) == [["€ 5", ""], ["red", "blue"], ["", "€ 7"]]
