"""Which elements of a page are kept, for docs/structure-figures.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.markdown import (
    is_insignificant,
    wrap_text,
    write_caption,
    write_lead,
    write_number,
    write_table,
)

_GOLD: Final = {
    "elements": "elements",
    "marked": "in the gold",
    "real": "of these, also in the page",
    "shown": "in the page",
    "kept": "of these, also in the gold",
    "pages": "pages with some",
    "lost": "of these, none in the gold",
}


def render_structure(entries: Entries) -> str:
    """Elements of clean HTML that are kept."""
    return _write_kept(entries["structure"])


def render_markdown(entries: Entries) -> str:
    """Elements of Markdown that are kept."""
    return _write_kept(entries["markdown"])


def render_defuddle(entries: Entries) -> str:
    """Elements of Markdown on pages that are made for single traits."""
    return _write_kept(entries["defuddle"])


def _write_kept(entry: Mapping[str, Any]) -> str:
    names = list(entry["figures"][0]["f1"])
    rows = []
    for row in entry["figures"]:
        chance = ", not significant" if is_insignificant(row["lead"]) else ""
        f1 = [write_number(row["f1"][name]) for name in names]
        # Nobody leads where nobody writes such elements.
        lead = write_lead(row["lead"]) + chance if any(row["f1"].values()) else "–"
        rows.append([row["elements"], row["pages"], *f1, lead])
    headings = ["elements", "pages", *names, "lead over the best other (95 % interval)"]
    shown = write_table(headings, rows, left=(0, len(headings) - 1))
    return shown + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_markdown_gold(entries: Entries) -> str:
    """The quality of the gold in Markdown, by kind of element."""
    rows = [
        [*(row[key] for key in _GOLD), "yes" if row["measured"] else "no"]
        for row in entries["markdown gold"]["figures"]
    ]
    return write_table([*_GOLD.values(), "measured"], rows, left=(0, len(_GOLD)))


def render_text_faults(entries: Entries) -> str:
    """Incomplete and wrong text by class, before and now."""
    entry = entries["text faults"]
    before, now = (entry["figures"][label] for label in ("before", "now"))
    rows = [
        [
            name,
            counts["places"],
            before.get(name, {}).get("faults", "–"),
            counts["faults"],
            counts.get("in gold", ""),
            before.get(name, {}).get("faulty pages", "–"),
            counts["faulty pages"],
        ]
        for name, counts in now.items()
    ]
    headings = ["class", "places", "faults before", "now", "no faults by the gold"]
    headings += ["pages with faults before", "now"]
    shown = write_table(headings, rows, left=(0,))
    return shown + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_repeat_designs(entries: Entries) -> str:
    """Designs of the rules for repeated text and other articles."""
    entry = entries["repeat designs"]
    tables = []
    for rule in dict.fromkeys(row["rule"] for row in entry["figures"]):
        designs = [row for row in entry["figures"] if row["rule"] == rule]
        rows = [
            [
                row["design"],
                row["better"],
                row["worse"],
                *(write_number(value) for value in row["f1"].values()),
            ]
            for row in designs
        ]
        pages = [f"{name} ({count})" for name, count in designs[0]["pages"].items()]
        headings = [f"design of `{rule}`", "pages better", "worse", *pages]
        tables.append(write_table(headings, rows, left=(0,)))
    return "\n".join(tables) + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_quotes(entries: Entries) -> str:
    """Quotations that are left out, and the words with and without them."""
    entry = entries["quotes"]
    rows = [
        [
            row["corpus"],
            row["threads"],
            row["changed"],
            row["blocks"],
            *row["words"].values(),
            *(write_number(value) for value in row["f1"].values()),
        ]
        for row in entry["figures"]
    ]
    headings = ["corpus", "threads", "with such quotations", "blocks", "words, `quotes=True`"]
    headings += ["words, default", "word F1, `quotes=True`", "word F1, default"]
    return write_table(headings, rows) + "\n" + wrap_text(write_caption(entry["provenance"]))
