"""CPU time of a call, with the garbage collector kept out of it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Call = Callable[[bytes], object]


def cpu_ns(call: Call, source: bytes) -> int:
    """Return the CPU time of one call on all threads of the process; it frees what it made."""
    start = time.process_time_ns()
    call(source)
    return time.process_time_ns() - start


def min_cpu_ns(call: Call, source: bytes, *, enough_ns: int, at_most: int) -> int:
    """Return the least of repeated calls: two at least, then until `enough_ns` or `at_most`."""
    times = [cpu_ns(call, source), cpu_ns(call, source)]
    while sum(times) < enough_ns and len(times) < at_most:
        times.append(cpu_ns(call, source))
    return min(times)


@contextmanager
def garbage_kept() -> Iterator[None]:
    """Collect nothing inside; what was there before is frozen, so `gc.collect()` stays quick."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
