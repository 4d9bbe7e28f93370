"""The pages of methods in docs/methods: parameters, published figures, sweeps and drawings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.evaluate.plots import draw_lines
from pagecore.figures import Entries
from pagecore.page import parse
from pagecore.registry import PAGE, SITE, Method
from pagecore.site import Site
from pagecore.steps.pipeline import describe_steps
from tools import site_quality, step_figures, sweep
from tools.coreex_page_types import N_FOLDS
from tools.drawings import METHODS, SITE_METHODS, make_drawings
from tools.drawings.example_sites import SITE_SUCCESS, load_site
from tools.quality import MORE, MORE_ENTRY
from tools.render.labels import (
    name_folds,
    name_metric,
    name_metrics,
    name_problem,
    name_setting,
)
from tools.render.markdown import wrap_text, write_caption, write_lead, write_number, write_table
from tools.render.quality import NOT_PUBLISHED
from tools.settings import PRINTED
from tools.wrapper_quality import MAX_LOSS

#: Number of combinations of a sweep that a table has; it also has the best with each value.
MAX_SWEPT: Final = 12
#: Where the example pages are.
EXAMPLES: Final = Path("examples")


def name_page(method: Method) -> str:
    """Return the name of a method's page, without its suffix: `cetr`, or `site-hybrid` if an
    earlier family has a method of the same name."""
    return method.short_name.replace("/", "-")


def write_template(method: Method) -> str:
    """Write the page of a method that has none: the idea from its docstring, and marks for the
    parts that its family asks for."""
    idea = inspect.cleandoc(method.function.__doc__ or "").partition("\nArgs:\n")[0].strip()
    name = name_page(method)
    lines = [
        f"# {method.short_name}",
        "",
        f"{method.paper or 'No paper'}.",
        "",
        "## Idea",
        "",
        idea,
        "",
    ]
    lines += ["<!-- picture -->", f"![The evidence of {method.short_name} on a page]({name}.svg)"]
    for section in method.family.sections:
        # The sweep of a method without candidate values has nothing to show.
        if section != "sweep" or method.sweep:
            marks = [f"<!-- {section}:begin -->", f"<!-- {section}:end -->"]
            lines += ["", HEADINGS[section], "", *marks]
    return "\n".join(lines) + "\n"


#: The headings of the generated sections.
HEADINGS: Final = {
    "parameters": "## Parameters",
    "quality": "## Quality",
    "sweep": "## Sweep",
    "steps": "## What `extract` adds",
}


def render_parts(method: Method, entries: Entries) -> dict[str, str]:
    """The generated parts of a method's page, by mark; its family lists them."""
    parts = {name: SECTIONS[name](method, entries) for name in method.family.sections}
    if has_drawings(method):
        parts["drawings"] = render_captions(method)
    return {name: text for name, text in parts.items() if text is not None}


def has_drawings(method: Method) -> bool:
    """Whether a method has drawings of its own, in place of a list of the blocks of a page."""
    known = {PAGE: METHODS, SITE: SITE_METHODS}
    return method.name in known.get(method.family, ())


def render_captions(method: Method) -> str:
    """The drawings of a method, each with its caption."""
    return "\n".join(
        f"![How {method.name} works on {drawing.page}]({drawing.file})\n\n"
        + wrap_text(drawing.caption)
        for drawing in make_drawings(method.name)
    )


def render_drawings(method: Method, entries: Entries, examples: Path) -> dict[str, str]:
    """The drawings of a method's page, by file name."""
    if has_drawings(method):
        drawings = {drawing.file: drawing.svg for drawing in make_drawings(method.name)}
    else:
        page = parse((examples / method.family.example).read_bytes())
        try:
            result = method(method.family.make_subject(page))
        except method.family.may_raise:
            # A method that compares pages needs several.
            site = load_site(SITE_SUCCESS)
            page = site.example.page
            result = method(Site.of(site.pages))
        drawings = {f"{name_page(method)}.svg": method.family.draw(page, result)}
    entry = entries.get(sweep.name_entry(method))
    if method.sweep and entry is not None:
        drawings[f"{name_page(method)}-sweep.svg"] = draw_sweep(method, entry["figures"])
    return drawings


