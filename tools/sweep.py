"""Sweep: which values of the parameters that a paper leaves to experiments serve best.

    python -m tools.sweep cetr kmib

measures a method with every combination of the values that it is registered with, on all pages that
may be trained on, and records the entry `sweep NAME` of the figures. The figure that may be
published is out of fold: for the pages of a fold, the combination that is best on the others. The
best combination has the highest mean of the corpora's means, so that a large collection does not
decide alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click
import numpy as np

from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.extract import extract
from pagecore.measure.folds import Folds, Place, folded
from pagecore.measure.metric import METRICS, Asked
from pagecore.measure.output import Output
from pagecore.metrics import bootstrap
from pagecore.page import Page, parse
from pagecore.registry import Method, Value, method_named, methods
from pagecore.train.figures import has_gold, of_groups, rounded, word_metric
from tools.options import data_option, figures_option
from tools.record import describe_run, record

COMMAND: Final = "python -m tools.sweep"
#: The collections that parameters are chosen on.
CORPORA: Final = ("wcxb", "fundus", "readability")
N_FOLDS: Final = 5

Progress = Callable[[str, int], None]
#: The word F1 of every combination, by page.
Tried = dict[Place, list[float]]


def combinations(method: Method) -> list[dict[str, Value]]:
    """All combinations of the values that a method is to be tried with; the default first."""
    if not method.sweep:
        known = ", ".join(one.name for one in methods() if one.sweep) or "none"
        raise BadOption(f"method {method.name!r} has nothing to sweep; these have: {known}")
    default = {name: method.parameters[name].default for name in method.sweep}
    every = [
        dict(zip(method.sweep, values, strict=True))
        for values in itertools.product(*method.sweep.values())
    ]
    return sorted(every, key=lambda one: one != default)


def sweep(
    method: Method, corpora: Sequence[Corpus], *, seed: int = 0, progress: Progress | None = None
) -> dict[str, Any]:
    """What a method reaches with every combination, and out of fold with the best of them.

    Args:
        method: with values to try.
        corpora: labelled pages that may be trained on.
        seed: which sites share a fold.
        progress: called after every page.
    """
    told = progress or (lambda what, total: None)
    every = combinations(method)
    folds = folded(corpora, N_FOLDS, seed)
    tried = {corpus.name: _tried(method, every, corpus, told) for corpus in corpora}
    chosen = {
        fold: best(tried, [place for place, of in folds.of.items() if of != fold])
        for fold in sorted(set(folds.of.values()))
    }
    return {
        "method": method.name,
        "folds": folds.name,
        "digest": folds.digest,
        "best": every[best(tried, folds.of)],
        "chosen": {fold: every[at] for fold, at in chosen.items()},
        "corpora": {
            corpus.name: {"digest": corpus.digest, "metric": word_metric(corpus)}
            | _out_of_fold(corpus, tried[corpus.name], folds, chosen)
            for corpus in corpora
        },
        "tried": [
            {"parameters": parameters}
            | {name: rounded(fmean(f1[at] for f1 in of.values())) for name, of in tried.items()}
            for at, parameters in enumerate(every)
        ],
    }


def _tried(
    method: Method, every: Sequence[dict[str, Value]], corpus: Corpus, told: Progress
) -> Tried:
    metric = METRICS[word_metric(corpus)]
    asked = Asked(frozenset(), frozenset({"text"}))
    found: Tried = {}
    for item in filter(has_gold, corpus.items):
        page = parse(item.html(), url=item.url, encoding=item.encoding)
        texts = [_text(page, method.name, one) for one in every]
        rows = [metric.score(item, Output(item.id, text, None), asked) for text in texts]
        found[corpus.name, item.id] = [metric.value([row]) for row in rows if row is not None]
        told(f"{method.name}: {corpus.name}", len(corpus.items))
    return found


def _text(page: Page, method: str, parameters: dict[str, Any]) -> str:
    return extract(page, method=method, **parameters).text


def best(tried: Mapping[str, Tried], places: Iterable[Place]) -> int:
    """Which combination has the highest mean of the corpora's means over some of the pages; of
    equals the first, and so the default."""
    some = set(places)
    rows = [[f1 for place, f1 in of.items() if place in some] for of in tried.values()]
    means = np.mean([np.mean(of, axis=0) for of in rows if of], axis=0)
    return int(np.argmax(means.round(4)))


def _out_of_fold(
    corpus: Corpus, tried: Tried, folds: Folds, chosen: Mapping[str, int]
) -> dict[str, Any]:
    by_id: dict[str, Item] = {item.id: item for item in corpus.items}
    scored = [(by_id[place[1]], f1[chosen[folds.of[place]]]) for place, f1 in tried.items()]
    figures = of_groups(scored)
    figures["interval"] = _interval([f1 for _, f1 in scored])
    for page_type, about in figures.get("page_type", {}).items():
        about["interval"] = _interval(
            [f1 for item, f1 in scored if item.gold.page_type == page_type]
        )
    return figures


def _interval(values: Sequence[float]) -> list[float]:
    """Where the mean lies with 95 %, by bootstrap over pages."""
    return [rounded(bound) for bound in bootstrap.compute_interval(values)]


def entry_of(method: str) -> str:
    """The entry of the figures that a sweep of a method is in."""
    return f"sweep {method}"


@click.command()
@click.argument("names", metavar="METHOD...", nargs=-1)
@data_option
@figures_option
def main(names: Sequence[str], data: Path, figures: Path) -> None:
    """Sweep the parameters of methods; of all that have some without METHOD."""
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    wanted = [method_named(name) for name in names] or [one for one in methods() if one.sweep]
    corpora = [collections.load(name, data / name) for name in CORPORA]
    for method in wanted:
        combinations(method)
    tasks: dict[str, TaskID] = {}
    with Bar(transient=True) as bar:

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.advance(tasks[what])

        for method in wanted:
            tried = sweep(method, corpora, progress=advance)
            run = describe_run(f"{COMMAND} {method.name}", corpora)
            record(entry_of(method.name), tried, provenance=run, path=figures)
            held_out = ", ".join(f"{name} {of['f1']:.3f}" for name, of in tried["corpora"].items())
            bar.console.print(f"{method.name}: best {tried['best']}; out of fold {held_out}")


if __name__ == "__main__":
    main()
