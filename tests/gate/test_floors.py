"""No method falls below its floor, and neither pages nor floors move unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gate import floors
from tests.gate.floors import PINNED, Floor

FLOORS = floors.read()


@pytest.mark.parametrize("floor", FLOORS, ids=[f"{one.method}-{one.corpus}" for one in FLOORS])
def test_figure_is_not_below_its_floor(
    floor: Floor, corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    corpus(floor.corpus)
    now = floors.measured(floor.method, floor.corpus)
    with capsys.disabled():
        note = ", in-sample" if floor.in_sample else ""
        print(
            f"\n{floor.method} on {floor.corpus} {floor.digest}: {floor.metric} {now.floor:.4f}, "
            f"floor {floor.floor:.4f}{note}"
        )
        for change in floor.lowered:
            print(f"  lowered from {change['from']} on {change['date']}: {change['reason']}")
    pinned = (floor.metric, floor.digest, floor.pages, floor.in_sample)
    assert (now.metric, now.digest, now.pages, now.in_sample) == pinned
    assert now.floor >= floor.floor


def test_every_pinned_figure_has_its_floor() -> None:
    assert [(one.method, one.corpus) for one in FLOORS] == list(PINNED)


def test_a_lowered_floor_keeps_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = iter([0.9, 0.8, 0.85])

    def fake(method: str, corpus: str) -> Floor:
        return Floor(method, corpus, "words", "0", 1, next(figures))

    monkeypatch.setattr(floors, "FILE", tmp_path / "floors.json")
    monkeypatch.setattr(floors, "PINNED", (("m", "c"),))
    monkeypatch.setattr(floors, "measured", fake)
    (first,) = floors.accept("the first")
    (second,) = floors.accept("it got worse")
    (third,) = floors.accept("it got better again")
    assert (first.floor, first.lowered) == (0.895, [])
    assert [change["from"] for change in second.lowered] == [0.895]
    assert second.lowered[0]["reason"] == "it got worse"
    assert third.lowered == []
