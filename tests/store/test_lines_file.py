"""A file with the lines of many results."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pagecore.errors import BadOption, PagecoreError
from pagecore.store import LinesFile

RUN = {"to": "jsonl"}


def test_lines_appear_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = LinesFile(path, RUN)
    lines.write('{"a": 1}\n{"a": 2}', "one.html", "1")
    lines.write("", "none.html", "1")
    lines.write('{"é": 3}', "two.html", "1")
    assert not path.exists()
    lines.close()
    assert path.read_text("utf-8") == '{"a": 1}\n{"a": 2}\n{"é": 3}\n'
    assert os.listdir(tmp_path) == ["a.jsonl"]


def test_an_interrupted_run_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = LinesFile(path, RUN)
    first.write('{"a": 1}', "one.html", "1")
    first.write('{"error": 2}', "two.html", "1", is_result=False)
    first.write('{"a": 3}', "three.html", "1")
    part = tmp_path / "a.jsonl.part"
    # The process was killed while it wrote a line.
    part.write_bytes(part.read_bytes() + b'{"a": 4')
    second = LinesFile(path, RUN)
    finished = [second.is_finished(f"{name}.html", "1") for name in ("one", "two", "three", "four")]
    assert finished == [True, False, True, False]
    assert not second.is_finished("one.html", "2")
    second.write('{"a": 2}', "two.html", "1")
    second.close()
    assert path.read_text() == '{"a": 1}\n{"a": 3}\n{"a": 2}\n'


@pytest.mark.parametrize("overwrite", [False, True])
def test_another_run_begins_anew(tmp_path: Path, overwrite: bool) -> None:
    path = tmp_path / "a.jsonl"
    LinesFile(path, RUN).write('{"a": 1}', "one.html", "1")
    other = LinesFile(path, RUN if overwrite else {"to": "chunks"}, overwrite=overwrite)
    assert not other.is_finished("one.html", "1")
    other.close()
    assert path.read_bytes() == b""


def test_an_existing_file_is_replaced_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("mine")
    with pytest.raises(BadOption, match="--overwrite"):
        LinesFile(path, RUN)
    lines = LinesFile(path, RUN, overwrite=True)
    lines.write("{}", "one.html", "1")
    assert path.read_text() == "mine"
    lines.close()
    assert path.read_text() == "{}\n"


def test_links_are_not_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("mine")
    for name in ("a.jsonl", "a.jsonl.part", "a.jsonl.next"):
        (tmp_path / name).symlink_to(mine)
    lines = LinesFile(tmp_path / "a.jsonl", RUN, overwrite=True)
    lines.write("{}", "one.html", "1")
    lines.close()
    assert mine.read_text() == "mine"
    assert (tmp_path / "a.jsonl").read_text() == "{}\n"


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(PagecoreError, match="No such file"):
        LinesFile(tmp_path / "no" / "a.jsonl", RUN)


@pytest.mark.parametrize("broken", [b"", b"# {}\n", b'{"a": 1}\n', b"# [\n# [1]\n"])
def test_a_broken_part_is_not_used(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "a.jsonl"
    (tmp_path / "a.jsonl.part").write_bytes(broken)
    LinesFile(path, RUN).close()
    assert path.read_bytes() == b""
