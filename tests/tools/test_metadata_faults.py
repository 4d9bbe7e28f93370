"""Faults of metadata: each class finds its own, and a page without faults has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import parse
from pagecore.corpora.corpus import Gold, Item
from pagecore.metadata import Metadata
from tools.metadata_faults import CLASSES, ENTRY, Answer, count_faults, main

URL = "https://shore.example/2024/05/03/tides/"
PAGE = "<html lang=en><title>Tides</title><a href=/>The Shore</a><h1>Tides</h1><p>Text"
GOLD = Gold(title="Tides", authors=("Ann Lee",), date="2024-05-03", page_type="article")
RIGHT = Metadata(title="Tides", authors=("Ann Lee",), published="2024-05-03")

FAULTS = [
    # class, metadata
    ("author: word of a menu, a form or a role", Metadata(authors=("License",))),
    ("author: word of a menu, a form or a role", Metadata(authors=("Senior Analyst",))),
    ("author: site instead of a person", Metadata(authors=("The Shore",))),
    ("author: account instead of a person", Metadata(authors=("annlee",))),
    ("author: none, by gold", Metadata()),
    ("author: another, by gold", Metadata(authors=("Bo Chen",))),
    ("title: “Home”", Metadata(title="Home")),
    ("title: name of the site at the end", Metadata(title="Tides · The Shore")),
    ("title: more than gold", Metadata(title="Tides · Science")),
    ("title: phone number", Metadata(title="800-981-5146")),
    ("title: another, by gold", Metadata(title="Cranes")),
    ("date: day and month exchanged", Metadata(published="2024-03-05")),
    ("date: none, although the URL has one", Metadata()),
    ("date: none, by gold", Metadata()),
    ("date: another, by gold", Metadata(published="2024-05-04")),
]


def make_answer(metadata: Metadata, page: str = PAGE, gold: Gold = GOLD) -> Answer:
    item = Item("1", page.encode(), gold, url=URL, group="shore.example")
    return Answer(item, parse(page, url=URL), metadata)


@pytest.mark.parametrize(("name", "metadata"), FAULTS)
def test_each_class_finds_its_faults(name: str, metadata: Metadata) -> None:
    assert CLASSES[name](make_answer(metadata)) == (True, True)
    assert not CLASSES[name](make_answer(RIGHT))[1]


def test_dates_of_the_navigation() -> None:
    page = f"{PAGE}<nav><time datetime=2020-02-03>3 Feb</time></nav>"
    row = parse(page).is_tag("time").nonzero()[0][0]
    metadata = Metadata(published="2020-02-03", rows={"published": int(row)})
    assert CLASSES["date: of the navigation or a user"](make_answer(metadata, page)) == (True, True)


def test_threads_start_with_their_first_post() -> None:
    gold = Gold(date="2024-05-03", page_type="forum")
    count = CLASSES["date: not that of the first post"]
    assert count(make_answer(Metadata(published="2024-05-09"), gold=gold)) == (True, True)
    assert count(make_answer(RIGHT, gold=gold)) == (True, False)


def test_hosts_are_counted_in_halves() -> None:
    counts = count_faults([make_answer(Metadata()), make_answer(RIGHT)])
    row = counts["author: none, by gold"]
    assert (row["pages"], row["even"] + row["odd"], row["hosts"]) == (2, 1, 1)


def test_counts_are_recorded_beside_those_of_before(tmp_path: Path) -> None:
    corpus = tmp_path / "data" / "fundus"
    (corpus / "html").mkdir(parents=True)
    (corpus / "html" / "a.html").write_text(PAGE)
    gold = {"id": "a", "url": URL, "publisher": "Shore", "title": "Tides", "authors": ["Ann Lee"]}
    (corpus / "gold.jsonl").write_text(json.dumps({**gold, "text": "Text", "language": "en"}))
    figures = tmp_path / "figures.json"
    for label in ("before", "now"):
        options = ["--corpora", "fundus", "--data", str(tmp_path / "data"), "--label", label]
        result = CliRunner().invoke(main, [*options, "--figures", str(figures)])
        assert result.exit_code == 0, result.output
    recorded = json.loads(figures.read_text())[ENTRY]["figures"]
    assert list(recorded) == ["before", "now"]
    assert recorded["now"] == recorded["before"]
