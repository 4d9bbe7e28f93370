"""The figures of the default extractor on rendered pages, for docs/default.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pagecore.figures import Entries
from tools.layout_designs import DESIGNS_ENTRY, EXTRACTOR_ENTRY
from tools.render.markdown import (
    is_insignificant,
    wrap_text,
    write_caption,
    write_lead,
    write_number,
    write_table,
)
from tools.visual_figures import THEMES_ENTRY

#: The methods and extractors that are shown beside the default one.
_OTHERS = ("trafilatura", "vbpa")


def render_extractor(entries: Entries) -> str:
    """Word F1 of the default extractor with and without layouts, beside others."""
    entry = entries[EXTRACTOR_ENTRY]
    measured = entry["figures"]
    head = ["word F1", *(_name_pages(row) for row in measured)]
    rows = [
        [name, *(write_number(row[key]) for row in measured)]
        for name, key in (("`default`, no layout", "without"), ("`default`, with layout", "with"))
    ]
    for other in entries[THEMES_ENTRY]["figures"]:
        if other["name"] in _OTHERS and not other.get("values"):
            name = other["name"] if "rendered" in other else f"`{other['name']}`"
            rows.append([name, write_number(other["f1"]), *[""] * (len(measured) - 1)])
    if "vwrapper designs" in entries:
        # The first design is the shipped one, out of fold.
        shipped = entries["vwrapper designs"]["figures"]["designs"][0]["two"]
        rows.append(["`vwrapper`", write_number(shipped["f1"]), *[""] * (len(measured) - 1)])
    notes = [write_caption(entry["provenance"]), write_caption(entries[THEMES_ENTRY]["provenance"])]
    return f"{write_table(head, rows)}\n{wrap_text(' The others: '.join(notes))}"


def render_designs(entries: Entries) -> str:
    """Word F1 of designs that use the layout, and their differences from the one without."""
    entry = entries[DESIGNS_ENTRY]
    measured = entry["figures"]
    groups = list(measured[0]["f1"])
    head = ["design"]
    for group in groups:
        head += [f"{group} ({measured[0]['f1'][group]['pages']})", "difference"]
    rows = [
        [row["design"], *(cell for group in groups for cell in _write_cells(row["f1"][group]))]
        for row in measured
    ]
    return f"{write_table(head, rows)}\n{wrap_text(write_caption(entry['provenance']))}"


def _name_pages(row: Mapping[str, Any]) -> str:
    quality = "" if row["corpus"] == "visual" else f", {'good' if row['good'] else 'poor'} layout"
    return f"{row['corpus']}{quality} ({row['pages']})"


def _write_cells(of: Mapping[str, Any]) -> Sequence[str]:
    lead = of["lead"]
    if not any(lead.values()):
        return write_number(of["f1"], 4), ""
    mark = "" if is_insignificant(lead) else " *"
    return write_number(of["f1"], 4), f"{write_lead(lead)}{mark}"
