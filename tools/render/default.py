"""The figures of the default extractor, for docs/default.md, and docs/features.md."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pagecore import _core
from pagecore.figures import Entries
from pagecore.page import parse
from pagecore.page.features import UNITS, Feature, list_block_features, list_page_features
from pagecore.page.judging import describe_blocks
from tools.render.labels import name_folds, name_label, name_metrics
from tools.render.markdown import (
    is_insignificant,
    wrap_text,
    write_caption,
    write_lead,
    write_number,
    write_table,
)

#: The shares of pages whose figures are shown; the file has more.
SHOWN: Final = (1.0, 0.98, 0.95, 0.9, 0.8)
#: What each corpus of `standing` is grouped by.
TRAITS: Final = {"wcxb": "page type", "fundus": "language"}


#: Words of the descriptions of features.
WORDS: Final = {
    "container": (
        "the nearest element that holds more blocks than the block's own element; the second "
        "container holds more blocks than the first, and so on"
    ),
    "the same kind of place": (
        "two blocks are in the same kind of place if the elements around them have the same tags "
        "and classes up to the root"
    ),
    "item": (
        "one of at least three siblings with the same tag and the same classes (digits ignored), "
        "such as the entries of a list, a menu or a thread; for features of the outermost list, "
        "the siblings need to share only the classes that most of them have"
    ),
    "box": "the nearest element around a block that contains a control, an image or a heading",
    "first score": "the probability that the first pass gives a block",
}

# ---------------------------------------------------------------- the model


def render_model(entries: Entries) -> str:
    """The figures in the file of the default's model."""
    entry = entries["model default"]
    run, figures = entry["provenance"], entry["figures"]
    origin = (
        f"The model `{run['model']}` was trained by `{run['command']}`, with pagecore "
        f"{run['pagecore']}, CatBoost {run['catboost']} and the features `{run['features']}`."
    )
    if "tuned_from" in run:
        origin += f" It was tuned from the model `{run['tuned_from']}`."
    parts = [
        wrap_text(origin),
        _write_corpora(figures["corpora"]),
        *_write_ways(figures["validation"]),
    ]
    return "\n".join([*parts, _write_ceilings(figures["ceiling"])])


def _write_corpora(corpora: Mapping[str, Any]) -> str:
    rows = [
        [name, of["pages"], f"{of['weight']:g}", f"`{of['digest']}`", of["credit"]]
        for name, of in corpora.items()
    ]
    return write_table(
        ["corpus", "pages", "weight of a page", "digest", "credit"], rows, left=(0, 3, 4)
    )


def _write_ways(ways: Sequence[Mapping[str, Any]]) -> list[str]:
    """The tables of all ways in which it was cross-validated."""
    if not ways:
        return ["It was not cross-validated.\n"]
    parts = []
    for way in ways:
        parts.append(
            wrap_text(
                f"Cross-validated {name_folds(way['folds'])} (folds `{way['digest']}`): word F1 "
                f"({name_metrics(way['corpora'])}); share of unwanted snippets (WCXB lists some "
                "for each page) in the output; share of right page types, among the pages whose "
                "gold type the model knows; expected calibration error (ECE) of the confidence; "
                "and mean F1 of the most confident pages, such as the 98 % with the highest "
                f"confidence.{_note_types(way)}"
            )
        )
        shares = [f"F1, top {share:.0%}" for share in SHOWN[1:]]
        headings = ["corpus", "pages", "F1", "unwanted", "right types", "ECE", *shares]
        rows = []
        for name, of in way["corpora"].items():
            surest = dict(of.get("surest", ()))
            shown = [of.get(key) for key in ("left_in", "type_accuracy", "calibration_error")]
            shown += [surest.get(share) for share in SHOWN[1:]]
            rows.append([name, of["pages"], *map(write_number, [of["f1"], *shown])])
        parts.append(write_table(headings, rows))
    parts += _write_favors(ways[0])
    for trait, heading in (("page_type", "page type"), ("language", "language")):
        parts += _write_groups(ways, trait, heading)
    return parts


def _note_types(way: Mapping[str, Any]) -> str:
    """A model trained on the other collections knows their page types only."""
    if way["folds"] != "over collections":
        return ""
    return (
        " A model that was not trained on WCXB knows articles and forums only, so its share of "
        "right types on wcxb does not compare with that above."
    )


def _write_favors(way: Mapping[str, Any]) -> list[str]:
    """Precision and recall of the values of `favor`."""
    rows = [
        [name, favor, *(write_number(of[figure]) for figure in ("P", "R", "F1"))]
        for name, figures in way["corpora"].items()
        for favor, of in sorted(figures.get("favor", {}).items(), key=lambda row: row[1]["R"])
    ]
    if not rows:
        return []
    about = wrap_text(
        f"The values of `favor`, {name_folds(way['folds'])}: mean precision, recall and F1."
    )
    return [about, write_table(["corpus", "favor", "P", "R", "F1"], rows, left=(0, 1))]


