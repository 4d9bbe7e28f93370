"""Parameters and published figures on the page of a method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pagecore.figures import Entries
from pagecore.registry import PAGE, Method
from tools import step_figures, sweep
from tools.quality import MORE, MORE_ENTRY
from tools.render.labels import name_folds, name_metric, name_metrics, name_setting
from tools.render.markdown import wrap_text, write_number, write_table, write_values
from tools.render.quality import NOT_PUBLISHED
from tools.settings import PRINTED


def render_parameters(method: Method, entries: Entries) -> str:
    """A row for each parameter."""
    rows = [
        [
            "`" + row.name + "`",
            "" if row.default is None else f"`{row.default}`",
            row.expected,
            row.doc,
        ]
        for row in method.parameters.values()
    ]
    return write_table(["parameter", "default", "values", "meaning"], rows, left=(0, 1, 2, 3))


def render_quality(method: Method, entries: Entries) -> str:
    """The published figures of a method in each of its settings, beside those of the default, and
    what `extract` adds to them."""
    names = dict.fromkeys((method.name, method.family.default))
    shown = [
        row
        for name in names
        for row in entries["quality"]["figures"]
        if (row["kind"], row["family"], row["name"]) == ("method", method.family.name, name)
        # Of the method that it is compared with, the default setting.
        and (name == method.name or row.get("is_default", True))
    ]
    own = [row for row in shown if row["name"] == method.name]
    cells = [
        {
            _write_heading(figure): figure["value"]
            for figure in (*row["figures"], *_find_further(row, entries))
        }
        for row in shown
    ]
    headings = dict.fromkeys(heading for of in reversed(cells) for heading in of)
    rows = [
        [heading, *(write_number(of.get(heading)) or NOT_PUBLISHED for of in cells)]
        for heading in headings
    ]
    text = write_table(["pages, metric", *map(_name_column, shown)], rows)
    if own:
        about = (
            "[All figures](../figures.md#quality) has the intervals, the commands, and which "
            "figures are cross-validated."
        )
        if any(NOT_PUBLISHED in row for row in rows):
            about += (
                f" *{NOT_PUBLISHED}*: the pages that the method was developed on are not declared, "
                "or are these."
            )
        day = own[0]["provenance"]["date"]
        settings = [_describe_setting(method, row) for row in own]
        parts = [f"Measured on {day}.", *settings, _describe_swept(method, entries), about]
        parts.append(_write_added(method, entries))
        text += "\n" + wrap_text(" ".join(filter(None, parts)))
    return text + _write_learners(method, entries)


def _find_further(row: Mapping[str, Any], entries: Entries) -> Iterator[Mapping[str, Any]]:
    """The figures of a page method on all pages of further collections, if they are measured with
    the same setting."""
    keys = ("kind", "family", "name", "setting")
    for further in entries[MORE_ENTRY]["figures"] if MORE_ENTRY in entries else ():
        if all(row.get(key) == further.get(key) for key in keys):
            of_collection = {figure["pages"]: figure for figure in further["figures"]}
            yield from (of_collection[of] for of in MORE if of in of_collection)


def _describe_setting(method: Method, row: Mapping[str, Any]) -> str:
    """The values of a setting; those of *as printed* that the paper leaves open apart."""
    if "setting" not in row:
        return ""
    values = {
        name: value
        for name, value in row["parameters"].items()
        if sweep.is_used(method, name, row["parameters"])
    }
    is_default = " (the default)" if row["is_default"] else ""
    text = f"{row['setting'].capitalize()}{is_default}: "
    if row["setting"] != PRINTED:
        return f"{text}{write_values(values)}."
    text += write_values({name: values[name] for name in method.printed if name in values})
    chosen = {name: value for name, value in values.items() if name not in method.printed}
    if chosen:
        text += f"; left open by the paper, set by the sweep: {write_values(chosen)}"
    return f"{text}."


def _describe_swept(method: Method, entries: Entries) -> str:
    """One sentence on the values of a method without printed ones, if they are the sweep's best."""
    entry = entries.get(sweep.name_entry(method))
    if entry is None or not method.sweep or method.printed:
        return ""
    values = {name: method.parameters[name].default for name in method.sweep}
    if values != entry["figures"]["best"]:
        return ""
    used = {name: value for name, value in values.items() if sweep.is_used(method, name, values)}
    return f"The sweep set: {write_values(used)}."


def _write_added(method: Method, entries: Entries) -> str:
    """One sentence on what the steps of `extract` add to a page method; empty if not measured."""
    entry = entries.get(step_figures.ENTRY)
    rows = [row for row in (entry["figures"] if entry else ()) if row["method"] == method.name]
    if not rows or "steps" not in method.family.sections:
        return ""
    added = ", ".join(f"{row['corpus']} {row['lead']['difference']:+.3f}" for row in rows)
    return (
        "All figures are those of `extract`, whose [steps](#what-extract-adds) add to the bare "
        f"method: {added}."
    )


def _name_column(row: Mapping[str, Any]) -> str:
    """The name of a row; that of the default extractor could be read as a default value."""
    return "default extractor" if row["name"] == PAGE.default else name_setting(row)


def _write_heading(figure: Mapping[str, Any]) -> str:
    return f"{figure['pages']}, {name_metric(figure)}"


def _write_learners(method: Method, entries: Entries) -> str:
    """The figures of each value of a word parameter of a learned method, such as `favor`. If it is
    swept, the sweep has them."""
    entry = entries.get(f"model {method.short_name}")
    if entry is None or method.sweep or not entry["figures"]["validation"]:
        return ""
    way = entry["figures"]["validation"][0]
    rows = []
    for name, parameter in method.parameters.items():
        for word in parameter.bounds or () if isinstance(parameter.default, str) else ():
            for corpus, of in way["corpora"].items():
                if word in of.get(name, {}):
                    figures = [write_number(of[name][word][figure]) for figure in ("F1", "P", "R")]
                    rows.append([f"`{name}={word}`", corpus, *figures])
    if not rows:
        return ""
    headings = ["", "pages", "word F1", "precision", "recall"]
    about = f"Cross-validated {name_folds(way['folds'])} (folds `{way['digest']}`)"
    metrics = name_metrics(way["corpora"])
    origin = f", from the file of the model `{entry['provenance']['model']}`. "
    origin += f"Word F1 is {metrics}."
    return "\n" + write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about + origin)
