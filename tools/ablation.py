"""Ablation: the quality that is lost if trees are trained without a group of features.

    python -m tools.ablation

records the entry `feature worth` of the figures. A group is a module of `core/src/judge/features`.
The pages are split into five parts by site, as in `tools.model_designs`. The probability of every
block is predicted by trees that have not seen its part, once with all features of the first pass
and once without each group. The log loss over blocks is the finest measure. Word F1 is that of the
choice from these probabilities.

Each probability is the mean over several random seeds, because a single fit varies by more than
most groups contribute. There are fewer trees than in the shipped model, and values are sorted into
quantiles first, so the figures compare with each other, but not with those of the model. Two cores
take some hours, a GPU ten minutes. The table of `tools.model_designs` shows what the second pass
contributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from pagecore import _core, corpora
from pagecore.page.judging import describe_choices
from pagecore.train.boosting import fit_trees
from pagecore.train.default import DefaultTrainer
from pagecore.train.settings import Settings
from tools.model_designs import CORPORA, PARTS, DesignData, prepare_data
from tools.options import Tool, data_option, figures_option, path_option
from tools.record import describe_run, record, round_value, write_command

Chances: TypeAlias = npt.NDArray[np.float32]

#: The modules that declare features, and how they do it.
MODULES: Final = Path(__file__).parent.parent / "core/src/judge/features"
DECLARATION: Final = re.compile(r'Feature::\w+\(\s*"([^"]+)"')

#: The random seeds whose probabilities are averaged.
SEEDS: Final = range(6)
#: Quantiles that the values of a feature are sorted into.
QUANTILES: Final = 64
#: The trees of a fit. CatBoost draws no features on a GPU (`rsm`), so nothing else does.
TREES: Final[Mapping[str, Any]] = {"iterations": 150, "learning_rate": 0.2, "rsm": 1}
#: The name of the fits that leave nothing out.
ALL: Final = "all features"


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The columns of all blocks that fits need."""

    #: For each block the quantile of every feature.
    look: npt.NDArray[np.uint8]
    gold: npt.NDArray[np.float32]
    weight: npt.NDArray[np.float64]
    drawn: npt.NDArray[np.bool_]
    #: For each part of the pages a mask of the blocks outside of it.
    outside: Sequence[npt.NDArray[np.bool_]]
    #: The columns of each group of features.
    groups: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, pages: DesignData) -> FeatureTable:
        """Sort the features of blocks into quantiles."""
        look = np.empty(pages.look.shape, np.uint8)
        shares = np.linspace(0, 1, QUANTILES + 1)[1:-1]
        for at, column in enumerate(pages.look.T):
            look[:, at] = np.searchsorted(np.unique(np.quantile(column, shares)), column)
        data = pages.data
        groups = group_columns(pages.listed)
        return cls(look, pages.gold, data.weight, data.drawn, data.outside, groups)


def group_columns(listed: Sequence[str]) -> dict[str, list[int]]:
    """Return the columns of each group: those of the features that a module of the core declares.

    Args:
        listed: the name of the feature of each column.
    """
    group_of = {
        name: module.stem
        for module in MODULES.glob("*.rs")
        for name in DECLARATION.findall(module.read_text("utf-8"))
    }
    groups: dict[str, list[int]] = {}
    for at, name in enumerate(listed):
        groups.setdefault(group_of[name], []).append(at)
    return groups


def predict_all(
    blocks: FeatureTable, kept: Path, step: Callable[[str], None], **learner: Any
) -> Iterator[tuple[str, Chances]]:
    """Yield the probabilities of all blocks with all features, and then without each group.

    Args:
        blocks: of all pages.
        kept: a folder that keeps the probabilities; those that are there are not computed again.
        step: called with the name of each group that is done.
        learner: parameters of CatBoost to change.
    """
    kept.mkdir(parents=True, exist_ok=True)

    def predict(name: str, seeds: Sequence[int], target: npt.NDArray[np.float32]) -> Chances:
        path = kept / f"{name}.npy"
        if not path.is_file():
            gone = set(blocks.groups.get(name, ()))
            columns = [at for at in range(blocks.look.shape[1]) if at not in gone]
            look = blocks.look[:, columns].astype(np.float32)
            by_seed = [_predict_once(blocks, look, target, seed, learner) for seed in seeds]
            np.save(path, np.mean(by_seed, axis=0).astype(np.float16))
        step(name)
        chances: Chances = np.load(path, allow_pickle=False).astype(np.float32)
        return chances

    share = Settings().gold
    softened = share * blocks.gold + (1 - share) * predict("draft", SEEDS[:1], blocks.gold)
    for name in (ALL, *blocks.groups):
        yield name, predict(name, SEEDS, softened)


