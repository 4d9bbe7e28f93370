"""The pages of methods in docs/methods: parameters, published figures, sweeps and drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.evaluate.plots import draw_lines
from pagecore.figures import Entries
from pagecore.page import parse
from pagecore.registry import Method
from pagecore.steps.pipeline import describe_steps
from tools import step_figures, sweep
from tools.render.markdown import wrap_text, write_caption, write_lead, write_number, write_table

#: Where the example pages are.
EXAMPLES: Final = Path("examples")


def render_parts(method: Method, entries: Entries) -> dict[str, str]:
    """The generated parts of a method's page, by mark: those that its family asks for."""
    parts = {name: SECTIONS[name](method, entries) for name in method.family.sections}
    return {name: text for name, text in parts.items() if text is not None}


def render_drawings(method: Method, entries: Entries, examples: Path) -> dict[str, str]:
    """The drawings of a method's page, by file name."""
    page = parse((examples / method.family.example).read_bytes())
    drawn = method.family.draw(page, method(method.family.make_subject(page)))
    drawings = {f"{method.name}.svg": drawn}
    entry = entries.get(sweep.name_entry(method))
    if method.sweep and entry is not None:
        drawings[f"{method.name}-sweep.svg"] = draw_sweep(method, entry["figures"])
    return drawings


# ---------------------------------------------------------------- tables


def render_parameters(method: Method, entries: Entries) -> str:
    """A row for each parameter."""
    rows = [
        [
            "`" + one.name + "`",
            "" if one.default is None else f"`{one.default}`",
            one.expected,
            one.doc,
        ]
        for one in method.parameters.values()
    ]
    return write_table(["parameter", "default", "values", "meaning"], rows, left=(0, 1, 2, 3))


def render_quality(method: Method, entries: Entries) -> str:
    """The published figures of a method, beside those of the default."""
    by_name = {
        row["name"]: row
        for row in entries["quality"]["figures"]
        if (row["kind"], row["family"]) == ("method", method.family.name)
    }
    shown = [
        by_name[name]
        for name in dict.fromkeys((method.name, method.family.default))
        if name in by_name
    ]
    cells = [
        {_write_heading(figure): figure["value"] for figure in row["figures"]} for row in shown
    ]
    headings = dict.fromkeys(heading for of in reversed(cells) for heading in of)
    rows = [[heading, *(write_number(of.get(heading)) for of in cells)] for heading in headings]
    text = write_table(["pages, metric", *(row["name"] for row in shown)], rows)
    if method.name in by_name:
        day = by_name[method.name]["provenance"]["date"]
        about = "[All figures](../figures.md#quality) has intervals and commands."
        text += "\n" + wrap_text(f"Measured on {day}. {about}")
    return text + _write_learners(method, entries)


def _write_heading(figure: Mapping[str, Any]) -> str:
    return f"{figure['pages']}, {figure['title']}"


def _write_learners(method: Method, entries: Entries) -> str:
    """The figures of each word of a parameter of a learned method, such as a learner."""
    entry = entries.get(f"model {method.name}")
    if entry is None or not entry["figures"]["validation"]:
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
    about = f"Cross-validated {way['folds']} (folds `{way['digest']}`)"
    origin = f", from the file of the model `{entry['provenance']['model']}`."
    return "\n" + write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about + origin)


def render_sweep(method: Method, entries: Entries) -> str | None:
    """The combinations of values that were tried, the best first; None where none were."""
    entry = entries.get(sweep.name_entry(method))
    if not method.sweep or entry is None:
        return None
    tried = entry["figures"]
    if len(tried["tried"]) != len(sweep.list_combinations(method)):
        raise BadInput(
            f"other values of {method.name!r} were swept than it is registered with; run: "
            f"{sweep.COMMAND} {method.name}"
        )
    corpora, names = list(tried["corpora"]), list(method.sweep)
    ordered = sorted(tried["tried"], key=lambda one: -sum(one[name] for name in corpora))
    rows = [
        [
            *(f"`{one['parameters'][name]}`" for name in names),
            *(write_number(one[of]) for of in corpora),
        ]
        for one in ordered
    ]
    headings = [*(f"`{name}`" for name in names), *corpora]
    held_out = ", ".join(f"{name} {of['f1']:.3f}" for name, of in tried["corpora"].items())
    titles = dict.fromkeys(of.get("title", "word F1") for of in tried["corpora"].values())
    title = " and ".join(titles)
    about = (
        f"{title[:1].upper()}{title[1:]}. Out of fold ({tried['folds']}, folds "
        f"`{tried['digest']}`): {held_out}."
    )
    return "\n".join(
        [
            f"![The best figure with each value]({method.name}-sweep.svg)\n",
            write_table(headings, rows, left=range(len(names))),
            wrap_text(f"{about} {write_caption(entry['provenance'])}"),
        ]
    )


