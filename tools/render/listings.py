"""The figures of records, for docs/records.md."""

from __future__ import annotations

from typing import Any, Final

from pagecore.figures import Entries
from tools.listing_designs.columns import DESIGNS as ALIGNERS
from tools.listing_designs.rankers import DESIGNS
from tools.listing_judgements.answers import ANSWERS
from tools.render.markdown import wrap_text, write_caption, write_number, write_table

ENTRY: Final = "listing designs"
JUDGEMENTS: Final = "listing judgements"


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


def render_judgements(entries: Entries) -> str:
    """The answers of readers."""
    if JUDGEMENTS not in entries:
        return wrap_text(
            "The judgements of two readers are prepared by `python -m tools.listing_judgements "
            "sheet` and not counted yet."
        )
    figures = entries[JUDGEMENTS]["figures"]
    rows = []
    for question, counted in figures["questions"].items():
        for reader, answers in counted["readers"].items():
            n_judged = answers["yes"] + answers["no"]
            share = f"{answers['yes'] / n_judged:.0%}" if n_judged else ""
            rows.append([question, reader, *(str(answers[of]) for of in ANSWERS), share])
    table = write_table(["question", "reader", *ANSWERS, "yes of yes and no"], rows)
    agreed = "; ".join(
        f"{question}: they agree on {counted['agreed']} pages, {counted['yes of all']} of them yes "
        f"and {counted['absent of all']} absent"
        for question, counted in figures["questions"].items()
    )
    note = (
        f"{figures['pages']} pages, {len(figures['disagreements'])} disagreements. {agreed}. "
        "All answers are in `docs/listing-judgements.tsv`."
    )
    caption = write_caption(entries[JUDGEMENTS]["provenance"])
    return f"{table}\n{wrap_text(note)}\n\n{wrap_text(caption)}"


def render_cost(entries: Entries) -> str:
    """The cost of the default method."""
    entry = entries["listing cost"]
    figures, run = entry["figures"], entry["provenance"]
    hostile = "; ".join(
        f"{name}: {after / 1000:.1f} s, half of them {before / 1000:.1f} s"
        for name, (before, after) in figures["hostile_ms"].items()
    )
    return wrap_text(
        f"The median page of `searchlists` takes {figures['median_ms']:.1f} ms of CPU beyond the "
        f"parse. Hostile pages: {hostile}. Measured on {run['date']} by `{run['command']}` on "
        f"{run['machine']}, beside other work on the same machine."
    )


_SHARES: Final = ("f1", "precision", "recall")


def _list_numbers(row: dict[str, Any], *names: str) -> list[str]:
    return [write_number(row[name]) for name in names]


def _describe(design: Any) -> str:
    return " ".join(design.__doc__.split()).rstrip(".")
