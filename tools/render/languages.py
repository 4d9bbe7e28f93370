"""Languages of contents, for docs/metadata-figures.md."""

from __future__ import annotations

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_number, write_table


def render_designs(entries: Entries) -> str:
    """The share of right pages by rule and collection."""
    entry = entries["languages"]
    rows = entry["figures"]["designs"]
    collections = [name for name in rows[0] if name != "design"]
    cells = [[row["design"], *(write_number(row[name]) for name in collections)] for row in rows]
    table = write_table(["rule", *collections], cells)
    return table + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_languages(entries: Entries) -> str:
    """The share of right pages by language, beside other rules."""
    rows = entries["languages"]["figures"]["languages"]
    names = ("collection", "language", "pages")
    rules = [name for name in rows[0] if name not in names]
    cells = [
        [*(row[name] for name in names), *(write_number(row[rule]) for rule in rules)]
        for row in rows
    ]
    return write_table([*names, *rules], cells, left=(0, 1))


def render_wrong(entries: Entries) -> str:
    """The pages whose language is wrong."""
    rows = entries["languages"]["figures"]["wrong"]
    cells = [[f"`{row['page']}`", row["gold"], row["language"] or "none"] for row in rows]
    return write_table(["page", "gold", "detected"], cells, left=(0, 1, 2))
