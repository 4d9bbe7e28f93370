"""Designs are compared on the same folds, and every feature that one leaves out is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore.corpora import load
from pagecore.page.features import list_block_features
from pagecore.train.settings import Settings
from tests.train.tiny import QUICK, needs_catboost, write_corpus
from tools import model_designs
from tools.model_designs import DESIGNS, THEMES, compare_designs, compare_mixes, prepare_data


def test_what_designs_leave_out_is_there() -> None:
    listed = {feature.name for feature in list_block_features()}
    for theme, gone in THEMES.items():
        assert set(gone) <= listed, theme


def test_designs_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_catboost()
    monkeypatch.setattr(model_designs, "STEPS", 10)
    samples = {"plain": QUICK.samples(load("plain", write_corpus(tmp_path / "pages.jsonl")))}
    built = prepare_data(samples, Settings(parts=2, draft_trees=8))
    steps: list[str] = []
    actual = dict(compare_designs(built, steps.append))
    assert list(actual) == list(DESIGNS)
    # Two parts of each design that learns: all but the names alone and the two other choices.
    assert len(steps) == 2 * (len(DESIGNS) - 3)
    assert all(0 < item["plain"] <= 1 for item in actual.values())
    # The stories are all alike, and easy.
    assert actual["two looks"]["plain"] > 0.9
    assert len(built.look) == len(built.gold) == built.data.start[-1]
    assert np.isfinite(built.look).all()


def test_a_mix_is_measured_on_what_it_has_not_seen(tmp_path: Path) -> None:
    needs_catboost()
    samples = QUICK.samples(load("plain", write_corpus(tmp_path / "pages.jsonl")))
    both = {"a": samples[:6], "b": samples[6:]}
    settings = Settings(parts=2, draft_trees=8)
    steps: list[str] = []
    actual = compare_mixes(both, settings, {"a": 1, "b": 1}, steps.append)
    assert steps == ["a", "b"]
    assert actual["a"] > 0.9
    assert actual["b"] > 0.9
    # Of one that is not in the mix nothing is learned: there is nothing left for the other.
    assert list(compare_mixes(both, settings, {"a": 1}, steps.append)) == ["b"]
