from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore.errors import ModelError
from pagecore.models.model import load, read
from pagecore.train.write_model import (
    Forest,
    convert_catboost,
    convert_export,
    join_forests,
    pack_model,
    read_forest,
    write_model,
)
from tests.forests import SMALL, forest

FEATURES = {"features": "feed"}


def test_same_model_same_bytes(tmp_path: Path) -> None:
    first = write_model(
        tmp_path / "a", {"b": 1, "features": "x"}, {"p": SMALL, "q": SMALL}, {"n": [1]}
    )
    again = write_model(
        tmp_path / "b", {"features": "x", "b": 1}, {"q": SMALL, "p": SMALL}, {"n": [1]}
    )
    assert first == again == (tmp_path / "a").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_a_forest_is_read_as_it_was_written() -> None:
    of_file = read_forest(read(pack_model(FEATURES, {"small": SMALL})), "small")
    for part in dataclasses.fields(Forest):
        assert np.array_equal(getattr(of_file, part.name), getattr(SMALL, part.name))


def test_joined_forests_add_up() -> None:
    other = forest(([(1, 2.0)], [0.5, -1.0]), bias=1.0)
    model = read(
        pack_model(FEATURES, {"both": join_forests(SMALL, other), "other": other, "small": SMALL})
    )
    columns = np.array([[0.0, 1.0, 1.0], [-2.0, 0.0, 3.0]])
    expected = model.predict("small", columns) + model.predict("other", columns)
    assert model.predict("both", columns).tolist() == expected.tolist()


def test_forests_that_do_not_fit_are_not_joined() -> None:
    wider = forest(([(2, 2.0)], [0.5, -1.0]), n_features=3)
    assert join_forests(wider, SMALL).n_features == 3
    with pytest.raises(ModelError, match="2 features and 1 outputs cannot take the trees"):
        join_forests(SMALL, wider)
    with pytest.raises(ModelError, match="cannot take the trees"):
        join_forests(SMALL, forest(([(0, 1.0)], [[1, 2], [3, 4]]), bias=[0.0, 0.0]))


def test_arrays_are_kept_flat(tmp_path: Path) -> None:
    write_model(tmp_path / "model", FEATURES, {}, {"table": np.arange(6).reshape(2, 3), "none": []})
    model = load(tmp_path / "model")
    assert model.array("table").tolist() == [0, 1, 2, 3, 4, 5]
    assert model.array("none").tolist() == []


