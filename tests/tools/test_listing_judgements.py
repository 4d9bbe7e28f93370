"""Sheets for readers, and the counts of their answers, on judgements written for this test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore.corpora.corpus import Gold, Item
from tests.listings import listing_pages
from tools.listing_judgements.__main__ import ROOT, is_tracked, main
from tools.listing_judgements.answers import count_judgements, read_judgements
from tools.listing_judgements.sheet import (
    DEVELOPMENT_PAGES,
    draw_development_pages,
    draw_pages,
    name_file,
    write_sheets,
)
from tools.options import Refusal
from tools.render.listings import render_judgements

HEAD = "page\treader\tmain group\tcolumns\tnote\n"
FIRST = f"{HEAD}a\tada\tyes\tyes\t\nb\tada\tyes\tno\ttitle\nc\tada\tabsent\tabsent\tscripts\n"
SECOND = f"{HEAD}a\tben\tyes\tyes\t\nb\tben\tno\tno\tmenu\nc\tben\tabsent\tabsent\t\n"


def make_item(number: int, page_type: str = "listing") -> Item:
    return Item(f"{number:04}", listing_pages.PLAIN.encode(), Gold(page_type=page_type))


ITEMS = [make_item(at, ("listing", "collection", "article")[at % 3]) for at in range(90)]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "judgements-ada.tsv", tmp_path / "judgements-ben.tsv"]
    for path, text in zip(paths, (FIRST, SECOND), strict=True):
        path.write_text(text, "utf-8")
    return paths


def test_draw_is_the_same_for_a_seed_and_has_no_page_of_the_development() -> None:
    drawn = draw_pages(ITEMS, 12, 1)
    assert drawn == draw_pages(ITEMS[::-1], 12, 1)
    assert drawn != draw_pages(ITEMS, 12, 2)
    assert not {item.id for item in drawn} & {item.id for item in draw_pages(ITEMS, 12, 2, [1])}
    assert len(drawn) == 12
    known = [item for item in ITEMS if item.gold.page_type != "article"]
    seen = {item.id for item in draw_development_pages(known)}
    assert len(seen) == 20
    assert not seen & {item.id for item in drawn}
    assert {item.gold.page_type for item in drawn} == {"listing", "collection"}


def test_draw_leaves_out_pages_that_were_looked_at_later() -> None:
    looked_at = [
        Item(name, listing_pages.PLAIN.encode(), Gold(page_type="listing"))
        for name in sorted(DEVELOPMENT_PAGES)
    ]
    drawn = {item.id for item in draw_pages([*ITEMS, *looked_at], 200, 1)}
    assert len(drawn) >= 20
    assert not drawn & DEVELOPMENT_PAGES


def test_sheet_has_what_a_reader_needs(tmp_path: Path) -> None:
    write_sheets(tmp_path, ITEMS[:2], ["ada", "ben"])
    text = (tmp_path / f"{name_file(ITEMS[0])}.txt").read_text("utf-8")
    for expected in (
        "main group: 6 items",
        "  price (price): in 6 of 6 items",
        "item 3\n  title: Cuxhaven",
        "* Cuxhaven",
        "  Imprint",
    ):
        assert expected in text
    lines = (tmp_path / "judgements-ben.tsv").read_text("utf-8").splitlines()
    assert lines == [HEAD.strip("\n"), "0000\tben\t\t\t", "0001\tben\t\t\t"]
    assert "2 pages" in (tmp_path / "README.md").read_text("utf-8")


def test_answers_are_counted_and_compared(files: list[Path]) -> None:
    counted = count_judgements(read_judgements(files))
    assert counted["pages"] == 3
    assert counted["questions"]["main group"] == {
        "readers": {
            "ada": {"yes": 2, "no": 0, "absent": 1},
            "ben": {"yes": 1, "no": 1, "absent": 1},
        },
        "agreed": 2,
        "yes of all": 1,
        "absent of all": 1,
    }
    assert counted["questions"]["columns"]["agreed"] == 3
    assert counted["disagreements"] == [
        {"page": "b", "question": "main group", "ada": "yes", "ben": "no"}
    ]


def test_count_records_figures_and_writes_all_judgements(files: list[Path], tmp_path: Path) -> None:
    figures, to = tmp_path / "figures.json", tmp_path / "all.tsv"
    arguments = ["count", *map(str, files), "--figures", str(figures), "--to", str(to)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "disagreement: {'page': 'b'" in result.output
    assert to.read_text("utf-8").splitlines()[1:3] == ["a\tada\tyes\tyes\t", "a\tben\tyes\tyes\t"]
    # The file of all judgements can be counted again.
    assert count_judgements(read_judgements([to])) == count_judgements(read_judgements(files))
    shown = render_judgements(json.loads(figures.read_text("utf-8")))
    assert "| main group | ben | 1 | 1 | 1 | 50% |" in shown
    assert "3 pages, 1 disagreements" in shown


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ben\tno\tno", "ben\tmaybe\tno", "judgements-ben.tsv:3: main group='maybe'"),
        ("ben\tno\tno", "ben\tno\t", "columns='': expected one of yes, no, absent"),
        ("ben\tno\tno", "ben\tno\tabsent", "both answers are 'absent', or none is"),
        ("b\tben", "\tben", "'page' is empty"),
        ("b\tben", "a\tben", "ben has 2 lines for page a, not 1"),
    ],
)
def test_incomplete_answers_are_refused(
    files: list[Path], old: str, new: str, message: str
) -> None:
    files[1].write_text(SECOND.replace(old, new), "utf-8")
    with pytest.raises(Refusal, match=message.replace("(", r"\(")):
        read_judgements(files)


def test_sheets_stay_out_of_the_repository(tmp_path: Path) -> None:
    assert is_tracked(ROOT / "docs" / "sheets")
    assert not is_tracked(ROOT / ".sheets")
    assert not is_tracked(tmp_path)