def _write_groups(ways: Sequence[Mapping[str, Any]], trait: str, heading: str) -> list[str]:
    """Word F1 of each page type or language, the ways beside each other."""
    rows = []
    for name, of in ways[0]["corpora"].items():
        for group, first in of.get(trait, {}).items():
            every = [way["corpora"][name].get(trait, {}).get(group, {}).get("f1") for way in ways]
            rows.append([name, group, first["pages"], *map(write_number, every)])
    if not rows:
        return []
    headings = ["corpus", heading, "pages", *(f"F1, {name_folds(way['folds'])}" for way in ways)]
    return [write_table(headings, rows, left=(0, 1))]


def _write_ceilings(ceilings: Mapping[str, Any]) -> str:
    rows = []
    for name, of in ceilings.items():
        for group, some in {"all": of, **of.get("page_type", {})}.items():
            shares = [write_number(some[key]) for key in ("f1", "best_f1", "reach")]
            rows.append([name, group, some["pages"], *shares])
    about = wrap_text(
        "Upper bounds: *F1* is the word F1 of an extractor that keeps the blocks with a label of "
        "at least 0.5. *Best* is that of one that keeps the set of blocks with the largest "
        "expected F1, if labels are taken as probabilities. *Reach* is the share of the gold words "
        "that are in any block."
    )
    headings = ["corpus", "page type", "pages", "F1", "best", "reach"]
    return about + "\n" + write_table(headings, rows, left=(0, 1))


# ---------------------------------------------------------------- beside others


def render_standing(entries: Entries) -> str:
    """The default beside the best other extractor, on each page type and in each language."""
    parts = []
    for corpus, groups in entries["standing"]["figures"].items():
        rows = [
            [
                row["group"],
                row["pages"],
                write_number(row["ours"]),
                row["best"],
                write_number(row["theirs"]),
                f"{row['lead']['difference']:+.3f}",
                f"{row['lead']['low']:+.3f} to {row['lead']['high']:+.3f}",
                _name_verdict(row["lead"]),
            ]
            for row in groups
        ]
        heading = f"{corpus}, {TRAITS[corpus]}"
        headings = [heading, "pages", "F1", "best other", "its F1"]
        headings += ["difference", "95 % interval", "result"]
        parts.append(write_table(headings, rows, left=(0, 3, 7)))
    return "\n".join([*parts, wrap_text(write_caption(entries["standing"]["provenance"]))])


def _name_verdict(lead: Mapping[str, float]) -> str:
    if is_insignificant(lead):
        return "not significant"
    return "ahead" if lead["difference"] > 0 else "behind"


# ---------------------------------------------------------------- what was tried


def render_designs(entries: Entries) -> str:
    """Word F1 of other designs."""
    return _write_f1_table(entries["designs"])


def render_mixes(entries: Entries) -> str:
    """Word F1 of other mixes of collections."""
    return _write_f1_table(entries["mixes"])


def render_group_designs(entries: Entries) -> str:
    """The gain of decisions about whole groups, by page type."""
    entry = entries["group designs"]
    first, *others = entry["figures"]["designs"]
    kinds = first["kinds"]
    headings = ["word F1", *(f"{name} ({of['pages']})" for name, of in kinds.items())]
    rows = [["the extractor alone", *(write_number(of["f1"], 4) for of in kinds.values())]]
    for row in others:
        leads = (of["lead"] for of in row["kinds"].values())
        rows.append([row["design"], *map(write_lead, leads)])
    counts = entry["figures"]["groups"].values()
    total, none, whole = (sum(of[name] for of in counts) for name in ("groups", "none", "all"))
    note = (
        f"{write_caption(entry['provenance'])} Differences with 95 % intervals. Of {total} groups, "
        f"the extractor keeps at most a tenth of the words of {none} and at least nine tenths of "
        f"{whole}."
    )
    return f"{write_table(headings, rows)}\n{wrap_text(note)}"


def _write_f1_table(entry: Mapping[str, Any]) -> str:
    pages = entry["figures"]["pages"]
    headings = ["word F1", *(f"{name} ({count})" for name, count in pages.items())]
    rows = [
        [name_label(row["design"]), *(write_number(row["f1"].get(name), 4) for name in pages)]
        for row in entry["figures"]["rows"]
    ]
    return write_table(headings, rows) + "\n" + wrap_text(write_caption(entry["provenance"]))


def render_feature_worth(entries: Entries) -> str:
    """What each group of features costs, and what is lost without it."""
    entry, cost = entries["feature worth"], entries["feature cost"]["figures"]
    of_all = entry["figures"]["all"]
    names = list(of_all["f1"])

    def change(of: Mapping[str, float]) -> str:
        return f"{of['mean']:+.4f} ± {of['error']:.4f}"

    rows = [
        [
            row["group"],
            row["features"],
            f"{cost['groups'][row['group']] / cost['total']:.1%}",
            change(row["log_loss"]),
            *(change(row["f1"][name]) for name in names),
        ]
        for row in sorted(
            entry["figures"]["groups"], key=lambda row: row["f1"]["all pages"]["mean"]
        )
    ]
    f1 = [write_number(of_all["f1"][name], 4) for name in names]
    log_loss = write_number(of_all["log_loss"], 4)
    rows.append(["values with all features", of_all["features"], "", log_loss, *f1])
    headings = [
        "left out",
        "number of features",
        "share of instructions",
        "log loss",
        *(f"F1, {name}" for name in names),
    ]
    remark = (
        "Changes have standard errors: over the five folds for the log loss of blocks, over the "
        "pages for word F1. The last row has absolute values. They differ from those of the "
        "shipped model, because each fit has only 150 trees, on the features of the first pass, in "
        "64 quantiles; predictions are the mean over six random seeds."
    )
    corpora = entries["model default"]["figures"]["corpora"]
    scored = {name: of["pages"] for name, of in corpora.items()}
    text = f"{write_caption(entry['provenance'], scored)} {remark}"
    return write_table(headings, rows) + "\n" + wrap_text(text)