WRONG: list[tuple[dict[str, Any], str]] = [
    # what is changed                                     message
    ({"n_features": 1},                                   "tests feature 1, but"),
    ({"bias": np.array([], np.float32)},                  "0 outputs"),
    ({"depths": np.array([9], np.uint8)},                 "depth 9"),
    ({"leaves": np.array([1, 2, 3], np.float32)},         "3 outputs of leaves"),
    ({"leaves": np.array([1, 2, 3, np.inf], np.float32)}, "a leaf of inf"),
    ({"weights": np.array([1, 2, 3, -1], np.float32)},    "weight of -1"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_wrong_forests_are_not_written(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    wrong = dataclasses.replace(SMALL, **change)
    with pytest.raises(ModelError, match=rf'model: not written: forest "blocks": .*{message}'):
        write_model(tmp_path / "model", FEATURES, {"blocks": wrong})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("metadata", [{}, {"features": 1}, {"features": "x", "y": {1, 2}}])
def test_wrong_metadata_are_not_written(tmp_path: Path, metadata: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="not written"):
        write_model(tmp_path / "model", metadata, {})


def test_wrong_arrays_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match='array "cuts" contains a number that is not finite'):
        write_model(tmp_path / "model", FEATURES, {}, {"cuts": [np.nan]})


def test_what_is_too_large_is_not_written() -> None:
    with pytest.raises(ModelError, match="not finite"):
        pack_model(FEATURES, {}, {"cuts": [1e300]})


def test_arrays_of_another_type_are_not_written() -> None:
    change: dict[str, Any] = {"leaves": np.arange(4, dtype=np.float64)}
    wrong = dataclasses.replace(SMALL, **change)
    with pytest.raises(ModelError, match="leaves"):
        pack_model(FEATURES, {"blocks": wrong})


def test_a_folder_that_is_missing_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none/model: No such file"):
        write_model(tmp_path / "none" / "model", FEATURES, {})


# ---------------------------------------------------------------- CatBoost

EXPORT: dict[str, Any] = {
    "features_info": {
        "float_features": [
            {"feature_index": 0, "flat_feature_index": 0, "nan_value_treatment": "AsFalse"},
            {"feature_index": 1, "flat_feature_index": 1, "nan_value_treatment": "AsIs"},
        ]
    },
    "oblivious_trees": [
        {
            "splits": [
                {"border": 0.5, "float_feature_index": 0, "split_type": "FloatFeature"},
                {"border": -1.0, "float_feature_index": 1, "split_type": "FloatFeature"},
            ],
            "leaf_values": [0.5, 1.0, 1.5, 2.0],
            "leaf_weights": [1, 1, 1, 1],
        }
    ],
    "scale_and_bias": [2, [10]],
}


def test_an_export_by_hand() -> None:
    built = convert_export(EXPORT)
    for field in dataclasses.fields(Forest):
        ours, theirs = getattr(SMALL, field.name), getattr(built, field.name)
        assert np.array_equal(ours, theirs), field.name


def test_exports_that_do_not_fit_are_refused() -> None:
    info = EXPORT["features_info"]["float_features"]
    highest = {"float_features": [info[0], info[1] | {"nan_value_treatment": "AsTrue"}]}
    with pytest.raises(ModelError, match=r"feature 1 takes NaN for the highest.*nan_mode='Min'"):
        convert_export(EXPORT | {"features_info": highest})
    with pytest.raises(ModelError, match="not numbers"):
        convert_export(
            EXPORT | {"features_info": {"float_features": info, "categorical_features": [{}]}}
        )
    with pytest.raises(ModelError, match="not symmetric"):
        convert_export({"trees": []})


def fit_model(
    loss: str, depth: int, seed: int
) -> tuple[Any, np.ndarray[Any, np.dtype[np.float32]]]:
    """A model of CatBoost, and rows to ask it of: among them values on borders and odd ones."""
    catboost = pytest.importorskip("catboost", reason="catboost is not installed")
    random = np.random.default_rng(seed)
    rows = random.normal(size=(400, 7)).astype(np.float32)
    rows[:, 2] = random.integers(0, 4, 400)
    rows[random.random(400) < 0.1, 3] = np.nan
    rows[:, [4, 6]] = 1
    signal = rows[:, 0] + np.nan_to_num(rows[:, 3]) * rows[:, 1]
    if loss == "RMSE":
        gold = signal + 100
    else:
        gold = np.digitize(signal, [-0.5] if loss == "Logloss" else [-1, 0, 1])
    model = catboost.CatBoost(
        {
            "loss_function": loss,
            "iterations": 60,
            "depth": depth,
            "learning_rate": 0.3,
            "random_seed": seed,
            "verbose": False,
            "allow_writing_files": False,
            "thread_count": 1,
        }
    )
    model.fit(rows, gold)
    sample = random.normal(size=(1500, 7)).astype(np.float32)
    # The border that stands for NaN is the lowest finite number.
    with np.errstate(over="ignore"):
        for feature, border in model._get_borders().items():
            borders = np.asarray(border, np.float32)
            steps = [np.nextafter(borders, np.float32(end)) for end in (-np.inf, np.inf)]
            if len(borders):
                near = np.concatenate([borders, *steps])
                sample[random.integers(0, 1500, 300), feature] = random.choice(near, 300)
    for odd in (np.nan, np.inf, -np.inf, 0, -0.0, 3e38, -3.4028235e38):
        sample[random.random(sample.shape) < 0.02] = odd
    return model, sample


@pytest.mark.parametrize("depth", [1, 4, 6, 8])
@pytest.mark.parametrize("loss", ["Logloss", "MultiClass", "RMSE"])
def test_predictions_are_those_of_catboost(tmp_path: Path, loss: str, depth: int) -> None:
    model, asked = fit_model(loss, depth, seed=depth)
    write_model(tmp_path / "model", FEATURES, {"forest": convert_catboost(model)})
    ours = load(tmp_path / "model").predict("forest", asked.T)
    theirs = model.predict(asked, prediction_type="RawFormulaVal")
    assert ours.shape == theirs.shape
    # Of numbers near 100 the last bit of 32 is 7.6e-6.
    np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-5)
    assert np.ptp(ours) > 0.5


def test_contributions_add_up(tmp_path: Path) -> None:
    model, asked = fit_model("Logloss", 6, seed=1)
    write_model(tmp_path / "model", FEATURES, {"forest": convert_catboost(model)})
    ours = load(tmp_path / "model")
    values, base = ours.contributions("forest", asked.T, range(50))
    scores = ours.predict("forest", asked.T)[:50]
    np.testing.assert_allclose(values.sum(1) + base, scores, atol=1e-4)
    # Constant features move nothing, and what the gold was made of moves most.
    assert not values[:, [4, 6]].any()
    assert set(np.abs(values).mean(0).argsort()[-3:]) == {0, 1, 3}


def test_other_trees_of_catboost_are_refused() -> None:
    catboost = pytest.importorskip("catboost", reason="catboost is not installed")
    rows = np.random.default_rng(0).normal(size=(100, 3))
    settings = {"iterations": 2, "verbose": False, "allow_writing_files": False}
    other = catboost.CatBoost(settings | {"grow_policy": "Lossguide"}).fit(rows, rows[:, 0])
    with pytest.raises(ModelError, match="not symmetric"):
        convert_catboost(other)
    rows[::7, 1] = np.nan
    highest = catboost.CatBoost(settings | {"nan_mode": "Max"}).fit(rows, rows[:, 0])
    with pytest.raises(ModelError, match="highest"):
        convert_catboost(highest)
