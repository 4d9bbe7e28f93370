"""Locks that keep two runs from writing the same output."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from pagecore.errors import BadOption, PagecoreError
from pagecore.store.file_names import make_printable


def lock_file(descriptor: int, path: Path) -> bool:
    """Lock an open file or folder until it is closed; returns whether no other run has it.

    Windows and some network file systems have no such locks. Two runs can write there.

    Args:
        descriptor: of the open file.
        path: its name. If another file has the name now, the run that removed the first has just
            ended, and the lock is refused.
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # The file system has no locks, or none for folders.
        pass
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False


def lock_folder(path: Path) -> int:
    """Keep other runs from writing to a folder; returns the descriptor that holds the lock."""
    try:
        # Windows cannot open folders.
        descriptor = os.open(os.devnull if sys.platform == "win32" else path, os.O_RDONLY)
    except OSError as error:
        raise PagecoreError(f"output {make_printable(path)}: {error.strerror}") from error
    if not lock_file(descriptor, path):
        os.close(descriptor)
        raise BadOption(
            f"output {make_printable(path)} is written by another run; wait for its end, or pass "
            "another folder"
        )
    return descriptor
