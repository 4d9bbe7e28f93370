"""Designs of `vwrapper`: the recorded figures, titles of feeds, and the causes of errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pagecore.figures import load_figures
from pagecore.models.model import load
from pagecore.train.vwrapper import TRAINER
from tests.segments.example_page import draw_example
from tools.vwrapper_designs import DESIGNS, ENTRY, FAULTY, SHIPPED, find_cause, read_titles

PARAGRAPHS = [f"Paragraph {at} has a few words of running text." for at in range(8)]


def test_shipped_design_is_the_trainer() -> None:
    assert {design.name: design.trainer for design in DESIGNS}[SHIPPED] is TRAINER
    assert len({design.name for design in DESIGNS}) == len(DESIGNS)


def test_recorded_figures() -> None:
    """The target of the method, on sites that its model has not seen."""
    figures: Any = load_figures()[ENTRY]["figures"]
    rows = {row["name"]: row for row in figures["designs"]}
    assert rows.keys() == {design.name for design in DESIGNS}
    best = max(row["two"]["f1"] for row in rows.values())
    assert rows[SHIPPED]["two"]["f1"] >= 0.95
    assert rows[SHIPPED]["two"]["f1"] >= best - 0.005
    (way,) = load(method="vwrapper").metadata["validation"]
    assert way["digest"] == figures["digest"], "run: make vwrapper"
    own = way["corpora"]["visual"]["f1"]
    assert own == pytest.approx(rows[SHIPPED]["two"]["f1"], abs=2e-3), "run: make vwrapper"
    assert sum(figures["causes"]["causes"].values()) == figures["causes"]["pages"]
    assert figures["causes"]["below"] == FAULTY
    assert figures["titles"]["metadata"] >= figures["titles"]["headline"]


def test_titles_of_feeds(tmp_path: Path) -> None:
    items = [
        {"link": "https://www.a.example/one/", "title": "One"},
        {"link": "http://a.example/two/index.html#x", "title": "Two"},
        {"link": None, "title": "Three"},
    ]
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "meta.json").write_text(json.dumps({"feed_items": items}), "utf-8")
    assert read_titles(tmp_path) == {"a.example/one": "One", "a.example/two": "Two"}


@pytest.mark.parametrize(
    ("gold", "cause"),
    [
        (PARAGRAPHS[4:], "text above the article was kept"),
        (PARAGRAPHS[:4], "text below the article was kept"),
        ([*PARAGRAPHS, *(f"Story number {at}" for at in range(20))], "an inner block was missed"),
    ],
)
def test_cause_is_the_error_of_most_words(gold: list[str], cause: str) -> None:
    model = load(method="vwrapper")
    assert find_cause(draw_example(), "\n".join(gold), model) == cause
