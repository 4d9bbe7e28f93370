"""What decisions about whole groups bring to the default extractor.

    python -m tools.group_designs train half
    python -m tools.group_designs measure

`train` trains a base: the default extractor without the pages of some hosts (`bases.py`). `measure`
extracts these pages with the bases that were trained, finds their posts and items by the methods
`groups` and `repeats`, and compares designs of decisions about these groups (`designs.py`): word F1
beside that of the base, by page type, with a paired bootstrap. Each design is fitted on the pages
of one half of the hosts and measured on the other. The entry `group designs` of the figures has the
table.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click
from rich.progress import track

from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.errors import BadInput
from pagecore.measure.folds import split_folds
from pagecore.metrics.bootstrap import compare_pairs
from pagecore.models.model import Model, load
from tools.group_designs.bases import BASES, GROUPED, TRAINED_ON, leave_out, train_base
from tools.group_designs.designs import (
    ALL,
    NONE,
    Decide,
    decide_nothing,
    find_best,
    fit_logistic,
    fit_rules,
    fit_smoothing,
    keep_lines,
    score_decision,
)
from tools.group_designs.page_groups import MeasuredPage, read_page
from tools.options import Tool, data_option, figures_option, path_option
from tools.record import describe_lead, describe_run, record, round_value

ENTRY: Final = "group designs"
COMMAND: Final = "python -m tools.group_designs measure"
#: The corpora that are measured on.
MEASURED: Final = ("wcxb", "forums")
#: The designs by their names in the table.
DESIGNS: Final[Mapping[str, Callable[[Sequence[MeasuredPage]], Decide]]] = {
    "none": decide_nothing,
    "all or none by thresholds": partial(fit_rules, parts=("whole",)),
    "items with their heading": partial(fit_rules, parts=("whole", "heading")),
    "each place in the items": partial(fit_rules, parts=("places",)),
    "all lines of authors and dates": partial(keep_lines, what=ALL),
    "no lines of authors and dates": partial(keep_lines, what=NONE),
    "probabilities nearer to the mean of their group": partial(fit_smoothing, level="group"),
    "probabilities nearer to the mean of their place": partial(fit_smoothing, level="place"),
    "the same, on likely forums, listings and collections": partial(
        fit_smoothing, level="place", least=0.5
    ),
    "logistic regression": fit_logistic,
    "best by the gold": find_best,
}
models_option = path_option("--models", ".data/group-designs", "The folder of the bases.")


@click.group()
def main() -> None:
    """Measure what decisions about whole groups bring to the default extractor."""


@main.command(cls=Tool)
@click.argument("name", type=click.Choice(list(BASES)))
@data_option
@models_option
def train(name: str, data: Path, models: Path) -> None:
    """Train a base."""
    start = time.perf_counter()
    loaded = [corpora.load(of, data / of) for of in TRAINED_ON]

    def report(step: str) -> None:
        click.echo(f"{time.perf_counter() - start:5.0f} s: {step}")

    train_base(name, loaded, models / f"{name}.model", report)


@main.command(cls=Tool)
@data_option
@models_option
@figures_option
def measure(data: Path, models: Path, figures: Path) -> None:
    """Compare the designs, and record the table."""
    loaded = {name: corpora.load(name, data / name) for name in TRAINED_ON}
    used = [loaded[name] for name in MEASURED]
    files = {name: _digest(path) for name in BASES if (path := models / f"{name}.model").is_file()}
    if not files:
        raise BadInput(f"{models}: there are no bases; run `python -m tools.group_designs train`")
    pages = read_pages(loaded, {name: load(models / f"{name}.model") for name in files})
    table = compare_designs(pages, used)
    for row in table["designs"]:
        parts = (
            f"{name} {of['f1']:.4f} {of['lead']['difference']:+.4f} "
            f"({of['lead']['low']:+.4f} {of['lead']['high']:+.4f}) {of['changed']}/{of['pages']}"
            for name, of in row["kinds"].items()
        )
        click.echo("\n  ".join((row["design"], *parts)))
    run = describe_run(COMMAND, used, models=files)
    record(ENTRY, table, provenance=run, path=figures)


def read_pages(loaded: Mapping[str, Corpus], models: Mapping[str, Model]) -> list[MeasuredPage]:
    """Extract the pages that a base has not seen; a page is measured once."""
    pages: dict[tuple[str, str], MeasuredPage] = {}
    for name, model in models.items():
        left_out = leave_out(name, loaded)
        items = [(of, item) for of in MEASURED for item in left_out[of] if item.in_means]
        for of, item in track(items, name):
            if (of, item.id) not in pages and item.gold.text:
                unspaced = loaded[of].metric == "words-unspaced"
                pages[of, item.id] = read_page(item, of, model, unspaced)
    return list(pages.values())


def compare_designs(pages: Sequence[MeasuredPage], used: Sequence[Corpus]) -> dict[str, Any]:
    """Compare the designs, each fitted on one half of the hosts and measured on the other."""
    folds = split_folds(used, 2, 0).fold_of
    halves = [folds[page.corpus, page.id] for page in pages]
    kinds = [_name_kind(page) for page in pages]
    base = [score_decision(page, ()) for page in pages]
    rows = []
    for name, design in DESIGNS.items():
        decides = {
            half: design([page for page, of in zip(pages, halves, strict=True) if of != half])
            for half in sorted(set(halves))
        }
        scores = [
            score_decision(page, decides[of](page)) for page, of in zip(pages, halves, strict=True)
        ]
        rows.append({"design": name, "kinds": _summarise(kinds, scores, base)})
    return {"designs": rows, "groups": _count_groups(pages, kinds)}


def _name_kind(page: MeasuredPage) -> str:
    """The column of a page in the table."""
    if page.corpus != "wcxb":
        return page.corpus
    return page.page_type if page.page_type in GROUPED else "other types"


def _summarise(
    kinds: Sequence[str], scores: Sequence[float], base: Sequence[float]
) -> dict[str, Any]:
    summary = {}
    for kind in (*GROUPED, "forums", "other types", "all"):
        pairs = [
            (score, before)
            for of, score, before in zip(kinds, scores, base, strict=True)
            if kind in (of, "all")
        ]
        if pairs:
            after, before = zip(*pairs, strict=True)
            summary[kind] = {
                "pages": len(pairs),
                "changed": sum(score != old for score, old in pairs),
                "f1": round_value(fmean(after)),
                "lead": describe_lead(compare_pairs(after, before)),
            }
    return summary


def _count_groups(pages: Sequence[MeasuredPage], kinds: Sequence[str]) -> dict[str, Any]:
    """Count the groups, and those of which the base keeps nearly all or nearly nothing."""
    counts = {}
    for kind in dict.fromkeys(kinds):
        shares = [
            group.whole.share
            for page, of in zip(pages, kinds, strict=True)
            if of == kind
            for group in page.groups
            if group.whole.n_words
        ]
        counts[kind] = {
            "groups": len(shares),
            "none": sum(share <= 0.1 for share in shares),
            "all": sum(share >= 0.9 for share in shares),
        }
    return counts


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


if __name__ == "__main__":
    main()
