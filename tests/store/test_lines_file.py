"""A file with the lines of many results."""

from __future__ import annotations

import os
import resource
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
    first.release()
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


def test_data_of_results_reach_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = LinesFile(path, RUN)
    first.write('{"a": 1}', "one", "1", data={"next": "two"})
    first.write("", "two", "1", is_result=False, data=[2])
    first.write("", "three", "1")
    assert list(first.list_data()) == []
    first.release()
    second = LinesFile(path, RUN)
    assert list(second.list_data()) == [("one", {"next": "two"}), ("three", None)]
    assert second.is_finished("one", "1")
    second.close()
    assert path.read_text("utf-8") == '{"a": 1}\n'


def test_a_run_can_be_discarded(tmp_path: Path) -> None:
    lines = LinesFile(tmp_path / "a.jsonl", RUN)
    lines.write('{"a": 1}', "one", "1")
    lines.discard()
    assert os.listdir(tmp_path) == []


def interrupt(path: Path, *sources: str) -> None:
    lines = LinesFile(path, RUN)
    for source in sources:
        lines.write(f'{{"a": "{source}"}}', source, "1")
    lines.release()


def test_another_run_begins_anew_on_request(tmp_path: Path) -> None:
    path, part = tmp_path / "a.jsonl", tmp_path / "a.jsonl.part"
    interrupt(path, "one.html")
    before = part.read_bytes()
    with pytest.raises(BadOption, match="is not of this command; pass --overwrite"):
        LinesFile(path, {"to": "chunks"})
    assert part.read_bytes() == before
    other = LinesFile(path, RUN, overwrite=True)
    assert not other.is_finished("one.html", "1")
    other.close()
    assert path.read_bytes() == b""


def test_each_source_of_the_run_has_its_lines_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    interrupt(path, "one.html", "changed.html", "left out.html")
    for _ in range(2):
        again = LinesFile(path, RUN)
        assert not again.is_finished("failed.html", "1")
        again.write('{"error": 1}', "failed.html", "1", is_result=False)
        again.release()
    last = LinesFile(path, RUN)
    assert last.is_finished("one.html", "1")
    assert not last.is_finished("changed.html", "2")
    last.write('{"a": 2}', "changed.html", "2")
    last.write('{"error": 2}', "failed.html", "1", is_result=False)
    # A page may be named twice.
    last.write('{"error": 2}', "failed.html", "1", is_result=False)
    last.close()
    lines = path.read_text().splitlines()
    assert lines == ['{"a": "one.html"}', '{"a": 2}', '{"error": 2}', '{"error": 2}']


@pytest.mark.parametrize("cut", range(1, 60))
def test_a_run_that_was_killed_anywhere_is_continued(tmp_path: Path, cut: int) -> None:
    path, part = tmp_path / "a.jsonl", tmp_path / "a.jsonl.part"
    interrupt(path, "one.html", "two.html")
    part.write_bytes(part.read_bytes()[:-cut])
    lines = LinesFile(path, RUN)
    assert lines.is_finished("one.html", "1")
    assert not lines.is_finished("two.html", "1")
    lines.write('{"a": "two.html"}', "two.html", "1")
    lines.close()
    assert path.read_text() == '{"a": "one.html"}\n{"a": "two.html"}\n'


def test_a_second_run_at_the_same_time_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = LinesFile(path, RUN)
    for overwrite in (False, True):
        with pytest.raises(BadOption, match="is written by another run"):
            LinesFile(path, RUN, overwrite=overwrite)
    lines.write("{}", "one.html", "1")
    lines.close()
    assert path.read_text() == "{}\n"


def test_a_full_disk_leaves_no_part_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = LinesFile(path, RUN)
    lines.write("{}", "one.html", "1")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Python ignores the signal, so that the write is cut and the next one fails.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(PagecoreError, match="too large"):
            lines.write(f'{{"a": "{"x" * 2000}"}}', "two.html", "1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    lines.write('{"a": 3}', "three.html", "1")
    with pytest.raises(PagecoreError, match="not complete"):
        lines.close()
    assert not path.exists()
    again = LinesFile(path, RUN)
    finished = [again.is_finished(f"{name}.html", "1") for name in ("one", "two", "three")]
    assert finished == [True, False, True]
    again.close()
    assert path.read_text() == '{}\n{"a": 3}\n'


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


@pytest.mark.parametrize("mine", [b"# {}\n", b'{"a": 1}\n', b"# [\n# [1]\n", b"mine"])
def test_a_file_with_the_name_of_the_part_is_refused(tmp_path: Path, mine: bytes) -> None:
    part, other = tmp_path / "a.jsonl.part", tmp_path / "a.jsonl.next"
    part.write_bytes(mine)
    other.write_bytes(mine)
    with pytest.raises(BadOption, match="pass --overwrite"):
        LinesFile(tmp_path / "a.jsonl", RUN)
    assert part.read_bytes() == mine
    LinesFile(tmp_path / "a.jsonl", RUN, overwrite=True).close()
    assert other.read_bytes() == mine


def test_a_link_at_the_place_of_the_part_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    (tmp_path / "a.jsonl.part").symlink_to(mine)
    with pytest.raises(PagecoreError, match="symbolic links"):
        LinesFile(tmp_path / "a.jsonl", RUN)
    assert not mine.exists()


def test_pipes_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jsonl")
    os.mkfifo(tmp_path / "b.jsonl.part")
    for name, overwrite in (("a.jsonl", False), ("a.jsonl", True), ("b.jsonl", False)):
        with pytest.raises(BadOption, match=r"device or pipe|not a regular file"):
            LinesFile(tmp_path / name, RUN, overwrite=overwrite)
    assert (tmp_path / "a.jsonl").is_fifo()


def test_an_incomplete_first_line_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for begin in (b"", b'# {"t'):
        (tmp_path / "a.jsonl.part").write_bytes(begin)
        LinesFile(path, RUN, overwrite=False).close()
        assert path.read_bytes() == b""
        path.unlink()
