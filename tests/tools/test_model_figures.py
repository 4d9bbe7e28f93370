"""The recorded figures of models are those of their files."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore.figures import load_figures
from pagecore.models.model import load, read
from pagecore.registry import list_methods
from pagecore.train.write_model import pack_model
from tests.forests import SMALL
from tools.compare_peers import PageScores, write_pages
from tools.model_figures import compare_with_others, describe_model, main, read_figures

LEARNED = [method.name for method in list_methods() if method.trainer is not None]


@pytest.mark.parametrize("name", LEARNED)
def test_recorded_figures_are_those_of_the_shipped_model(name: str) -> None:
    entry = load_figures()[f"model {name}"]
    model = load(method=name)
    assert entry["figures"] == read_figures(model), "run: python -m tools.model_figures"
    assert entry["provenance"] == describe_model(model), "run: python -m tools.model_figures"


def test_the_recorded_standing_is_of_the_shipped_model() -> None:
    entry = load_figures()["standing"]
    assert entry["provenance"]["model"] == load().digest, "run: python -m tools.model_figures"
    way = load().metadata["validation"][0]["corpora"]
    for corpus, groups in entry["figures"].items():
        whole = groups[0]
        assert (whole["group"], whole["pages"]) == ("all", way[corpus]["pages"])
        assert whole["ours"] == pytest.approx(way[corpus]["f1"], abs=1e-4)


def test_figures_of_single_pages_stay_in_the_file() -> None:
    entry = {"wcxb": {"f1": 0.5, "f1_of_pages": {"1": 0.5}}}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": entry}]
    model = read(pack_model({"features": "f", "validation": ways}, {"blocks": SMALL}, {}))
    assert read_figures(model)["validation"][0]["corpora"] == {"wcxb": {"f1": 0.5}}


def test_a_model_beside_the_best_of_the_others(tmp_path: Path) -> None:
    pages = [PageScores("wcxb", str(at), "forum", {"a 1": 0.5, "b 2": 0.25}) for at in range(5)]
    write_pages(tmp_path / "peers.tsv", pages)
    entry = {"wcxb": {"f1_of_pages": {page.id: 0.75 for page in pages}}}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": entry}]
    model = read(pack_model({"features": "f", "validation": ways}, {"blocks": SMALL}, {}))
    whole, forum = compare_with_others(model, tmp_path / "peers.tsv")["wcxb"]
    assert (whole["group"], forum["group"]) == ("all", "forum")
    assert (forum["pages"], forum["ours"], forum["best"], forum["theirs"]) == (5, 0.75, "a 1", 0.5)
    assert forum["lead"] == {"difference": 0.25, "low": 0.25, "high": 0.25}


def test_the_command_records_all_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.model_figures.compare_with_others", lambda model, peers: {})
    file = tmp_path / "figures.json"
    done = CliRunner().invoke(main, ["--figures", str(file)])
    assert done.exit_code == 0, done.output
    assert set(load_figures(file)) == {"standing", *(f"model {name}" for name in LEARNED)}


def test_the_worst_pages_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"wcxb": {"f1_of_pages": {"x": 0.5, "y": 0.25}}}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": entry}]
    model = read(pack_model({"features": "f", "validation": ways}, {"blocks": SMALL}, {}))
    monkeypatch.setattr("tools.model_figures.load", lambda: model)
    done = CliRunner().invoke(main, ["--worst", "1"])
    assert done.output == "wcxb\ty\t0.2500\n"
