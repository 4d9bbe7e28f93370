"""Collections of one layout: one line of gold per page, read alike under every name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.corpora import Gold, load
from pagecore.corpora.gold_lines import COLLECTIONS
from tests.conftest import Run
from tests.corpora.formats import ids, problems, write_corpus

FULL = {
    "id": "a",
    "url": "https://www.p.example/a",
    "host": "p.example",
    "language": "zh",
    "type": "article",
    "text": "one",
    "title": "T",
    "author": "Ann Lee",
    "date": "2012-01-12",
    "markdown": "*one*",
    "encoding": "gb2312",
    "cover": 1.0,
    "records": [["one"]],
}


@pytest.mark.parametrize("name", COLLECTIONS)
def test_all_that_a_line_has_is_read(name: str, tmp_path: Path) -> None:
    write_corpus(tmp_path, {"gold.jsonl": [FULL], "html/a.html": "<p>one"})
    read = load(name, tmp_path)
    (item,) = read.items
    assert not read.problems
    assert (read.name, read.metric) == (name, "words-unspaced")
    assert item.gold == Gold(
        text="one",
        title="T",
        authors=("Ann Lee",),
        # The dates of DAnIEL are those of the download.
        date=None if name == "daniel" else "2012-01-12",
        language="zh",
        page_type="article",
        markdown="*one*",
        records=(("one",),),
    )
    assert (item.url, item.group) == ("https://www.p.example/a", "p.example")
    assert (item.encoding, item.in_means) == ("gb2312", True)


def test_what_is_not_known_and_what_is_wrong(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "gold.jsonl": [
                {"id": "a", "text": "one", "url": "https://www.q.example/"},
                {"id": "b", "text": " \n", "url": None, "author": None},
                {"id": "c", "text": "three"},
                {"id": "d"},
                {"id": "a", "text": "again"},
                {"id": "../a", "text": "outside"},
                "{",
                {"id": "e", "text": "five", "host": 5},
            ],
            **{f"html/{name}.html": "<p>one" for name in "abdef"},
        },
    )
    read = load("magic", tmp_path)
    assert ids(read) == ["a", "b", "e"]
    first, second, third = read.items
    assert (first.gold, first.group) == (Gold(text="one"), "q.example")
    # Empty gold is not counted in means.
    assert (second.in_means, second.group, third.group) == (False, "b", "e")
    assert problems(read) == [
        ("gold.jsonl:3", "gold without page"),
        ("gold.jsonl:4", "there is no 'text'"),
        ("gold.jsonl:5", "the id 'a'"),
        ("gold.jsonl:6", "the page '../a.html' is outside the corpus folder"),
        ("gold.jsonl:7", "broken JSON"),
        ("gold.jsonl:8", "'host'"),
        ("html/f.html", "page without gold"),
    ]


def test_the_command_measures_a_collection(run: Run, tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "gold.jsonl": [{"id": "a", "text": "潮汐每天涨落两次。", "language": "zh"}],
            "html/a.html": "<meta charset=utf-8><p>潮汐每天涨落两次。",
        },
    )
    done = run("evaluate", "--corpus", "small", "--path", str(tmp_path), "--method", "econ")
    assert done.code == 0, done.err
    # Every character counts, so the whole text is not one wrong word.
    assert "word F1 (unspaced)" in done.out
    assert "1.000" in done.out


@pytest.mark.parametrize(
    ("name", "languages", "n_groups"),
    [
        ("cleaneval", {"en": 453}, 387),
        ("daniel", {"ru": 107, "zh": 97, "el": 67, "pl": 46}, 182),
        ("gtrends", {"en": 71}, 65),
        ("searchlists", {"en": 278, "es": 1}, 95),
    ],
)
def test_languages_and_hosts_of_real_collections(
    name: str, languages: dict[str, int], n_groups: int, corpus: Callable[[str], Path]
) -> None:
    read = load(name, corpus(name))
    assert Counter(item.gold.language for item in read.items) == languages
    assert len({item.group for item in read.items}) == n_groups
