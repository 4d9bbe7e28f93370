"""The tables of docs/output.md about structure: what they have, and how they are counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pagecore.corpora.corpus import Gold, Item
from pagecore.evaluate.peers.markdown import WRITERS
from pagecore.metrics import structure
from tools.elementwise import OWN, table
from tools.markdown_figures import Quality, qualities, rendered
from tools.structure_figures import DOCUMENT, PEERS, marked

ROOT = Path(__file__).parents[2]


def written(mark: str) -> list[list[str]]:
    """The cells of the table between two marks of the document."""
    text = (ROOT / DOCUMENT).read_text("utf-8")
    found = re.search(rf"<!-- {mark}:begin -->\n(.*?)<!-- {mark}:end -->", text, re.DOTALL)
    assert found, f"{DOCUMENT} has no marks {mark}"
    return [line.strip("| ").split(" | ") for line in found[1].splitlines()]


def names(heading: list[str]) -> list[str]:
    """Contenders without their versions."""
    return [cell.split()[0] for cell in heading[2:-1]]


def test_the_table_has_every_kind_and_every_contender() -> None:
    heading, _, *rows = written("structure")
    assert names(heading) == [OWN, *PEERS]
    wanted = [title for kind in structure.KINDS for title in (kind, f"{kind}, where gold has some")]
    assert [row[0] for row in rows] == wanted
    for row in rows:
        assert all(0 < float(cell) <= 1 for cell in row[2:-1])


def test_the_markdown_tables_agree_on_what_is_measured() -> None:
    _, _, *kinds = written("markdown-gold")
    assert [row[0] for row in kinds] == list(structure.KINDS)
    heading, _, *rows = written("markdown")
    assert names(heading) == [OWN, *(peer.name for peer in WRITERS)]
    assert [row[0] for row in rows[::2]] == [row[0] for row in kinds if row[-1] == "yes"]
    for row in kinds:
        marked, real, shown, kept, pages, lost = map(int, row[1:-1])
        assert Quality(marked, real, shown, kept, pages, lost).holds == (row[-1] == "yes")


def test_a_table_by_hand() -> None:
    def headings(*htmls: str) -> list[dict[str, structure.Elements]]:
        return [structure.elements(html) for html in htmls]

    gold = headings("<h1>a</h1><h1>b</h1>", "", "<h1>c</h1>")
    found = {
        OWN: headings("<h1>a</h1><h1>b</h1>", "", "<h1>c</h1>"),
        "other": headings("<h1>a</h1>", "<h1>x</h1>", "<h1>c</h1>"),
    }
    _, _, row, known = table(["headings"], gold, found)
    # F1 of the other: 2/3 with one of two, 0 of what is invented, 1.
    assert row.startswith("| headings | 3 | 1.000 | 0.556 | +0.444 (")
    assert known.startswith("| headings, where gold has some | 2 | 1.000 | 0.833 | +0.167 (")
    assert known.endswith(", may be chance |")


def test_gold_in_markdown_is_held_against_the_page() -> None:
    html = (
        "<h2>One two three</h2><ul><li>four five six<li>seven eight nine</ul>"
        "<p><a href=/a>ten eleven twelve</a> <a href=/b>menu of all pages</a></p>"
    )
    markdown = "## One two three\n\n## New\n\n- four five six\n\nseven eight nine ten eleven twelve"
    item = Item("1", html.encode(), Gold(markdown=markdown), url="http://h/")
    found = qualities([item], [rendered(markdown, item.url)])
    assert found["headings"] == Quality(2, 1, 1, 1, 1, 0)
    assert found["list items"] == Quality(1, 1, 2, 1, 1, 0)
    assert found["links"] == Quality(0, 0, 1, 0, 1, 1)
    assert found["images"] == Quality()


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


def test_lines_between_marks_are_replaced() -> None:
    text = "a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n"
    assert marked(text, {"x": ["new"]}) == text.replace("old", "new")
