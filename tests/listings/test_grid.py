"""Tables: cells are aligned by their column, and headings name the columns."""

from __future__ import annotations

import pytest

import pagecore
from tests.growth import check_linear
from tests.listings.listing_pages import TOWNS, wrap

HEAD = "<tr><th>Town</th><th>Ferries</th><th>Market</th><th>Founded</th></tr>"


def read(rows: str, head: str = HEAD) -> list[dict[str, str]]:
    page = pagecore.parse(wrap(f"<table>{head}{rows}</table>"))
    return [
        {name: text for name, text in item.items() if name != "link"}
        for item in pagecore.records(page).records.texts()
    ]


def row(*cells: str) -> str:
    return "<tr>{}</tr>".format("".join(f"<td>{cell}</td>" for cell in cells))


def fill(n_rows: int = 4) -> str:
    """Full rows after those that a test is about."""
    return "".join(row(TOWNS[at], str(at), "Monday", f"190{at}") for at in range(n_rows))


CASES = [
    # what it shows        row                                           cells
    ("empty cell", row("Norden", "", "Friday", "1255"), ("Norden", None, "Friday", "1255")),
    ("two empty cells", row("Norden", "", "", "1255"), ("Norden", None, None, "1255")),
    ("empty first cell", row("", "3", "Friday", "1255"), (None, "3", "Friday", "1255")),
    ("space", row("Norden", "&nbsp;", "Friday", "1255"), ("Norden", None, "Friday", "1255")),
    (
        "colspan",
        "<tr><td>Norden</td><td colspan=2>unknown</td><td>1255</td></tr>",
        ("Norden", "unknown", None, "1255"),
    ),
    ("short row", row("Norden", "3"), ("Norden", "3", None, None)),
    (
        "links in a cell",
        row("Norden", "3", "<a href=/m>Monday</a>, <a href=/f>Friday</a>", "1255"),
        ("Norden", "3", "Monday, Friday", "1255"),
    ),
    (
        "the same text twice",
        row("Norden at the sea", "3", "Norden at the sea", "1255"),
        ("Norden at the sea", "3", "Norden at the sea", "1255"),
    ),
    ("other markup", row("<b><i>Norden</i></b>", "<a href=/3>3</a>", "Friday", "1255"),
     ("Norden", "3", "Friday", "1255")),
]  # fmt: skip


@pytest.mark.parametrize(("first", "cells"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_cells_keep_their_column(first: str, cells: tuple[str | None, ...]) -> None:
    items = read(first + fill())
    names = ("town", "ferries", "market", "founded")
    assert tuple(items[0].get(name) for name in names) == cells
    assert items[1] == {"town": "Aurich", "ferries": "0", "market": "Monday", "founded": "1900"}


def test_cell_that_spans_rows_shifts_the_cells_below() -> None:
    rows = (
        "<tr><td rowspan=2>Norden</td><td>3</td><td>Friday</td><td>1255</td></tr>"
        "<tr><td>4</td><td>Monday</td><td>1256</td></tr>"
    )
    items = read(rows + fill())
    assert items[1] == {"ferries": "4", "market": "Monday", "founded": "1256"}
    assert items[2]["town"] == "Aurich"


def test_headings_of_two_rows_name_the_columns() -> None:
    head = (
        "<thead><tr><th rowspan=2>Town<th colspan=2>Traffic<th rowspan=2>Founded</tr>"
        "<tr><th>Ferries</th><th>Trains</th></tr></thead>"
    )
    assert read(fill(), head)[1] == {
        "town": "Brake", "ferries": "1", "trains": "Monday", "founded": "1901",
    }  # fmt: skip


def test_table_without_headings_is_aligned_by_column() -> None:
    rows = "".join(
        row(f"{town} at the sea", "" if at == 2 else f"{at} houses", f"{at} boats")
        for at, town in enumerate(TOWNS)
    )
    items = read(rows, head="")
    assert [item.get("field_2") for item in items] == [f"{at} boats" for at in range(6)]
    assert "field" not in items[2]


def test_cost_grows_with_the_table() -> None:
    """Also if all cells span many columns and rows."""
    line = "<tr>{}</tr>".format("<td colspan=999 rowspan=65534>text</td>" * 3)
    check_linear(
        lambda n: pagecore.records(pagecore.parse(f"<table>{HEAD}{line * n}</table>")), 40, 640
    )
