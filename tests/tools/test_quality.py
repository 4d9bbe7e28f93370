"""Quality of contenders: which figures are published, and which rows stay."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore.corpora import find_format
from pagecore.corpora import load as load_corpus
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.evaluate.other_contenders import RecordedContender
from pagecore.evaluate.peers import recorded
from pagecore.figures import load_figures
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import Results, measure
from pagecore.models.model import Model, load
from pagecore.registry import PAGE, Method, find_method, list_methods
from tests.measure.test_run import Fixed
from tools.quality import (
    MORE_ENTRY,
    Collection,
    find_shared_hosts,
    keep_rows,
    list_collections,
    main,
    make_rows,
    publish,
    report_dropped,
)
from tools.record import describe_run
from tools.settings import PRINTED, SWEPT, Setting, list_settings

ROOT = Path(__file__).resolve().parents[2]


def results(name: str, *, trainable: bool = True) -> Results:
    item = Item("a", b"<p>One two.</p>", Gold(text="One two."))
    corpus = Corpus(name, Path(name), (item,), (), "d1", "words", trainable=trainable, format=name)
    peers = [Fixed("slow", {"a": "One"}), Fixed("none", {"a": None})]
    return measure(corpus, [OwnMethod("paragraphs", "0.1"), *peers])


def value(kind: Results, name: str) -> float | None:
    """The published figure of a contender, None where there is none."""
    figure = publish(Collection(kind), name, {})
    return None if figure is None else figure["value"]


@pytest.fixture
def developed_on(own_registry: Callable[[Method], None]) -> None:
    """`paragraphs` says what it was made on."""
    own_registry(replace(find_method("paragraphs"), developed_on=("wcxb", "fundus")))


@pytest.mark.usefixtures("developed_on")
def test_figures_on_what_a_method_was_made_on_are_not_published() -> None:
    every = [results("wcxb"), results("forums"), results("aeb", trainable=False)]
    own, slow, none = make_rows(every, {}, {})
    assert (own["name"], own["kind"], own["version"]) == ("paragraphs", "method", "0.1")
    assert [(figure["pages"], figure["value"]) for figure in own["figures"]] == [
        ("forums", 1.0),
        ("aeb", 1.0),
    ]
    assert [figure["value"] for figure in slow["figures"]] == [pytest.approx(2 / 3, abs=1e-6)] * 3
    assert [figure["value"] for figure in none["figures"]] == [0.0] * 3
    assert slow["figures"][0]["metric"] == "words"
    assert slow["figures"][0]["n_pages"] == 1


def test_a_method_that_does_not_say_what_it_was_made_on(
    own_registry: Callable[[Method], None],
) -> None:
    own_registry(replace(find_method("paragraphs"), developed_on=None))
    assert value(results("forums"), "paragraphs") is None
    assert value(results("aeb", trainable=False), "paragraphs") == 1.0


def test_articles_have_a_figure_of_their_own() -> None:
    def item(page: str, page_type: str) -> Item:
        return Item(page, b"<p>One</p>", Gold(text="One", page_type=page_type))

    corpus = replace(results("wcxb").corpus, items=(item("a", "article"), item("b", "forum")))
    mixed = measure(corpus, [Fixed("p", {"a": "One", "b": ""})])
    whole, articles = list_collections([mixed])
    assert (whole.name, articles.name) == ("wcxb", "wcxb articles")
    figures = [publish(collection, "p", {}) for collection in (whole, articles)]
    assert [(figure["value"], figure["n_pages"]) for figure in figures if figure] == [
        (0.5, 2),
        (1.0, 1),
    ]


# ---------------------------------------------------------------- figures in the file of a model


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    """The default's model with other metadata."""
    built = Model(load().core, "a model that tells its figures")
    built.metadata = {
        "method": "default",
        "corpora": {"wcxb": {"digest": "d1"}, "fundus": {"digest": "of other pages"}},
        "validation": [
            {"folds": "over collections", "digest": "f0", "corpora": FIGURES},
            {"folds": "5-fold by group", "digest": "f1", "corpora": FIGURES},
        ],
    }
    monkeypatch.setattr("tools.quality.load", lambda method: built)
    return built


