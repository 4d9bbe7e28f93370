"""Figures beside published ones: each setting, on pages that it was not chosen on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.figures import load_figures
from pagecore.registry import find_method
from tools import published_figures
from tools.published_figures import COLLECTIONS, ENTRY, is_chosen_on, measure_method
from tools.render.published import render_learners, render_published
from tools.settings import Setting, list_settings

STORY = "The ferries came back in the third summer after the storm."
PAGE = f"<ul><li><a href=/>Home</a></ul><div><p>{STORY}</p></div>"


def make_corpus(name: str) -> Corpus:
    items = (Item("a", PAGE.encode(), Gold(text=STORY)), Item("b", PAGE.encode(), Gold()))
    return Corpus(name, Path(name), items, (), "d1", "words", format=name)


def test_each_setting_is_measured() -> None:
    done: list[int] = []
    entries = load_figures()
    coreex = find_method("coreex")
    rows = measure_method(coreex, make_corpus("daniel"), entries, lambda: done.append(1))
    assert [row["setting"] for row in rows] == ["as printed", "swept"]
    settings = list_settings(coreex, entries)
    assert [row["parameters"] for row in rows] == [dict(of.parameters) for of in settings]
    assert [(row["P"], row["R"], row["F1"], row["pages"]) for row in rows] == [(1, 1, 1, 1)] * 2
    assert len(done) == 4


def test_a_setting_that_was_chosen_on_a_collection_is_not_measured_there() -> None:
    swept = Setting("swept", {}, is_default=False, validation={"corpora": {"fundus": {}}})
    assert is_chosen_on(swept, make_corpus("fundus"))
    assert not is_chosen_on(swept, make_corpus("daniel"))
    # The paper prints all values of the other.
    rows = measure_method(
        find_method("coreex"), make_corpus("fundus"), load_figures(), lambda: None
    )
    assert [row["setting"] for row in rows] == ["as printed"]


def test_the_command_records_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collections, "load", lambda name, path: make_corpus(name))
    monkeypatch.setattr(published_figures, "load_figures", lambda _: load_figures())
    file = tmp_path / "figures.json"
    file.write_text("{}")
    options = ["--data", str(tmp_path), "--figures", str(file)]
    done = CliRunner().invoke(published_figures.main, options)
    assert done.exit_code == 0, done.output
    rows = load_figures(file)[ENTRY]["figures"]
    measured = {(row["method"], row["corpus"]) for row in rows}
    assert measured == {(name, of) for name, listed in COLLECTIONS.items() for of in listed}


def test_published_figures_stand_above_ours() -> None:
    row: dict[str, Any] = {"method": "coreex", "setting": "as printed", "corpus": "daniel"}
    row |= {"metric": "words", "pages": 9, "P": 0.5, "R": 0.25, "F1": 0.3}
    run = {"command": "tide", "corpora": {"daniel": {"pages": 9, "digest": "d"}, "other": {}}}
    entries: dict[str, Any] = {ENTRY: {"provenance": run, "figures": [row]}}
    lines = render_published(entries, "coreex").splitlines()
    assert lines[2].startswith("| Prasad and Paepcke, as generally known | 1 120 news pages")
    assert lines[3] == "| ours, as printed | daniel, 9 pages | 0.500 | 0.250 | 0.300 |"


def test_ours_with_each_learner() -> None:
    text = render_learners(load_figures())
    assert "| naive Bayes, Nethra et al. | not named | 0.81 | 0.76 | 0.70 |" in text
    assert text.count("| C4.5, ours | ") == text.count("| naive Bayes, ours | ") == 3
