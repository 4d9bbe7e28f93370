"""The memory of a browser, as Linux reports it: of its process and of all that it started."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import Final

_PROC: Final = "/proc"
#: The lines of a process's status that count: what it shares with others as program code does not.
_LINES: Final = ("RssAnon:", "RssShmem:")


def measure_memory(pid: int) -> int:
    """Return the memory of a process and of the processes below it, in bytes.

    It is 0 on systems other than Linux, and for a process that has ended.
    """
    return sum(map(_read_memory, list_descendants(pid)))


def list_descendants(pid: int) -> list[int]:
    """Return a process and all that it started, directly or not."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    try:
        numbers = [int(name) for name in os.listdir(_PROC) if name.isdigit()]
    except OSError:
        return []
    for number in numbers:
        children[_read_parent(number)].append(number)
    descendants, waiting = [], [pid]
    while waiting:
        number = waiting.pop()
        descendants.append(number)
        waiting += children[number]
    return descendants


def _read_parent(pid: int) -> int:
    # The name of the program is in brackets, and may contain any character.
    fields = _read(pid, "stat").rpartition(")")[2].split()
    return int(fields[1]) if len(fields) > 1 else -1


def _read_memory(pid: int) -> int:
    lines = _read(pid, "status").splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(_LINES))


def _read(pid: int, name: str) -> str:
    try:
        with open(f"{_PROC}/{pid}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        # The process has ended.
        return ""
