"""Limits per page."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.batch import Limits
from pagecore.errors import BadOption


@pytest.mark.parametrize("limits", [{"max_seconds": 0}, {"max_memory_mib": -1}])
def test_limits_are_positive(limits: dict[str, float]) -> None:
    (name,) = limits
    with pytest.raises(BadOption, match=f"^{name}=.*: expected more than 0"):
        Limits(**limits)


def test_the_memory_limit_in_messages() -> None:
    assert Limits().memory_text == "memory than is available"
    assert not Limits().is_set
    assert Limits(max_seconds=1).is_set


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is not limited here")
def test_the_memory_limit_is_named_in_messages() -> None:
    limits = Limits(max_memory_mib=1.5)
    assert limits.is_set
    assert limits.memory_text == (
        "than 1.5 MiB of memory, the limit; raise --max-memory (Limits.max_memory_mib), or leave "
        "the page out"
    )


@pytest.mark.parametrize("name", ["max_seconds", "max_memory_mib"])
@pytest.mark.parametrize(
    "value", [float("inf"), float("nan"), 1e18, pytest.param(10**5000, id="huge"), True, "5"]
)
def test_limits_are_ordinary_numbers(name: str, value: float) -> None:
    with pytest.raises(BadOption, match=f"^{name}=.*: expected more than 0 and at most 1000000"):
        Limits(**{name: value})
