"""Sweep: find the best values of parameters that a paper leaves open.

    python -m tools.sweep cetr dom siblings

measures a method with every combination of the values that it is registered with, on the corpora of
its family that may be trained or tuned on, and records the entry `sweep NAME` of the figures.
Combinations in which a parameter has no effect are tried with its default only. The figure that may
be published is out of fold: for the pages of a fold, the combination that is best on the others.
The best combination has the highest mean of the corpora's figures, so that a large collection does
not decide alone. If the paper prints some of the values, there is a second figure of this kind:
with these values fixed, so that only what the paper leaves open is chosen. A method that is trained
runs on each page with a model that was trained on the other folds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.measure.cross_validation import FoldModels
from pagecore.measure.folds import Folds, Place, split_folds
from pagecore.measure.gold import list_fields
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.metric import Metric, Row, Scope
from pagecore.measure.output import Output
from pagecore.measure.run_families import extract_with_each, find_posts_with_each
from pagecore.registry import PAGE, THREAD, Method, Value, find_method, list_methods
from pagecore.train.figures import group_by_trait, round_figure
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record

COMMAND: Final = "python -m tools.sweep"

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Trial:
    """The scores of a method on a corpus with every combination."""

    corpus: Corpus
    metric: Metric
    #: The row of every combination, by page.
    rows: Mapping[Place, Sequence[Row]]

    def value(self, combination: int, places: Iterable[Place]) -> float | None:
        """The figure of a combination over some pages; None if none of them is in this corpus."""
        rows = [self.rows[place][combination] for place in places if place in self.rows]
        return self.metric.value(rows) if rows else None


def list_combinations(method: Method) -> list[dict[str, Value]]:
    """All combinations of the values that a method is swept with; the default first. A parameter
    without effect has its default."""
    if not method.sweep:
        known = ", ".join(known.short_name for known in list_methods() if known.sweep) or "none"
        raise BadOption(f"method {method.short_name!r} has nothing to sweep; these have: {known}")
    default = {name: method.parameters[name].default for name in method.sweep}
    every = [
        dict(zip(method.sweep, values, strict=True))
        for values in itertools.product(*method.sweep.values())
    ]
    effective = [
        values
        for values in every
        if all(values[name] == default[name] or is_used(method, name, values) for name in values)
    ]
    return sorted(effective, key=lambda values: values != default)


def is_used(method: Method, name: str, values: Mapping[str, Value]) -> bool:
    """Whether a parameter has an effect in a combination."""
    condition = method.used_with.get(name, {})
    return all(values.get(other, value) == value for other, value in condition.items())


def is_printed(method: Method, values: Mapping[str, Value]) -> bool:
    """Whether a combination has the values that the paper prints, as far as they have an effect."""
    return all(
        values[name] == value or not is_used(method, name, values)
        for name, value in method.printed.items()
    )


def sweep(
    method: Method, corpora: Sequence[Corpus], *, seed: int = 0, progress: Progress | None = None
) -> dict[str, Any]:
    """Measure a method with every combination, and out of fold with the best of them.

    Args:
        method: with values to try.
        corpora: labelled pages that may be trained or tuned on.
        seed: random seed; it decides which sites share a fold.
        progress: called after every page.
    """
    report = progress or (lambda what, total: None)
    every = list_combinations(method)
    folds = split_folds(corpora, method.family.n_folds or "groups", seed, tuning=True)
    learned = None
    if method.trainer is not None:
        learned = FoldModels.of(method.short_name, corpora, folds, seed, report)
    trials = [_try_values(method, every, corpus, report, learned) for corpus in corpora]
    as_printed = [at for at, values in enumerate(every) if is_printed(method, values)]
    printed = _validate(trials, every, as_printed, folds) if method.printed else None
    return {
        "method": method.name,
        "folds": folds.name,
        "digest": folds.digest,
        **_validate(trials, every, range(len(every)), folds),
        **({"printed": {"values": dict(method.printed)} | printed} if printed else {}),
        "tried": [
            {"parameters": parameters}
            | {
                trial.corpus.name: round_figure(trial.value(at, trial.rows) or 0.0)
                for trial in trials
            }
            for at, parameters in enumerate(every)
        ],
    }


def _validate(
    trials: Sequence[Trial],
    every: Sequence[Mapping[str, Value]],
    among: Sequence[int],
    folds: Folds,
) -> dict[str, Any]:
    """The best of some combinations, those chosen for each fold, and their figures out of fold."""
    chosen = {
        fold: find_best(trials, [place for place, of in folds.fold_of.items() if of != fold], among)
        for fold in sorted(set(folds.fold_of.values()))
    }
    return {
        "best": every[find_best(trials, folds.fold_of, among)],
        "chosen": {fold: every[at] for fold, at in chosen.items()},
        "corpora": {
            trial.corpus.name: {
                "digest": trial.corpus.digest,
                "metric": trial.metric.name,
            }
            | _measure_out_of_fold(trial, folds, chosen)
            for trial in trials
        },
    }


def _try_values(
    method: Method,
    every: Sequence[Mapping[str, Value]],
    corpus: Corpus,
    report: Progress,
    learned: FoldModels | None,
) -> Trial:
    """Run a method over a corpus with every combination; pages without gold are left out."""
    metric = METRICS[find_metric(method, corpus)]
    scope = Scope(list_fields(corpus.items), frozenset(method.family.outputs))
    by_id: dict[str, Item] = {item.id: item for item in corpus.items}
    rows: dict[Place, list[Row]] = {}
    for output, row in _score_outputs(
        _run_combinations(method, every, corpus, metric, learned), metric, scope, by_id
    ):
        if row is not None:
            rows.setdefault((corpus.name, output.id), []).append(row)
        report(f"{method.short_name}: {corpus.name}", len(corpus.items) * len(every))
    if not rows:
        raise BadOption(f"{corpus.name}: no page has the gold that {metric.name} needs")
    return Trial(corpus, metric, rows)


def _score_outputs(
    outputs: Iterable[Output], metric: Metric, scope: Scope, by_id: Mapping[str, Item]
) -> Iterator[tuple[Output, Row | None]]:
    """Score outputs. Many combinations choose the same text, which is scored once."""
    page, known = "", dict[str, Row | None]()
    for output in outputs:
        if output.id != page or metric.needs != ("text",):
            page = output.id
            known.clear()
        if output.text not in known:
            known[output.text] = metric.score(by_id[output.id], output, scope)
        yield output, known[output.text]


def _run_combinations(
    method: Method,
    every: Sequence[Mapping[str, Value]],
    corpus: Corpus,
    metric: Metric,
    learned: FoldModels | None,
) -> Iterator[Output]:
    """The outputs of a method; those of a page are in the order of the combinations."""
    if method.family is PAGE and metric.needs == ("text",):
        # Every page is parsed once, which saves time.
        for item in corpus.items:
            if item.in_means:
                yield from extract_with_each(method, item, _add_model(every, corpus, item, learned))
        return
    if learned is not None:
        for item in corpus.items:
            for combination in _add_model(every, corpus, item, learned):
                yield from method.family.contend(method, [item], combination)
        return
    if method.family is THREAD and method.uses:
        for item in corpus.items:
            yield from find_posts_with_each(method, item, every)
        return
    for combination in every:
        yield from method.family.contend(method, corpus.items, combination)


def _add_model(
    every: Sequence[Mapping[str, Value]], corpus: Corpus, item: Item, learned: FoldModels | None
) -> Sequence[Mapping[str, Any]]:
    """The combinations, with the model that was trained without the fold of a page."""
    if learned is None:
        return every
    model = learned.model((corpus.name, item.id))
    return [{**combination, "model": model} for combination in every]


def find_metric(method: Method, corpus: Corpus) -> str:
    """The metric that a method is swept by on a corpus: that of its family, or the corpus' own."""
    own = method.corpora.get(corpus.format, corpus.metric)
    if set(METRICS[own].needs) & set(method.family.outputs):
        return own
    return next(iter(method.corpora.values()))


