"""Site methods and other extractors on held-back pages of sites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore import corpora
from pagecore.errors import BadOption
from pagecore.evaluate.peers import PEERS, isolate
from pagecore.evaluate.peers.peer import PeerResult
from pagecore.figures import load_figures
from pagecore.measure.folds import split_folds
from pagecore.registry import SITE, find_method, list_methods
from tools.render.site_quality import render_by_site, render_comparison
from tools.site_quality import (
    ENTRIES,
    SiteSetting,
    choose_values,
    keep_columns,
    list_site_settings,
    main,
    measure_method,
    measure_texts,
    select_pages,
    summarise_scores,
)
from tools.site_splits import Split, split_sites

MENU = "<header><a>Home</a><a>News</a><a>Contact us</a></header>"


def write_text(at: int) -> str:
    return " ".join(f"word{at}x{number}" for number in range(30))


def write_site(folder: Path, n_entries: int) -> None:
    """A site with entries and two lists."""
    (folder / "pages").mkdir(parents=True)
    pages, gold = [], []
    for at in range(n_entries + 2):
        file, kind = f"pages/{at}.html", "entry" if at < n_entries else "list"
        text = write_text(at)
        body = f"<p>{text}</p>" if kind == "entry" else f"<ul><li>{text}</ul>"
        (folder / file).write_text(MENU + body)
        pages.append({"file": file, "kind": kind})
        if kind == "entry":
            gold.append({"file": file, "text": text})
    meta = {"base_url": f"https://{folder.name}.example/", "pages": pages}
    (folder / "meta.json").write_text(json.dumps(meta))
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A site with eight entries, and one with a single entry."""
    write_site(tmp_path / "sites" / "known", 8)
    write_site(tmp_path / "sites" / "single", 1)
    return tmp_path


@pytest.fixture
def splits(data: Path) -> list[Split]:
    return split_sites(corpora.load("sites", data / "sites"))


def run(data: Path, *options: str) -> list[dict[str, Any]]:
    """Measure, and return the recorded columns."""
    file = data / "figures.json"
    done = CliRunner().invoke(main, [*options, "--data", str(data), "--figures", str(file)])
    assert done.exit_code == 0, done.output
    columns: list[dict[str, Any]] = load_figures(file)[ENTRIES["sites"]]["figures"]
    return columns


# ---------------------------------------------------------------- scores


def test_wrappers_are_learned_from_other_pages_of_the_kind(splits: list[Split]) -> None:
    fallback = {item.id: "" for item in splits[0].held_back}
    (known,) = measure_method(splits, "cst", {"known": {}}, fallback)
    assert known.site == "known"
    assert known.fitting == known.every == {5: [1.0] * 4, 20: [1.0] * 4}


def test_other_extractors_have_one_figure(splits: list[Split]) -> None:
    texts = {
        item.id: f"Home News Contact us {item.gold.text}"
        for split in splits
        for item in split.held_back
    }
    (known,) = measure_texts(splits, texts)
    # The menu has four words.
    assert known.every[0] == pytest.approx([2 * 30 / (30 + 34)] * 4)
    assert known.fitting == known.every


def test_the_fallback_counts_for_pages_that_a_wrapper_does_not_fit(data: Path) -> None:
    page = data / "sites" / "known" / "pages" / "1.html"
    page.write_text("<table><tr><td>Another<td>template</table>")
    splits = split_sites(corpora.load("sites", data / "sites"))
    fallback = {item.id: f"{item.gold.text} {item.gold.text}" for item in splits[0].held_back}
    scores = measure_method(splits, "cst", {"known": {}}, fallback)
    assert scores[0].fitting[5] == [1.0] * 3
    assert scores[0].every[5] == pytest.approx([2 / 3, 1, 1, 1])
    column = summarise_scores(scores)
    assert column["rows"][0]["misfits"] == {"5": 1, "20": 1}
    assert column["means"]["all"]["every"]["5"] == pytest.approx(11 / 12, abs=1e-6)
    assert column["means"]["all"]["fitting"]["5"] == 1


def test_a_site_that_teaches_nothing_is_left_to_the_fallback(data: Path) -> None:
    for at in range(8):
        # The pages to learn from are equal.
        if at % 2 == 0:
            (data / "sites" / "known" / "pages" / f"{at}.html").write_text(MENU)
    splits = split_sites(corpora.load("sites", data / "sites"))
    fallback = {item.id: str(item.gold.text) for item in splits[0].held_back}
    scores = measure_method(splits, "entropy", {"known": {}}, fallback)
    (problem, _) = scores[0].problems
    assert "nothing was learned" in problem
    mean = summarise_scores(scores)["means"]["all"]
    assert (mean["fitting"], mean["every"]) == ({"5": None, "20": None}, {"5": 1.0, "20": 1.0})


def test_pages_are_selected_evenly(splits: list[Split]) -> None:
    items = splits[0].others
    assert select_pages(items, 2) == [items[0], items[2]]
    assert select_pages(items, 20) == list(items)


