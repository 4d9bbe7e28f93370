"""Files that appear as a whole or not at all."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pagecore.errors import BadOption, PagecoreError
from pagecore.store import refuse_existing, write_file


def test_texts_and_bytes(tmp_path: Path) -> None:
    write_file(tmp_path / "a", "é\r\n\ud800")
    write_file(tmp_path / "b", b"\xff")
    assert (tmp_path / "a").read_bytes() == "é\r\n?".encode()
    assert (tmp_path / "b").read_bytes() == b"\xff"
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_a_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_file(path, "a")
    assert path.read_text() == "a"


def test_permissions(tmp_path: Path) -> None:
    fresh, kept = tmp_path / "fresh", tmp_path / "kept"
    kept.write_text("old")
    kept.chmod(0o600)
    mask = os.umask(0o027)
    try:
        write_file(fresh, "new")
        write_file(kept, "new")
    finally:
        os.umask(mask)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (fresh, kept)]
    assert modes == [0o640, 0o600]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("precious")
    link.symlink_to(target)
    write_file(link, "new")
    assert target.read_text() == "precious"
    assert link.read_text() == "new"
    assert not link.is_symlink()


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = f"from pathlib import Path; print(Path({str(pipe)!r}).read_text())"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as reader:
        refuse_existing(pipe)
        write_file(pipe, "through")
        assert reader.communicate()[0] == b"through\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_standard_output_is_not_replaced(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from pagecore.store import write_file; "
        "write_file(Path('/dev/stdout'), 'shown')"
    )
    with (tmp_path / "out").open("wb") as file:
        subprocess.run([sys.executable, "-c", script], stdout=file, check=True)
    assert (tmp_path / "out").read_text() == "shown"
    assert Path("/dev/stdout").is_symlink()


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(PagecoreError, match=r"^output .*a: File too large$"):
            write_file(path, "x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(PagecoreError, match="No such file or directory"):
        write_file(tmp_path / "none" / "a", "x")


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
def test_names_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(PagecoreError, match=r"^output "):
        write_file(tmp_path / name, "x")
    refuse_existing(tmp_path / name)


def test_existing_files_are_refused(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    refuse_existing(path)
    path.write_text("old")
    link.symlink_to(tmp_path / "nowhere")
    for existing in (path, link):
        with pytest.raises(BadOption, match="exists; pass --overwrite"):
            refuse_existing(existing)
    refuse_existing(Path("/dev/null"))
