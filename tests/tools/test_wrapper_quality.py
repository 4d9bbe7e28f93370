"""Wrappers on pages that they have not learned from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import corpora, parse
from pagecore.figures import load_figures
from tools.wrapper_quality import (
    VARIANTS,
    WrapperQuality,
    compare_wrappers,
    main,
    measure_sites,
    run_learner,
    summarise_sites,
)

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    """Two sites of six pages: one keeps its content in a div, the other in paragraphs without end
    tags."""
    for name, around in (("known", "<div id=text>{}</p></div>"), ("bare", "{}")):
        folder = tmp_path / "sites" / name
        (folder / "pages").mkdir(parents=True)
        files = [f"pages/{at}.html" for at in range(6)]
        for file in files:
            # One page of the first site is another.
            html = f"<p>{TEXT}" if file == "pages/5.html" else around.format(f"<p>{TEXT}")
            (folder / file).write_text(f"<nav><a href=/>Home</a></nav>{html}")
        meta = {"base_url": f"https://{name}.example/", "pages": [{"file": file} for file in files]}
        (folder / "meta.json").write_text(json.dumps(meta))
        (folder / "gold.jsonl").write_text(
            "\n".join(json.dumps({"file": file, "text": TEXT}) for file in files)
        )
    return tmp_path / "sites"


def test_every_second_page_is_held_back(sites: Path) -> None:
    corpus = corpora.load("sites", sites)
    bare, known = measure_sites(corpus, "hybrid", {"learner": "default"}, lambda: None)
    assert (known.name, known.learned_from, known.held_back) == ("known", 3, 3)
    # The last page has no such div, and does not count.
    assert known.wrapper == known.learner == (1.0, 1.0)
    assert compare_wrappers([known]).difference == 0
    assert bare.name == "bare"
    assert bare.problem.startswith("nothing was learned")


def test_every_learner_is_compared_with_itself(sites: Path) -> None:
    page = parse((sites / "bare/pages/0.html").read_bytes())
    assert run_learner(page, {"learner": "default"}) == TEXT
    # The decision tree knows no text outside of `div` and `td`.
    assert run_learner(page, {"learner": "c45"}) == ""
    assert run_learner(page, {"learner": "c45", "candidates": "containers"}) != ""


def test_figures_of_each_learner_and_site_are_recorded(sites: Path, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    done = CliRunner().invoke(main, ["--data", str(sites), "--figures", str(file)])
    assert done.exit_code == 0, done.output
    entry = load_figures(file)["held back hybrid"]
    variants = entry["figures"]
    assert [of["options"] for of in variants] == list(VARIANTS["hybrid"])
    by_default = variants[-1]
    known = {"learned_from": 3, "held_back": 3, "fits": 2, "learner": 1.0, "wrapper": 1.0}
    assert by_default["sites"] == [{"site": "known"} | known]
    assert by_default["all"] == {"site": "all"} | known
    assert by_default["lead"] == {"difference": 0.0, "low": 0.0, "high": 0.0}
    (problem,) = by_default["problems"]
    assert problem["site"] == "bare"
    assert problem["problem"].startswith("nothing was learned")
    assert entry["provenance"]["corpora"]["sites"]["pages"] == 12


def test_sites_that_lose_too_much_are_named() -> None:
    sites = [
        WrapperQuality("fine", 2, "", 3, (0.9, 0.9), (0.88, 0.89)),
        WrapperQuality("worse", 2, "", 2, (0.9, 0.9), (0.8, 0.9)),
        WrapperQuality("never fits", 2, "", 2, (), ()),
    ]
    figures = summarise_sites(sites)
    assert figures["losses"] == ["worse"]
    assert figures["misfits"] == ["never fits"]
    assert (figures["all"]["learner"], figures["all"]["fits"]) == (0.9, 4)
    assert figures["all"]["held_back"] == 7
    assert figures["sites"][2]["wrapper"] is None


def test_no_site() -> None:
    assert summarise_sites([]) == {"sites": [], "losses": [], "misfits": [], "problems": []}
