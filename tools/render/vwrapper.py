"""The figures of the method `vwrapper`, for docs/methods/vwrapper.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.labels import name_folds
from tools.render.markdown import wrap_text, write_caption, write_number, write_table
from tools.visual_figures import THEMES_ENTRY
from tools.vwrapper_designs import ENTRY, SHIPPED

#: The rows of the other methods, in the entry of themes, and how they are called.
_OTHERS: Final = {
    "default": "`default`",
    "vbpa": "`vbpa`",
    "trafilatura": "trafilatura",
    "whole page": "all text that is drawn",
}


def render_quality(entries: Entries) -> str:
    """Word F1 of the method, out of fold, beside other methods and the published figure."""
    entry = entries["model vwrapper"]
    way = entry["figures"]["validation"][0]
    own = way["corpora"]["visual"]
    designs = entries[ENTRY]
    (shipped,) = [row for row in designs["figures"]["designs"] if row["name"] == SHIPPED]
    rows = [
        ["Zheng, Song and Wen, as generally known", "news pages of 2007", "about 0.95", "", "", ""],
        ["**`vwrapper`**, other sites", "visual", write_number(own["f1"]), *_list(shipped["two"])],
    ]
    themes = entries[THEMES_ENTRY]
    for name, title in _OTHERS.items():
        row = next(
            row
            for row in themes["figures"]
            if row["name"] == name and not row.get("values") and not row.get("rendered")
        )
        rows.append([title, "visual", write_number(row["f1"]), *_list(row)])
    head = ["", "pages", "word F1", "95 %", "precision", "recall"]
    about = (
        f"Each page of `visual` ({own['pages']} with gold, of 21 sites) is extracted by a model "
        f"of other sites ({name_folds(way['folds'])}, folds `{way['digest']}`), from the file of "
        f"the model `{entry['provenance']['model']}`. {write_caption(themes['provenance'])}"
    )
    return f"{write_table(head, rows, left=(0, 1))}\n{wrap_text(about)}"


def render_designs(entries: Entries) -> str:
    """Word F1 of every design with two steps, and with one."""
    entry = entries[ENTRY]
    figures = entry["figures"]
    rows = [
        [
            f"**{row['name']}**" if row["name"] == SHIPPED else row["name"],
            write_number(row["two"]["f1"]), *_list(row["two"]), write_number(row["one"]["f1"]),
        ]
        for row in figures["designs"]
    ]  # fmt: skip
    head = ["design", "two steps, word F1", "95 %", "precision", "recall", "one step, word F1"]
    about = (
        f"Cross-validated {name_folds(figures['folds'])} (folds `{figures['digest']}`). "
        f"{write_caption(entry['provenance'])}"
    )
    return f"{write_table(head, rows)}\n{wrap_text(about)}"


def render_titles(entries: Entries) -> str:
    """How often headline and title are the title in the feed of the site."""
    of = entries[ENTRY]["figures"]["titles"]
    return wrap_text(
        f"On {of['pages']} pages, the feed of the site has the title of the entry. The headline is "
        f"that title on {of['headline']} of them, and on {of['without_headline']} no leaf block is "
        f"labelled as headline. The title in the metadata of the page is right on "
        f"{of['metadata']}. `document.title` is therefore the title of the metadata, and the "
        "headline is evidence only."
    )


def render_causes(entries: Entries) -> str:
    """The largest errors of the pages with errors, counted."""
    of = entries[ENTRY]["figures"]["causes"]
    rows = [[cause, count] for cause, count in of["causes"].items()]
    about = f"The largest error, by words, on the {of['pages']} pages with a word F1 below "
    about += f"{of['below']}, each with a model of other sites."
    return f"{write_table(['error', 'pages'], rows)}\n{wrap_text(about)}"


def _list(of: Mapping[str, Any]) -> list[str]:
    low, high = of["interval"]
    return [
        f"{write_number(low)}–{write_number(high)}",
        write_number(of["precision"]),
        write_number(of["recall"]),
    ]
