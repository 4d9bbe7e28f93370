"""The figures of typed data, for docs/data.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

#: What the designs do.
DESIGNS: Final = {
    "place": "the first amount below the title that is not crossed out",
    "names": "the first amount whose classes name a price, outside lists and links",
    "vote": "the amount that occurs in most different places",
    "learned": "a linear model of place, names, labels and repetition (in use)",
}


def render_fields(entries: Entries) -> str:
    """Shares of right and wrong values, by field."""
    entry = entries["data"]
    fields = list(entry["figures"]["rows"][0]["fields"])
    headings = ["", *(f"{field} {kind}" for field in fields for kind in ("right", "wrong"))]
    rows = [
        [
            _name(row["name"], entry),
            *(
                _share(row["fields"][field], kind)
                for field in fields
                for kind in ("right", "wrong")
            ),
        ]
        for row in entry["figures"]["rows"]
    ]
    n_pages = {field: of["gold"] for field, of in entry["figures"]["rows"][0]["fields"].items()}
    gold = ", ".join(f"{field} {n}" for field, n in n_pages.items())
    caption = f"{write_caption(entry['provenance'])} Pages with gold: {gold}."
    return write_table(headings, rows) + "\n" + wrap_text(caption)


def render_names(entries: Entries) -> str:
    """How often the name is the title."""
    entry = entries["data"]
    rows = [
        [_name(row["name"], entry), row["gold"], _share(row, "right"), _share(row, "missing")]
        for row in entry["figures"]["names"]
    ]
    return write_table(["", "pages", "right", "missing"], rows)


def render_sources(entries: Entries) -> str:
    """Where the values come from."""
    rows = [
        [row["field"], ", ".join(f"{source} {n}" for source, n in row["sources"].items())]
        for row in entries["data"]["figures"]["sources"]
    ]
    return write_table(["field", "values by source"], rows, left=(0, 1))


def render_designs(entries: Entries) -> str:
    """The designs for prices that are only shown."""
    entry = entries["price designs"]
    collections = list(entry["figures"][0]["right"])
    headings = ["design", "chooses", *(f"{name} right" for name in collections)]
    headings += ["mean over hosts", "by fold"]
    rows = [
        [
            row["design"],
            DESIGNS[row["design"]],
            *(f"{right} of {n}" for right, n in (row["right"][name] for name in collections)),
            write_number(row["by_host"]),
            " ".join(write_number(value, 2) for value in row["by_fold"]),
        ]
        for row in entry["figures"]
    ]
    table = write_table(headings, rows, left=(0, 1))
    return table + "\n" + wrap_text(write_caption(entry["provenance"]))


def _name(name: str, entry: Mapping[str, Any]) -> str:
    version = entry["provenance"].get("versions", {}).get(name)
    return name if version is None else f"{name} {version}"


def _share(counts: Mapping[str, Any], kind: str) -> str:
    return write_number(counts.get(kind, 0) / counts["gold"])
