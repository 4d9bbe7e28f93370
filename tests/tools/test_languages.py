"""Languages of contents: the labels, and what is recorded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pagecore.corpora.corpus import Gold, Item
from pagecore.errors import CorpusError
from pagecore.figures import load_figures
from tools.languages.__main__ import (
    NO_LANGUAGE,
    Answer,
    answer_page,
    count_designs,
    count_languages,
    match_labels,
    read_labels,
)
from tools.languages.designs import RULES, USED


def test_labels_are_whole() -> None:
    labels = read_labels()
    by_site: dict[str, int] = {}
    for page, language in labels.items():
        assert language == NO_LANGUAGE or re.fullmatch("[a-z]{2}", language)
        site = page.partition("/")[0]
        by_site[site] = by_site.get(site, 0) + 1
    assert max(by_site.values()) <= 10
    assert len(by_site) == 24


def test_a_label_needs_its_page() -> None:
    item = Item(id="a/b.html", source=Path("b.html"), gold=Gold(text=None), group="a")
    labels = {"a/b.html": "de"}
    assert list(match_labels([item], labels)) == [(item, "de")]
    assert list(match_labels([item], {"a/b.html": NO_LANGUAGE})) == []
    with pytest.raises(CorpusError, match=r"no page 'a/c\.html'"):
        list(match_labels([item], {"a/c.html": "de"}))


def test_every_rule_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    prose, code = "潮の満ち引きは月と太陽の引力で起こる。" * 9, "x = 1 " * 900
    path.write_text(f"<html lang=en><p>{prose}<pre>{code}", "utf-8")
    item = Item(id="a", source=path, gold=Gold(text=None), group="a")
    answer = answer_page("sites", item, "ja")
    assert answer.by_rule.keys() == RULES.keys()
    assert answer.is_right(USED)
    assert not answer.is_right("declared language alone")


def test_shares_of_right_pages() -> None:
    wrong = dict.fromkeys(RULES) | {USED: "ja"}
    answers = [Answer("sites", "a", "ja", wrong), Answer("sites", "b", "no", wrong)]
    assert count_designs(answers)[-1] == {"design": USED, "sites": 0.5}
    assert [(row["language"], row["pages"], row[USED]) for row in count_languages(answers)] == [
        ("ja", 1, 1.0),
        ("no", 1, 0.0),
    ]


def test_recorded_accuracy() -> None:
    *others, used = load_figures()["languages"]["figures"]["designs"]
    assert used["design"] == USED
    for collection in ("fundus", "sites"):
        assert used[collection] >= 0.98
        assert used[collection] >= max(other[collection] for other in others)
