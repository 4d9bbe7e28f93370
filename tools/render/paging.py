"""Links to other pages of a list, for docs/paging-figures.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_links(entries: Entries) -> str:
    """Links that are right, wrong and missed, by what they lead to."""
    figures = entries["paging"]["figures"]
    threads = {"links": "next, on threads of `forums`"} | figures["threads"]
    table = _write_counts("links", [*figures["links"], threads])
    return table + "\n" + wrap_text(write_caption(entries["paging"]["provenance"]))


def render_languages(entries: Entries) -> str:
    """Links to next pages, by language."""
    return _write_counts("language", entries["paging"]["figures"]["languages"], "pages")


def render_designs(entries: Entries) -> str:
    """Links to next pages, by design."""
    entry = entries["paging designs"]
    table = _write_counts("design", entry["figures"])
    return table + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_followed(entries: Entries) -> str:
    """Pages on which a next page is followed, by page type."""
    rows = [
        [row["type"], row["pages"], row["link"], row["followed"]]
        for row in entries["paging"]["figures"]["followed"]
    ]
    return write_table(["page type", "pages", "with a link", "followed"], rows)


def _write_counts(name: str, rows: Iterable[Mapping[str, Any]], *more: str) -> str:
    counts = (*more, "right", "wrong", "missed")
    cells = [
        [
            row[name],
            *(row[count] for count in counts),
            write_number(row["precision"]),
            write_number(row["recall"]),
        ]
        for row in rows
    ]
    return write_table([name, *counts, "precision", "recall"], cells)
