"""The figures of visual methods beside others, for docs/methods/vips.md, vbpa.md and
vbpa-threads.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table, write_values
from tools.visual_figures import DESCRIBED, LEVELS, SEGMENTS_ENTRY, THEMES_ENTRY
from tools.visual_thread_figures import DEFAULT
from tools.visual_thread_figures import ENTRY as THREADS_ENTRY


def render_levels(entries: Entries) -> str:
    """B-cubed F1 of the segment methods on both levels."""
    entry = entries[SEGMENTS_ENTRY]
    names = [f"{level} level" for level in LEVELS]
    head = ["method", names[0], "95 %", "values", names[1], "95 %", "values"]
    rows = []
    for row in entry["figures"]:
        name = row["name"] if row["name"] == "one segment" else f"`{row['name']}`"
        variant = row.get("variant")
        cells = [f"{name}, {variant}" if variant else name]
        for level in LEVELS:
            of = row[level]
            values = _select_changed(of["values"]) if variant else of["values"]
            cells += [write_number(of["f1"]), _write_interval(of), write_values(values)]
        rows.append(cells)
    note = (
        "Values are those chosen for most pages, on all other pages; the figures are out of fold. "
        "The row with chosen weights names only the values that are not as described."
    )
    caption = wrap_text(f"{note} {write_caption(entry['provenance'])}")
    return f"{write_table(head, rows)}\n{caption}"


def render_themes(entries: Entries) -> str:
    """Word F1 of VBPA and others, and the readings of VBPA."""
    entry = entries[THEMES_ENTRY]
    swept = entries["sweep vbpa"]["figures"]["corpora"]["visual"]
    printed = entries["sweep vbpa"]["figures"]["printed"]
    rows = [
        [
            "`vbpa`, values chosen on the other sites", write_number(swept["f1"]),
            _write_interval(swept), "", "", "", "", "",
        ],
        [
            f"`vbpa`, {write_values(printed['values'])}, values chosen on the other sites",
            write_number(printed["corpora"]["visual"]["f1"]),
            _write_interval(printed["corpora"]["visual"]), "", "", "", "", "",
        ],
    ]  # fmt: skip
    for row in entry["figures"]:
        rows.append(
            [
                _name_row(row), write_number(row["f1"]), _write_interval(row),
                write_number(row["precision"]), write_number(row["recall"]),
                write_number(row["accepted"]), write_number(row["excellent"]),
                row.get("changed", ""),
            ]
        )  # fmt: skip
    head = [
        "", "word F1", "95 %", "precision", "recall", "pages with recall ≥ 0.85",
        "and precision ≥ 0.85", "changed",
    ]  # fmt: skip
    caption = wrap_text(write_caption(entry["provenance"]))
    return f"{write_table(head, rows)}\n{caption}"


def render_threads(entries: Entries) -> str:
    """Precision, recall and F1 of posts with each reading of `vbpa-threads`."""
    entry = entries[THREADS_ENTRY]
    figures = entry["figures"]
    head = ["reading", "forums P", "R", "F1", "styled P", "R", "F1"]
    rows = []
    for forum, styled in zip(*figures["readings"].values(), strict=True):
        parts = [of[part] for of in (forum, styled) for part in ("precision", "recall", "f1")]
        rows.append([forum["name"], *map(write_number, parts)])
    counts = [figures["readings"][name][0]["posts"] for name in ("forums", "styled")]
    note = (
        f"Posts of `forums` ({counts[0]}, unstyled) and of the {figures['styled']['pages']} styled "
        f"threads in `tests/pages/styled` ({counts[1]} posts, digest "
        f"`{figures['styled']['digest']}`), in-sample."
    )
    return (
        f"{write_table(head, rows)}\n{wrap_text(f'{note} ' + write_caption(entry['provenance']))}"
    )


def render_thread_fields(entries: Entries) -> str:
    """The share of matched posts with the right user, date and link."""
    rows = []
    for name, readings in entries[THREADS_ENTRY]["figures"]["readings"].items():
        row = next(of for of in readings if of["name"] == DEFAULT)
        rows.append([name, *(write_number(value) for value in row["accuracy"].values())])
    return write_table(["pages", "user", "date", "link"], rows)


def render_causes(entries: Entries) -> str:
    """What became of the posts of `forums`, and the most frequent pages of each cause."""
    figures = entries[THREADS_ENTRY]["figures"]
    rows = []
    for cause, count in figures["causes"].items():
        pages = {page: of.get(cause, 0) for page, of in figures["pages"].items()}
        most = sorted((page for page in pages if pages[page]), key=lambda page: -pages[page])
        shown = ", ".join(f"{page} ({pages[page]})" for page in most[:3])
        rows.append([cause, str(count), str(len(most)), "" if cause == "found" else shown])
    return write_table(["cause", "posts", "pages", "most on"], rows)


def render_phases(entries: Entries) -> str:
    """The milliseconds of each phase on the median page."""
    entry = entries[THREADS_ENTRY]
    rows = [[name, f"{value:.1f}"] for name, value in entry["figures"]["phases"].items()]
    machine = entry["provenance"]["machine"]
    return f"{write_table(['phase', 'ms'], rows)}\n{wrap_text(f'CPU time on {machine}.')}"


def _name_row(row: Mapping[str, Any]) -> str:
    if row["name"] == "whole page":
        return "all text that is drawn"
    if "values" in row:
        return f"`vbpa`, {write_values(row['values'])}" if row["values"] else "`vbpa`"
    name = f"`{row['name']}`" if row["name"] == "default" else row["name"]
    return f"{name}, on the rendered document" if row["rendered"] else name


def _select_changed(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `vips` that are not as described."""
    return {name: value for name, value in values.items() if value != DESCRIBED[name]}


def _write_interval(of: Mapping[str, Any]) -> str:
    low, high = of["interval"]
    return f"{write_number(low)}–{write_number(high)}"
