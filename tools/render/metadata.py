"""The figures of metadata, for docs/metadata-figures.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.labels import name_label
from tools.render.markdown import wrap_text, write_caption, write_lead, write_number, write_table

FIELDS: Final = ("title", "author", "date")
HEADINGS: Final = [*FIELDS, *(f"{field} invented" for field in FIELDS)]


def render_wcxb(entries: Entries) -> str:
    """Shares of values that are right and invented, on WCXB."""
    about = entries["metadata"]
    rows = write_table(["", *HEADINGS], _list_rows(about["figures"]["wcxb"]["rows"]))
    return rows + "\n" + wrap_text(write_caption(about["provenance"]))


def render_others(entries: Entries) -> str:
    """The same on Fundus and Readability."""
    parts = []
    for name, about in entries["metadata"]["figures"].items():
        if name != "wcxb":
            heading = f"{name}, {about['pages']} pages"
            parts.append(write_table([heading, *HEADINGS], _list_rows(about["rows"])))
    return "\n".join(parts)


def _list_rows(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    shown = []
    for row in rows:
        name = "**pagecore**" if row["name"] == "pagecore" else row["name"]
        cells = [write_number(row["right"].get(field)) or "–" for field in FIELDS]
        cells += [write_number(row["invented"].get(field)) or "–" for field in FIELDS]
        shown.append([name, *cells])
    return shown


def render_leads(entries: Entries) -> str:
    """The lead over each peer."""
    parts = []
    for name, about in entries["metadata"]["figures"].items():
        rows = [
            [
                peer["name"],
                *(write_lead(of) if (of := peer["leads"].get(field)) else "–" for field in FIELDS),
            ]
            for peer in about["leads"]
        ]
        parts.append(write_table([f"{name}, pagecore minus", *FIELDS], rows))
    return "\n".join(parts)


def render_sources(entries: Entries) -> str:
    """How often the values of each source are right."""
    rows = entries["metadata"]["figures"]["wcxb"]["sources"]
    keys = ("field", "source", "right", "wrong", "invented")
    return write_table(keys, [[row[key] for key in keys] for row in rows], left=(0, 1))


def render_causes(entries: Entries) -> str:
    """Why values are wrong on WCXB."""
    return _write_causes(entries["metadata"]["figures"]["wcxb"]["causes"])


def render_mozilla_causes(entries: Entries) -> str:
    """Why values are wrong on Readability."""
    return _write_causes(entries["metadata"]["figures"]["readability"]["causes"])


def _write_causes(rows: Sequence[Mapping[str, Any]]) -> str:
    keys = ("field", "cause", "pages")
    cells = [[row["field"], name_label(row["cause"]), row["pages"]] for row in rows]
    return write_table(keys, cells, left=(0, 1))


def render_faults(entries: Entries) -> str:
    """Faults of titles, authors and dates by class, before and now."""
    entry = entries["metadata faults"]
    before, now = entry["figures"]["before"], entry["figures"]["now"]
    rows = [
        [
            name,
            row["pages"],
            *(counts[key] for key in ("even", "odd", "hosts") for counts in (before[name], row)),
        ]
        for name, row in now.items()
    ]
    headings = ["class", "pages"]
    headings += [f"{key}{when}" for key in ("even", "odd", "hosts") for when in (" before", "")]
    table = write_table(headings, rows)
    return table + "\n" + wrap_text(write_caption(entry["provenance"]))