def render_steps(method: Method, entries: Entries) -> str:
    """What `extract` adds to a page method: its steps, and how much they change."""
    steps = describe_steps(method(parse("<p>A method takes the same steps on every page.")).done)
    about = (
        "`extract(html, steps=())` returns what the method alone chooses. By default, these "
        "[steps](../extract.md#steps) follow it:"
    )
    text = wrap_text(about) + "\n" + write_table(["step", "effect"], steps, left=(0, 1))
    entry = entries.get(step_figures.ENTRY)
    rows = [
        [
            f"{row['corpus']}, {row['title']}",
            write_lead(row["lead"]),
            f"{row['changed']} of {row['pages']}",
        ]
        for row in (entry["figures"] if entry else ())
        if row["method"] == method.name
    ]
    if entry is None or not rows:
        return text
    headings = ["pages, metric", "change by all steps (95 % interval)", "pages changed"]
    measured = wrap_text(write_caption(entry["provenance"]))
    return "\n".join([text, write_table(headings, rows), measured])


def render_page_kind(entries: Entries) -> str:
    """How well CoreEx tells articles from listings."""
    of, run = entries["page kind"]["figures"], entries["page kind"]["provenance"]
    return wrap_text(
        f"Thresholds chosen on all {of['pages']} pages: score {of['score']}, share {of['share']}. "
        f"Out of fold the kind of {of['right']:.3f} of the pages is right; always predicting the "
        f"most frequent kind is right on {of['most_frequent']:.3f}. The mean over kinds is "
        f"{of['balanced']:.3f}, that of a constant answer {of['balanced_constant']:.3f}. "
        + write_caption(run)
    )


def render_held_back(entries: Entries, method: str) -> str:
    """Wrappers on pages of their sites that they were not learned from."""
    entry = entries[f"held back {method}"]
    figures = entry["figures"]
    rows = [
        [
            row["site"],
            row["learned_from"],
            row["held_back"],
            row["fits"],
            write_number(row["default"]),
            write_number(row["wrapper"]),
            f"{row['wrapper'] - row['default']:+.3f}",
        ]
        for row in (*figures["sites"], figures["all"])
    ]
    headings = ["site", "learned from", "held back", "fits", "default", "wrapper", "difference"]
    about = (
        f"Word F1. Over all pages the wrappers differ by {write_lead(figures['lead'])} from the "
        "extractor whose labels they learned from (95 % interval)."
    )
    problems = [f"{one['site']}: {one['problem']}." for one in figures["problems"]]
    return (
        write_table(headings, rows)
        + "\n"
        + wrap_text(" ".join([about, *problems, write_caption(entry["provenance"])]))
    )


#: How each section of a method's page is rendered.
SECTIONS: Final[Mapping[str, Callable[[Method, Entries], str | None]]] = {
    "parameters": render_parameters,
    "quality": render_quality,
    "sweep": render_sweep,
    "steps": render_steps,
}


# ---------------------------------------------------------------- drawings


def draw_sweep(method: Method, record: Mapping[str, Any]) -> str:
    """For each value of each parameter the best that a combination with it reaches."""
    labels: list[str] = []
    gaps: list[int] = []
    series: dict[str, list[float]] = {name: [] for name in record["corpora"]}
    for name, values in method.sweep.items():
        gaps.append(len(labels))
        for value in values:
            labels.append(f"{name} {value}" if len(method.sweep) > 1 else str(value))
            of = [one for one in record["tried"] if one["parameters"][name] == value]
            for corpus, reached in series.items():
                reached.append(max(one[corpus] for one in of))
    return draw_lines(labels, series, gaps)