def find_best(
    trials: Sequence[Trial], places: Iterable[Place], among: Sequence[int] | None = None
) -> int:
    """Find the combination with the highest mean of the corpora's figures over some pages. A tie
    goes to the first, so the default wins.

    Args:
        trials: one per corpus.
        places: the pages.
        among: the combinations to choose from; None for all.
    """
    some = list(places)
    n = len(next(iter(trials[0].rows.values())))
    known = range(n) if among is None else among
    means = []
    for combination in known:
        values = [trial.value(combination, some) for trial in trials]
        means.append(np.mean([value for value in values if value is not None]))
    return known[int(np.argmax(np.round(means, 4)))]


def _measure_out_of_fold(trial: Trial, folds: Folds, chosen: Mapping[str, int]) -> dict[str, Any]:
    by_id: dict[str, Item] = {item.id: item for item in trial.corpus.items}
    scored = [
        (by_id[place[1]], rows[chosen[folds.fold_of[place]]]) for place, rows in trial.rows.items()
    ]

    def summarise(some: Sequence[tuple[Item, Row]]) -> dict[str, Any]:
        rows = [row for _, row in some]
        interval = [round_figure(bound) for bound in trial.metric.interval(rows)]
        return {
            "pages": len(rows),
            "f1": round_figure(trial.metric.value(rows)),
            "interval": interval,
        }

    groups = [group_by_trait(trait, scored, summarise) for trait in ("page_type", "language")]
    return summarise(scored) | groups[0] | groups[1]


def show_figures(validated: Mapping[str, Any]) -> str:
    """The figures out of fold, as text."""
    return ", ".join(f"{name} {of['f1']:.3f}" for name, of in validated["corpora"].items())


def name_entry(method: Method) -> str:
    """The entry of the figures that a sweep of a method is in."""
    return f"sweep {method.short_name}"


def load_corpora(method: Method, data: Path) -> list[Corpus]:
    """The corpora that a method is swept on: those of its family that may be trained or tuned
    on."""
    layouts = {name: collections.find_format(name) for name in method.corpora}
    names = [name for name, layout in layouts.items() if layout.trainable or layout.tunable]
    if not names:
        raise BadOption(f"no corpus of the family {method.family} may be trained or tuned on")
    return [collections.load(name, data / name) for name in names]


@click.command(cls=Tool)
@click.argument("names", metavar="METHOD...", nargs=-1)
@data_option
@figures_option
def main(names: Sequence[str], data: Path, figures: Path) -> None:
    """Sweep the parameters of METHOD, or of all methods that have a sweep."""
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    wanted = [find_method(name) for name in names] or [
        known for known in list_methods() if known.sweep
    ]
    for method in wanted:
        list_combinations(method)
    tasks: dict[str, TaskID] = {}
    with Bar(transient=True) as bar:

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.advance(tasks[what])

        for method in wanted:
            corpora = load_corpora(method, data)
            tried = sweep(method, corpora, progress=advance)
            run = describe_run(f"{COMMAND} {method.short_name}", corpora)
            record(name_entry(method), tried, provenance=run, path=figures)
            for label, of in (("best", tried), ("as printed", tried.get("printed"))):
                if of is not None:
                    bar.console.print(
                        f"{method.short_name}: {label} {of['best']}; out of fold {show_figures(of)}"
                    )


if __name__ == "__main__":
    main()
