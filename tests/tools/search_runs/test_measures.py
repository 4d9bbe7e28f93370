from __future__ import annotations

import numpy as np
import pytest

from tools.search_runs.measures import (
    MEASURES,
    N_FOLDS,
    assign_folds,
    choose_out_of_fold,
    compare,
    describe,
    measure_run,
)

pytest.importorskip("ir_measures")


def test_measures_of_a_ranking() -> None:
    run = {"first": ["a", "b"], "second": ["b", "x", "a"], "third": ["x", "y"], "fourth": []}
    answers = {"first": ["a"], "second": ["a", "b"], "third": ["a"], "fourth": ["a"]}
    table = measure_run(run, answers)
    by_name = dict(zip(MEASURES, table.T.tolist(), strict=True))
    assert by_name["MAP"] == pytest.approx([1, (1 + 2 / 3) / 2, 0, 0])
    assert by_name["MRR"] == pytest.approx([1, 1, 0, 0])
    assert by_name["P@10"] == pytest.approx([0.1, 0.2, 0, 0])
    assert by_name["success@1"] == pytest.approx([1, 1, 0, 0])
    ideal = 1 + 1 / np.log2(3)
    assert by_name["nDCG@10"] == pytest.approx([1, 1.5 / ideal, 0, 0])
    assert describe(table)["MAP"] == pytest.approx((1 + 5 / 6) / 4, abs=1e-6)


def test_queries_of_a_group_share_a_fold() -> None:
    groups = [f"site{number % 20}" for number in range(100)]
    folds = assign_folds(groups)
    assert set(folds.tolist()) <= set(range(N_FOLDS))
    assert len(set(folds.tolist())) > 1
    assert len(set(zip(groups, folds.tolist(), strict=True))) == 20


def test_values_are_chosen_on_the_other_folds() -> None:
    folds = np.array([0, 0, 1, 1])
    # The value 0.2 is perfect on fold 0 alone, and 0.8 on fold 1 alone.
    tables = {0.2: np.zeros((4, len(MEASURES))), 0.8: np.zeros((4, len(MEASURES)))}
    tables[0.2][:2] = 1
    tables[0.8][2:] = 1
    chosen, by_fold = choose_out_of_fold(tables, folds)
    assert by_fold[:2] == [0.8, 0.2]
    # So neither fold gets the value that is best for itself.
    assert chosen.sum() == 0


def test_differences_have_intervals() -> None:
    generator = np.random.default_rng(0)
    second = generator.random((200, len(MEASURES)))
    paired = compare(second + 0.1, second)
    assert paired["difference"] == pytest.approx(0.1)
    assert 0 < paired["low"] <= paired["high"]
    assert paired["p"] < 0.01
    assert compare(second, second)["p"] == 1
