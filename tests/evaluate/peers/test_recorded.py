"""Recorded outputs: what is read, what is refused, and by which name."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from pagecore.errors import CorpusError
from pagecore.evaluate.peers import PeerResult, recorded
from pagecore.evaluate.peers.recorded import RecordedResult


def written(folder: Path, *lines: str | bytes) -> Path:
    path = folder / "peer.jsonl"
    encoded = (line if isinstance(line, bytes) else line.encode() for line in lines)
    path.write_bytes(b"\n".join(encoded) + b"\n")
    return path


def test_lines_are_results_by_page(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '{"id": "b", "text": "Größe", "cpu_ms": 2.5, "title": "T", "author": "A; B"}',
        "",
        '{"id": "a", "text": "", "date": "2020-01-31", "cpu_ms": 3, "cpu_meta_ms": 1, "html": ""}',
        '{"id": "c", "text": null, "error": "ValueError: x"}',
    )
    read = recorded.read_recording(path)
    assert dict(read) == {
        "b": RecordedResult("Größe", "T", "A; B", recorded_ms=2.5),
        "a": RecordedResult("", date="2020-01-31", html="", recorded_ms=3.0),
        "c": RecordedResult("", error="ValueError: x"),
    }
    assert list(read) == ["b", "a", "c"]
    assert len(read) == 3
    assert read.problems == ()
    assert isinstance(read["a"], PeerResult)


def test_recorded_times_have_a_name_of_their_own() -> None:
    """What looks for `cpu_ms` to make a ratio finds none."""
    assert "cpu_ms" not in {field.name for field in fields(RecordedResult)}


BROKEN = [
    # what it shows    line                                      what is said of it
    ("no JSON",        '{"id": "b", "text": ',                   "broken JSON: Expecting value"),
    ("no object",      '["b", "text"]',                          "not a JSON object"),
    ("no id",          '{"text": "t"}',                          "there is no id"),
    ("no text",        '{"id": "b"}',                            "there is no text"),
    ("number as id",   '{"id": 7, "text": "t"}',                 "id is 7; expected a string"),
    ("list of names",  '{"id": "b", "text": "", "author": []}',  "author is []"),
    ("word as time",   '{"id": "b", "text": "", "cpu_ms": "1"}', "cpu_ms is '1'; expected a"),
    ("truth as time",  '{"id": "b", "text": "", "cpu_ms": true}', "cpu_ms is True"),
    ("second time",    '{"id": "a", "text": "other"}',           "the id 'a' occurs twice"),
    ("not UTF-8",      b'{"id": "b", "text": "\xe9"}',           "not UTF-8 at byte 21"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "what"), [row[1:] for row in BROKEN], ids=[r[0] for r in BROKEN])
def test_broken_line_is_named_and_the_rest_is_read(
    tmp_path: Path, line: str | bytes, what: str
) -> None:
    path = written(tmp_path, '{"id": "a", "text": "first"}', line, '{"id": "z", "text": "last"}')
    read = recorded.read_recording(path)
    assert {page: result.text for page, result in read.items()} == {"a": "first", "z": "last"}
    (problem,) = read.problems
    assert problem.where == f"{path}:2"
    assert problem.what.startswith(what)


@pytest.mark.parametrize("lines", [(), ("", " "), ("[]",)], ids=["empty", "blank", "broken"])
def test_file_without_results_is_refused(tmp_path: Path, lines: tuple[str, ...]) -> None:
    path = written(tmp_path, *lines)
    with pytest.raises(CorpusError, match=r"peer\.jsonl holds no recorded output"):
        recorded.read_recording(path)


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"nowhere\.jsonl cannot be read: No such file"):
        recorded.read_recording(tmp_path / "nowhere.jsonl")
    with pytest.raises(CorpusError, match="cannot be read"):
        recorded.read_recording(tmp_path)


def test_recorded_peers_of_the_corpora_are_read(corpus: Callable[[str], Path]) -> None:
    for path in sorted(corpus("peers").glob("*/*.jsonl")):
        read = recorded.read_recording(path)
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert read.problems == ()
        assert list(read) == [line["id"] for line in lines]
        assert [result.text for result in read.values()] == [line["text"] for line in lines]
        assert [result.recorded_ms for result in read.values()] == [
            line["cpu_ms"] for line in lines
        ]
