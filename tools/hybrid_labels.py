"""Labels of the method `hybrid`: how much of the gold a block must hold to be learned as content.

    python -m tools.hybrid_labels

trains `hybrid` with several label shares, measures both learners, both sets of candidates and both
values of `keep` on pages of sites that were not trained on, and records the entry `hybrid labels`
of the figures. The share that may be published is out of fold: for the pages of a fold, the share
that is best on the others. Best is the highest mean of the corpora's figures, with the default
learner and `keep`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import click

from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Item
from pagecore.extract import extract
from pagecore.measure.cross_validation import FoldModels
from pagecore.measure.folds import Folds, Place, split_folds
from pagecore.methods.candidates import CANDIDATE_TAGS, GOLD_SHARES
from pagecore.methods.hybrid import KEEPS, LEARNERS, hybrid
from pagecore.metrics.words import score_words
from pagecore.models.model import Model
from pagecore.page import parse
from pagecore.train.figures import has_gold, name_word_metric, round_figure
from pagecore.train.hybrid import TRAINER, HybridTrainer
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command

ENTRY: Final = "hybrid labels"
CORPORA: Final = ("wcxb", "fundus", "readability")
SHARES: Final = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
N_FOLDS: Final = 5


class Design(NamedTuple):
    """A way to train and use the method."""

    candidates: str
    share: float
    learner: str
    keep: str


@dataclass(frozen=True)
class Trial:
    """A design on a page that its model has not seen."""

    f1: float
    #: Whether a candidate is positive; otherwise the most probable one was kept.
    has_positive: bool


def measure_page(item: Item, models: Mapping[float, Model], unspaced: bool) -> dict[Design, Trial]:
    """Measure all designs on a page.

    Args:
        item: a page with gold.
        models: the models of its fold, by label share.
        unspaced: as in `score_words`.
    """
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    f1_by_content: dict[bytes, float] = {}
    trials = {}
    for share, candidates, learner, keep in itertools.product(
        models, CANDIDATE_TAGS, LEARNERS, KEEPS
    ):
        options: dict[str, Any] = {"learner": learner, "keep": keep, "candidates": candidates}
        choice = hybrid(page, **options, model=models[share])
        content = choice.content.tobytes()
        f1 = f1_by_content.get(content)
        if f1 is None:
            document = extract(page, method="hybrid", quotes=True, **options, model=models[share])
            f1 = score_words(str(item.gold.text), document.text, unspaced).f1
            # If nothing is chosen, the options also decide what is read from data.
            if document.text and len(document.parts) == 1:
                f1_by_content[content] = f1
        has_positive = bool((choice.evidence["probability"] > 0.5).any())
        trials[Design(candidates, share, learner, keep)] = Trial(f1, has_positive)
    return trials


def measure_corpora(
    corpora: Sequence[Corpus],
    folds: Folds,
    shares: Sequence[float],
    progress: Callable[[str, int], None],
) -> dict[Place, dict[Design, Trial]]:
    """Measure all designs on all pages, each with models of the other folds."""
    samples = {
        corpus.name: TRAINER.samples(
            corpus, progress=partial(_report_label, progress, corpus.name, len(corpus.items))
        )
        for corpus in corpora
    }
    learned = {}
    for share in shares:
        trainer = HybridTrainer(dict.fromkeys(CANDIDATE_TAGS, share))
        learned[share] = FoldModels("hybrid", trainer, samples, folds, 0)
    trials = {}
    for corpus in corpora:
        is_unspaced = name_word_metric(corpus) == "words-unspaced"
        for item in corpus.items:
            place = (corpus.name, item.id)
            if has_gold(item):
                models: dict[float, Any] = {
                    share: of_share.model(place) for share, of_share in learned.items()
                }
                trials[place] = measure_page(item, models, is_unspaced)
            progress(f"{corpus.name}: designs", len(corpus.items))
    return trials


def _report_label(progress: Callable[[str, int], None], name: str, total: int, _: Item) -> None:
    progress(f"{name}: labels", total)


def summarise(
    trials: Mapping[Place, Mapping[Design, Trial]], folds: Folds, corpora: Sequence[str]
) -> dict[str, Any]:
    """The figures of every design, and those of the share that is chosen out of fold."""
    designs = list(next(iter(trials.values())))
    rows = []
    for design in designs:
        by_corpus = {name: _list_trials(trials, design, name) for name in corpora}
        row: dict[str, Any] = design._asdict()
        row["f1"] = {
            name: round_figure(fmean(trial.f1 for trial in of)) for name, of in by_corpus.items()
        }
        if design.keep == "positive":
            row["without_positive"] = {
                name: sum(not trial.has_positive for trial in of) for name, of in by_corpus.items()
            }
            # What the figure would be if nothing were kept where no candidate is positive.
            row["f1_of_positive_alone"] = {
                name: round_figure(fmean(trial.f1 * trial.has_positive for trial in of))
                for name, of in by_corpus.items()
            }
        rows.append(row)
    chosen = {name: _choose_out_of_fold(trials, folds, corpora, name) for name in CANDIDATE_TAGS}
    pages = {name: sum(place[0] == name for place in trials) for name in corpora}
    return {
        "folds": folds.name,
        "digest": folds.digest,
        "used": dict(GOLD_SHARES),
        "pages": pages,
        "chosen": chosen,
        "designs": rows,
    }


def _list_trials(
    trials: Mapping[Place, Mapping[Design, Trial]], design: Design, corpus: str
) -> list[Trial]:
    return [of[design] for place, of in trials.items() if place[0] == corpus]


def _choose_out_of_fold(
    trials: Mapping[Place, Mapping[Design, Trial]],
    folds: Folds,
    corpora: Sequence[str],
    candidates: str,
) -> dict[str, Any]:
    """For the pages of each fold, the share that is best on the others, and the F1 with it."""
    designs = [
        design
        for design in next(iter(trials.values()))
        if (design.candidates, design.learner, design.keep) == (candidates, *_DEFAULTS)
    ]

    def mean(design: Design, fold: str) -> float:
        others = [place for place in trials if folds.fold_of[place] != fold]
        return fmean(
            fmean(trials[place][design].f1 for place in others if place[0] == name)
            for name in corpora
        )

    best = {
        fold: max(designs, key=lambda design: mean(design, fold))
        for fold in sorted(set(folds.fold_of.values()))
    }
    f1 = {
        name: round_figure(
            fmean(
                of[best[folds.fold_of[place]]].f1
                for place, of in trials.items()
                if place[0] == name
            )
        )
        for name in corpora
    }
    return {"shares": {fold: design.share for fold, design in best.items()}, "f1": f1}


#: The learner and the value of `keep` that choose the share: the defaults.
_DEFAULTS: Final = ("c45", "positive")


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure the label shares of `hybrid` out of fold, and record the figures."""
    from rich.progress import Progress, TaskID

    corpora = [collections.load(name, data / name) for name in CORPORA]
    folds = split_folds(corpora, N_FOLDS, 0)
    with Progress(transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.advance(tasks[what])

        trials = measure_corpora(corpora, folds, SHARES, advance)
    run = describe_run(write_command(context, "tools.hybrid_labels"), corpora)
    record(ENTRY, summarise(trials, folds, CORPORA), provenance=run, path=figures)


if __name__ == "__main__":
    main()
