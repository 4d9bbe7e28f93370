"""The figures of records, for docs/records.md."""

from __future__ import annotations

from typing import Any, Final

from pagecore.figures import Entries
from tools.listing_designs.columns import DESIGNS as ALIGNERS
from tools.listing_designs.rankers import DESIGNS
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

ENTRY: Final = "listing designs"


def render_rankings(entries: Entries) -> str:
    """The designs that rank groups."""
    figures = entries[ENTRY]["figures"]
    rows = [
        [_describe(DESIGNS[row["design"]]), *_list_numbers(row, "f1", "precision", "recall")]
        for row in figures["rankings"]
    ]
    best = ["the best group of each page", *_list_numbers(figures["ceiling"], *_SHARES)]
    table = write_table(["which group comes first", "F1", "P", "R"], [*rows, best])
    return f"{table}\n{wrap_text(write_caption(entries[ENTRY]['provenance']))}"


def render_columns(entries: Entries) -> str:
    """The designs that align texts."""
    rows = [
        [_describe(ALIGNERS[row["design"]]), *_list_numbers(row, "f1", "cells", "similar")]
        for row in entries[ENTRY]["figures"]["columns"]
    ]
    return write_table(["what is one column", "F1", "cells", "similar cells"], rows)


_SHARES: Final = ("f1", "precision", "recall")


def _list_numbers(row: dict[str, Any], *names: str) -> list[str]:
    return [write_number(row[name]) for name in names]


def _describe(design: Any) -> str:
    return " ".join(design.__doc__.split()).rstrip(".")