# ---------------------------------------------------------------- tables


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
        return f"{text}{_write_values(values)}."
    text += _write_values({name: values[name] for name in method.printed if name in values})
    chosen = {name: value for name, value in values.items() if name not in method.printed}
    if chosen:
        text += f"; left open by the paper, set by the sweep: {_write_values(chosen)}"
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
    return f"The sweep set: {_write_values(used)}."


def _write_values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}={value}`" for name, value in values.items())


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


def render_sweep(method: Method, entries: Entries) -> str | None:
    """The combinations of values that were tried, the best first; None without a sweep."""
    entry = entries.get(sweep.name_entry(method))
    if not method.sweep or entry is None:
        return None
    tried = entry["figures"]
    if len(tried["tried"]) != len(sweep.list_combinations(method)):
        raise BadInput(
            f"the sweep of {method.short_name!r} has other values than its registration; run: "
            f"{sweep.COMMAND} {method.short_name}"
        )
    corpora, names = list(tried["corpora"]), list(method.sweep)
    means = len(corpora) > 1
    every = sorted(_merge_rows(method, tried["tried"]), key=lambda row: -_mean(row, corpora))
    ordered = _select_rows(every, tried)
    rows = [
        [
            *(
                f"`{row['parameters'][name]}`" if name in row["parameters"] else "any"
                for name in names
            ),
            *([write_number(_mean(row, corpora))] if means else []),
            *(write_number(row[of]) for of in corpora),
        ]
        for row in ordered
    ]
    headings = [*(f"`{name}`" for name in names), *(["mean"] if means else [])]
    headings += [f"{name}, {name_metric(of)}" for name, of in tried["corpora"].items()]
    held_out = sweep.show_figures(tried)
    n_pages = next(iter(tried["corpora"].values())).get("pages") if len(corpora) == 1 else None
    scored = {name: of["pages"] for name, of in tried["corpora"].items() if "pages" in of}
    order = "Sorted by the mean of the collections. " if means else ""
    if len(ordered) < len(every):
        order += (
            f"The table has the best {MAX_SWEPT} of {len(every)} combinations, and the best with "
            "each value of a parameter. "
        )
    if method.trainer is not None:
        order += "Each page is measured with a model that was trained on the other folds. "
    about = (
        f"{order}These figures are in-sample: every combination is measured on all pages. Out of "
        "fold, each fold is measured with the combination that is best on the others "
        f"({name_folds(tried['folds'], n_pages)}, folds `{tried['digest']}`): {held_out}."
    )
    if "printed" in tried:
        values = _write_values(method.printed)
        about += f" As printed ({values}): {sweep.show_figures(tried['printed'])}."
    return "\n".join(
        [
            f"![Best figure by value]({name_page(method)}-sweep.svg)\n",
            write_table(headings, rows, left=range(len(names))),
            wrap_text(f"{about} {write_caption(entry['provenance'], scored)}"),
        ]
    )


def _mean(row: Mapping[str, Any], corpora: Sequence[str]) -> float:
    return fmean(row[name] for name in corpora)


def _select_rows(
    rows: Sequence[Mapping[str, Any]], tried: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """The best combinations of a long sweep, the best with each value of a parameter, and the best
    with the printed values; `rows` are sorted."""
    if len(rows) <= MAX_SWEPT:
        return list(rows)
    selected = list(range(MAX_SWEPT))
    first: dict[tuple[str, str], int] = {}
    for at, row in enumerate(rows):
        for name, value in row["parameters"].items():
            first.setdefault((name, repr(value)), at)
    selected += first.values()
    if "printed" in tried:
        best = tried["printed"]["best"]
        selected += [at for at, row in enumerate(rows) if row["parameters"].items() <= best.items()]
    return [rows[at] for at in sorted(set(selected))]


def _merge_rows(method: Method, tried: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Merge combinations that differ only in a parameter without effect, for all of its values; the
    merged row lacks the parameter. So does a combination that was tried with one value only,
    because the parameter is not used in it."""
    rows: list[Mapping[str, Any]] = [
        {
            **row,
            "parameters": {
                name: value
                for name, value in row["parameters"].items()
                if sweep.is_used(method, name, row["parameters"])
            },
        }
        for row in tried
    ]
    for name, values in method.sweep.items():
        groups: dict[str, list[Mapping[str, Any]]] = {}
        for row in rows:
            others = {key: value for key, value in row["parameters"].items() if key != name}
            groups.setdefault(repr({**row, "parameters": others}), []).append(row)
        rows = []
        for of in groups.values():
            if len(of) < len(values) or len(values) == 1:
                rows += of
                continue
            others = {key: value for key, value in of[0]["parameters"].items() if key != name}
            rows.append({**of[0], "parameters": others})
    return rows


def render_steps(method: Method, entries: Entries) -> str:
    """The steps that `extract` adds to a page method, and how much they change."""
    steps = describe_steps(method(parse("<p>A method takes the same steps on every page.")).done)
    about = (
        "`extract(html, steps=())` returns what the method alone chooses. By default, these "
        "[steps](../extract.md#steps) follow it:"
    )
    text = wrap_text(about) + "\n" + write_table(["step", "effect"], steps, left=(0, 1))
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
    missing = [name for name in method.family.corpora if name not in measured_on]
    if missing:
        note += f" Not measured on {' and '.join(missing)}."
    scored = {row["corpus"]: row["pages"] for row in entry["figures"]}
    measured = wrap_text(write_caption(entry["provenance"], scored) + note)
    return "\n".join([text, write_table(headings, rows), measured])


def _name_step_metric(method: Method, row: Mapping[str, Any]) -> str:
    """The metric of a row; older rows do not name it, and have that of the method's family."""
    return name_metric({"metric": method.family.corpora.get(row["corpus"], "words"), **row})


def render_page_kind(entries: Entries) -> str:
    """How well CoreEx separates articles from listings."""
    of, run = entries["page kind"]["figures"], entries["page kind"]["provenance"]
    about = (
        f"Rule chosen on all {of['pages']} pages of these types: text weight {of['weight']}, score "
        f"{of['score']}, share {of['share']}. Out of fold ({N_FOLDS}-fold by site), the type of "
        f"{of['right']:.1%} of the pages is right; always predicting the most frequent type is "
        f"right on {of['most_frequent']:.1%}. The balanced accuracy is {of['balanced']:.1%}, that "
        f"of a constant answer {of['balanced_constant']:.1%}. " + write_caption(run)
    )
    rows = [
        [f"{row['weight']}", f"{row['right']:.1%}", f"{row['balanced']:.1%}"]
        for row in of["weights"]
    ]
    headings = ["text weight", "right, out of fold", "balanced accuracy, out of fold"]
    return wrap_text(about) + "\n" + write_table(headings, rows)


def render_condensation(entries: Entries) -> str:
    """Designs of the condensation of k-MIB, out of fold."""
    entry = entries["kmib designs"]
    corpora = entry["figures"][0]["corpora"]
    rows = [
        [
            row["design"],
            ", ".join(f"`{name}={value}`" for name, value in row["best"].items()),
            *(write_number(of["f1"]) for of in row["corpora"].values()),
        ]
        for row in entry["figures"]
    ]
    headings = ["what is dropped", "best values"]
    headings += [f"{name}, {name_metric(of)}" for name, of in corpora.items()]
    scored = {name: of["pages"] for name, of in corpora.items()}
    about = (
        "The first design is that of the method. Figures are out of fold, with the values that are "
        "best on the other folds. " + write_caption(entry["provenance"], scored)
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)


def render_evidence(entries: Entries) -> str:
    """What the evidence of a site adds to the default extractor."""
    entry = entries["site evidence"]
    designs = list(entry["figures"]["sites"]["designs"])
    means = [
        [name, *(write_number(of["designs"][name]) for of in entry["figures"].values())]
        for name in designs
    ]
    rows = [
        [
            row["site"],
            str(int(row["pages"])),
            write_number(row["default"]),
            f"{row['gain']:+.4f} ({row['low']:+.4f} to {row['high']:+.4f})",
        ]
        for row in entry["figures"]["sites"]["sites"]
    ]
    changed = [row for row in entry["figures"]["wcxb"]["sites"] if row["gain"]]
    hosts = entry["figures"]["wcxb"]["sites"]
    lost = [row for of in entry["figures"].values() for row in of["sites"] if row["high"] < 0]
    about = (
        "Word F1 (unspaced), mean of the sites. On `sites`, each half of a site is extracted with "
        "the evidence of the other; on WCXB, each page with the other pages of its host, of "
        f"{len(hosts)} hosts with two pages or more. The parameters of each design are the best on "
        "the other sites. "
    )
    by_site = (
        "The gain of the design `both`, with its 95 % interval by paired bootstrap over the pages. "
        f"On WCXB, the text changes on {len(changed)} of {len(hosts)} hosts. On {len(lost)} sites "
        "or hosts the loss is significant. " + write_caption(entry["provenance"])
    )
    first = write_table(["design", *entry["figures"]], means)
    second = write_table(["site", "pages", "default", "gain"], rows)
    return "\n".join([wrap_text(about), first, wrap_text(by_site), second])


def render_classes(entries: Entries) -> str:
    """Designs of page classes, against the kinds of pages."""
    entry = entries["page classes"]
    rows = [
        [
            row["design"],
            f"{row['min_similarity']:.2f}",
            f"{row['classes']:.1f}",
            *(write_number(row[name]) for name in ("purity", "rand", "agreement")),
            f"{row['ms']:.2f}",
        ]
        for row in entry["figures"]
    ]
    headings = ["compared", "minimum similarity", "classes per site", "purity"]
    headings += ["adjusted Rand index", "agreement with `rtdm`", "ms per page"]
    about = (
        "Purity and adjusted Rand index are against the kinds of the pages, which are known from "
        "their paths, and the agreement is an adjusted Rand index too. The minimum similarity of a "
        "site is the best one on the other sites; the table shows that of all. "
        + write_caption(entry["provenance"])
    )
    return write_table(headings, rows) + "\n" + wrap_text(about)


def render_navigation(entries: Entries) -> str:
    """How well k-MIB finds navigation by each feature."""
    entry = entries["navigation"]
    figures = entry["figures"]
    rows = [
        [
            f"`{row['feature']}`" if "k" in row else row["feature"],
            f"`k={row['k']}`, `threshold={row['threshold']}`" if "k" in row else "",
            *(write_number(row[name]) for name in ("found", "right", "f1")),
        ]
        for row in figures["rows"]
    ]
    headings = ["feature", "best values", "share of the navigation links that are chosen"]
    headings += ["share of the chosen links that are navigation", "F1 of both"]
    about = (
        f"Means over {figures['sites']} sites, {figures['pages']} pages with `nav` in all, each "
        "site with the values that are best on the others. " + write_caption(entry["provenance"])
    )
    return write_table(headings, rows, left=(0, 1)) + "\n" + wrap_text(about)


def render_held_back(entries: Entries, method: str) -> str:
    """Wrappers on pages of their sites that they were not learned from, with each learner."""
    entry = entries[f"held back {method}"]
    variants = entry["figures"]
    sites: dict[str, list[str | int]] = {}
    for of in variants:
        for row in (*of["sites"], of["all"]):
            sites.setdefault(row["site"], [row["site"], row["learned_from"], row["held_back"]])
    for of in variants:
        by_site = {row["site"]: row for row in (*of["sites"], of["all"])}
        for name, cells in sites.items():
            cells.append(_write_change(by_site[name]) if name in by_site else "")
    headings = ["site", "pages learned from", "test pages"]
    headings += [_name_variant(of["options"]) for of in variants]
    # The row of all pages comes last.
    rows = [cells for name, cells in sites.items() if name != "all"] + [sites["all"]]
    about = [
        "Each cell has the word F1 (unspaced) of the learner itself on the test pages that the "
        "rules fit, and that of the rules that were learned from its choice. `apply` extracts "
        "other pages with the default extractor."
    ]
    about += [_describe_variant(of) for of in variants]
    kept = [_name_variant(of["options"]) for of in variants if _is_close_everywhere(of)]
    about.append(
        f"So rules are within {MAX_LOSS:.2f} of their learner on every site with these settings: "
        f"{'; '.join(kept) or 'none'}."
    )
    table = write_table(headings, rows, left=(0,))
    return table + "\n" + wrap_text(" ".join([*about, write_caption(entry["provenance"])]))


def render_site_quality(entries: Entries, method: str) -> str:
    """A site method on held-back pages of the kinds that it was learned from, by site."""
    entry = entries[site_quality.ENTRY]
    figures = entry["figures"][method]
    numbers = list(figures[-1]["learned"])
    rows = [
        [
            row["site"] if row is not figures[-1] else "mean of the sites",
            row["pages"],
            write_number(row[site_quality.EVERYTHING]),
            write_number(row[site_quality.DEFAULT]),
            *(_write_learned(row, n) for n in numbers),
        ]
        for row in figures
    ]
    headings = ["site", "test pages", "all text", "default extractor"]
    headings += [f"{method}, {n} pages" for n in numbers]
    about = (
        "Word F1 (unspaced), without the steps of `apply`. In brackets: pages that the wrapper "
        "does not fit, which do not count in its column. "
    )
    table = write_table(headings, rows, left=(0,))
    return table + "\n" + wrap_text(about + write_caption(entry["provenance"]))


def _write_learned(row: Mapping[str, Any], n: str) -> str:
    misfits = f" ({row['misfits'][n]})" if row["misfits"][n] else ""
    return (write_number(row["learned"][n]) or "fits no page") + misfits


def _write_change(row: Mapping[str, Any]) -> str:
    if not row["fits"]:
        return "fit no page"
    return f"{write_number(row['learner'])} → {write_number(row['wrapper'])}"


def _name_variant(options: Mapping[str, Any]) -> str:
    return ", ".join(f"`{value}`" for value in options.values()) or "defaults"


def _is_close_everywhere(of: Mapping[str, Any]) -> bool:
    """Whether there are rules for every site, they fit it, and lose no more than they may."""
    return not (of["losses"] or of["misfits"] or of["problems"])


def _describe_variant(of: Mapping[str, Any]) -> str:
    """The lead of the rules over their learner, and the sites where they lose or do not fit."""
    text = f"{_name_variant(of['options'])}: the rules are ahead by {write_lead(of['lead'])}"
    misfits = [
        f"{row['site']} ({row['held_back'] - row['fits']})"
        for row in of["sites"]
        if row["fits"] < row["held_back"]
    ]
    if misfits:
        text += f", pages that they do not fit: {', '.join(misfits)}"
    if of["misfits"]:
        text += f", sites without a page that they fit: {', '.join(of['misfits'])}"
    losses = ", ".join(of["losses"]) or "none"
    text += f", sites that lose more than {MAX_LOSS:.2f}: {losses}"
    changes = {row["site"]: row["wrapper"] - row["learner"] for row in of["sites"] if row["fits"]}
    worst = min(changes, key=changes.__getitem__)
    text += f", largest loss: {-changes[worst]:.3f} ({worst})." if changes[worst] < 0 else "."
    return " ".join(
        [text, *(f"{row['site']}: {name_problem(row['problem'])}." for row in of["problems"])]
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
            of = [row for row in record["tried"] if row["parameters"][name] == value]
            for corpus, reached in series.items():
                reached.append(max(row[corpus] for row in of))
    return draw_lines(labels, series, gaps)
