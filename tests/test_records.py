"""Records: items with named columns, each cell traced to rows and source."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import pytest

from pagecore import Cell, Records, parse
from pagecore.errors import BadInput
from pagecore.records import CellSource, check_records

PAGE = parse("<ul><li><b>Tea</b> 2 €<li><b>Milk</b></ul>")


def rows(text: str) -> list[int]:
    return [row for row in range(len(PAGE)) if PAGE.tag[row] == 0 and PAGE.text(row) == text]


def read_records() -> Records:
    return Records.of(
        PAGE,
        ["name", "price"],
        [
            {"price": ("2 €", rows(" 2 €")), "name": ("Tea", rows("Tea"))},
            {"name": ("Milk", rows("Milk"))},
        ],
    )


RECORDS = read_records()


def test_cell_has_its_rows_and_its_place_in_the_source() -> None:
    records = read_records()
    assert records == RECORDS
    assert len(records) == 2
    price = records[0]["price"]
    assert price == Cell("2 €", tuple(rows(" 2 €")), *(price.start, price.stop))
    assert PAGE.source[price.start : price.stop] == " 2 €".encode()
    assert RECORDS.texts() == [{"name": "Tea", "price": "2 €"}, {"name": "Milk"}]
    # Cells are in the order of the columns.
    assert [list(item) for item in RECORDS] == [["name", "price"], ["name"]]
    assert repr(RECORDS) == "<Records: 2 items, columns name, price>"
    assert list(check_records(PAGE, RECORDS)) == []


def test_cell_of_several_rows_is_all_of_them() -> None:
    (item,) = Records.of(PAGE, ("all",), [{"all": ("Tea 2 €", rows("Tea") + rows(" 2 €"))}])
    cell = item["all"]
    assert cell.rows == (*rows("Tea"), *rows(" 2 €"))
    assert PAGE.source[cell.start : cell.stop] == "Tea</b> 2 €".encode()


def test_columns_may_be_a_list_and_a_cell_empty() -> None:
    empty = {"a": Cell("", (1,), 3, 3)}
    assert Records(["a"], (empty,)).columns == ("a",)  # type: ignore[arg-type]  # What is tested.


@pytest.mark.parametrize(
    ("columns", "items", "message"),
    [
        (("a", "a"), (), "a name occurs twice"),
        (("",), (), "expected a list of names"),
        ((3,), (), "expected a list of names"),
        (("a", ""), (), "expected a list of names"),
        (("a",), ({"b": Cell("x", (1,), 0, 1)},), r"item 0 has \['b'\]"),
        (("a",), ({"a": "x"},), "item 0, a: expected a Cell with a text"),
        (("a",), ({"a": Cell(3, (1,), 0, 1)},), "expected a Cell with a text"),  # type: ignore[arg-type]  # Wrong on purpose.
        (("a",), ({"a": Cell("x", (2, 1), 0, 1)},), "rows in document order"),
        (("a",), ({"a": Cell("x", (1, 1), 0, 1)},), "rows in document order"),
        (("a",), ({"a": Cell("x", (-1,), 0, 1)},), "rows in document order"),
        (("a",), ({"a": Cell("x", (-1, 1), 0, 1)},), "rows in document order"),
        (("a",), ({"a": Cell("x", (1,), 2, 1)},), "start=2, stop=1"),
        (("a",), ({"a": Cell("x", (1,), -1, 1)},), "start=-1, stop=1"),
        (("a",), ({"a": Cell("x", (1,), 0, 1.0)},), "start=0, stop=1.0"),  # type: ignore[arg-type]  # Wrong on purpose.
        (("a",), ({"a": Cell("x", (), 0, 1)},), r"rows=\(\): expected integers, at least one"),
        (("a",), ({"a": Cell("x", (1.0,), 0, 1)},), r"rows=\(1.0,\)"),  # type: ignore[arg-type]  # Wrong on purpose.
        (("a",), ({"a": Cell("x", "1", 0, 1)},), "rows='1'"),  # type: ignore[arg-type]  # Wrong on purpose.
        ("ab", (), "columns='ab': expected a list of names"),
    ],
)
def test_what_no_records_can_hold(columns: Any, items: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Records(columns, items)


def test_cell_of_a_page_has_rows() -> None:
    with pytest.raises(BadInput, match="the cell 'Tea' has no rows"):
        Records.of(PAGE, ("name",), [{"name": ("Tea", [])}])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0], "rows has the type float64"),
        (["1"], "rows has the type"),
        ([len(PAGE)], f"rows {len(PAGE)} to {len(PAGE)}, but the page has {len(PAGE)} rows"),
        ([-1], "the rows -1 to -1"),
    ],
)
def test_rows_of_a_cell_are_rows_of_the_page(rows: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Records.of(PAGE, ("name",), [{"name": ("Tea", rows)}])
    with pytest.raises(BadInput, match="columns='ab': expected a list of names"):
        Records.of(PAGE, "ab", [])


def test_records_never_change_here_or_in_another_process() -> None:
    for copy in (RECORDS, pickle.loads(pickle.dumps(RECORDS))):
        assert copy == RECORDS
        assert copy[0]["name"].text == "Tea"
        with pytest.raises(TypeError, match="does not support item assignment"):
            copy[0]["name"] = None  # type: ignore[index]  # That is what is tested.


def test_a_cell_may_end_where_the_page_ends() -> None:
    row = len(PAGE) - 1
    start, stop = int(PAGE.start[row]), int(PAGE.stop[row])
    last = Records(("a",), ({"a": Cell("x", (row,), start, stop)},))
    assert list(check_records(PAGE, last)) == []
    behind = Records(("a",), ({"a": Cell("x", (row + 1,), start, stop)},))
    assert list(check_records(PAGE, behind)) == [f"item 0, a: the page has no row {row + 1}"]


def test_what_does_not_fit_a_page_is_named() -> None:
    other = Records(("a",), ({"a": Cell("x", (99,), 0, 999)},))
    assert list(check_records(PAGE, other)) == ["item 0, a: the page has no row 99"]
    cell = RECORDS[0]["name"]
    moved = Records(("a",), ({"a": cell._replace(stop=cell.stop + 1)},))
    assert list(check_records(PAGE, moved)) == [
        "item 0, a: start and stop are not those of its rows"
    ]


def test_cells_can_be_made_when_they_are_asked_for() -> None:
    page = parse("<p>one<p>two")
    calls: list[int] = []

    def make(row: int) -> tuple[str, list[int]]:
        calls.append(row)
        return page.text(row), [row]

    rows = [row for row in range(len(page)) if page.tag[row] == 0]
    items: list[dict[str, CellSource]] = [
        {"b": partial(make, row), "a": (page.text(row), [row])} for row in rows
    ]
    records = Records.of(page, ("a", "b"), items)
    assert ([*records[0]], len(records[0]), calls) == (["a", "b"], 2, [])
    assert records[1]["b"].text == "two"
    assert records[1]["b"] is records[1]["b"]
    assert calls == rows[1:]
    assert records.texts() == [{"a": "one", "b": "one"}, {"a": "two", "b": "two"}]
    plain = Records.of(page, ("a", "b"), [dict.fromkeys("ab", (page.text(r), [r])) for r in rows])
    assert records == plain
    assert pickle.loads(pickle.dumps(records)) == plain
    assert "text='one'" in repr(records[0])
    wrong = Records.of(page, ("a",), [{"a": lambda: ("x", [99])}])
    with pytest.raises(BadInput, match="the page has"):
        wrong.texts()
    with pytest.raises(KeyError):
        records[0]["c"]
    with pytest.raises(BadInput, match="but the columns are"):
        Records.of(page, ("a",), [{"b": partial(make, rows[0])}])
