"""Limits per page: the time and memory that a worker process may use for it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from pagecore.errors import BadOption, show_value

#: The largest limits: 11 days, and a petabyte. The system does not take much larger ones.
_MAX_VALUES: Final = {"max_seconds": 1e6, "max_memory_mib": 1e9}
#: The most worker processes.
MAX_JOBS: Final = 1000
#: The file in which Linux reports the memory of a process.
_STATM: Final = "/proc/self/statm"


@dataclass(frozen=True)
class Limits:
    """Limits per source; a source that exceeds one fails with a `LimitError`."""

    #: Wall-clock seconds, including fetching and pauses; None for no limit.
    max_seconds: float | None = None
    #: Memory on top of what a worker uses before its first source, with its modules and models
    #: loaded, in MiB; None for no limit. Linux only.
    max_memory_mib: float | None = None

    def __post_init__(self) -> None:
        for name, greatest in _MAX_VALUES.items():
            value = getattr(self, name)
            is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if value is not None and not (is_number and 0 < value <= greatest):
                raise BadOption(
                    f"{name}={show_value(value)}: expected more than 0 and at most {greatest:.0f}, "
                    "or None for no limit"
                )
        if self.max_memory_mib is not None and not os.path.exists(_STATM):
            raise BadOption("max_memory_mib: memory can be limited on Linux only")

    @property
    def is_set(self) -> bool:
        """Whether there is any limit."""
        return self.max_seconds is not None or self.max_memory_mib is not None

    @property
    def memory_text(self) -> str:
        """The memory limit, for messages."""
        if self.max_memory_mib is None:
            return "memory than is available"
        return (
            f"than {self.max_memory_mib:g} MiB of memory, the limit; raise --max-memory "
            "(Limits.max_memory_mib), or leave the page out"
        )

    def limit_memory(self) -> None:
        """Limit the memory of this process to what it uses now plus the limit."""
        if self.max_memory_mib is None:
            return
        import resource

        with open(_STATM, encoding="ascii") as file:
            n_pages = int(file.read().split()[0])
        max_bytes = n_pages * resource.getpagesize() + int(self.max_memory_mib * 2**20)
        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
