"""Tables: those that hold data, told from those that lay out a page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import parse

LONG = "word " * 101
NOTES = f"<td>{LONG[9:]}<td>{LONG[9:]}"
GRID = "<tr><td>a<td>b<tr><td>c<td>d"

CASES = [
    # what it shows         page                                                       data
    ("heading cells",       "<table><tr><th>a<td>b</table>",                            [True]),
    ("a caption",           "<table><caption>a</caption><tr><td>b</table>",             [True]),
    ("two rows of two",     f"<table>{GRID}</table>",                                   [True]),
    ("one row",             "<table><tr><td>a<td>b</table>",                            [False]),
    ("one column",          "<table><tr><td>a<tr><td>b</table>",                        [False]),
    ("running text",        f"<table>{GRID}<tr><td>e<td>{LONG}</table>",                [False]),
    ("running text, headed", f"<table><tr><th>a<th>b<tr><td>e<td>{LONG}</table>",       [True]),
    ("posts, headed",       f"<table><tr><th>a<th>b{f'<tr><td>e<td>{LONG}' * 2}</table>", [False]),
    ("short posts",         "<table><tr><th>Author<th>Message<tr><td>a<td>b</table>",   [False]),
    ("posts in tables",     f"<table><tr><th>a{f'<tr><td>e<td><table>{GRID}</table>' * 3}</table>",
     [False, True, True, True]),
    ("one inner table",     f"<table><tr><th>a<tr><td>e<td><table>{GRID}</table>{GRID}</table>",
     [True, True]),
    ("authors of works",    "<table><tr><th>Author<th>Work<tr><td>a<td>b</table>",      [True]),
    ("three columns",       "<table><tr><th>Author<th>Message<th>Date<tr><td>a<td>b<td>c</table>",
     [True]),
    ("long notes, headed",  f"<table><tr><th>a{f'<tr>{NOTES}<td>{LONG}' * 2}</table>",
     [True]),
    ("the page, headed",    f"<table><tr><th>a<tr><td>{LONG}</table>",                  [False]),
    ("a role",              f"<table role=presentation>{GRID}</table>",                 [False]),
    ("another role",        f"<table role=' None '><tr><th>a{GRID}</table>",            [False]),
    ("a table inside",      f"<table>{GRID}<tr><td>e<td><table>{GRID}</table></table>",
     [False, True]),
    ("headings inside",     f"<table>{GRID}<tr><td><table><tr><th>a</table></table>",
     [False, True]),
    ("none",                "<td>a",                                                    []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "data"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_tables_of_data(html: str, data: list[bool]) -> None:
    page = parse(html)
    assert page.data_tables[page.is_tag("table")].tolist() == data
    assert not page.data_tables[~page.is_tag("table")].any()


def test_a_page_laid_out_by_tables() -> None:
    page = parse((Path(__file__).parents[1] / "pages" / "tables-layout.html").read_bytes())
    (row,) = np.flatnonzero(page.data_tables)
    assert page.get(int(row), "border") == "1"
