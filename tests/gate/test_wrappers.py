"""Wrappers that are learned with the defaults stay close to their learner on every site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import corpora
from pagecore.registry import find_method
from tools.wrapper_quality import MAX_LOSS, measure_sites, summarise_sites


def test_rules_are_close_to_their_learner_on_every_site(
    corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    parameters = find_method("site/hybrid").parameters
    options = {name: parameters[name].default for name in ("learner", "candidates")}
    sites = measure_sites(corpora.load("sites", corpus("sites")), "hybrid", options, lambda: None)
    figures = summarise_sites(sites)
    loss, site = max((row["learner"] - row["wrapper"], row["site"]) for row in figures["sites"])
    with capsys.disabled():
        print(f"\nlargest loss of the rules of a site: {loss:.3f} ({site}), at most {MAX_LOSS:.3f}")
    assert len(figures["sites"]) > 20, "the sites were not read"
    assert figures["losses"] == figures["misfits"] == figures["problems"] == []
