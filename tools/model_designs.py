"""The quality of other designs of the default extractor, on the same folds, labels and features.

    python -m tools.model_designs

trains each design on WCXB, Fundus, Readability and forums and records its word F1 in the entries
`designs` and `mixes` of the figures. A design predicts the probability of each block by models that
have not seen its site, in five parts, and the choice with the best expected F1 is scored. The
weights of names, the drafts and the first passes are not fitted again inside the parts. A mix is
trained on all collections but one, with one pass, and measured on that one. There are fewer trees
than in the shipped model, so that an hour is enough. The figures can be compared with each other,
but not with those of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from pagecore import _core, corpora
from pagecore.page.judging import Floats, NameWeights, describe_blocks, describe_choices
from pagecore.train.default import DefaultTrainer
from pagecore.train.names import fit_names
from pagecore.train.samples import PageSample
from pagecore.train.settings import Settings
from pagecore.train.training_set import TrainingSet
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

CORPORA: Final = ("wcxb", "fundus", "readability", "forums")
#: Parts of the pages; each is classified by models trained on the others.
PARTS: Final = 5
#: Steps and learning rate of the linear model.
STEPS: Final = 120
RATE: Final = 0.05

#: Weight of a page of each collection; a collection that is not named is not learned from.
MIXES: Final = {
    "all alike": {"wcxb": 1, "fundus": 1, "readability": 1, "forums": 1},
    "WCXB alone": {"wcxb": 1},
    "Fundus three times": {"wcxb": 1, "fundus": 3, "readability": 1, "forums": 1},
}

#: Groups of features that are left out, one group at a time.
THEMES: Final = {
    "the names of elements": ("names", "near names", "own name", "worst name", "best name"),
    "items of lists": (
        "outer items", "outer plain share", "outer link share", "outer begins",
        "outer free before", "outer free beside item", "outer median plain", "outer dated",
        "outer price", "outer ellipsis", "outer image", "place template all",
    ),
    "where links lead": (
        "page depth", "page slug", "says slug", "link box words", "link folder 2", "link steps 3",
        "link length 3", "links below 3", "alike link steps", "alike link slug",
        "alike link folder", "alike link length", "slug beside page's",
    ),
    "boxes and what classes hide": (
        "control box share", "control box rate", "image box share", "image box rate",
        "heading box words", "linked heading box steps", "elements 2", "elements 3", "fields 3",
        "controls 4", "images 4", "class hidden", "unseen share", "custom",
    ),
    "what stands twice": (
        "twin words", "twin before", "twin hidden", "same text", "same before",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class DesignData:
    """The data that designs are trained on."""

    data: TrainingSet
    names: Sequence[NameWeights]
    look: Floats
    listed: Sequence[str]
    #: The corpus of every page.
    of: Sequence[str]

    @property
    def gold(self) -> Floats:
        return self.data.target.astype(np.float32)

    def column(self, name: str) -> int:
        return self.listed.index(name)

    def predict_out_of_fold(
        self, look: Floats, target: Floats, step: Callable[[str], None]
    ) -> Floats:
        settings = self.data.settings
        trees = settings.draft_trees, settings.draft_rate
        return self.data.predict_out_of_fold(look, target, 0, "", trees, step)


Design = Callable[[DesignData, dict[str, Floats], Callable[[str], None]], Floats]


def _names_alone(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    score = np.clip(data_set.look[:, data_set.column("names")], -30, 30)
    return (1 / (1 + np.exp(-score))).astype(np.float32)


def _linear(data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]) -> Floats:
    """Logistic regression over all features, each replaced by its rank."""
    data = data_set.data
    ranks = np.empty_like(data_set.look)
    for at in range(data_set.look.shape[1]):
        column = data_set.look[:, at]
        cuts = np.unique(np.quantile(column[::7], np.linspace(0, 1, 65)[1:-1]))
        ranks[:, at] = np.searchsorted(cuts, column) / max(len(cuts), 1) - 0.5
    chances = np.zeros(len(ranks), np.float32)
    for part in data.outside:
        step("")
        learned = part & data.drawn
        x, y = ranks[learned], data_set.gold[learned]
        weight = (data.weight[learned] / data.weight[learned].sum()).astype(np.float32)
        slopes, bias = np.zeros(x.shape[1], np.float32), 0.0
        mean, square = np.zeros(x.shape[1] + 1), np.zeros(x.shape[1] + 1)
        for number in range(1, STEPS + 1):
            error = (1 / (1 + np.exp(-(x @ slopes + bias))) - y) * weight
            gradient = np.append(x.T @ error + 1e-5 * slopes, error.sum())
            mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
            move = mean / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.99**number)) + 1e-7)
            slopes -= (RATE * move[:-1]).astype(np.float32)
            bias -= RATE * float(move[-1])
        chances[~part] = 1 / (1 + np.exp(-(ranks[~part] @ slopes + bias)))
    return chances


def _one_look_at_gold(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    return data_set.predict_out_of_fold(data_set.look, data_set.gold, step)


def _soften_gold(data_set: DesignData, known: dict[str, Floats]) -> Floats:
    share = data_set.data.settings.gold
    softened: Floats = share * data_set.gold + (1 - share) * known["one look, gold as it is"]
    return softened


def _one_look(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    return data_set.predict_out_of_fold(data_set.look, _soften_gold(data_set, known), step)


def _two_looks_at_gold(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    look = data_set.data.compute_features(data_set.names, known["one look, gold as it is"])
    return data_set.predict_out_of_fold(look, data_set.gold, step)


def _two_looks(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    look = data_set.data.compute_features(data_set.names, known["one look"])
    return data_set.predict_out_of_fold(look, _soften_gold(data_set, known), step)


def _as_two_looks(
    data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
) -> Floats:
    return known["two looks"]


def _leave_out(theme: str) -> Design:
    def design(
        data_set: DesignData, known: dict[str, Floats], step: Callable[[str], None]
    ) -> Floats:
        gone = {data_set.column(name) for name in THEMES[theme]}
        kept = [at for at in range(len(data_set.listed)) if at not in gone]
        return data_set.predict_out_of_fold(
            data_set.look[:, kept], _soften_gold(data_set, known), step
        )

    return design


#: In the order in which they are trained: a later one may need an earlier one.
DESIGNS: Final[dict[str, Design]] = {
    "the names of elements alone, a linear model": _names_alone,
    "all features, a linear model": _linear,
    "one look, gold as it is": _one_look_at_gold,
    "one look": _one_look,
    **{f"one look without {theme}": _leave_out(theme) for theme in THEMES},
    "two looks, gold as it is": _two_looks_at_gold,
    "two looks": _two_looks,
    "two looks, every block above one half": _as_two_looks,
    "two looks, copies kept": _as_two_looks,
}


def prepare_data(samples: Mapping[str, Sequence[PageSample]], settings: Settings) -> DesignData:
    """Prepare the data for designs from the samples of each corpus."""
    data = TrainingSet.of(samples, settings, 0, {})
    names = [fit_names(data.bags, data.target, data.weight, part) for part in data.outside]
    listed = [feature.name for feature in describe_blocks(data.samples[0].page)[0]]
    of = [name for name in sorted(samples) for _ in samples[name]]
    return DesignData(data, names, data.compute_features(names), listed, of)


def compare_designs(
    data_set: DesignData, step: Callable[[str], None]
) -> Iterator[tuple[str, dict[str, float]]]:
    """Measure the mean word F1 of every design on each corpus; `step` is called for every fit."""
    known: dict[str, Floats] = {}
    for name, design in DESIGNS.items():
        known[name] = design(data_set, known, step)
        scores_of: dict[str, list[float]] = {}
        for at, (sample, corpus) in enumerate(zip(data_set.data.samples, data_set.of, strict=True)):
            blocks = slice(data_set.data.start[at], data_set.data.start[at + 1])
            choice = _choose_blocks(data_set, name, at, np.ascontiguousarray(known[name][blocks]))
            scores_of.setdefault(corpus, []).append(sample.score_choice(choice))
        yield name, {corpus: float(np.mean(scores)) for corpus, scores in scores_of.items()}


def compare_mixes(
    samples: Mapping[str, Sequence[PageSample]],
    settings: Settings,
    mix: Mapping[str, float],
    step: Callable[[str], None],
) -> dict[str, float]:
    """Measure word F1 on every collection, trained on the others.

    Args:
        samples: of every collection.
        settings: with the parts in which the weights of names are learned.
        mix: what a page of each collection counts.
        step: called before every fit.
    """
    data = TrainingSet.of(samples, settings, 0, mix)
    of = np.array([name for name in sorted(samples) for _ in samples[name]])
    of_block = np.repeat(of, np.diff(data.start))
    means = {}
    for held in sorted(samples):
        step(held)
        learned = np.isin(of_block, [name for name in mix if name != held])
        if not learned.any():
            continue
        # The weights of names that a page is described with have not seen it.
        parts = [*data.outside, data.all_blocks]
        names = [fit_names(data.bags, data.target, data.weight, learned & part) for part in parts]
        apart = replace(data, part=np.where(of == held, len(data.outside), data.part))
        look = apart.compute_features(names)
        trees = settings.draft_trees, settings.draft_rate
        gold = data.target.astype(np.float32)
        classifier = data.fit_classifier(look, gold, learned, 0, trees)
        scores = []
        for at in np.flatnonzero(of == held):
            blocks = slice(data.start[at], data.start[at + 1])
            # CatBoost needs at least one block.
            chance = (
                classifier.predict_proba(look[blocks])[:, 1].astype(np.float32)
                if len(look[blocks])
                else np.zeros(0, np.float32)
            )
            sample = data.samples[at]
            keep = np.frombuffer(_core.select(chance, sample.words, 1.0), np.bool_)
            scores.append(sample.score_choice(keep))
        means[held] = float(np.mean(scores))
    return means


def _choose_blocks(
    data_set: DesignData, name: str, at: int, chance: Floats
) -> npt.NDArray[np.bool_]:
    sample = data_set.data.samples[at]
    if name.endswith("above one half"):
        return chance > 0.5
    if name.endswith("copies kept"):
        return np.frombuffer(_core.select(chance, sample.words, 1.0), np.bool_)
    names = data_set.names[data_set.data.part[at]]
    choice: npt.NDArray[np.bool_] = describe_choices(sample.page, chance, names=names)[2][0]
    return choice


@click.command(cls=Tool)
@data_option
@figures_option
@click.option(
    "--only", type=click.Choice(["designs", "mixes"]), help="Measure these alone."
)  # fmt: skip
@click.pass_context
def main(context: click.Context, data: Path, figures: Path, only: str | None) -> None:
    """Compare designs and mixes, and record the figures."""
    trainer = DefaultTrainer(replace(Settings(), parts=PARTS))
    loaded = [corpora.load(name, data / name) for name in CORPORA]
    samples = {corpus.name: trainer.samples(corpus) for corpus in loaded}
    run = describe_run(write_command(context, "tools.model_designs"), loaded)
    n_pages = {name: len(samples[name]) for name in CORPORA}
    with Progress() as progress:

        def row(name: str, f1: Mapping[str, float]) -> dict[str, Any]:
            shown = {corpus: round_value(value) for corpus, value in f1.items()}
            progress.console.print(name, *shown.values())
            return {"design": name, "f1": shown}

        if only != "designs":
            task = progress.add_task("mixes", total=len(MIXES) * len(CORPORA))
            halves = replace(Settings(), parts=2)
            rows = [
                row(name, compare_mixes(samples, halves, mix, lambda _: progress.advance(task)))
                for name, mix in MIXES.items()
            ]
            record("mixes", {"pages": n_pages, "rows": rows}, provenance=run, path=figures)
        if only != "mixes":
            # Three learn nothing: the names alone, and two other choices.
            task = progress.add_task("designs", total=(len(DESIGNS) - 3) * PARTS)
            data_set = prepare_data(samples, trainer.settings)
            rows = [
                row(name, f1)
                for name, f1 in compare_designs(data_set, lambda _: progress.advance(task))
            ]
            record("designs", {"pages": n_pages, "rows": rows}, provenance=run, path=figures)


if __name__ == "__main__":
    main()
