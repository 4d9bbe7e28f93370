"""What tuning gains on a site and costs elsewhere: which pages are learned from, which measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pagecore.corpora import load
from pagecore.corpora.corpus import Corpus
from tests.train.tiny import QUICK, needs_catboost, write_corpus
from tools import fine_tuning
from tools.fine_tuning import (
    SampledPages,
    TuningGain,
    measure_tuning,
    round_figures,
    select_others,
    select_sites,
)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Twelve pages of six sites; the first four are in Norwegian."""
    read = load("plain", write_corpus(tmp_path / "pages.jsonl"))
    items = [
        replace(item, gold=replace(item.gold, language="no" if at < 4 else "en"))
        for at, item in enumerate(read.items)
    ]
    return replace(read, items=tuple(items))


def test_sites_of_many_pages_and_a_language(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    norwegian = [("plain", f"p{at}") for at in range(4)]
    assert select_sites([corpus]) == {"language no": norwegian}
    monkeypatch.setattr(fine_tuning, "MIN_PAGES", 2)
    actual = select_sites([corpus])
    assert len(actual) == 7
    assert actual["site5.example"] == [("plain", "p10"), ("plain", "p11")]


def test_others_are_of_other_sites_and_whole(corpus: Corpus) -> None:
    taken = {("plain", f"p{at}") for at in range(4)}
    actual = select_others([corpus], taken, 4)
    assert len(actual) == 4
    assert not taken & set(actual)
    numbers = [int(page[1:]) for _, page in actual]
    assert numbers[0] // 2 == numbers[1] // 2
    assert select_others([corpus], taken, 4) == actual


def test_halves_of_a_site_are_measured_with_each_other(corpus: Corpus) -> None:
    needs_catboost()
    samples = {("plain", corpu.id): corpu for corpu in QUICK.samples(corpus)}
    (actual,) = measure_tuning(SampledPages({"plain": corpus}, samples), QUICK.settings, n_others=2)
    assert (actual.site, actual.pages) == ("language no", 4)
    for f1 in (actual.before, actual.after, actual.others_before, actual.others_after):
        assert 0.5 < f1 <= 1


def test_figures_are_kept_with_few_digits() -> None:
    kept = round_figures(TuningGain("a.example", 8, 0.5, 2 / 3, 0.9, 0.8951))
    assert (kept["site"], kept["pages"], kept["after"]) == ("a.example", 8, 0.666667)
