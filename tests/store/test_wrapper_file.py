"""The file of a store: many readers, one writer, and nothing lost when a process is killed."""

from __future__ import annotations

import fcntl
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pagecore.errors import WrapperError
from pagecore.store.wrapper_file import (
    APPLICATION_ID,
    FILE_NAME,
    DamagedStore,
    StoredWrapper,
    WrapperFile,
)

#: Longer than a page of SQLite, so that it is in many.
XML = "<wrapper/>" * 2000


@pytest.fixture
def file(tmp_path: Path) -> WrapperFile:
    """A file with two wrappers."""
    file = WrapperFile(tmp_path / "store", timeout=0.2)
    file.write("tide.example", "cst", XML)
    file.write("ebb.example", "hybrid", "<wrapper>é</wrapper>")
    return file


def test_wrappers_are_written_read_replaced_and_removed(file: WrapperFile) -> None:
    assert file.read("tide.example") == StoredWrapper("tide.example", "cst", XML)
    assert file.read("tides.example") is None
    assert list(file.list_digests()) == ["ebb.example", "tide.example"]
    file.write("tide.example", "rtdm", "<new/>")
    assert file.read("tide.example") == StoredWrapper("tide.example", "rtdm", "<new/>")
    assert (file.remove("tide.example"), file.remove("tide.example")) == (True, False)
    assert list(file.list_digests()) == ["ebb.example"]


def test_reading_creates_nothing(tmp_path: Path) -> None:
    file = WrapperFile(tmp_path / "store")
    assert not file.exists()
    assert (file.read("tide.example"), file.list_digests()) == (None, {})
    assert (file.rebuild(), file.remove("tide.example")) == (None, False)
    assert list(tmp_path.iterdir()) == []
    file.create()
    assert (file.exists(), file.list_digests(), file.rebuild()) == (True, {}, None)


def test_a_file_can_be_sent_to_other_processes(file: WrapperFile) -> None:
    copy = pickle.loads(pickle.dumps(file))
    assert copy.list_digests() == file.list_digests()


# ---------------------------------------------------------------- several processes

WRITE = """
import sys
from pathlib import Path
from pagecore.store.wrapper_file import WrapperFile

file = WrapperFile(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    file.write(f"{sys.argv[2]}{number}.example", "cst", f"<{sys.argv[2]}/>" * 20_000)
    print(number, flush=True)
"""


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_processes_write_at_once_while_a_third_reads(tmp_path: Path) -> None:
    writers = [start(WRITE, tmp_path, name, 20) for name in ("a", "b")]
    file, n_seen = WrapperFile(tmp_path), 0
    while any(writer.poll() is None for writer in writers):
        hosts = list(file.list_digests())
        # What is there is whole, and nothing that was there disappears.
        assert len(hosts) >= n_seen
        n_seen = len(hosts)
        for host in hosts[-1:]:
            assert file.read(host) is not None
    for writer in writers:
        _, errors = writer.communicate()
        assert (writer.returncode, errors) == (0, "")
    expected = {f"{name}{number}.example" for name in ("a", "b") for number in range(20)}
    assert set(file.list_digests()) == expected
    assert file.rebuild() is None


@pytest.mark.parametrize("n_written", [0, 1, 5, 9])
def test_a_killed_writer_loses_nothing_that_it_reported(tmp_path: Path, n_written: int) -> None:
    writer = start(WRITE, tmp_path, "a", 1000)
    assert writer.stdout is not None
    for _ in range(n_written):
        writer.stdout.readline()
    if not n_written:
        # As soon as there is a file, which may still be empty.
        while not (tmp_path / FILE_NAME).exists():
            time.sleep(0.001)
    writer.kill()
    reported = n_written + len(writer.communicate()[0].splitlines())
    assert writer.returncode == -signal.SIGKILL
    file = WrapperFile(tmp_path)
    hosts = list(file.list_digests())
    assert len(hosts) in (reported, reported + 1)
    assert all(file.read(host) is not None for host in hosts)
    assert file.rebuild() is None
    file.write("next.example", "cst", XML)
    assert len(file.list_digests()) == len(hosts) + 1


