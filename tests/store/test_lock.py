"""Locks: one run at a time, until the file is closed."""

from __future__ import annotations

import os
from pathlib import Path

from pagecore.store.lock import lock_file


def test_a_file_is_locked_until_it_is_closed(tmp_path: Path) -> None:
    first, second = (os.open(tmp_path, os.O_RDONLY) for _ in range(2))
    assert lock_file(first, tmp_path)
    assert not lock_file(second, tmp_path)
    os.close(first)
    assert lock_file(second, tmp_path)
    os.close(second)


def test_a_file_that_was_replaced_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.mkdir()
    descriptor = os.open(path, os.O_RDONLY)
    path.rmdir()
    assert not lock_file(descriptor, path)
    path.touch()
    assert not lock_file(descriptor, path)
    os.close(descriptor)


def test_a_file_system_without_locks(tmp_path: Path) -> None:
    # Such a descriptor cannot be locked, like a folder on some network file systems.
    descriptor = os.open(tmp_path, os.O_PATH)
    assert lock_file(descriptor, tmp_path)
    assert lock_file(descriptor, tmp_path)
    os.close(descriptor)
