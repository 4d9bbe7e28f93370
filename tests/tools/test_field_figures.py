"""How fields are measured, and the designs beside the one in use."""

from __future__ import annotations

import pytest

from pagecore import parse
from tools.field_designs import DESIGNS, RANKINGS, TextPage
from tools.field_figures import (
    GoldPage,
    choose_fields,
    find_elsewhere,
    measure_design,
    measure_labels,
    measure_titles,
    split_pages,
)

PAGE = "<p>Same words on all pages</p><table><tr><th>Maker<td>{0}<tr><th>Year<td>{1}</table>"
SITE = [
    GoldPage(str(at), TextPage.of(parse(PAGE.format(maker, year))), {"maker": [maker]})
    for at, (maker, year) in enumerate(
        [("Ann", "1"), ("Bo", "2"), ("Cy", "3"), ("Di", "4"), ("Ed", "5"), ("Ann", "6")]
    )
]


@pytest.mark.parametrize("design", DESIGNS)
def test_each_design_finds_the_fields_of_other_pages(design: str) -> None:
    rules = DESIGNS[design]([page.page for page in SITE[:3]])
    assert sorted(rules.find(SITE[3].page).values()) == ["4", "Di"]
    assert [rules.values[name] for name in RANKINGS["order"](rules)] == [
        ["Ann", "Bo", "Cy"], ["1", "2", "3"],
    ]  # fmt: skip


def test_values_are_counted_apart_if_another_page_has_them() -> None:
    counts = measure_design([SITE], DESIGNS["aligned"], RANKINGS["pages"]).counts
    # Ann is on two pages, and each is measured once.
    assert (counts["own values"], counts["own values right"]) == (4, 4)
    assert (counts["repeated values"], counts["repeated values right"]) == (2, 2)
    assert (counts["fields"], counts["fields right"]) == (2, 2)
    assert "Ann" in find_elsewhere(SITE, SITE[0])
    assert "Bo" not in find_elsewhere(SITE, SITE[1])


def test_a_field_with_two_attributes_is_not_pure() -> None:
    mixed = [
        GoldPage(
            page.id,
            page.page,
            {"maker": page.record["maker"]} if at % 2 else {"by": page.record["maker"]},
        )
        for at, page in enumerate(SITE)
    ]
    counts = measure_design([mixed], DESIGNS["aligned"], RANKINGS["pages"]).counts
    assert (counts["fields"], counts["fields right"]) == (2, 0)


def test_the_field_title_has_the_name_of_the_subject() -> None:
    html = "<title>{0}</title><p>Same words on all pages</p><h1>{0}</h1><i>{1}</i>"
    pages = [
        GoldPage(
            str(at), TextPage.of(parse(html.format(f"Book {at}", at * at))), {"title": [title]}
        )
        for at, title in enumerate(["Book 0", "Book 1", "Book 2", "Book 3", "Other", "Book 5"])
    ]
    counts = measure_titles({"book-a": pages}).counts
    assert (counts["pages"], counts["titles"], counts["pages right"]) == (6, 6, 5)


def test_values_of_one_page_name_the_fields() -> None:
    counts = measure_labels([SITE]).counts
    assert counts["labelled values"] == counts["labelled values right"] == 18
    assert counts["named cells"] == counts["named cells right"] == 18


def test_constant_fields_are_template() -> None:
    found = [{"a": "x", "b": "1", "c": "y"}, {"a": "x", "b": "2"}]
    assert choose_fields(["a", "b", "c"], found) == ["b", "c"]
    many = [{str(at): f"{at} {page}" for at in range(20)} for page in range(2)]
    assert len(choose_fields([str(at) for at in range(20)], many)) == 15


def test_each_page_is_measured_once() -> None:
    halves = list(split_pages(SITE))
    assert [[page.id for page in others] for _, others in halves] == [
        ["3", "4", "5"], ["0", "1", "2"],
    ]  # fmt: skip


def test_rankings() -> None:
    rules = DESIGNS["aligned"]([page.page for page in SITE[:3]])
    for rank in RANKINGS.values():
        assert sorted(rank(rules)) == sorted(rules.values)