def test_means_of_new_sites_are_apart(splits: list[Split]) -> None:
    texts = {item.id: str(item.gold.text) for item in splits[0].held_back}
    new = Split("new", splits[0].held_back[:1], splits[0].others, is_new=True)
    texts_of_new = texts | {new.held_back[0].id: ""}
    scores = measure_texts(splits, texts) + measure_texts([new], texts_of_new)
    means = summarise_scores(scores)["means"]
    assert (means["all"]["sites"], means["all"]["every"]) == (2, {"0": 0.5})
    assert (means["new"]["sites"], means["new"]["pages"], means["new"]["every"]) == (1, 1, {"0": 0})
    assert "new" not in summarise_scores(measure_texts(splits, texts))["means"]


# ---------------------------------------------------------------- settings


def test_methods_with_printed_values_have_two_settings() -> None:
    entries = load_figures()
    for method in list_methods(SITE.name):
        labels = [setting.label for setting in list_site_settings(method, entries)]
        assert labels == (["as printed", "swept"] if method.printed else [""])
    printed, _ = list_site_settings(find_method("ibdf", "site"), entries)
    assert printed.parameters["features"] == "binary"
    assert {values["features"] for values in printed.by_fold.values()} == {"binary"}


def test_values_are_chosen_without_the_site(data: Path, splits: list[Split]) -> None:
    corpus = corpora.load("sites", data / "sites")
    folds = split_folds([corpus], "groups", 0, tuning=True)
    by_fold = {fold: {"threshold": int(fold) / 10} for fold in folds.fold_of.values()}
    own = folds.fold_of["sites", splits[0].held_back[0].id]
    setting = SiteSetting("swept", {"threshold": 0.9}, by_fold, folds.digest)
    assert choose_values(setting, corpus, splits) == {"known": by_fold[own]}
    assert choose_values(SiteSetting("", {"a": 1}), corpus, splits) == {"known": {"a": 1}}
    with pytest.raises(BadOption, match="the sweep was measured on other pages"):
        choose_values(SiteSetting("", {}, by_fold, "another"), corpus, splits)


# ---------------------------------------------------------------- the program


def test_all_contenders_are_recorded_and_rendered(data: Path) -> None:
    columns = run(data, "cst", "hybrid")
    assert [(of["kind"], of["name"]) for of in columns] == [
        ("all text", "all text"),
        ("page method", "default"),
        ("page method", "hybrid"),
        ("site method", "cst"),
        ("site method", "hybrid"),
    ]
    assert columns[0]["provenance"]["command"] == "python -m tools.site_quality cst hybrid"
    cst = columns[3]["means"]["all"]
    assert (cst["sites"], cst["pages"], cst["every"]) == (1, 4, {"5": 1.0, "20": 1.0})
    assert cst["intervals"] == {"5": [1.0, 1.0], "20": [1.0, 1.0]}
    entries = load_figures(data / "figures.json")
    text = render_by_site(entries, "cst")
    heading = "| site | test pages | all text | default extractor | cst, 5 pages | cst, 20 pages |"
    assert heading in text
    assert "| known | 4 | 0.938 |" in text
    entries[ENTRIES["blogs"]] = {"figures": [_make_new(of) for of in columns]}
    table = render_comparison(entries)
    assert "**sites**, 4 test pages of 1 sites:" in table
    assert "**blogs that are not in `sites`**, 4 test pages" in table
    assert "| **cst** |  | 1.000 (1.000–1.000) | 1.000 (1.000–1.000) | 1.000 | 1.000 |" in table
    assert "| all text |  | 0.938 (0.938–0.938) | 0.938 (0.938–0.938) |  |  |" in table
    assert "| **site/hybrid** |" in table


def _make_new(column: dict[str, Any]) -> dict[str, Any]:
    return {**column, "means": {"all": column["means"]["all"], "new": column["means"]["all"]}}


def test_columns_of_other_contenders_are_kept(data: Path) -> None:
    run(data, "cst")
    assert [of["name"] for of in run(data, "entropy")][3:] == ["entropy", "cst"]
    # The pages are others.
    (data / "sites" / "known" / "pages" / "0.html").write_text(MENU + "<p>changed")
    assert [of["name"] for of in run(data, "entropy")][3:] == ["entropy"]
    columns = run(data, "cst")
    assert keep_columns(columns, columns, "any") == []


def test_peers_see_the_same_pages(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run_peer(peer: Any, items: Any, timeout: float) -> Any:
        for item in items:
            result = PeerResult(text=str(item.gold.text) if item.id.endswith("1.html") else "")
            yield isolate.Outcome(item.id, result, 1.0, None)

    monkeypatch.setattr("tools.site_quality.read_version", lambda name: "9.9")
    monkeypatch.setattr("pagecore.evaluate.peers.find_peer", PEERS.__getitem__)
    monkeypatch.setattr(isolate, "run_peer", run_peer)
    columns = run(data, "cst", "--peers", "trafilatura")
    (peer,) = (of for of in columns if of["kind"] == "peer")
    assert (peer["name"], peer["version"]) == ("trafilatura", "9.9")
    assert peer["means"]["all"]["every"] == {"0": 0.25}


def test_corpus_without_such_sites_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "a"
    folder.mkdir(parents=True)
    (folder / "p.html").write_text("<p>a")
    meta = {"base_url": "https://a.example/", "pages": [{"file": "p.html", "kind": "entry"}]}
    (folder / "meta.json").write_text(json.dumps(meta))
    options = ["cst", "--data", str(tmp_path), "--figures", str(tmp_path / "f.json")]
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 2
    assert "no site has gold of pages of a kind with others to learn from" in done.output