KILL_BEFORE_COMMIT = """
import os, signal, sqlite3, sys
from pathlib import Path
from pagecore.store.wrapper_file import WrapperFile

class Connection(sqlite3.Connection):
    def commit(self):
        # The new pages are in the file already, because the cache is too small for them.
        os.kill(os.getpid(), signal.SIGKILL)

connect = sqlite3.connect
def connect_with_small_cache(*arguments, **options):
    connection = connect(*arguments, factory=Connection, **options)
    connection.execute("PRAGMA cache_size = 1")
    return connection
sqlite3.connect = connect_with_small_cache
WrapperFile(Path(sys.argv[1])).write("tide.example", "cst", "<new/>" * 100_000)
"""


def kill_before_commit(file: WrapperFile) -> None:
    """Kill a process that has written a new wrapper of `tide.example`, but not yet committed it."""
    writer = start(KILL_BEFORE_COMMIT, file.path.parent)
    _, errors = writer.communicate()
    assert (writer.returncode, errors) == (-signal.SIGKILL, "")


def test_a_writer_that_is_killed_in_the_middle_is_undone(file: WrapperFile) -> None:
    before = file.path.read_bytes()
    kill_before_commit(file)
    assert file.path.read_bytes() != before
    assert Path(f"{file.path}-journal").stat().st_size
    assert file.read("tide.example") == StoredWrapper("tide.example", "cst", XML)
    assert file.path.read_bytes() == before
    assert file.rebuild() is None