FIGURES = {
    "wcxb": {"metric": "words", "f1": 0.8765, "pages": 1, "f1_of_pages": {"a": 0.8765}},
    "fundus": {"metric": "words", "f1": 0.9, "pages": 1},
}


def of_default(name: str, *, trainable: bool = True) -> Results:
    corpus = results(name, trainable=trainable).corpus
    return measure(corpus, [OwnMethod("default", "0.1")])


def test_figures_in_sample_are_those_of_the_model(model: Model) -> None:
    every = [of_default("wcxb"), of_default("aeb", trainable=False)]
    (row,) = make_rows(every, {}, {})
    in_sample, other = row["figures"]
    assert (in_sample["pages"], in_sample["value"]) == ("wcxb", 0.8765)
    assert in_sample["interval"] == [0.8765, 0.8765]
    origin = {"origin": f"model {model.digest}", "folds": "5-fold by group", "digest": "f1"}
    assert in_sample["validated"] == origin
    assert other["pages"] == "aeb"
    assert "validated" not in other


def test_a_model_of_other_pages_or_another_metric_has_no_figure(model: Model) -> None:
    def published() -> bool:
        return value(of_default("wcxb"), "default") is not None

    metadata = dict(model.metadata)
    assert published()
    # Neither the figure measured here nor that of other pages is published.
    assert value(of_default("fundus"), "default") is None
    model.metadata = metadata | {"method": "another"}
    assert not published()
    model.metadata = metadata | {"validation": metadata["validation"][:1]}
    assert not published()
    other = {"wcxb": {"metric": "grams", "f1": 0.9}}
    model.metadata = metadata | {"validation": [metadata["validation"][1] | {"corpora": other}]}
    assert not published()
    model.metadata = {"features": "x"}
    assert not published()


# ---------------------------------------------------------------- rows of earlier runs


def of_peers(*names: str, digest: str = "d1") -> tuple[list[Any], dict[str, Any]]:
    """The rows of some peers, and the run that measured them."""
    corpus = replace(results("aeb", trainable=False).corpus, digest=digest)
    run = describe_run(f"measure {' '.join(names)}", [corpus])
    every = [measure(corpus, [Fixed(name, {"a": "One"}) for name in names])]
    return make_rows(every, run, {}), run


def test_rows_of_those_that_take_no_part_stay_as_they_are() -> None:
    earlier, _ = of_peers("justext", "rs-b", "rs")
    rows, run = of_peers("rs", "new")
    kept = keep_rows(earlier, rows, run)
    assert kept == earlier[:2]
    assert kept[0]["provenance"]["command"] == "measure justext rs-b rs"


def test_rows_of_other_pages_do_not_stay() -> None:
    earlier, _ = of_peers("old")
    rows, run = of_peers("new", digest="d2")
    assert keep_rows(earlier, rows, run) == []
    # Those of a corpus that takes no part this time do.
    run["corpora"] = {"forums": {"pages": 1, "digest": "d2"}}
    assert keep_rows(earlier, rows, run) == earlier


def test_rows_that_do_not_stay_are_reported() -> None:
    earlier, _ = of_peers("old", "new")
    rows, _ = of_peers("new", digest="d2")
    (line,) = report_dropped(earlier, rows)
    assert line.startswith("page old: dropped; it was measured on other pages")


def test_a_row_has_the_corpora_that_it_was_measured_on() -> None:
    aeb, wcxb = results("aeb", trainable=False), results("wcxb")
    shared = [{"corpus": "aeb", "pages": 1, "shared": 1, "with": ["wcxb"]}]
    run = describe_run("measure", [aeb.corpus, wcxb.corpus], shared_hosts=shared)
    (on_aeb, *_), (on_wcxb, *_) = make_rows([aeb], run, {}), make_rows([wcxb], run, {})
    assert (list(on_aeb["provenance"]["corpora"]), list(on_wcxb["provenance"]["corpora"])) == (
        ["aeb"],
        ["wcxb"],
    )
    assert on_aeb["provenance"]["shared_hosts"] == shared
    assert on_wcxb["provenance"]["shared_hosts"] == []


