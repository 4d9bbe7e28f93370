"""Tables whose last column has several lines."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from pagecore.explain.list_table import ListTable, Row, Styled, wrap_line

TEXTS = st.text(st.sampled_from("ab漢 é.-"), max_size=60).map(str.strip)


def print_table(table: ListTable) -> str:
    console = Console(width=table.width, file=io.StringIO())
    with console.capture() as captured:
        console.print(table)
    return captured.get()


def test_columns_stand_below_their_names() -> None:
    rows = [
        Row([Styled("7"), Styled("+", "bold")], [Styled("one two three four"), Styled("five")]),
        Row([Styled("1234567"), Styled("-")], [Styled("")]),
        Row([Styled("8"), Styled("-")], []),
    ]  # fmt: skip
    assert print_table(ListTable(("block", "", "text"), rows, 25)) == (
        "  block     text\n"
        "      7  +  one two three\n"
        "            four\n"
        "            five\n"
        "1234567  -  \n"
        "      8  -  \n"
    )


def test_styles_are_written_for_a_terminal() -> None:
    console = Console(width=30, file=io.StringIO(), force_terminal=True, color_system="standard")
    with console.capture() as captured:
        console.print(
            ListTable(("n", "text"), [Row([Styled("1", "red")], [Styled("a", "bold")])], 30)
        )
    assert "\x1b[31m1  \x1b[0m\x1b[1ma\x1b[0m\n" in captured.get()


@given(TEXTS, st.integers(2, 20))
def test_lines_are_wrapped_as_rich_wraps_them(line: str, width: int) -> None:
    wrapped = list(wrap_line(line, width))
    assert all(cell_len(part) <= width for part in wrapped)
    by_rich = Text(line).wrap(Console(width=width), width, overflow="fold")
    assert [part for part in wrapped if part] == [
        part.plain.rstrip() for part in by_rich if part.plain.strip()
    ]
