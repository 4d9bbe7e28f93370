"""The figures of fields, for docs/fields.md."""

from __future__ import annotations

from typing import Any, Final

from pagecore.figures import Entries
from tools.field_designs import DESIGNS, RANKINGS
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

ENTRY: Final = "fields"
_COLUMNS: Final = ("values", "fields with one attribute", "values also on other pages")


def render_fields(entries: Entries) -> str:
    """The figures by kind of page."""
    entry = entries[ENTRY]
    figures = entry["figures"]
    used = figures["rows"][0]
    rows = [[row["kind"], *_list_shares(row)] for row in figures["kinds"]]
    rows.append(["all", *_list_shares(used)])
    labels = (
        f"If the values of one page are labels, {write_number(figures['labels'])} of the "
        f"{figures['n_labelled']} values of the other pages are right, and "
        f"{write_number(figures['named'])} of the values in the named fields."
    )
    named = figures["titles"]
    titles = (
        f"Without labels, {named['titles']} of {named['pages']} pages have a field `title`. On "
        f"{named['right']} it is the name of their subject, such as the title of a book, to the "
        "letter."
    )
    counts = (
        f"{figures['sites']} sites, {used['n_own']} values, {used['n_fields']} fields that hold an "
        f"attribute, {used['n_repeated']} values that are also on another page of the site."
    )
    caption = wrap_text(f"{write_caption(entry['provenance'])} {counts}")
    table = write_table(["kind", *_COLUMNS], rows)
    return "\n".join((table, caption, wrap_text(labels), wrap_text(titles)))


def render_designs(entries: Entries) -> str:
    """The designs beside the one in use."""
    entry = entries[ENTRY]
    rows = [
        [_describe(DESIGNS[row["design"]]), _describe(RANKINGS[row["ranking"]]), *_list_shares(row)]
        for row in entry["figures"]["rows"]
    ]
    table = write_table(["what is one field", "which come first", *_COLUMNS], rows, left=(0, 1))
    return f"{table}\n{wrap_text(write_caption(entry['provenance']))}"


def _list_shares(row: dict[str, Any]) -> list[str]:
    return [
        "" if row[name] is None else write_number(row[name])
        for name in ("own", "purity", "repeated")
    ]


def _describe(design: Any) -> str:
    return " ".join(design.__doc__.split()).rstrip(".")
