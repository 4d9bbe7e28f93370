from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from pagecore.figures import load_figures
from tests.tools.known_items.clock_pages import make_sources
from tools import search_figures
from tools.known_items import collection as collection_module
from tools.known_items.build import Limits, build_collection
from tools.known_items.collection import FOLDER, write_collection
from tools.render import search as render
from tools.search_figures import check_claims, name_combination, name_entry
from tools.search_runs.measures import MEASURES
from tools.search_runs.rankings import EXPANSIONS
from tools.search_runs.runs import EXTRACTED, WHOLE, name_expanded, name_segments

pytest.importorskip("ir_measures")


def make_tables(names: list[str], values: dict[str, float]) -> dict[str, np.ndarray]:
    """Tables of 50 queries with a little noise around a value for each ranking."""
    noise = np.random.default_rng(0).normal(0, 0.01, (50, len(MEASURES)))
    runs = [WHOLE, EXTRACTED]
    for name in names:
        runs += [name_segments(name), *(name_combination(name, by) for by in ("rank", "score"))]
    for expansion in EXPANSIONS:
        runs += [name_expanded(of, expansion) for of in (WHOLE, EXTRACTED)]
        runs += [
            name_expanded(EXTRACTED if name == "content" else WHOLE, expansion, name)
            for name in names
        ]
    return {run: values.get(run, 0.5) + noise * (1 + number) for number, run in enumerate(runs)}


def test_claims_compare_what_they_are_about() -> None:
    names = ["dom", "content", "comb"]
    values = {EXTRACTED: 0.8, name_combination("dom", "rank"): 0.7, name_segments("comb"): 0.2}
    claims = list(check_claims(make_tables(names, values), names))
    by_pair = {(of["claim"], of["first"], of["second"]): render.judge(of) for of in claims}
    assert by_pair["extraction", EXTRACTED, WHOLE] == "ahead"
    assert by_pair["combination", name_combination("dom", "rank"), WHOLE] == "ahead"
    assert by_pair["combination", name_combination("dom", "rank"), name_segments("dom")] == "ahead"
    content = name_combination("content", "rank")
    assert by_pair["combination", content, EXTRACTED] == "behind"
    from_pages = name_expanded(EXTRACTED, "rm3")
    from_segments = name_expanded(EXTRACTED, "rm3", "content")
    assert by_pair["expansion", from_segments, from_pages] == "level"
    assert by_pair["comb", name_segments("comb"), name_segments("dom")] == "behind"
    assert {claim for claim, _, _ in by_pair} == set(render.CLAIMS)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (["ahead", "ahead"], "confirmed"),
        (["ahead", "level"], "holds in part"),
        (["level", "behind"], "refuted"),
        (["level", "level"], "not shown"),
    ],
)
def test_verdicts(found: list[str], verdict: str) -> None:
    assert render.decide(found) == verdict


def test_figures_are_measured_recorded_and_rendered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection, about = build_collection("web", make_sources(), Limits())
    write_collection(collection, tmp_path / FOLDER / "web", about)
    sources = make_sources()
    monkeypatch.setattr(collection_module, "load_pages", lambda part, data: iter(sources))
    monkeypatch.setattr(search_figures, "SEGMENTATIONS", {"web": ("dom", "content")})
    figures = tmp_path / "figures.json"
    command = ["--part", "web", "--data", str(tmp_path), "--figures", str(figures)]
    result = CliRunner().invoke(search_figures.main, command)
    assert result.exit_code == 0, result.output
    entries = load_figures(figures)
    entry = entries[name_entry("web")]
    digest = json.loads((tmp_path / FOLDER / "web/about.json").read_text("utf-8"))["digest"]
    assert entry["provenance"]["corpora"]["known items, web"] == {"pages": 5, "digest": digest}
    whole = entry["figures"]["rows"][0]
    assert whole["name"] == WHOLE
    assert whole["lead"] is None
    assert sum(entry["figures"]["queries"].values()) == len(collection.queries)
    entries[name_entry("styled")] = entry
    table = render.render_runs(entries, "web")
    assert "| whole pages and dom segments, by rank |" in table
    assert "| extracted content, rm3 from content segments |" in table
    assert render.render_headline(entries).count("\n") == 4
    assert "| extraction | web | extracted content | whole pages |" in render.render_claims(entries)
    assert "Extracted content is ahead of whole pages." in render.render_verdicts(entries)
    assert "chosen for each fold" in render.render_sweep(entries, "web")
    assert "question (" in render.render_kinds(entries, "web")
