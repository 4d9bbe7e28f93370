"""Compare the cost of a call on a small and a large input, and count calls.

CPU time is compared, and with a wide margin, so that a busy machine makes no difference: the large
input is 16 times the small one, so quadratic time would be 256 times as much. `bench/growth.py`
measures the exponents.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

#: How many times as large the large input is, and how many times as much time it may take.
FACTOR = 16
MOST = 5 * FACTOR


def check_linear(call: Callable[[T], Any], small: T, large: T) -> None:
    """Fail if the large input takes much more time per byte than the small one."""
    ratio = measure_cpu(call, large) / measure_cpu(call, small)
    assert ratio < MOST, f"{FACTOR} times the input takes {ratio:.0f} times the time"


def measure_cpu(call: Callable[[T], Any], value: T) -> float:
    """Return the least CPU time of three calls, 0.1 ms at least."""
    times = []
    for _ in range(3):
        start = time.process_time()
        call(value)
        times.append(time.process_time() - start)
    return max(min(times), 1e-4)


def count_calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """Return a list that gets the arguments of every call of a function."""
    calls: list[tuple[Any, ...]] = []
    function = getattr(owner, name)

    def call(*arguments: Any, **keywords: Any) -> Any:
        calls.append(arguments)
        return function(*arguments, **keywords)

    monkeypatch.setattr(owner, name, call)
    return calls
