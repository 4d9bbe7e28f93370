"""CPU time of a call, with the garbage collector and new memory kept out of it."""

from __future__ import annotations

import ctypes
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


#: Options of glibc's `mallopt`: when free memory goes back to the system, and how large a piece of
#: memory is that always comes from there; with the defaults to set again.
_MALLOC_OPTIONS = {-1: 128 << 10, -3: 128 << 10}
_KEPT_BYTES = 1 << 30


@contextmanager
def memory_kept() -> Iterator[None]:
    """Keep freed memory in the process. Otherwise the system hands out large pieces anew and clears
    them for every call, which makes large pages look slower than they are. For glibc alone."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        yield
        return
    for option in _MALLOC_OPTIONS:
        mallopt(option, _KEPT_BYTES)
    try:
        yield
    finally:
        for option, default in _MALLOC_OPTIONS.items():
            mallopt(option, default)
