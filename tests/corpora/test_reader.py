"""Reading: a broken file or line is named and costs nothing but itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.corpora.corpus import Gold, Item, Problem
from pagecore.corpora.reader import CorpusFormat, CorpusReader, has_text, read_domain


def list_problems(reader: CorpusReader) -> tuple[Problem, ...]:
    """The problems so far."""
    reader.add("here", Item("a", b"", Gold()))
    return reader.build_corpus("test", CorpusFormat("words", "files", lambda _: None)).problems


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_bytes(
        b'\xef\xbb\xbf{"n": 1}\r\n\n{"n": 2\n{"n": "\xe9"}\n[3]\n{"t": "a\xe2\x80\xa8b"}\n'
        b'{"n": 4, "n": 5}\n' + b"[" * 100_000 + b'\n{"n": 6}'
    )
    reader = CorpusReader(tmp_path)
    records = list(reader.read_lines(tmp_path / "gold.jsonl"))
    assert [record.data for record in records] == [
        {"n": 1},
        {"t": "a\u2028b"},
        {"n": 4},
        {"n": 6},
    ]
    assert [record.where for record in records] == [f"gold.jsonl:{n}" for n in (1, 6, 7, 9)]
    broken, encoding, no_object, twice, deep = list_problems(reader)
    assert broken.where == "gold.jsonl:3"
    assert broken.what.startswith("broken JSON: Expecting ',' delimiter")
    assert encoding == Problem(
        "gold.jsonl:4", "not UTF-8: invalid continuation byte at byte 7; save it as UTF-8"
    )
    assert no_object == Problem("gold.jsonl:5", "expected a JSON object, found a list")
    assert twice == Problem("gold.jsonl:7", "the key 'n' occurs twice; the first counts")
    assert (deep.where, deep.what[:11]) == ("gold.jsonl:8", "broken JSON")


def test_missing_files(tmp_path: Path) -> None:
    reader = CorpusReader(tmp_path)
    assert reader.read_record(tmp_path / "a.json") is None
    assert list(reader.read_lines(tmp_path / "b.jsonl")) == []
    assert reader.list_files(tmp_path / "c", ".html") == []
    (tmp_path / "d.json").mkdir()
    assert reader.read_record(tmp_path / "d.json") is None
    assert list(reader.read_lines(tmp_path / "d.json")) == []
    problems = list_problems(reader)
    assert [problem.where for problem in problems] == ["a.json", "b.jsonl", "c", "d.json", "d.json"]
    assert [problem.what for problem in problems[:3]] == [
        "there is no such file",
        "there is no such file",
        "there is no such folder",
    ]
    assert all(problem.what.startswith("cannot be read: ") for problem in problems[3:])


@pytest.mark.parametrize("name", ["../a.html", "/etc/hosts", "b/../../a.html", "", "a\0.html"])
def test_page_outside_the_corpus(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("a")
    (tmp_path / "corpus").mkdir()
    reader = CorpusReader(tmp_path / "corpus")
    assert reader.find_page("gold.jsonl:1", reader.path, name) is None
    assert list_problems(reader) == (
        Problem("gold.jsonl:1", f"the page {name!r} is outside the corpus folder"),
    )


def test_page_that_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.html").mkdir()
    reader = CorpusReader(tmp_path)
    assert reader.find_page("gold.jsonl:1", tmp_path, "a.html") is None
    assert reader.find_page("gold.jsonl:2", tmp_path, "b" * 5000) is None
    assert [item.what[:35] for item in list_problems(reader)] == [
        "gold without page: there is no a.ht",
        "gold without page: there is no bbbb",
    ]


def test_page_that_vanishes_is_left_out(tmp_path: Path) -> None:
    reader = CorpusReader(tmp_path)
    reader.add("gold.jsonl:1", Item("gone", tmp_path / "gone.html", Gold()))
    (problem,) = list_problems(reader)
    assert (problem.where, problem.what[:27]) == ("gold.jsonl:1", "the page cannot be read: [E")


def test_first_of_two_ids_counts(tmp_path: Path) -> None:
    reader = CorpusReader(tmp_path)
    reader.add("gold.jsonl:1", Item("a", b"one", Gold()))
    reader.add("gold.jsonl:2", Item("a", b"two", Gold()))
    corpus = reader.build_corpus("test", CorpusFormat("words", "files", lambda _: None))
    assert [item.html() for item in corpus.items] == [b"one"]
    assert corpus.problems == (
        Problem("gold.jsonl:2", "the id 'a' is also used by gold.jsonl:1; the first counts"),
    )


def test_hidden_files_are_not_pages(tmp_path: Path) -> None:
    for name in ("b.html", "a.HTML", "._a.html", "c.txt"):
        (tmp_path / name).write_text("")
    actual = CorpusReader(tmp_path).list_files(tmp_path, ".html")
    assert [path.name for path in actual] == ["a.HTML", "b.html"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://www.example.org/a", "example.org"),
        ("http://Forum.Example.org:80/", "forum.example.org"),
        ("no url", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_domain(url: str | None, expected: str | None) -> None:
    assert read_domain(url) == expected


def test_has_text() -> None:
    assert [has_text(text) for text in ("a", " \n", "", None)] == [True, False, False, False]
