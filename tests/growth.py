"""Checks that cost grows linearly with the input, without a clock that a busy machine could upset.

Work in Python is counted: lines that run, and memory at its peak. Work in the core cannot be
counted, so it gets an input so large that anything quadratic takes many minutes.
`python -m bench.growth` measures the exponents of every call.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple, TypeVar

import pytest

T = TypeVar("T")

#: How many times as large the large input is, and how many times as much it may cost.
FACTOR = 16
MAX_RATIO = 2 * FACTOR
#: Memory that says nothing, in bytes: caches, tables of modules.
MIN_PEAK = 200_000
#: CPU time that even a large input never takes, in seconds, if its cost is linear.
MAX_SECONDS = 60.0


class Cost(NamedTuple):
    """The cost of a call: lines of Python that ran, and bytes of memory at the peak."""

    n_lines: int
    peak: int


def check_linear(call: Callable[[T], Any], small: T, large: T) -> None:
    """Fail if an input `FACTOR` times as large costs far more per byte."""
    # The first call of all may import modules.
    call(small)
    less, more = count_cost(call, small), count_cost(call, large)
    assert more.n_lines <= MAX_RATIO * less.n_lines
    assert more.peak <= MAX_RATIO * max(less.peak, MIN_PEAK)


def check_ends(call: Callable[[], T]) -> T:
    """Return the result of a call on a large input; fail if it takes a minute of CPU time."""
    began = time.process_time()
    result = call()
    assert time.process_time() - began < MAX_SECONDS
    return result


def count_cost(call: Callable[[T], Any], value: T) -> Cost:
    """Count the lines that a call runs, and the memory that it takes."""
    return Cost(count_lines(call, value), measure_peak(call, value))


def count_lines(call: Callable[[T], Any], value: T) -> int:
    """Count the lines of Python that a call runs, a line of a loop each time."""
    n_lines = 0

    def count(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal n_lines
        n_lines += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call(value)
    finally:
        sys.settrace(before)
    return n_lines


def measure_peak(call: Callable[[T], Any], value: T) -> int:
    """Return the bytes of memory that Python and numpy take at the peak of a call."""
    tracemalloc.start()
    try:
        call(value)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def count_calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """Return a list that gets the arguments of every call of a function."""
    calls: list[tuple[Any, ...]] = []
    function = getattr(owner, name)

    def call(*arguments: Any, **keywords: Any) -> Any:
        calls.append(arguments)
        return function(*arguments, **keywords)

    monkeypatch.setattr(owner, name, call)
    return calls
