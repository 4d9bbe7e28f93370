"""Boosted trees: how CatBoost is called, and what its errors mean."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page.judging import Floats
from pagecore.train.settings import Settings


def fit_trees(
    kind: str,
    settings: Settings,
    seed: int,
    rows: Floats,
    target: npt.ArrayLike,
    weight: npt.ArrayLike,
    *,
    before: npt.ArrayLike | None = None,
    **more: object,
) -> Any:
    """Fit trees of CatBoost's class `kind` to rows.

    Args:
        kind: CatBoostClassifier or CatBoostRegressor.
        settings: the number of threads.
        seed: random seed.
        rows: the features of each row.
        target: the value to learn for each row.
        weight: the weight of each row.
        before: the raw score of each row, to which the trees add.
        more: other parameters of CatBoost.

    Raises:
        BadInput: the rows are too few, or too much alike.
        NeedsExtra: CatBoost is not installed.
    """
    learner = new_learner(kind, settings, seed, **more)
    import catboost

    try:
        return learner.fit(rows, target, sample_weight=weight, baseline=before)
    except catboost.CatBoostError as error:
        reason = str(error).strip().splitlines()[-1].rpartition(": ")[2]
        raise BadInput(
            f"these pages are too few or too much alike to learn from ({reason}); give more of them"
        ) from error


def new_learner(kind: str, settings: Settings, seed: int, **more: object) -> Any:
    """Create a learner of CatBoost that is not fitted yet."""
    try:
        import catboost
    except ImportError as error:
        raise NeedsExtra("training needs CatBoost: pip install 'pagecore[train]'") from error
    return getattr(catboost, kind)(
        **{
            "depth": 6,
            "border_count": 64,
            "rsm": 0.4,
            "bootstrap_type": "Bernoulli",
            "subsample": 0.6,
            "l2_leaf_reg": 5,
            "random_seed": seed,
            "thread_count": settings.threads,
            "nan_mode": "Min",
            "allow_writing_files": False,
            "verbose": False,
            **more,
        }
    )
