"""Locks that keep two runs from writing the same output."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


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
