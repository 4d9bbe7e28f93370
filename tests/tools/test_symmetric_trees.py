"""Boosted symmetric trees: splits, the loss, and what cannot be learned from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from pagecore.errors import BadInput
from pagecore.models.model import Model, read
from pagecore.train.rank_regression import find_borders
from pagecore.train.write_model import Forest, pack_model
from tools.symmetric_trees import Boosting, fit_forest

Rows = npt.NDArray[np.float32]


def make_rows(seed: int = 0, n: int = 400) -> tuple[Rows, npt.NDArray[np.bool_]]:
    """Five features, of which the first and the third decide."""
    rows = np.random.default_rng(seed).normal(size=(n, 5)).astype(np.float32)
    return rows, (rows[:, 0] > 0.2) ^ (rows[:, 2] > 0)


def read_forest(forest: Forest) -> Model:
    return read(pack_model({"features": "x"}, {"forest": forest}))


def measure_loss(forest: Forest, rows: Rows, positive: npt.NDArray[np.bool_]) -> float:
    score = read_forest(forest).predict("forest", rows.T).astype(np.float64)
    return float(np.mean(np.logaddexp(0, np.where(positive, -score, score))))


def test_first_stump_is_the_best_of_all() -> None:
    rows, _ = make_rows()
    positive = rows[:, 3] + 0.5 * rows[:, 1] > 0.4
    settings = Boosting(n_trees=1, depth=1, rate=1.0, l2=1.0, n_borders=4, columns=1.0)
    forest = fit_forest(rows, positive, np.ones(len(rows)), settings)
    share = positive.mean()
    gradient, hessian = positive - share, share * (1 - share)
    best: tuple[float, int, float] = (-1.0, 0, 0.0)
    for at in range(rows.shape[1]):
        for border in find_borders(rows[:, at], 4):
            above = rows[:, at] > border
            gains = [
                gradient[side].sum() ** 2 / (hessian * side.sum() + 1) for side in (above, ~above)
            ]
            best = max(best, (float(sum(gains)), at, float(border)))
    assert (int(forest.features[0]), float(forest.borders[0])) == best[1:]
    above = rows[:, best[1]] > best[2]
    values = [gradient[side].sum() / (hessian * side.sum() + 1) for side in (~above, above)]
    assert forest.leaves.tolist() == pytest.approx(values, rel=1e-4)
    assert forest.weights.tolist() == [(~above).sum(), above.sum()]


def test_loss_falls_with_every_tree_and_depth_finds_what_stumps_cannot() -> None:
    rows, positive = make_rows()
    weight = np.ones(len(rows))
    losses = [
        measure_loss(
            fit_forest(rows, positive, weight, Boosting(n_trees=n, columns=1.0)), rows, positive
        )
        for n in (1, 10, 40)
    ]
    assert losses == sorted(losses, reverse=True)
    deep = fit_forest(rows, positive, weight, Boosting(n_trees=40, depth=3, columns=1.0))
    # No sum of single features is an exclusive or.
    assert measure_loss(deep, rows, positive) < 0.2 < 0.5 < losses[-1]


def test_weights_count_as_repeated_rows() -> None:
    rows, positive = make_rows(n=60)
    counts = np.random.default_rng(1).integers(1, 4, len(rows))
    settings = Boosting(n_trees=5, n_borders=60, l2=1e-6, columns=1.0)
    weighted = fit_forest(rows, positive, counts, settings)
    repeated = fit_forest(
        rows.repeat(counts, axis=0), positive.repeat(counts), np.ones(counts.sum()), settings
    )
    assert weighted.features.tolist() == repeated.features.tolist()
    assert weighted.leaves == pytest.approx(repeated.leaves, rel=1e-3)


def test_same_seed_gives_the_same_forest() -> None:
    rows, positive = make_rows()
    forests = [
        pack_model(
            {"features": "x"},
            {"f": fit_forest(rows, positive, np.ones(len(rows)), Boosting(n_trees=9), seed=seed)},
        )
        for seed in (0, 0, 1)
    ]
    assert forests[0] == forests[1] != forests[2]


@pytest.mark.parametrize(
    ("rows", "positive", "message"),
    [
        (np.zeros((3, 2)), [True] * 3, "of 3 rows 3 are positive"),
        (np.zeros((0, 2)), [], "of 0 rows 0 are positive"),
        (np.zeros((3, 2)), [True, False, True], "all rows have the same features"),
    ],
)
def test_too_little_to_learn_from(rows: Rows, positive: list[bool], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        fit_forest(rows.astype(np.float32), positive, np.ones(len(rows)), Boosting())