def test_hosts_that_are_also_trained_on_are_counted() -> None:
    def at(name: str, url: str, *, trainable: bool) -> Corpus:
        corpus = results(name, trainable=trainable).corpus
        return replace(corpus, items=tuple(replace(item, url=url) for item in corpus.items))

    wcxb = at("wcxb", "https://www.coast.example/1", trainable=True)
    aeb = at("aeb", "https://coast.example/2", trainable=False)
    assert find_shared_hosts([wcxb, aeb], [wcxb]) == [
        {"corpus": "aeb", "pages": 1, "shared": 1, "with": ["wcxb"]}
    ]
    assert find_shared_hosts([at("aeb", "https://other.example/2", trainable=False)], [wcxb]) == []


def test_recorded_outputs_have_their_version(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({"id": "a", "text": "One two.", "cpu_ms": 5.0}))
    (tmp_path / "VERSIONS.md").write_text("| peer | version |\n|---|---|\n| Old | 1.2.3 (x 4) |\n")
    (row,) = make_rows([measure(results("aeb").corpus, [RecordedContender.of(file)])], {}, {})
    assert (row["version"], row["kind"]) == ("1.2.3, recorded", "recorded")
    assert recorded.read_version(tmp_path / "new.jsonl") is None


def test_the_command_records_all_methods(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").mkdir()
    Path("plain/a.html").write_text("<p>One two.</p>")
    Path("plain/a.txt").write_text("One two.")
    own = replace(PAGE, corpora={"plain": "words"})
    monkeypatch.setattr("tools.quality.find_family", lambda name: own)
    options = ["--families", "page", "--data", ".", "--figures", "figures.json"]
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 0, done.output
    entry = load_figures(Path("figures.json"))["quality"]
    # Where the files are is no part of the command.
    assert entry["provenance"]["command"] == "python -m tools.quality --families page"
    names = {row["name"] for row in entry["figures"]}
    assert "cetr" in names
    # It does not say what it was made on.
    assert "paragraphs" not in names


def test_further_collections_have_an_entry_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tools.quality.MORE", ("gtrends", "daniel"))
    for name in ("gtrends", "daniel"):
        Path(name, "html").mkdir(parents=True)
        Path(name, "html/a.html").write_text("<p>One two.</p>")
        line = {"id": "a", "text": "One two.", "url": "https://a.example/", "host": "a.example"}
        Path(name, "gold.jsonl").write_text(json.dumps(line) + "\n")
    training = Corpus(
        "wcxb", tmp_path, (Item("x", b"", Gold(), url="https://a.example/x"),), (), "d", "words"
    )
    monkeypatch.setattr("tools.quality.PAGE", replace(PAGE, corpora={"wcxb": "words"}))
    monkeypatch.setattr(
        "tools.quality.load_corpus",
        lambda name, path: training if name == "wcxb" else load_corpus(name, path),
    )
    options = ["--collections", "more", "--data", ".", "--figures", "figures.json"]
    sampled = CliRunner().invoke(main, [*options, "--sample", "1"])
    assert "kmib: gtrends 1.000, daniel 1.000\n" in sampled.output
    assert not Path("figures.json").exists()
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 0, done.output
    (name, entry), *others = load_figures(Path("figures.json")).items()
    assert (name, others) == (MORE_ENTRY, [])
    rows = {row["name"]: row for row in entry["figures"]}
    assert {row["family"] for row in rows.values()} == {"page"}
    assert [(of["pages"], of["value"]) for of in rows["kmib"]["figures"]] == [
        ("gtrends", 1.0),
        ("daniel", 1.0),
    ]
    # Both pages are from a host of the pages that models are trained on.
    shared = entry["provenance"]["shared_hosts"]
    assert [(of["corpus"], of["shared"], of["with"]) for of in shared] == [
        ("gtrends", 1, ["wcxb"]),
        ("daniel", 1, ["wcxb"]),
    ]


# ---------------------------------------------------------------- the recorded figures


#: Methods without a row, each with the entry of its own program: those that need more than pages,
#: and one whose rules were chosen on its only collection, and that has no parameters to sweep.
OWN_ENTRIES = {
    "page/vbpa": "visual themes",
    "page/vwrapper": "vwrapper designs",
    "segment/comb": "search styled",
    "segment/vips": "visual segments",
    "thread/vbpa-threads": "visual threads",
    "site/wtm": "wtm",
    "listing/repeats": "listing designs",
}


def test_every_method_is_measured_on_every_collection() -> None:
    entries = load_figures()
    rows = {(row["family"], row["name"]): row for row in entries["quality"]["figures"]}
    without = set()
    for method in list_methods():
        if method.name == "paragraphs":
            continue
        if (method.family.name, method.name) not in rows:
            assert entries[OWN_ENTRIES[method.full_name]]["figures"]
            without.add(method.full_name)
            continue
        corpora = set(method.corpora)
        developed_on = corpora if method.developed_on is None else method.developed_on
        hidden = {name for name in developed_on if find_format(name).trainable}
        row = rows[method.family.name, method.name]
        measured = {figure["pages"].partition(" ")[0] for figure in row["figures"]}
        # On what it was developed on, a method with a sweep has the figure of the folds.
        expected = corpora if method.sweep and corpora <= hidden else corpora - hidden
        assert measured >= expected, "run: make quality PEERS=none"
    assert without == OWN_ENTRIES.keys()


def test_recorded_figures_are_of_the_pages_that_the_gate_measures_on() -> None:
    pinned = json.loads((ROOT / "tests/gate/floors.json").read_bytes())
    known = {floor["corpus"]: floor["digest"] for floor in pinned}
    for row in load_figures()["quality"]["figures"]:
        digests = {name: corpus["digest"] for name, corpus in row["provenance"]["corpora"].items()}
        # `python -m tools.wrapper_quality` measures wrappers; the gate does not.
        assert digests.keys() & known.keys() or row["family"] == "site"
        assert all(digests[name] == known[name] for name in digests.keys() & known.keys())


def test_no_recorded_figure_is_in_sample() -> None:
    """On pages that a method was made on, the figure is that of its model or its sweep."""
    entries = load_figures()
    checked = set()
    for row in entries["quality"]["figures"]:
        if row["kind"] != "method":
            continue
        chosen = find_method(row["name"], row["family"])
        settings = {of.label: of for of in list_settings(chosen, entries)}
        setting = settings[row.get("setting", "")]
        swept = setting.validation["corpora"] if setting.validation else {}
        for item in row["figures"]:
            corpus, _, page_type = item["pages"].partition(" ")
            developed_on = chosen.developed_on is None or corpus in chosen.developed_on
            if corpus in swept or (developed_on and find_format(corpus).trainable):
                ways, origin = validations(chosen, setting, entries)
                figures = [way["corpora"][corpus] for way in ways if corpus in way["corpora"]]
                if page_type:
                    figures = [
                        figure["page_type"][page_type.removesuffix("s")] for figure in figures
                    ]
                near = [pytest.approx(figure["f1"], abs=5e-4) for figure in figures]
                assert item["value"] in near, "run: make quality PEERS=none"
                if setting.is_chosen:
                    assert item["validated"]["origin"] == origin, "run: make quality PEERS=none"
                checked.add((chosen.name, setting.label))
    labels = (PRINTED, SWEPT)
    swept_methods = {
        (name, label)
        for name in ("cetr", "coreex", "econ", "hybrid", "cst", "entropy", "ibdf")
        for label in labels
    }
    others = {("default", ""), ("kmib", ""), ("groups", ""), ("siblings", "")}
    assert checked == others | swept_methods


def validations(method: Method, setting: Setting, entries: dict[str, Any]) -> tuple[list[Any], str]:
    """The cross-validations of a method, and where they are from."""
    if setting.validation is not None:
        return [setting.validation], "sweep"
    if method.sweep:
        return [entries[f"sweep {method.short_name}"]["figures"]], "sweep"
    model = load(method=method.name)
    return model.metadata["validation"], f"model {model.digest}"
