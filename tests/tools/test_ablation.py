"""What each group of features gives is measured without it, and a run can be continued."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from bench.features import GROUPS
from pagecore.corpora import load
from pagecore.page import parse
from pagecore.page.judging import describe_blocks
from pagecore.train.settings import Settings
from tests.train.tiny import QUICK, needs_catboost, write_corpus
from tools import ablation
from tools.ablation import ALL, FeatureTable, compare_groups, group_columns, log_loss
from tools.model_designs import DesignData, prepare_data

#: As many trees as tell stories from menus.
FEW = {"iterations": 8, "learning_rate": 0.5}


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DesignData:
    needs_catboost()
    monkeypatch.setattr(ablation, "SEEDS", range(2))
    samples = {"plain": QUICK.samples(load("plain", write_corpus(tmp_path / "pages.jsonl")))}
    return prepare_data(samples, Settings(parts=2))


def test_every_feature_is_in_a_group_whose_cost_is_counted() -> None:
    listed = [feature.name for feature in describe_blocks(parse(""))[0]]
    groups = group_columns(listed)
    assert sorted(chain(*groups.values())) == list(range(len(listed)))
    assert set(groups) <= set(GROUPS)
    # The columns of a module come one after the other.
    assert all(columns == list(range(columns[0], columns[-1] + 1)) for columns in groups.values())
    assert listed[groups["twins"][0]] == "twin words"


def test_groups_are_compared(pages: DesignData, tmp_path: Path) -> None:
    blocks = FeatureTable.of(pages)
    steps: list[str] = []
    comparison = compare_groups(blocks, pages, tmp_path / "kept", steps.append, **FEW)
    assert steps == ["draft", ALL, *blocks.groups]
    assert comparison["all"]["features"] == len(pages.listed)
    # The stories are all alike, and easy.
    assert comparison["all"]["f1"]["plain"] > 0.9
    assert [row["group"] for row in comparison["groups"]] == list(blocks.groups)
    for row in comparison["groups"]:
        assert row["features"] == len(blocks.groups[row["group"]])
        assert row["f1"]["plain"] == row["f1"]["all pages"]
        assert row["log_loss"]["error"] >= 0
    # No feature alone tells the stories: some group must be missed.
    assert any(row["log_loss"]["mean"] != 0 for row in comparison["groups"])


def test_a_run_is_continued(
    pages: DesignData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = FeatureTable.of(pages)
    kept = tmp_path / "kept"
    first = compare_groups(blocks, pages, kept, lambda _: None, **FEW)

    def refuse(*_: object) -> None:
        raise AssertionError("everything was there")

    monkeypatch.setattr(ablation, "_predict_once", refuse)
    assert compare_groups(blocks, pages, kept, lambda _: None, **FEW) == first


def test_log_loss_is_that_of_each_part() -> None:
    blocks = FeatureTable(
        look=np.zeros((4, 0), np.uint8),
        gold=np.array([1, 0, 1, 1], np.float32),
        weight=np.array([1.0, 3.0, 1.0, 9.0]),
        drawn=np.array([True, True, True, False]),
        outside=[np.array([False, False, True, True]), np.array([True, True, False, False])],
        groups={},
    )
    chances = np.array([0.5, 0.5, 1.0, 0.0], np.float32)
    assert log_loss(blocks, chances) == pytest.approx([np.log(2), 0.0], abs=2e-4)
