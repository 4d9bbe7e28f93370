"""Which elements come through: what is recorded, and how it is counted."""

from __future__ import annotations

from dataclasses import fields

import pytest

from pagecore.corpora.corpus import Gold, Item
from pagecore.evaluate.peers.markdown import WRITERS
from pagecore.figures import load_figures
from pagecore.metrics import structure
from tools.markdown_figures import Quality, measure_gold, write_pages
from tools.structure_by_element import OWN, compare_elements
from tools.structure_figures import PEERS


def test_every_kind_and_every_contender_is_recorded() -> None:
    rows = load_figures()["structure"]["figures"]
    kinds = [title for kind in structure.KINDS for title in (kind, f"{kind}, where gold has some")]
    assert [row["elements"] for row in rows] == kinds
    for row in rows:
        assert [name.split()[0] for name in row["f1"]] == [OWN, *PEERS]


def test_the_kinds_that_markdown_gold_can_measure_are_recorded() -> None:
    entries = load_figures()
    gold = entries["markdown gold"]["figures"]
    assert [row["elements"] for row in gold] == list(structure.KINDS)
    for row in gold:
        counts = {field.name: row[field.name] for field in fields(Quality)}
        assert Quality(**counts).holds == row["measured"]
    rows = entries["markdown"]["figures"]
    assert [row["elements"] for row in rows[::2]] == [
        row["elements"] for row in gold if row["measured"]
    ]
    names = [OWN, *(peer.name for peer in WRITERS)]
    assert [name.split()[0] for name in rows[0]["f1"]] == names


def test_elements_by_hand() -> None:
    def headings(*htmls: str) -> list[dict[str, structure.Elements]]:
        return [structure.find_elements(html) for html in htmls]

    gold = headings("<h1>a</h1><h1>b</h1>", "", "<h1>c</h1>")
    outputs = {
        OWN: headings("<h1>a</h1><h1>b</h1>", "", "<h1>c</h1>"),
        "other": headings("<h1>a</h1>", "<h1>x</h1>", "<h1>c</h1>"),
    }
    row, in_gold = compare_elements(["headings"], gold, outputs)
    # F1 of the other: 2/3 with one of two, 0 for the invented heading, 1.
    assert (row["elements"], row["pages"]) == ("headings", 3)
    assert row["f1"] == {OWN: 1.0, "other": pytest.approx(5 / 9, abs=1e-6)}
    assert row["lead"]["difference"] == pytest.approx(4 / 9, abs=1e-6)
    assert (in_gold["elements"], in_gold["pages"]) == ("headings, where gold has some", 2)
    assert in_gold["f1"]["other"] == pytest.approx(5 / 6, abs=1e-6)
    assert in_gold["lead"]["low"] <= 0


def test_gold_in_markdown_is_held_against_the_page() -> None:
    html = (
        "<h2>One two three</h2><ul><li>four five six<li>seven eight nine</ul>"
        "<p><a href=/a>ten eleven twelve</a> <a href=/b>menu of all pages</a></p>"
    )
    markdown = "## One two three\n\n## New\n\n- four five six\n\nseven eight nine ten eleven twelve"
    item = Item("1", html.encode(), Gold(markdown=markdown), url="http://h/")
    actual = measure_gold([item], [write_pages(markdown, item.url)])
    assert actual["headings"] == Quality(2, 1, 1, 1, 1, 0)
    assert actual["list items"] == Quality(1, 1, 2, 1, 1, 0)
    assert actual["links"] == Quality(0, 0, 1, 0, 1, 1)
    assert actual["images"] == Quality()


@pytest.mark.parametrize(
    ("quality", "holds"),
    [
        (Quality(10, 8, 9, 6), True),
        (Quality(10, 7, 9, 6), False),
        (Quality(10, 8, 9, 5), False),
        (Quality(), False),
    ],
)
def test_which_kinds_can_be_measured(quality: Quality, holds: bool) -> None:
    assert quality.holds == holds