def render_type_designs(entries: Entries) -> str:
    """Accuracy of the page type by other designs."""
    entry = entries["type designs"]
    corpora = list(entry["figures"][0]["right"])
    rows = [
        [name_label(row["design"]), *(write_number(row["right"][name]) for name in corpora)]
        for row in entry["figures"]
    ]
    return (
        write_table(["share of right types", *corpora], rows)
        + "\n"
        + wrap_text(write_caption(entry["provenance"]))
    )


def render_tuning(entries: Entries) -> str:
    """Word F1 of a site and of other pages before and after tuning."""
    entry = entries["tuning"]
    headings = ["site", "pages", "F1 before", "F1 after"]
    headings += ["other sites before", "other sites after (worse half)"]
    keys = ("before", "after", "others_before", "others_after")
    rows = [
        [name_label(row["site"]), row["pages"], *(write_number(row[key]) for key in keys)]
        for row in entry["figures"]
    ]
    return write_table(headings, rows) + "\n" + wrap_text(write_caption(entry["provenance"]))


# ---------------------------------------------------------------- the worst pages


def render_causes(pages: Path) -> str:
    """The causes of errors in a list of reviewed pages: the number of pages and the lost F1 of each
    cause, in every review, and the pages of each collection in the last review."""
    lost: dict[str, dict[str, list[float]]] = {}
    last: dict[str, dict[str, int]] = {}
    with pages.open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file, dialect="excel-tab"))
    counts = sorted({page["count"] for page in listed})
    for page in listed:
        of = lost.setdefault(page["cause"], {count: [] for count in counts})
        of[page["count"]].append(1 - float(page["F1"]))
        if page["count"] == counts[-1]:
            by_cause = last.setdefault(page["collection"], {})
            by_cause[page["cause"]] = by_cause.get(page["cause"], 0) + 1
    rows = [
        [name_label(cause)]
        + [value for count in counts for value in (len(of[count]), f"{sum(of[count]):.1f}")]
        + [last[name].get(cause, "") for name in last]
        for cause, of in sorted(lost.items(), key=lambda row: -sum(row[1][counts[-1]]))
    ]
    headings = [f"{what}, round {n}" for n in counts for what in ("pages", "F1 lost")]
    return write_table(["cause", *headings, *last], rows)


# ---------------------------------------------------------------- features


def render_features() -> str:
    """Render docs/features.md."""
    n_first = len(describe_blocks(parse(""))[0])
    of_blocks = list_block_features()
    parts = [
        "# Features",
        wrap_text(
            "This page is generated by `python -m tools.render`. It lists the features of blocks "
            "and pages that the model of the default extractor uses. The digest of the list is "
            f"`{_core.features_digest()}`; models with another digest are refused. "
            "[default.md](default.md) describes how the features are used."
        ),
        wrap_text(
            "The column *absence* has the value of a feature if there is nothing to measure, and "
            "what this means. An empty cell means that there is always something to measure, or "
            "that the feature is a yes or no. The unit names the constant that is added to a "
            "number, and lists the codes."
        ),
        wrap_text("These words have a fixed meaning in the table and in explanations:"),
        "\n".join(wrap_text(f"- *{word}*: {meaning}.").rstrip() for word, meaning in WORDS.items()),
        write_table(["unit", "values"], [list(unit) for unit in UNITS.items()], left=(0, 1)),
    ]
    for heading, features in (
        ("Features of a block, first pass", of_blocks[:n_first]),
        ("Features of a block, second pass", of_blocks[n_first:]),
        ("Features of a page and a choice", list_page_features()),
    ):
        rows = [
            [one.name, one.meaning, _render_unit(one), _render_absence(one)] for one in features
        ]
        parts.append(f"## {heading}\n\n{len(features)} features.")
        header = ["feature", "meaning", "unit", "absence"]
        parts.append(write_table(header, rows, left=(0, 1, 2, 3)))
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


def _render_unit(feature: Feature) -> str:
    """The unit, with the constant that is added to its numbers, or with its codes."""
    if feature.codes:
        codes = ", ".join(f"{code} {name}" for code, name in feature.codes.items())
        return f"{feature.unit}: {codes}"
    return f"{feature.unit} + {feature.added}" if feature.added else feature.unit


def _render_absence(feature: Feature) -> str:
    absence = feature.absence
    if absence is None or feature.unit == "yes or no":
        return ""
    return f"{absence.value:.2g}: {absence.meaning}"
