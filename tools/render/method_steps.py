"""The steps that `extract` adds to a page method, on the page of the method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pagecore.figures import Entries
from pagecore.page import parse
from pagecore.registry import Method
from pagecore.steps.pipeline import describe_steps
from tools import step_figures
from tools.drawings.rendered_pages import RENDERED_SUCCESS, load_rendered
from tools.render.labels import name_metric
from tools.render.markdown import wrap_text, write_caption, write_lead, write_table


def render_steps(method: Method, entries: Entries) -> str:
    """The steps that `extract` adds to a page method, and how much they change."""
    source = parse("<p>A method takes the same steps on every page.")
    page = load_rendered(RENDERED_SUCCESS) if "layout" in method.needs else source
    own_steps = method(page).done
    names = [name for name, _ in describe_steps() if name not in own_steps]
    about = (
        "`extract(html, steps=())` returns the choice of the method alone. By default, these "
        f"[steps](../extract.md#steps) follow it: {', '.join(f'`{name}`' for name in names)}."
    )
    if own_steps:
        listed = " and ".join(f"`{name}`" for name in own_steps)
        about += f" The method does {listed} itself."
    text = wrap_text(about)
    entry = entries.get(step_figures.ENTRY)
    rows = [
        [
            f"{row['corpus']}, {_name_step_metric(method, row)}",
            write_lead(row["lead"]),
            f"{row['changed']} of {row['pages']}",
        ]
        for row in (entry["figures"] if entry else ())
        if row["method"] == method.name
    ]
    if entry is None or not rows:
        return text
    headings = ["pages, metric", "change by all steps (95 % interval)", "pages changed"]
    note = ""
    if method.trainer is not None:
        note = " The model was trained on some of these pages, so only the change is shown."
    measured_on = {row["corpus"] for row in entry["figures"]}
    missing = [name for name in method.corpora if name not in measured_on]
    if missing:
        note += f" Not measured on {' and '.join(missing)}."
    scored = {row["corpus"]: row["pages"] for row in entry["figures"]}
    measured = wrap_text(write_caption(entry["provenance"], scored) + note)
    return "\n".join([text, write_table(headings, rows), measured])


def _name_step_metric(method: Method, row: Mapping[str, Any]) -> str:
    """The metric of a row; older rows do not name it, and have that of the method's family."""
    return name_metric({"metric": method.corpora.get(row["corpus"], "words"), **row})
