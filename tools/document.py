"""What the documents say of the default's model: its figures, and the list of its features.

    python -m tools.document

writes the tables of docs/default.md, between marks, from what the model file tells of itself, from
docs/peers.tsv and from docs/worst-pages.tsv, and docs/features.md, whole, from the core's list. How
the model stands beside others is printed too.
"""

from __future__ import annotations

import csv
import hashlib
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from pagecore import _core
from pagecore.models.model import SHIPPED, Model, load
from pagecore.page import parse
from tools.path_option import path_option
from tools.readme import WIDTH, marked
from tools.standing import TRAITS, standings, worst
from tools.standing import read as read_standing

BEGIN: Final = "<!-- train -->"
END: Final = "<!-- /train -->"
COMMAND: Final = "python -m tools.document"
#: The shares of pages whose figures are shown; the file has more.
SHOWN: Final = (1.0, 0.98, 0.95, 0.9, 0.8)


def write_figures(path: Path, model: Model) -> None:
    """Write the tables of a model between the marks of a document."""
    before, after = marked(path, BEGIN, END)
    path.write_text(f"{before}{BEGIN}\n{figures(model)}{END}{after}", encoding="utf-8")


def figures(model: Model) -> str:
    """What a model tells of itself, as Markdown."""
    told = model.metadata
    file = hashlib.sha256(model.core.write()).hexdigest()[:16]
    if "corpora" not in told:
        return f"The model `{file}` does not tell how it was made, nor how good it is.\n"
    made = (
        f"The model `{file}` was made by `{told['command']}`, with pagecore {told['pagecore']}, "
        f"CatBoost {told['catboost']} and the features `{told['features']}`."
    )
    if "from" in told:
        made += f" It was tuned from the model `{told['from']['digest']}`."
    parts = [_wrapped(made), _corpora(told["corpora"]), *_ways(told), _ceilings(told["ceiling"])]
    return "\n".join(parts)


def _corpora(corpora: Mapping[str, Any]) -> str:
    rows = [
        [name, of["pages"], f"{of['weight']:g}", f"`{of['digest']}`", of["credit"]]
        for name, of in corpora.items()
    ]
    return table(["corpus", "pages", "a page counts", "digest", "by"], rows, left=(0, 3, 4))


def _ways(told: Mapping[str, Any]) -> list[str]:
    """The tables of all ways in which it was cross-validated."""
    ways = told["validation"]
    if not ways:
        return ["It was not cross-validated.\n"]
    parts = []
    for way in ways:
        parts.append(
            _wrapped(
                f"Cross-validated {way['folds']} (folds `{way['digest']}`): word F1; snippets left "
                "in that should not be; pages whose type was told right; expected calibration "
                "error of the confidence; mean F1 of the surest pages."
            )
        )
        shares = [f"surest {share:.0%}" for share in SHOWN[1:]]
        headings = ["corpus", "pages", "F1", "left in", "type right", "ECE", *shares]
        rows = []
        for name, of in way["corpora"].items():
            surest = dict(of.get("surest", ()))
            shown = [of.get(key) for key in ("left_in", "type_accuracy", "calibration_error")]
            shown += [surest.get(share) for share in SHOWN[1:]]
            rows.append([name, of["pages"], *map(_number, [of["f1"], *shown])])
        parts.append(table(headings, rows))
    parts += _favors(ways[0])
    for trait, heading in (("page_type", "page type"), ("language", "language")):
        parts += _groups(ways, trait, heading)
    return parts


def _favors(way: Mapping[str, Any]) -> list[str]:
    """Precision and recall of what the method may lean to."""
    rows = [
        [name, favor, *(_number(of[figure]) for figure in ("P", "R", "F1"))]
        for name, figures in way["corpora"].items()
        for favor, of in sorted(figures.get("favor", {}).items(), key=lambda one: one[1]["R"])
    ]
    if not rows:
        return []
    told = _wrapped(f"What `favor` leans to, {way['folds']}: means of precision, recall and F1.")
    return [told, table(["corpus", "favor", "P", "R", "F1"], rows, left=(0, 1))]


def _groups(ways: Sequence[Mapping[str, Any]], trait: str, heading: str) -> list[str]:
    """Word F1 of each page type or language, the ways beside each other."""
    rows = []
    for name, of in ways[0]["corpora"].items():
        for group, first in of.get(trait, {}).items():
            every = [way["corpora"][name].get(trait, {}).get(group, {}).get("f1") for way in ways]
            rows.append([name, group, first["pages"], *map(_number, every)])
    if not rows:
        return []
    headings = ["corpus", heading, "pages", *(f"F1, {way['folds']}" for way in ways)]
    return [table(headings, rows, left=(0, 1))]


def _ceilings(ceilings: Mapping[str, Any]) -> str:
    rows = []
    for name, of in ceilings.items():
        for group, some in {"all": of, **of.get("page_type", {})}.items():
            rows.append(
                [
                    name,
                    group,
                    some["pages"],
                    *(_number(some[key]) for key in ("f1", "best_f1", "reach")),
                ]
            )
    told = _wrapped(
        "The ceiling: what an extractor would reach that knows every label (F1), or takes the "
        "blocks that promise most by their labels (best); and the share of the gold's words that "
        "are in some block at all (reach)."
    )
    headings = ["corpus", "page type", "pages", "F1", "best", "reach"]
    return told + "\n" + table(headings, rows, left=(0, 1))


# ---------------------------------------------------------------- beside others

STANDING_BEGIN: Final = "<!-- standing -->"
STANDING_END: Final = "<!-- /standing -->"


