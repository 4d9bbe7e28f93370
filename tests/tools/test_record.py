"""How figures are recorded."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pagecore import __version__
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.figures import load_figures
from pagecore.metrics.bootstrap import PairedDifference
from tools.options import figures_option
from tools.record import describe_lead, describe_machine, describe_run, record, write_command

RUN = {"command": "x", "pagecore": "1", "date": "2026-01-02"}


def test_an_entry_is_replaced_and_others_stay(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    record("b", [1], provenance=RUN, path=file)
    record("a", {"ä": 0.5}, provenance=RUN | {"command": "y"}, path=file)
    record("b", [2], provenance=RUN | {"command": "z"}, path=file)
    assert load_figures(file) == {
        "a": {"provenance": RUN | {"command": "y"}, "figures": {"ä": 0.5}},
        "b": {"provenance": RUN | {"command": "z"}, "figures": [2]},
    }
    assert list(load_figures(file)) == ["a", "b"]


def test_what_json_cannot_hold_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    record("a", [1], provenance=RUN, path=file)
    with pytest.raises(ValueError, match="JSON"):
        record("a", [float("nan")], provenance=RUN, path=file)
    assert load_figures(file)["a"]["figures"] == [1]


INCOMPLETE = [
    # what is missing        provenance
    (["date"],               {"command": "x", "pagecore": "1"}),
    (["pagecore"],           {"command": "x", "date": "2026-01-02"}),
    (["command"],            {"pagecore": "1", "date": "2026-01-02"}),
    (["digest of aeb"],      RUN | {"corpora": {"aeb": {"pages": 9}, "wcxb": {"digest": "d"}}}),
    (["digest of pages"],    RUN | {"pages": {"list": "sites", "count": 9}}),
    ([],                     RUN | {"corpora": {"aeb": {"digest": "d"}}, "pages": {"digest": "d"}}),
    # The digest of a model's file takes the place of the date.
    ([],                     {"command": "x", "pagecore": "1", "model": "d"}),
]  # fmt: skip


@pytest.mark.parametrize(("missing", "provenance"), INCOMPLETE)
def test_an_incomplete_provenance_is_refused(
    missing: list[str], provenance: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "figures.json"
    if not missing:
        record("a", [1], provenance=provenance, path=file)
        return
    with pytest.raises(ValueError, match=f"entry 'a' lacks: {missing[0]}; use"):
        record("a", [1], provenance=provenance, path=file)
    assert not file.exists()


def test_a_run_is_described() -> None:
    item = Item("a", b"", Gold(text=""))
    corpus = Corpus("aeb", Path(), (item,), (), "d1", "words")
    assert describe_run("tide", [corpus], machine="Fast CPU") == {
        "command": "tide",
        "date": date.today().isoformat(),
        "pagecore": __version__,
        "corpora": {"aeb": {"pages": 1, "digest": "d1"}},
        "machine": "Fast CPU",
    }
    assert describe_machine()


def test_a_command_has_the_options_that_were_set() -> None:
    seen = []

    @click.command()
    @click.argument("names", nargs=-1)
    @click.option("--least", default=1)
    @click.option("--most", default=2)
    @figures_option
    @click.pass_context
    def program(
        context: click.Context, names: tuple[str, ...], least: int, most: int, figures: Path
    ) -> None:
        seen.append(write_command(context, "tools.program"))

    # Where the figures are written is no part of it.
    CliRunner().invoke(program, ["--most", "3", "--figures", "x.json", "a b", "c"])
    assert seen == ["python -m tools.program 'a b' c --most 3"]


def test_a_lead_is_kept_with_few_digits() -> None:
    paired = PairedDifference(1 / 3, 0.1, 0.5, 0.01)
    assert describe_lead(paired) == {"difference": 0.333333, "low": 0.1, "high": 0.5}