def _predict_once(
    blocks: FeatureTable,
    look: npt.NDArray[np.float32],
    target: npt.NDArray[np.float32],
    seed: int,
    learner: Mapping[str, Any],
) -> Chances:
    chances = np.zeros(len(look), np.float32)
    for part in blocks.outside:
        learned = part & blocks.drawn
        trees = fit_trees(
            "CatBoostClassifier",
            Settings(),
            seed,
            look[learned],
            target[learned],
            blocks.weight[learned],
            loss_function="CrossEntropy",
            **{**TREES, **learner},
        )
        chances[~part] = trees.predict_proba(look[~part])[:, 1]
    return chances


def log_loss(blocks: FeatureTable, chances: Chances) -> npt.NDArray[np.float64]:
    """Return the weighted mean log loss of the blocks of each part."""
    chance = np.clip(chances.astype(np.float64), 1e-4, 1 - 1e-4)
    losses = -np.where(blocks.gold > 0, np.log(chance), np.log(1 - chance))
    parts = [blocks.drawn & ~outside for outside in blocks.outside]
    return np.array([np.average(losses[part], weights=blocks.weight[part]) for part in parts])


def score_pages(pages: DesignData, chances: Chances) -> dict[str, npt.NDArray[np.float64]]:
    """Return the word F1 of the choice of every page, by corpus."""
    scores: dict[str, list[float]] = {}
    for at, (sample, corpus) in enumerate(zip(pages.data.samples, pages.of, strict=True)):
        blocks = slice(pages.data.start[at], pages.data.start[at + 1])
        names = pages.names[pages.data.part[at]]
        choice = describe_choices(sample.page, chances[blocks], names=names)[2][0]
        scores.setdefault(corpus, []).append(sample.score_choice(choice))
    return {corpus: np.array(of) for corpus, of in scores.items()}


def compare_groups(
    blocks: FeatureTable, pages: DesignData, kept: Path, step: Callable[[str], None], **learner: Any
) -> dict[str, Any]:
    """Return the figures of all features, and the change without each group.

    Changes have standard errors: of the log loss over the parts, of F1 over the pages.

    Args:
        blocks: the blocks of `pages`.
        pages: what `tools.model_designs` prepares.
        kept: as for `predict_all`, with `step` and `learner`.
    """
    predicted = predict_all(blocks, kept, step, **learner)
    _, chances = next(predicted)
    losses, scores = log_loss(blocks, chances), score_pages(pages, chances)
    rows = []
    for group, chances in predicted:
        change = log_loss(blocks, chances) - losses
        changes = {name: of - scores[name] for name, of in score_pages(pages, chances).items()}
        changes["all pages"] = np.concatenate(list(changes.values()))
        rows.append(
            {
                "group": group,
                "features": len(blocks.groups[group]),
                "log_loss": _mean_and_error(change),
                "f1": {name: _mean_and_error(of) for name, of in changes.items()},
            }
        )
    of_all = {name: round_value(of.mean()) for name, of in scores.items()}
    of_all["all pages"] = round_value(np.concatenate(list(scores.values())).mean())
    return {
        "all": {
            "features": blocks.look.shape[1],
            "log_loss": round_value(losses.mean()),
            "f1": of_all,
        },
        "groups": rows,
    }


def _mean_and_error(values: npt.NDArray[np.float64]) -> dict[str, float]:
    error = values.std(ddof=1) / np.sqrt(len(values))
    return {"mean": round_value(float(values.mean())), "error": round_value(float(error))}


@click.command(cls=Tool)
@data_option
@figures_option
@path_option("--kept", ".data/ablation", "The folder that keeps predictions, to continue a run.")
@click.option("--gpu", is_flag=True, help="Fit on a GPU, whose trees differ a little.")
@click.pass_context
def main(context: click.Context, data: Path, figures: Path, kept: Path, gpu: bool) -> None:
    """Measure what each group of features contributes, and record the figures."""
    trainer = DefaultTrainer(replace(Settings(), parts=PARTS))
    loaded = [corpora.load(name, data / name) for name in CORPORA]
    pages = prepare_data(
        {corpus.name: trainer.samples(corpus) for corpus in loaded}, trainer.settings
    )
    blocks = FeatureTable.of(pages)
    learner: dict[str, Any] = {"task_type": "GPU"} if gpu else {}
    # Predictions from other features, or by other trees, are not those of this run.
    kept = kept / f"{_core.features_digest()}{'-gpu' if gpu else ''}"
    with Progress() as progress:
        task = progress.add_task("groups", total=2 + len(blocks.groups))
        comparison = compare_groups(
            blocks, pages, kept, lambda _: progress.advance(task), **learner
        )
    run = describe_run(write_command(context, "tools.ablation"), loaded)
    record("feature worth", comparison, provenance=run, path=figures)


if __name__ == "__main__":
    main()
