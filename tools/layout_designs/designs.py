"""Designs: from the scores of the default extractor and the visual columns to new probabilities.

A design is fitted to the pages of some folds and predicts the pages of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.methods.undrawn import MIN_DRAWN, has_scripts
from pagecore.page.judging import Floats
from pagecore.page.layout import LOW_QUALITY
from pagecore.train.boosting import fit_trees
from pagecore.train.settings import Settings
from tools.layout_designs.samples import SeenSample
from tools.layout_designs.seen_blocks import COLUMNS

_Values = npt.NDArray[np.float64]

#: Columns that need no layout: a design with these alone shows what the others add.
UNSEEN: Final = ("score", "score before", "score after", "words", "links")
NAMES: Final = tuple(COLUMNS)
_SCORE: Final = NAMES.index("score")
_VISIBLE, _OVERLAP, _BESIDE = (NAMES.index(name) for name in ("visible", "overlap", "beside"))
#: Distance from the main text of what lies beside it, as a share of the page's width.
_DISTANCE: Final = 0.01


@dataclass(frozen=True)
class Design:
    """How probabilities are made, and on which pages it is fitted."""

    name: str
    #: None for the scores as they are; else what is fitted: `logistic` or `trees`.
    learner: str | None = None
    #: The columns that it sees; `all` adds the features of the default extractor.
    columns: str = "seen"
    #: The collections that it is fitted to.
    corpora: tuple[str, ...] = ("visual", "wcxb")
    #: Whether pages of low quality keep the scores as they are.
    is_gated: bool = False
    #: What a rule drops from pages of sufficient quality. `undrawn` is all that is not drawn;
    #: `minor` is the same, unless it is most of the choice; `final` is the same on pages without
    #: scripts, as the extractor has it; `beside` is what lies beside the main text.
    dropped: str | None = None

    def fit(self, samples: Sequence[SeenSample], seed: int = 0) -> Predictor:
        """Fit it to pages; the result predicts the probabilities of another page."""
        learned = [sample for sample in samples if sample.corpus in self.corpora]
        if self.is_gated:
            learned = [sample for sample in learned if sample.quality >= LOW_QUALITY]
        if self.learner is None:
            return lambda sample: sample.probability
        rows = np.concatenate([self._choose_columns(sample) for sample in learned])
        target = np.concatenate([sample.page.label >= 0.5 for sample in learned])
        weight = np.concatenate([weigh_blocks(sample) for sample in learned])
        fit = {"logistic": fit_logistic, "trees": fit_small_trees}[self.learner]
        predict = fit(rows, target.astype(np.float64), weight / weight.mean(), seed)

        def predict_page(sample: SeenSample) -> Floats:
            if self.is_gated and sample.quality < LOW_QUALITY:
                return sample.probability
            return predict(self._choose_columns(sample)).astype(np.float32)

        return predict_page

    def correct(self, sample: SeenSample, keep: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Drop blocks from a choice by a rule."""
        if self.dropped is None or sample.quality < LOW_QUALITY:
            return keep
        if self.dropped == "final" and has_scripts(sample.page.page):
            return keep
        if self.dropped == "beside":
            is_beside = (sample.seen[:, _OVERLAP] == 0) & (sample.seen[:, _BESIDE] > _DISTANCE)
            left: npt.NDArray[np.bool_] = keep & ~is_beside
            return left
        is_undrawn = sample.seen[:, _VISIBLE] == 0
        words = sample.page.words
        is_most = words[keep & ~is_undrawn].sum() < MIN_DRAWN * words[keep].sum()
        if self.dropped != "undrawn" and is_most:
            return keep
        drawn: npt.NDArray[np.bool_] = keep & ~is_undrawn
        return drawn

    def _choose_columns(self, sample: SeenSample) -> Floats:
        if self.columns == "all":
            return np.concatenate([sample.seen, sample.features], axis=1)
        names = UNSEEN if self.columns == "unseen" else NAMES
        return sample.seen[:, [NAMES.index(name) for name in names]]


Predictor = Callable[[SeenSample], Floats]

DESIGNS: Final = (
    Design("no layout"),
    Design("all that is not drawn is dropped", dropped="undrawn"),
    Design("the same, unless it is most of the choice", dropped="minor"),
    Design("the same, on pages without scripts", dropped="final"),
    Design("what lies beside the main text is dropped", dropped="beside"),
    Design("logistic regression", "logistic"),
    Design("trees", "trees"),
    Design("trees without visual columns", "trees", "unseen"),
    Design("trees, fitted to `visual` alone", "trees", corpora=("visual",)),
    Design("trees, good layouts alone", "trees", is_gated=True),
    Design("trees, all features of the default extractor too", "trees", "all"),
)


def weigh_blocks(sample: SeenSample) -> _Values:
    """The weights of blocks, as the default extractor has them."""
    weight: _Values = np.sqrt(sample.page.words / max(sample.page.gold.sum(), 20), dtype=np.float64)
    return weight


def fit_small_trees(
    rows: Floats, target: _Values, weight: _Values, seed: int
) -> Callable[[Floats], _Values]:
    """Few and shallow boosted trees that correct the score."""
    fitted = fit_trees(
        "CatBoostClassifier",
        Settings(),
        seed,
        rows,
        target,
        weight,
        before=rows[:, _SCORE],
        iterations=60,
        learning_rate=0.08,
        depth=4,
        l2_leaf_reg=20,
        loss_function="CrossEntropy",
    )

    def predict(others: Floats) -> _Values:
        raw: _Values = fitted.predict(others, prediction_type="RawFormulaVal")
        chance: _Values = 1 / (1 + np.exp(-(raw + others[:, _SCORE])))
        return chance

    return predict


def fit_logistic(
    rows: Floats, target: _Values, weight: _Values, seed: int
) -> Callable[[Floats], _Values]:
    """Logistic regression on standardised columns by Newton's method, with the score as offset."""
    mean, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)

    def scale(values: Floats) -> _Values:
        scaled = np.clip((values - mean) / spread, -5, 5).astype(np.float64)
        return np.concatenate([scaled, np.ones((len(values), 1))], axis=1)

    table, offset = scale(rows), rows[:, _SCORE].astype(np.float64)
    slopes = np.zeros(table.shape[1])
    penalty = np.append(np.full(table.shape[1] - 1, 20.0), 0.01)
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(table @ slopes + offset, -30, 30)))
        gradient = table.T @ (weight * (chance - target)) + penalty * slopes
        curve = (table * (weight * chance * (1 - chance))[:, None]).T @ table
        slopes -= np.linalg.solve(curve + np.diag(penalty), gradient)

    def predict(others: Floats) -> _Values:
        odds = scale(others) @ slopes + others[:, _SCORE]
        return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))

    return predict