def write_standing(path: Path, model: Model, peers: Path) -> str:
    """Write how a model stands beside others between the marks of a document, and give it."""
    before, after = marked(path, STANDING_BEGIN, STANDING_END)
    told = standing(model, peers)
    text = f"{before}{STANDING_BEGIN}\n{told}{STANDING_END}{after}"
    path.write_text(text, encoding="utf-8")
    return told


def standing(model: Model, peers: Path) -> str:
    """A model beside the best of the others, on each page type and in each language."""
    pages = read_standing(peers)
    parts = []
    for corpus, trait in TRAITS.items():
        rows = [
            [
                one.group,
                one.pages,
                _number(one.ours),
                one.best,
                _number(one.theirs),
                f"{one.paired.difference:+.3f}",
                f"{one.paired.low:+.3f} to {one.paired.high:+.3f}",
                one.verdict,
            ]
            for one in standings(model, pages, corpus)
        ]
        heading = f"{corpus}, {trait.replace('_', ' ')}"
        headings = [heading, "pages", "default", "best other", "its F1", "ahead by", "95%", ""]
        if rows:
            parts.append(table(headings, rows, left=(0, 3, 7)))
    if not parts:
        return "The model's file tells no figures of single pages.\n"
    return "\n".join(parts)


# ---------------------------------------------------------------- the worst pages

CAUSES_BEGIN: Final = "<!-- causes -->"
CAUSES_END: Final = "<!-- /causes -->"


def write_causes(path: Path, pages: Path) -> None:
    """Write why pages went wrong, counted, between the marks of a document."""
    before, after = marked(path, CAUSES_BEGIN, CAUSES_END)
    text = f"{before}{CAUSES_BEGIN}\n{causes(pages)}{CAUSES_END}{after}"
    path.write_text(text, encoding="utf-8")


def causes(pages: Path) -> str:
    """The causes of a file of pages: how many pages each has and what they lost of their F1, in
    every count of them, and the pages of each collection in the last count."""
    lost: dict[str, dict[str, list[float]]] = {}
    last: dict[str, dict[str, int]] = {}
    with pages.open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file, dialect="excel-tab"))
    counts = sorted({page["count"] for page in listed})
    for page in listed:
        of = lost.setdefault(page["cause"], {count: [] for count in counts})
        of[page["count"]].append(1 - float(page["F1"]))
        if page["count"] == counts[-1]:
            found = last.setdefault(page["collection"], {})
            found[page["cause"]] = found.get(page["cause"], 0) + 1
    rows = [
        [cause]
        + [value for count in counts for value in (len(of[count]), f"{sum(of[count]):.1f}")]
        + [last[name].get(cause, "") for name in last]
        for cause, of in sorted(lost.items(), key=lambda one: -sum(one[1][counts[-1]]))
    ]
    headings = [f"{what}, {count}" for count in counts for what in ("pages", "F1 lost")]
    return table(["cause", *headings, *last], rows)


# ---------------------------------------------------------------- features


def features() -> str:
    """docs/features.md as it has to be."""
    empty = parse("")._table
    none = np.zeros(0, np.float32)
    first = _core.features(empty)[0]
    second = _core.features(empty, first_look=none)[0][len(first) :]
    page = _core.page_features(empty, none)[0]
    parts = [
        "# Features",
        _wrapped(
            f"Written by `{COMMAND}`. What the model of the default extractor is told of every "
            f"block, and of the page as a whole. The digest of the list is "
            f"`{_core.features_digest()}`; a model that was trained with another is refused. "
            "[default.md](default.md) tells how they are used."
        ).rstrip(),
    ]
    for heading, listed in (
        ("Of a block, at first look", first),
        ("Of a block, at second look", second),
        ("Of the page and a choice", page),
    ):
        rows = [[name, says] for name, says in listed]
        parts.append(f"## {heading}\n\n{len(listed)} features.\n")
        parts.append(table(["feature", "says"], rows, left=(0, 1)).rstrip())
    return "\n\n".join(part.rstrip() for part in parts) + "\n"


# ---------------------------------------------------------------- Markdown


def table(
    headings: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[int] = (0,)
) -> str:
    """A table in Markdown; of the columns some are text, the others are numbers."""
    lines = ["|".join(["", *("---" if at in left else "--:" for at in range(len(headings))), ""])]
    lines.insert(0, f"| {' | '.join(headings)} |")
    lines += [
        f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows
    ]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> str:
    # What stands between backticks is not broken, nor are words at their hyphens.
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


@click.command()
@click.option(
    "--model",
    "file",
    type=click.Path(path_type=Path),
    default=SHIPPED,
    help="The model; without it the one that comes with pagecore.",
)
@path_option("--docs", "docs", "The folder of default.md and features.md.")
@click.option(
    "--worst",
    "n_worst",
    type=click.IntRange(1),
    help="Write nothing, and print so many pages of each corpus that the model fails most on.",
)
def main(file: Path, docs: Path, n_worst: int | None) -> None:
    """Write what the documents say of a model."""
    model = load(file)
    if n_worst is not None:
        for corpus, page, f1 in worst(model.metadata, n_worst):
            click.echo(f"{corpus}\t{page}\t{f1:.4f}")
        return
    write_figures(docs / "default.md", model)
    click.echo(write_standing(docs / "default.md", model, docs / "peers.tsv"), nl=False)
    write_causes(docs / "default.md", docs / "worst-pages.tsv")
    (docs / "features.md").write_text(features(), encoding="utf-8")


if __name__ == "__main__":
    main()
