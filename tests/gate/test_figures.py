"""The shipped model's own figures keep their bounds, and no bound moves unseen."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.models.model import Model, load
from pagecore.models.model import read as read_model
from pagecore.train.write_model import pack_model
from tests.forests import SMALL
from tests.gate import figures
from tests.gate.figures import Bound

#: Those that hold.
BOUNDS = [bound for bound in figures.read() if bound.retired is None]


@pytest.mark.parametrize("bound", BOUNDS, ids=[bound.figure for bound in BOUNDS])
def test_figure_keeps_its_bound(bound: Bound, capsys: pytest.CaptureFixture[str]) -> None:
    actual = figures.list_figures(load().metadata)
    assert bound.figure in actual, 'the model does not tell it: make gate ACCEPT="why"'
    value, _ = actual[bound.figure]
    with capsys.disabled():
        for change in bound.eased:
            print(
                f"\n{bound.figure}: eased from {change['from']} on {change['date']}: "
                f"{change['reason']}"
            )
    assert bound.is_kept(value), bound.broken(value)


def test_every_figure_has_its_bound() -> None:
    """Where not, the model was validated in another way: `make gate ACCEPT="why"`."""
    assert [bound.figure for bound in BOUNDS] == list(figures.list_figures(load().metadata))


def test_what_the_issue_asks_for_is_pinned() -> None:
    pinned = {bound.figure.partition(", ")[2]: bound.ceiling for bound in BOUNDS}
    for name in ("wcxb: F1", "fundus: F1", "readability: F1", "forums: F1", "wcxb: F1 of product"):
        assert pinned[name] is False
    assert pinned["fundus: F1 of languages but de and en"] is False
    assert pinned["wcxb: page types told right"] is False
    for name in ("wcxb: snippets left in", "wcxb: calibration error", "fundus: calibration error"):
        assert pinned[name] is True
    assert sum(bound.figure.startswith("over collections") for bound in BOUNDS) >= 4


# ---------------------------------------------------------------- what ACCEPT does


def model(f1: float, left_in: float | None = 0.04) -> Model:
    """A model that tells these figures of itself."""
    entry = {"f1": f1} | ({} if left_in is None else {"left_in": left_in})
    way = {"folds": "2-fold", "digest": "0", "corpora": {"c": entry}}
    return read_model(pack_model({"features": "f", "validation": [way]}, {"blocks": SMALL}, {}))


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "FILE", tmp_path / "figures.json")


def test_a_bound_leaves_room_on_its_side() -> None:
    small_model = model(0.9)
    f1, left_in = figures.accept("the first", small_model)
    assert figures.read() == [f1, left_in]
    assert (f1.bound, f1.ceiling, left_in.bound, left_in.ceiling) == (0.895, False, 0.045, True)
    assert f1.model == figures.digest(small_model)
    assert f1.is_kept(0.895)
    assert not f1.is_kept(0.894)
    assert left_in.is_kept(0.045)
    assert not left_in.is_kept(0.046)


def test_a_figure_that_falls_is_reported_with_what_to_do() -> None:
    f1, left_in = figures.accept("the first", model(0.9))
    message = f1.broken(0.85)
    assert "2-fold, c: F1: 0.8500, floor 0.8950" in message
    assert 'make gate ACCEPT="why"' in message
    assert "ceiling 0.0450" in left_in.broken(0.1)


def test_an_eased_bound_keeps_the_old_one_until_it_is_there_again() -> None:
    def eased(reason: str, f1: float, left_in: float) -> list[list[tuple[float, str]]]:
        bounds = figures.accept(reason, model(f1, left_in))
        return [
            [(float(easing["from"]), str(easing["reason"])) for easing in b.eased] for b in bounds
        ]

    worse = [(0.895, "worse")], [(0.045, "worse")]
    assert eased("the first", 0.9, 0.04) == [[], []]
    assert eased("worse", 0.8, 0.06) == list(worse)
    assert eased("part of the way", 0.85, 0.05) == list(worse)
    assert eased("one of them", 0.9, 0.05) == [[], worse[1]]
    assert eased("both", 0.9, 0.03) == [[], []]


def test_a_figure_that_is_gone_is_retired_and_not_lost() -> None:
    figures.accept("the first", model(0.9))
    f1, left_in = figures.accept("no snippets", model(0.9, None))
    assert f1.retired is None
    assert left_in.retired is not None
    assert left_in.retired["reason"] == "no snippets"
    assert figures.accept("another time", model(0.9, None))[1] == left_in
    _, back = figures.accept("back, and worse", model(0.9, 0.1))
    assert back.retired is None
    assert [easing["from"] for easing in back.eased] == [0.045]
