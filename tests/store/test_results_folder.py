"""A folder of results: what is continued, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.errors import BadOption, PagecoreError
from pagecore.store import ResultsFolder

RUN = {"to": "text"}
A = Path("a.txt")


def results(folder: Path) -> list[str]:
    """The names of the results in a folder, without its lists."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted(str(path.relative_to(folder)) for path in paths if path.name[0] != ".")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one result of a run."""
    ResultsFolder(tmp_path / "out", RUN).write(A, "one", "7 1")
    return tmp_path / "out"


def test_a_repeated_run_keeps_what_is_finished(folder: Path) -> None:
    again = ResultsFolder(folder, RUN)
    assert again.is_finished(A, "7 1")
    assert not again.is_finished(Path("b.txt"), "7 1")
    again.write(Path("b.txt"), "two", "")
    again.close()
    third = ResultsFolder(folder, RUN)
    assert third.is_finished(A, "7 1")
    assert third.is_finished(Path("b.txt"), "")
    assert results(folder) == ["a.txt", "b.txt"]


def test_a_result_of_a_changed_source_is_made_again(folder: Path) -> None:
    again = ResultsFolder(folder, RUN)
    assert not again.is_finished(A, "8 2")
    again.write(A, "new", "8 2")
    again.close()
    assert (folder / A).read_text() == "new"
    assert ResultsFolder(folder, RUN).is_finished(A, "8 2")


def test_files_of_others_are_refused(folder: Path) -> None:
    (folder / "b.txt").write_text("mine")
    with pytest.raises(BadOption, match=r"b\.txt exists; pass --overwrite"):
        ResultsFolder(folder, RUN).is_finished(Path("b.txt"), "")
    assert not ResultsFolder(folder, RUN, overwrite=True).is_finished(Path("b.txt"), "")


def test_a_result_that_was_changed_is_refused(folder: Path) -> None:
    (folder / A).write_text("edited by hand")
    with pytest.raises(BadOption, match="exists"):
        ResultsFolder(folder, RUN).is_finished(A, "7 1")


def test_results_of_other_options_are_refused(folder: Path) -> None:
    with pytest.raises(BadOption, match="exists"):
        ResultsFolder(folder, {"to": "markdown"}).is_finished(A, "7 1")
    # Both runs can be continued if their files have other names.
    ResultsFolder(folder, {"to": "markdown"}).write(Path("a.md"), "# one", "7 1")
    assert ResultsFolder(folder, RUN).is_finished(A, "7 1")
    assert ResultsFolder(folder, {"to": "markdown"}).is_finished(Path("a.md"), "7 1")


def test_overwriting_makes_all_again(folder: Path) -> None:
    again = ResultsFolder(folder, RUN, overwrite=True)
    assert not again.is_finished(A, "7 1")
    again.write(A, "new", "7 1")
    again.close()
    assert ResultsFolder(folder, RUN).is_finished(A, "7 1")


def test_a_line_that_was_cut_off(folder: Path) -> None:
    (path,) = folder.glob(".pagecore-*.jsonl")
    with path.open("ab") as file:
        file.write(b'{"file": "b.t')
    again = ResultsFolder(folder, RUN)
    again.write(Path("c.txt"), "three", "")
    again.close()
    third = ResultsFolder(folder, RUN)
    assert third.is_finished(A, "7 1")
    assert third.is_finished(Path("c.txt"), "")


def test_a_line_without_its_file(folder: Path) -> None:
    (folder / A).unlink()
    assert not ResultsFolder(folder, RUN).is_finished(A, "7 1")


@pytest.mark.parametrize("line", [b"7", b"[]", b"{}", b"\xff", b'{"file": ["a"], "digest": 3}'])
def test_lines_of_others(folder: Path, line: bytes) -> None:
    (path,) = folder.glob(".pagecore-*.jsonl")
    path.write_bytes(path.read_bytes() + line + b"\n")
    assert ResultsFolder(folder, RUN).is_finished(A, "7 1")


def test_linked_folders_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (folder / "sub").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PagecoreError, match="sub is a symbolic link"):
        ResultsFolder(folder, RUN).write(Path("sub/a.txt"), "x", "")
    with pytest.raises(PagecoreError, match="sub is a symbolic link"):
        ResultsFolder(folder, RUN).write(Path("sub/deep/a.txt"), "x", "")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    ResultsFolder(tmp_path / "link", RUN).write(A, "x", "")
    assert results(tmp_path / "real") == ["a.txt"]


def test_a_linked_list_is_replaced(tmp_path: Path) -> None:
    first = ResultsFolder(tmp_path / "out", RUN)
    first.write(A, "one", "")
    first.close()
    (path,) = (tmp_path / "out").glob(".pagecore-*.jsonl")
    path.rename(tmp_path / "victim")
    path.symlink_to(tmp_path / "victim")
    before = (tmp_path / "victim").read_bytes()
    ResultsFolder(tmp_path / "out", RUN).write(Path("b.txt"), "two", "")
    assert (tmp_path / "victim").read_bytes() == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(BadOption, match="is a file; pass a folder"):
        ResultsFolder(tmp_path / "a", RUN)


@pytest.mark.parametrize("run", [RUN, {"to": "markdown"}])
def test_a_second_run_at_the_same_time_is_refused(tmp_path: Path, run: dict[str, str]) -> None:
    first = ResultsFolder(tmp_path / "out", RUN)
    for overwrite in (False, True):
        with pytest.raises(BadOption, match="out is written by another run; wait for its end"):
            ResultsFolder(tmp_path / "out", run, overwrite=overwrite)
    first.write(A, "one", "")
    first.close()
    ResultsFolder(tmp_path / "out", run).write(Path("b.txt"), "two", "")
    assert results(tmp_path / "out") == ["a.txt", "b.txt"]


def test_a_run_without_results_leaves_no_folder(tmp_path: Path) -> None:
    ResultsFolder(tmp_path / "out", RUN).close()
    assert list(tmp_path.iterdir()) == []
    # An empty folder of the user stays.
    (tmp_path / "out").mkdir()
    ResultsFolder(tmp_path / "out", RUN).close()
    assert (tmp_path / "out").is_dir()
