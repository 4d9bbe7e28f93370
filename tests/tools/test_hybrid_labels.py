"""The label shares of `hybrid`: every design on pages of other sites, and the best share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore import corpora, extract
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.measure.folds import Folds, split_folds
from pagecore.metrics.words import score_words
from pagecore.train.hybrid import TRAINER
from tools.hybrid_labels import ENTRY, Design, Trial, measure_corpora, measure_page, summarise
from tools.render.hybrid import render_shares

LINES = (
    "The harbour was rebuilt in two summers, and the ferries came back in the third.",
    "Nobody had expected that: the quay had been closed for longer than most remember.",
)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Eight pages of four sites: a menu, and a story in a long and a short block."""
    rows = []
    for at in range(8):
        story = [" ".join(LINES * 9) + f" Number {at}.", LINES[0]]
        blocks = "".join(f"<div><p>{text}</p></div>" for text in story)
        html = f"<div><a href=/>Home</a> <a href=/n>News</a></div>{blocks}"
        group = f"site{at // 2}.example"
        rows.append({"id": f"p{at}", "html": html, "text": "\n".join(story), "group": group})
    file = tmp_path / "pages.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return corpora.load("plain", file)


def test_every_design_is_measured_on_other_sites(corpus: Corpus) -> None:
    folds = split_folds([corpus], 2, 0)
    steps: list[str] = []
    trials = measure_corpora([corpus], folds, (0.5, 0.01), lambda what, _: steps.append(what))
    assert steps == ["plain: labels"] * 8 + ["plain: designs"] * 8
    assert len(trials) == 8
    of = trials["plain", "p0"]
    assert len(of) == 16
    # With half of the gold as the share, the short block is labelled as noise.
    whole, long = (of[Design("div-td", share, "c45", "positive")] for share in (0.01, 0.5))
    assert (whole.f1, whole.has_positive) == (1.0, True)
    assert 0.9 < long.f1 < 1
    winner = of[Design("div-td", 0.01, "c45", "winner")]
    assert winner.f1 == long.f1


def test_designs_that_choose_nothing_are_not_equal(corpus: Corpus) -> None:
    """What is read from data depends on the candidates."""
    data = json.dumps({"@type": "Article", "articleBody": " ".join(LINES * 3)})
    script = f'<script type="application/ld+json">{data}</script>'
    item = Item("a", script.encode(), Gold(text=" ".join(LINES * 3)))
    model = TRAINER.fit({"plain": TRAINER.samples(corpus)}, seed=0)
    trials = measure_page(item, {0.01: model}, unspaced=False)
    for design, trial in trials.items():
        options = design._asdict() | {"model": model}
        del options["share"]
        text = extract(item.html(), method="hybrid", **options).text
        assert trial.f1 == score_words(str(item.gold.text), text).f1
    assert {trial.f1 for trial in trials.values()} == {0.0, 1.0}


def make_trials() -> tuple[dict[tuple[str, str], dict[Design, Trial]], Folds]:
    """Two pages in two folds; the first share is better on the first page."""
    trials = {}
    for page, f1, has_positive in (("a", (0.9, 0.5), True), ("b", (0.4, 0.6), False)):
        trials["tide", page] = {
            Design(candidates, share, learner, keep): Trial(value, has_positive)
            for candidates in ("div-td", "containers")
            for learner in ("c45", "bayes")
            for keep in ("positive", "winner")
            for share, value in zip((0.1, 0.01), f1, strict=True)
        }
    return trials, Folds("2-fold by group", {("tide", "a"): "0", ("tide", "b"): "1"})


def test_the_share_of_a_fold_is_chosen_on_the_others() -> None:
    figures = summarise(*make_trials(), ["tide"])
    chosen = figures["chosen"]["div-td"]
    assert chosen == {"shares": {"0": 0.01, "1": 0.1}, "f1": {"tide": pytest.approx(0.45)}}
    row = figures["designs"][0]
    assert (row["candidates"], row["share"], row["f1"]) == ("div-td", 0.1, {"tide": 0.65})
    assert row["without_positive"] == {"tide": 1}
    assert row["f1_of_positive_alone"] == {"tide": 0.45}
    assert "without_positive" not in figures["designs"][2]
    assert figures["pages"] == {"tide": 2}


def test_figures_are_rendered() -> None:
    figures = summarise(*make_trials(), ["tide"]) | {"used": {"div-td": 0.1, "containers": 0.01}}
    entries = {ENTRY: {"provenance": {"command": "measure"}, "figures": figures}}
    text = render_shares(entries)
    assert "| `div-td` | 10.0% (used) | 0.650 | 0.650 | 1 | 0.450 |" in text
    assert "| `div-td` | 1.0% | 0.550 | 0.550 | 1 | 0.250 |" in text
    assert "`div-td` tide 0.450 (shares 1.0%, 10.0%)" in " ".join(text.split())
