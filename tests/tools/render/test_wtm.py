"""The tables of docs/methods/wtm.md."""

from __future__ import annotations

from typing import Any

from tools.render.wtm import render_designs, render_records, render_rules, render_shares
from tools.wtm_designs import ABOUT, PAGES
from tools.wtm_designs import ENTRY as DESIGN_ENTRY
from tools.wtm_figures import ENTRY, FIELDS, SETTINGS, WRAPPERS
from tools.wtm_records import KINDS

ROW = {"items": 8, "right": 6, "blogs": 4, "all_right": 3, "missing": 2, "causes": {}}
PROVENANCE = {"command": "measure"}


def test_bodies_of_both_kinds_are_shown() -> None:
    setting: dict[str, Any] = {name: dict(ROW) for name in FIELDS}
    setting["body"] |= {"f1_whole": 0.75, "f1_others": 0.25}
    setting["body"] |= {"excerpts_right": 2, "excerpts_others": 1}
    figures = {"settings": dict.fromkeys(SETTINGS, setting)}
    text = render_shares({ENTRY: {"provenance": PROVENANCE, "figures": figures}})
    share = "0.750 of 8 (3 of 4)"
    cells = " | ".join(
        [SETTINGS["home, rows"], *[share] * len(FIELDS), "0.750", "0.250", "2 and 1"]
    )
    assert f"| {cells} |" in text
    assert "| word F1 of bodies | of other bodies | excerpts |" in text


def test_blogs_with_rules_are_beside_those_of_the_paper() -> None:
    rules = {"home, printed": {name: {"blogs": 9, "strings": 7} for name in FIELDS}}
    figures = {"blogs": 36, "rules": rules}
    text = render_rules({ENTRY: {"provenance": PROVENANCE, "figures": figures}})
    assert "| homepages, rules as printed, of 36 blogs | 9 (7) | 9 (7) | 9 (7) | 9 (7) |" in text
    assert "| the paper, homepages of 2005, of 20 blogs | 14 | 12 | 8 | 11 |" in text


def test_precision_counts_records_that_are_judged() -> None:
    row = {"pages": 4, "read": 3, "right": 8, "unlisted": 5, "repeated": 1, "false": 1}
    row |= {"known": 9, "found": 7}
    records = {wrapper: dict.fromkeys(KINDS, row) for wrapper in WRAPPERS}
    text = render_records({ENTRY: {"provenance": PROVENANCE, "figures": {"records": records}}})
    about = WRAPPERS["rows"]
    assert f"| {about} | homepages | 3 of 4 | 8 | 5 | 1 | 1 | 0.800 | 7 of 9 |" in text


def test_designs_are_compared_on_the_same_pages() -> None:
    counts = {name: {"items": 4, "right": 3} for name in FIELDS}
    designs = {design: {"trees": 2, **dict.fromkeys(PAGES, counts)} for design in ABOUT}
    figures = {"designs": designs}
    text = render_designs({DESIGN_ENTRY: {"provenance": PROVENANCE, "figures": figures}})
    cells = " | ".join(["3 of 4"] * len(FIELDS))
    assert f"| homepages | `trees`: {ABOUT['trees']} | {cells} |" in text
