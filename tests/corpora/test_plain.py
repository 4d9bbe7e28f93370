"""One's own pages: a folder, JSON lines, or Parquet."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import pytest

from pagecore.corpora import Gold, load
from pagecore.corpora.plain import strip_markdown
from pagecore.errors import CorpusError, NeedsExtra
from tests.corpora.formats import ids, problems, write_corpus


def test_folder(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "a.html": "<p>one",
            "a.txt": "\ufeffone",
            "b.html": "<p>two",
            "b.md": "# [two](http://x.org/)",
            "c.htm": "",
            "c.txt": " \n",
            "c.md": "c",
            "d.html": "",
            "e.txt": "",
            "f.html": "",
            "f.txt": b"\xff\xfef",
            "g.v2.html": "",
            "g.v2.txt": "g",
            "g.v2.htm": "",
            "README.md": "what this is",
        },
    )
    read = load("plain", tmp_path)
    assert ids(read) == ["a", "b", "c", "g.v2"]
    assert [item.gold for item in read.items] == [
        Gold(text="one"),
        Gold(text="# [two]", markdown="# [two](http://x.org/)"),
        Gold(text=" \n", markdown="c"),
        Gold(text="g"),
    ]
    assert [item.in_means for item in read.items] == [True, True, False, True]
    assert read.items[0].source == tmp_path / "a.html"
    assert problems(read) == [
        ("d.html", "page without gold"),
        ("f.txt", "not UTF-8"),
        ("g.v2.html", "the id 'g.v2'"),
        ("e.txt", "gold without page"),
    ]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("[a b](http://x.org/y_z \"title\") c", "[a b] c"),
        ("![alt](<a b.png>) d", "![alt] d"),
        ("[a](http://x.org/y_(z)) b", "[a] b"),
        ("f(x) and [1] (see)", "f(x) and [1] (see)"),
        ("```python\nx_y = 1\n```", "```\nx_y = 1\n```"),
        ("_a_ and __b c__, snake_case_name", "a and b c, snake_case_name"),
    ],
)  # fmt: skip
def test_strip_markdown(markdown: str, text: str) -> None:
    assert strip_markdown(markdown) == text


def test_json_lines(tmp_path: Path) -> None:
    full: dict[str, object] = {
        "id": "full",
        "html": "<p>é",
        "text": "é",
        "url": "https://www.x.org/",
        "title": "T",
    }
    full |= {"authors": ["A"], "date": "2020-01-02", "language": "fr", "page_type": "article"}
    write_corpus(
        tmp_path,
        {
            "pages.jsonl": [
                full | {"markdown": "é"},
                {"html": "<p>two", "text": "two", "group": "g"},
                {"id": 3, "html": "a\ud800", "text": ""},
                {"id": "full", "html": "again", "text": "again"},
                {"id": "no page", "text": "x"},
                {"id": "no gold", "html": "x"},
                {"id": "wrong", "html": ["x"], "text": "x"},
                "broken",
            ]
        },
    )
    path = tmp_path / "pages.jsonl"
    read = load("plain", path)
    assert ids(read) == ["full", "2", "3"]
    first, second, third = read.items
    assert first.gold == Gold(
        text="é",
        title="T",
        authors=("A",),
        date="2020-01-02",
        language="fr",
        page_type="article",
        markdown="é",
    )
    assert (first.html(), first.encoding, first.group) == ("<p>é".encode(), "utf-8", "x.org")
    assert (second.group, second.in_means) == ("g", True)
    assert (third.html(), third.in_means) == ("a\ufffd".encode(), False)
    assert problems(read) == [
        ("pages.jsonl:4", "the id 'full'"),
        ("pages.jsonl:5", "gold without page"),
        ("pages.jsonl:6", "page without gold"),
        ("pages.jsonl:7", "'html'"),
        ("pages.jsonl:8", "broken JSON"),
    ]


def test_other_files_are_refused(tmp_path: Path) -> None:
    write_corpus(tmp_path, {"pages.csv": "html,text"})
    message = r"pages\.csv: expected a folder, or a file that ends in \.jsonl"
    with pytest.raises(CorpusError, match=message):
        load("plain", tmp_path / "pages.csv")


def test_parquet_needs_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_corpus(tmp_path, {"pages.parquet": ""})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(NeedsExtra, match=r"pages\.parquet: .*pip install 'pagecore\[evaluate\]'"):
        load("plain", tmp_path / "pages.parquet")


def test_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not here")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not here")
    day = datetime.date(2020, 1, 2)
    rows = [
        {"id": "a", "html": b"<p>\xe9", "text": "é", "date": day, "authors": ["A"], "more": 1},
        {"id": None, "html": b"<p>two", "text": "two", "date": None, "authors": None, "more": 2},
        {"id": "c", "html": b"", "text": None, "date": None, "authors": None, "more": 3},
        {"id": "a", "html": b"", "text": "x", "date": None, "authors": None, "more": 4},
    ]
    path = tmp_path / "pages.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    read = load("plain", path)
    assert ids(read) == ["a", "2"]
    assert read.items[0].gold == Gold(text="é", date="2020-01-02", authors=("A",))
    assert (read.items[0].html(), read.items[0].encoding) == (b"<p>\xe9", None)
    assert problems(read) == [
        ("pages.parquet, row 3", "page without gold"),
        ("pages.parquet, row 4", "the id 'a'"),
    ]


@pytest.mark.parametrize("broken", [b"", b"PAR1 no Parquet PAR1"])
def test_broken_parquet_is_refused(broken: bytes, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet", reason="pyarrow is not here")
    write_corpus(tmp_path, {"pages.parquet": broken})
    with pytest.raises(CorpusError, match=r"\(pages\.parquet: broken Parquet, after 0 rows"):
        load("plain", tmp_path / "pages.parquet")


def test_parquet_without_pages_is_refused(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not here")
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not here")
    path = tmp_path / "pages.parquet"
    parquet.write_table(pyarrow.Table.from_pylist([{"body": "x", "text": "x"}]), path)
    with pytest.raises(CorpusError, match="row 1: gold without page: there is no 'html'"):
        load("plain", path)