def test_who_waits_too_long_is_told_why(file: WrapperFile) -> None:
    message = (
        f"^{file.path}: another process has been writing the store for 0.2 seconds; "
        "try again when it has ended$"
    )
    other = sqlite3.connect(file.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(WrapperError, match=message):
        file.write("a", "b", "c")
    with pytest.raises(WrapperError, match=message):
        file.read("tide.example")
    other.close()
    descriptor = os.open(file.path.parent, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    with pytest.raises(WrapperError, match=message):
        file.write("a", "b", "c")
    # Readers do not wait for a writer that has not begun.
    assert file.read("tide.example") is not None
    os.close(descriptor)
    file.write("a", "b", "c")


# ---------------------------------------------------------------- damage


def overwrite(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


DAMAGE = [
    # what it shows            from byte   content
    ("not SQLite",             0,          b"%PDF-1.7"),
    ("another page size",      16,         b"\x02\x00"),
    ("another program",        68,         b"\0\0\0\1"),
    ("no schema",              100,        b"\xff" * 8),
    ("no root of the table",   4096,       b"\xff" * 8),
]  # fmt: skip


@pytest.mark.parametrize(
    ("at", "content"), [case[1:] for case in DAMAGE], ids=[c[0] for c in DAMAGE]
)
def test_a_damaged_file_is_refused_and_rebuilt(file: WrapperFile, at: int, content: bytes) -> None:
    overwrite(file.path, at, content)
    damaged = file.path.read_bytes()
    for call in (
        lambda: file.read("tide.example"),
        file.list_digests,
        lambda: file.write("a.example", "cst", "<a/>"),
        lambda: file.remove("tide.example"),
    ):
        with pytest.raises(DamagedStore) as raised:
            call()
        lines = str(raised.value).splitlines()
        assert len(lines) == 1
        assert lines[0].startswith(f"{file.path}: the store is damaged: ")
        assert lines[0].endswith("; pagecore learn --store rebuilds it")
    rebuilt = file.rebuild()
    assert rebuilt == (file.path.with_name(f"{FILE_NAME}.damaged-1"), 0)
    assert rebuilt[0].read_bytes() == damaged
    file.write("a.example", "cst", "<a/>")
    assert list(file.list_digests()) == ["a.example"]
    # The next one does not replace the first.
    overwrite(file.path, at, content)
    rebuilt = file.rebuild()
    assert rebuilt is not None
    assert rebuilt[0].name == f"{FILE_NAME}.damaged-2"


REBUILD = """
import sys
from pathlib import Path
from pagecore.store.wrapper_file import WrapperFile

file = WrapperFile(Path(sys.argv[1]))
print(file.rebuild() is not None)
file.write(sys.argv[2], "cst", "<a/>")
"""


def test_of_two_processes_one_rebuilds(file: WrapperFile) -> None:
    overwrite(file.path, 0, b"%PDF-1.7")
    hosts = ["a.example", "b.example"]
    rebuilders = [start(REBUILD, file.path.parent, host) for host in hosts]
    results = [rebuilder.communicate() for rebuilder in rebuilders]
    assert sorted(results) == [("False\n", ""), ("True\n", "")]
    # Neither replaces what the other wrote.
    assert list(file.list_digests()) == hosts
    assert len(list(file.path.parent.glob("*.damaged-*"))) == 1


def test_a_changed_wrapper_is_refused_and_the_others_are_copied(file: WrapperFile) -> None:
    at = file.path.read_bytes().index(b"<wrapper/>" * 100)
    overwrite(file.path, at, b"<wrapped/>")
    with pytest.raises(DamagedStore, match=r"the wrapper of 'tide\.example' has changed"):
        file.read("tide.example")
    assert file.read("ebb.example") is not None
    rebuilt = file.rebuild()
    assert rebuilt is not None
    assert rebuilt[1] == 1
    assert file.read("tide.example") is None
    assert file.read("ebb.example") == StoredWrapper(
        "ebb.example", "hybrid", "<wrapper>é</wrapper>"
    )


def test_a_host_that_a_damaged_file_does_not_find_is_not_reported_as_missing(
    tmp_path: Path,
) -> None:
    file = WrapperFile(tmp_path / "store", timeout=0.2)
    hosts = [f"{number:02}.example" for number in range(12)]
    for host in hosts:
        file.write(host, "cst", XML)
    assert file.read_digest("other.example") == ""
    # The index of hosts, on the third page: none is found there after the first two bytes of each.
    whole = file.path.read_bytes()
    damaged = whole[:8192] + whole[8192:12288].replace(
        b".example", b"\xff\xff\xff\xff\xff\xff\xff\xff"
    )
    file.path.write_bytes(damaged + whole[12288:])
    for host in (*hosts, "other.example"):
        with pytest.raises(DamagedStore):
            file.read_digest(host)


def test_a_damaged_page_costs_only_the_wrappers_in_it(tmp_path: Path) -> None:
    """Each page of the file in turn: the wrappers before and after it are copied."""
    file = WrapperFile(tmp_path / "store", timeout=0.2)
    for number in range(12):
        file.write(f"{number:02}.example", "cst", f"<wrapper>{number}</wrapper>" * 150)
    whole = file.path.read_bytes()
    n_copied = []
    for at in range(0, len(whole), 4096):
        overwrite(file.path, at, bytes(4096))
        rebuilt = file.rebuild()
        assert rebuilt is not None
        n_copied.append(rebuilt[1])
        assert len(file.list_digests()) == rebuilt[1]
        file.path.write_bytes(whole)
    # Without the schema or the root of the table nothing is found; the third page is the index.
    assert n_copied[:3] == [0, 0, 12]
    assert min(n_copied[3:]) == 11


def test_a_journal_is_set_aside_with_its_file(file: WrapperFile) -> None:
    journal = Path(f"{file.path}-journal")
    kill_before_commit(file)
    overwrite(file.path, 0, b"%PDF-1.7")
    # Without the first page, the journal cannot repair it.
    journal.write_bytes(journal.read_bytes()[:512])
    assert file.rebuild() is not None
    assert not journal.exists()
    assert file.list_digests() == {}


def test_every_byte_matters_or_is_noticed(file: WrapperFile) -> None:
    """No change of a byte gives another wrapper, or an error of SQLite."""
    whole = file.path.read_bytes()
    for at in range(0, len(whole), 97):
        overwrite(file.path, at, bytes([whole[at] ^ 0xFF]))
        for host, xml in (("tide.example", XML), ("ebb.example", "<wrapper>é</wrapper>")):
            stored = None
            with suppress(WrapperError):
                stored = file.read(host)
            assert stored is None or stored.xml == xml
        file.path.write_bytes(whole)


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    file = WrapperFile(tmp_path)
    assert (file.read("a.example"), file.list_digests(), file.rebuild()) == (None, {}, None)
    file.write("a.example", "cst", "<a/>")
    assert list(file.list_digests()) == ["a.example"]


def test_a_newer_version_is_refused_and_not_replaced(file: WrapperFile) -> None:
    with sqlite3.connect(file.path) as connection:
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    for call in (lambda: file.read("tide.example"), file.rebuild, file.create):
        with pytest.raises(WrapperError, match="the store has version 2, but this version of") as e:
            call()
        assert not isinstance(e.value, DamagedStore)


def test_a_file_that_computes_its_rows_is_refused(tmp_path: Path) -> None:
    file = WrapperFile(tmp_path)
    connection = sqlite3.connect(file.path)
    connection.execute(
        "CREATE VIEW wrappers AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS host, i AS method, i AS xml, i AS digest FROM n"
    )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    with pytest.raises(DamagedStore, match="it is not a store of wrappers"):
        file.list_digests()
    rebuilt = file.rebuild()
    assert rebuilt is not None
    assert rebuilt[1] == 0


def test_a_value_that_is_no_text_is_damage(file: WrapperFile) -> None:
    for value in (b"\xff\xfe", None, 5):
        connection = sqlite3.connect(file.path)
        with connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            row = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
            query = f"UPDATE OR IGNORE wrappers SET xml = {row} WHERE host = 'tide.example'"
            connection.execute(query, (value,))
            connection.execute("UPDATE wrappers SET digest = 'x' WHERE host = 'tide.example'")
        connection.close()
        with pytest.raises(DamagedStore):
            file.read("tide.example")
    connection = sqlite3.connect(file.path)
    with connection:
        connection.execute("UPDATE wrappers SET host = x'ff' WHERE host = 'tide.example'")
    connection.close()
    with pytest.raises(DamagedStore, match="a host or a digest is not a text"):
        file.list_digests()
    rebuilt = file.rebuild()
    assert rebuilt is not None
    assert rebuilt[1] == 1


# ---------------------------------------------------------------- folders


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that all users can enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


IN_READ_ONLY_FOLDER = """
import fcntl, os, sys
from pathlib import Path
from pagecore.errors import WrapperError
from pagecore.store.wrapper_file import WrapperFile

if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
file = WrapperFile(Path(sys.argv[1]))
for call in (
    file.list_digests,
    lambda: file.read("tide.example").method,
    lambda: file.write("a.example", "cst", "<a/>"),
    file.create,
):
    try:
        print(call())
    except WrapperError as error:
        print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of POSIX")
def test_a_folder_without_write_permission_is_read(open_folder: Path) -> None:
    file = WrapperFile(open_folder / "store")
    file.write("tide.example", "cst", XML)
    hosts, method, *refused = call_in_read_only_folder(file)
    assert (hosts, method) == (str(file.list_digests()), "cst")
    assert refused == [f"{file.path}: you may not write to the store; check its permissions"] * 2
    # What a killed writer left cannot be undone there.
    kill_before_commit(file)
    lines = call_in_read_only_folder(file)
    assert lines[0].startswith(f"{file.path}: a writer of the store was interrupted")
    assert list(file.list_digests()) == ["tide.example"]
    assert call_in_read_only_folder(file)[1] == "cst"


def call_in_read_only_folder(file: WrapperFile) -> list[str]:
    """Call the methods of a file as a user who may not write to its folder; return their results
    and messages."""
    folder = file.path.parent
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    out, errors = start(IN_READ_ONLY_FOLDER, folder).communicate()
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    assert errors == ""
    return out.splitlines()


def test_paths_that_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(WrapperError, match="a: File exists"):
        WrapperFile(tmp_path / "a").create()
    with pytest.raises(WrapperError, match=r"Not a directory|File exists"):
        WrapperFile(tmp_path / "a" / "b").create()
    (tmp_path / "store" / FILE_NAME).mkdir(parents=True)
    with pytest.raises(WrapperError, match="the store cannot be read or written"):
        WrapperFile(tmp_path / "store").list_digests()
