"""Logistic regression over ranks: the optimum, the forest, and what cannot be learned from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import BadInput
from pagecore.models.model import read
from pagecore.train.rank_regression import N_BORDERS, PENALTY, find_borders, fit_ranks
from pagecore.train.write_model import pack_model

Rows = npt.NDArray[np.float32]

BORDERS = [
    # what it shows           values                     borders
    ("between two values",    [1, 3, 3],                 [2]),
    ("one value",             [4, 4],                    []),
    ("few values",            [0, 1, 2],                 [0.5, 1.5]),
    ("quantiles",             list(range(100)),          [24, 49, 74]),
    ("mostly one value",      [0] * 99 + list(range(9)), [0]),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "values", "borders"), BORDERS, ids=[case[0] for case in BORDERS])
def test_borders(shows: str, values: list[float], borders: list[float]) -> None:
    assert find_borders(np.array(values, np.float32), 3).tolist() == borders


@given(st.lists(st.floats(-(2.0**99), 2.0**99, width=32), min_size=1, max_size=80))
def test_borders_divide_the_values(values: list[float]) -> None:
    column = np.array(values, np.float32)
    borders = find_borders(column, 8)
    assert len(borders) <= 8
    assert (np.diff(borders) > 0).all()
    for border in borders:
        assert 0 < (column > border).sum() < len(column)


def make_rows() -> tuple[Rows, npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    random = np.random.default_rng(0)
    rows = random.normal(size=(300, 4)).astype(np.float32)
    positive = rows[:, 0] - rows[:, 2] + random.normal(size=300) > 0.3
    return rows, positive, random.uniform(0.5, 2, 300)


def predict(rows: Rows, positive: npt.ArrayLike, weight: npt.ArrayLike) -> npt.NDArray[np.float64]:
    forest = fit_ranks(rows, positive, weight)
    model = read(pack_model({"features": "x"}, {"forest": forest}))
    return model.predict("forest", rows.T).astype(np.float64)


def test_forest_is_the_optimum_of_the_penalised_loss() -> None:
    rows, positive, weight = make_rows()
    score = predict(rows, positive, weight)
    ranks = np.stack(
        [
            np.searchsorted(find_borders(rows[:, at], N_BORDERS), rows[:, at]) / N_BORDERS
            for at in range(4)
        ],
        axis=1,
    )
    table = np.hstack([np.ones((300, 1)), ranks])
    coefficients, *_ = np.linalg.lstsq(table, score, rcond=None)
    # The score is linear in the ranks, and its slope is that of the penalty.
    assert table @ coefficients == pytest.approx(score, abs=1e-4)
    scaled = weight / weight.mean()
    slope = table.T @ (scaled * (positive - 1 / (1 + np.exp(-score))))
    assert slope[1:] == pytest.approx(PENALTY * coefficients[1:], abs=1e-2)
    assert slope[0] == pytest.approx(0, abs=1e-2)
    assert coefficients[1] > 1 > -1 > coefficients[3]


def test_scale_of_a_feature_does_not_matter() -> None:
    rows, positive, weight = make_rows()
    stretched = (np.sinh(3 * rows) * [1, 2, 4, 8]).astype(np.float32)
    assert predict(stretched, positive, weight) == pytest.approx(
        predict(rows, positive, weight), abs=1e-4
    )


def test_constant_feature_counts_nothing() -> None:
    rows, positive, weight = make_rows()
    wider = np.hstack([rows, np.ones((300, 1), np.float32)])
    assert predict(wider, positive, weight) == pytest.approx(predict(rows, positive, weight))


@pytest.mark.parametrize(
    ("positive", "message"),
    [([True] * 3, "of 3 rows 3 are positive"), ([], "of 0 rows 0 are positive")],
)
def test_too_little_to_learn_from(positive: list[bool], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        fit_ranks(np.zeros((len(positive), 2), np.float32), positive, np.ones(len(positive)))
