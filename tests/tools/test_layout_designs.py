"""Designs of a default extractor that sees the page: columns, designs, and what was recorded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagecore import parse
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.figures import load_figures
from pagecore.models.model import load
from pagecore.page.judging import decide, describe_blocks
from pagecore.train.samples import make_sample
from tests.drawn_pages import draw
from tools.layout_designs import DESIGNS_ENTRY, EXTRACTOR_ENTRY
from tools.layout_designs.__main__ import name_corpora
from tools.layout_designs.designs import DESIGNS, Design
from tools.layout_designs.samples import SeenSample
from tools.layout_designs.seen_blocks import COLUMNS, describe_seen_blocks, measure_contrast
from tools.record_layouts import choose_sample

STORY = "High water is at six in the morning, and again at half past six in the evening."
HTML = (
    "<html box='0 0 1000 900'><body>"
    f"<main><p box='100 100 500 40'>{STORY}</p><p box='100 150 500 40'>{STORY} And more.</p></main>"
    "<aside bg=grey size=12><p box='700 100 200 40'>Boats and sails of the harbour</p></aside>"
    "<p undrawn>Nobody sees these words about boats and sails and anchors.</p>"
)


def describe(probability: list[float]) -> dict[str, list[float]]:
    page = draw(HTML)
    blocks = describe_blocks(page)[1]
    values = describe_seen_blocks(page, blocks, np.array(probability))
    return {name: row.round(2).tolist() for name, row in zip(COLUMNS, values, strict=True)}


def test_columns_of_seen_blocks() -> None:
    columns = describe([0.9, 0.9, 0.1, 0.6])
    assert columns["visible"] == [1, 1, 1, 0]
    assert columns["left"] == pytest.approx([0.1, 0.1, 0.7, -1])
    assert columns["beside"] == pytest.approx([0, 0, 0.1, -1])
    assert columns["overlap"] == [1, 1, 0, -1]
    assert columns["font size"] == pytest.approx([1, 1, 0.75, 1])
    assert columns["same background"] == [1, 1, 0, 1]
    assert columns["column score"][:3] == pytest.approx([0.9, 0.9, -1])
    assert columns["gap after"][0] == pytest.approx(2.4, abs=0.01)
    assert np.isfinite(np.array(list(columns.values()))).all()


def test_contrast_is_that_of_the_web_guidelines() -> None:
    assert np.exp(measure_contrast([0x000000FF], [0xFFFFFFFF])) == pytest.approx([21])
    assert measure_contrast([0xFF0000FF], [0xFF0000FF]).tolist() == [0]


def make_seen(quality: float) -> SeenSample:
    page = draw(HTML, quality=quality)
    item = Item("a", b"", Gold(text=f"{STORY} {STORY} And more."), group="site.example")
    sample = make_sample(item, unspaced=False, page=page)
    assert sample is not None
    model = load()
    names = (model.array("near names"), model.array("far names"))
    decision = decide(page, model.core, beta=1.0)
    probability = np.frombuffer(decision.probability, np.float32)
    return SeenSample(
        "visual",
        sample,
        quality,
        names,
        probability,
        describe_seen_blocks(page, sample.blocks, probability).T,
        describe_blocks(page, names=names)[2].T,
    )


def test_rules_drop_what_is_not_drawn_or_beside_the_text() -> None:
    keep = np.ones(4, np.bool_)
    for dropped, kept in (
        (None, [True] * 4),
        ("undrawn", [True, True, True, False]),
        ("minor", [True, True, True, False]),
        ("final", [True, True, True, False]),
    ):
        design = Design("rule", dropped=dropped)
        assert design.correct(make_seen(1.0), keep).tolist() == kept
        assert design.correct(make_seen(0.2), keep).all()


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.name)
def test_designs_predict_probabilities(design: Design) -> None:
    if design.learner == "trees":
        pytest.importorskip("catboost", reason="training needs CatBoost")
    sample = make_seen(1.0)
    probability = design.fit([sample] * 8)(sample)
    assert probability.shape == (4,)
    assert ((probability >= 0) & (probability <= 1)).all()
    if design.learner is None:
        assert probability.tolist() == sample.probability.tolist()


def test_sample_has_all_pages_of_its_sites() -> None:
    items = tuple(
        Item(str(number), b"", Gold(text="a"), group=f"site{number % 7}", in_means=number != 3)
        for number in range(70)
    )
    chosen = choose_sample(_make_corpus(items), n_pages=15)
    sites = {item.group for item in chosen}
    assert len(sites) == 2
    assert chosen == [
        item for site in dict.fromkeys(item.group for item in chosen)
        for item in items if item.group == site and item.in_means
    ]  # fmt: skip
    assert chosen == choose_sample(_make_corpus(items), n_pages=15)


def _make_corpus(items: tuple[Item, ...]) -> Corpus:
    return Corpus("wcxb", Path(), items, (), "0", "words")


def test_designs_are_recorded_and_none_is_better_beyond_chance() -> None:
    """If one is one day, it should be shipped."""
    rows = load_figures()[DESIGNS_ENTRY]["figures"]
    assert [row["design"] for row in rows] == [design.name for design in DESIGNS]
    groups = {group: figures["pages"] for group, figures in rows[0]["f1"].items()}
    assert groups["visual"] == 125
    assert sum(groups.values()) > 400
    for row in rows:
        assert row["f1"]["visual"]["lead by site"]["low"] <= 0


def test_recorded_corpora_have_the_names_of_the_tool() -> None:
    corpora = name_corpora(replace(_make_corpus(()), name="visual"), _make_corpus(()))
    for entry in (DESIGNS_ENTRY, EXTRACTOR_ENTRY):
        recorded = load_figures()[entry]["provenance"]["corpora"]
        assert list(recorded) == [corpus.name for corpus in corpora]


def test_default_with_layouts_is_not_worse() -> None:
    for row in load_figures()[EXTRACTOR_ENTRY]["figures"]:
        assert row["with"] >= row["without"]


def test_a_page_without_blocks_has_no_columns() -> None:
    page = draw("<html box='0 0 9 9'><p box='0 0 9 9'></p>")
    assert describe_seen_blocks(page, [], []).shape == (len(COLUMNS), 0)
    assert len(describe_blocks(parse("<p>"))[1]) == 0
