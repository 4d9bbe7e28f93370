"""No method falls below its floor, and neither pages nor floors move unseen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.page import Page
from pagecore.registry import list_methods
from tests.gate import floors
from tests.gate.floors import Floor

#: Those that hold.
FLOORS = [floor for floor in floors.read() if floor.retired is None]


@pytest.mark.parametrize(
    "floor", FLOORS, ids=[f"{floor.method}-{floor.corpus}" for floor in FLOORS]
)
def test_figure_is_not_below_its_floor(
    floor: Floor, corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    corpus(floor.corpus)
    now = floors.measured(*floor.key)
    with capsys.disabled():
        note = ", in-sample" if floor.in_sample else ""
        print(
            f"\n{floor.method} on {floor.corpus} {floor.digest}: {floor.metric} {now.floor:.4f}, "
            f"floor {floor.floor:.4f}{note}"
        )
        for change in floor.lowered:
            print(f"  lowered from {change['from']} on {change['date']}: {change['reason']}")
    assert (now.digest, now.pages, now.in_sample) == (floor.digest, floor.pages, floor.in_sample)
    assert now.floor >= floor.floor


def test_every_pinned_figure_has_its_floor() -> None:
    """Where not, a method is new, or one is gone: `make gate ACCEPT="why"`."""
    assert [floor.key for floor in FLOORS] == floors.pinned()


def test_every_method_for_pages_is_pinned_on_the_corpora_of_its_family() -> None:
    pinned = {(method, corpus) for method, corpus, _ in floors.pinned()}
    # Methods that need a layout have their floors in `test_visual.py`, which renders pages.
    names = {method.name for method in list_methods("page") if not method.needs}
    assert {"default", "balance"} <= names
    pages = {
        (name, corpus) for name in names for corpus in ("wcxb", "fundus", "aeb", "readability")
    }
    assert pages | {("dom", "segments"), ("fixed", "segments"), ("siblings", "forums")} <= pinned
    assert {name for name, _ in pinned} == {
        method.short_name
        for method in list_methods()
        if method.family.takes is Page and not method.needs
    }


# ---------------------------------------------------------------- what ACCEPT does


class Accepting:
    """Floors in a file of the test's own, of figures that it is told."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.figures: dict[tuple[str, str, str], float] = {}
        monkeypatch.setattr(floors, "FILE", folder / "floors.json")
        monkeypatch.setattr(floors, "pinned", lambda: list(self.figures))
        monkeypatch.setattr(floors, "measured", self.measured)

    def measured(self, *key: str) -> Floor:
        method, corpus, metric = key
        return Floor(method, corpus, metric, "0", 1, self.figures[method, corpus, metric])

    def accept(self, reason: str, **figures: float) -> list[Floor]:
        self.figures = {(method, "c", "words"): figure for method, figure in figures.items()}
        accepted = floors.accept(reason)
        assert floors.read() == accepted
        return accepted


@pytest.fixture
def accepting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Accepting:
    return Accepting(tmp_path, monkeypatch)


def test_a_lowered_floor_keeps_the_old_one_until_it_is_there_again(accepting: Accepting) -> None:
    def lowered(reason: str, figure: float) -> list[tuple[float, str]]:
        (floor,) = accepting.accept(reason, m=figure)
        assert floor.floor == pytest.approx(figure - floors.BELOW)
        assert all(change["date"] for change in floor.lowered)
        return [(float(change["from"]), str(change["reason"])) for change in floor.lowered]

    worse = (0.895, "it got worse")
    again = (0.845, "and again")
    assert lowered("the first", 0.9) == []
    assert lowered(worse[1], 0.8) == [worse]
    # Neither the same figure again nor a part of the way makes it good.
    assert lowered("nothing new", 0.8) == [worse]
    assert lowered("it got better", 0.85) == [worse]
    assert lowered(again[1], 0.82) == [worse, again]
    assert lowered("as it was before the second", 0.85) == [worse, again]
    assert lowered("as it was at first", 0.9) == []


def test_what_is_no_longer_pinned_is_retired_and_not_lost(accepting: Accepting) -> None:
    accepting.accept("the first", m=0.9, n=0.7)
    accepting.accept("n got worse", m=0.9, n=0.6)
    first, retired = accepting.accept("n is gone", m=0.9)
    assert first.retired is None
    assert retired.key == ("n", "c", "words")
    assert retired.floor == pytest.approx(0.595)
    assert retired.retired is not None
    assert retired.retired["reason"] == "n is gone"
    assert len(retired.lowered) == 1
    # It keeps its reason, and its history when it is back.
    assert accepting.accept("another time", m=0.9)[1] == retired
    _, back = accepting.accept("n is back", m=0.9, n=0.5)
    assert back.retired is None
    assert [change["from"] for change in back.lowered] == [
        pytest.approx(0.695),
        pytest.approx(0.595),
    ]
