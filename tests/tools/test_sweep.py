"""A sweep: what is tried, what is best, and that a page's figure is chosen without the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore import Choice, Page, method
from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadOption, CorpusError
from pagecore.figures import load_figures
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.run import measure
from pagecore.models.model import Model
from pagecore.registry import Method, find_method
from pagecore.train.hybrid import HybridTrainer
from tools import sweep
from tools.quality import Collection, publish
from tools.sweep import Trial, find_best, find_metric, is_printed, list_combinations

SITES = 10


@pytest.fixture(autouse=True)
def _shortest(own_registry: object) -> None:
    """A method that keeps texts of so many words."""

    @method(
        "shortest",
        paper="Example 2009",
        family="page",
        bounds={"least": (0, 9), "most": (0, 99)},
        developed_on=("plain",),
        sweep={"least": (0, 2, 4), "most": (3, 99)},
    )
    def shortest(page: Page, *, least: int = 2, most: int = 99) -> Choice:
        """Keep texts of so many words.

        Args:
            page: any page.
            least: words that a text has at least.
            most: words that a text has at most.
        """
        kept = (page.words >= least) & (page.words <= most)
        return Choice.of(page, kept, evidence={"words": page.words})


def corpus(name: str, words: int, *, odd: int = 0) -> Corpus:
    """Pages whose content has so many words, and an odd site where it has two."""
    items = []
    for site in range(SITES):
        gold = "one two" if site < odd else " ".join(["word"] * words)
        html = f"<p>alone</p><p>{gold}</p>"
        items.append(
            Item(f"{name}{site}", html.encode(), Gold(text=gold), group=f"{name}{site}.example")
        )
    return Corpus(name, Path(name), tuple(items), (), "d1", "words", trainable=True, format="plain")


def test_all_combinations_are_tried_and_the_default_first() -> None:
    every = list_combinations(find_method("shortest"))
    assert len(every) == 6
    assert every[0] == {"least": 2, "most": 99}
    with pytest.raises(BadOption, match=r"'balance' has nothing to sweep; these have: .*shortest"):
        list_combinations(find_method("balance"))


@pytest.fixture
def tide() -> Method:
    """A method with a parameter that is used by one variant only."""

    @method(
        "tide",
        paper="Example 2009",
        family="page",
        bounds={"variant": ("all", "long"), "least": (0, 9)},
        developed_on=("plain",),
        sweep={"variant": ("all", "long"), "least": (2, 4, 8)},
        printed={"least": 4},
        used_with={"least": {"variant": "long"}},
    )
    def tide(page: Page, *, variant: str = "all", least: int = 2) -> Choice:
        """Keep all texts, or the long ones.

        Args:
            page: any page.
            variant: which texts.
            least: words of a long text.
        """
        return Choice.of(page, page.words >= (least if variant == "long" else 1))

    return find_method("tide")


def test_parameters_without_effect_are_not_varied(tide: Method) -> None:
    assert list_combinations(tide) == [
        {"variant": "all", "least": 2},
        {"variant": "long", "least": 2},
        {"variant": "long", "least": 4},
        {"variant": "long", "least": 8},
    ]


def test_printed_values_are_kept_where_they_have_an_effect(tide: Method) -> None:
    printed = [is_printed(tide, values) for values in list_combinations(tide)]
    assert printed == [True, False, True, False]


def test_open_parameters_are_chosen_beside_the_printed_ones(tide: Method) -> None:
    # The long texts of three words are found with two at least, which is not printed.
    record = sweep.sweep(tide, [corpus("a", 3)])
    assert record["best"] == {"variant": "long", "least": 2}
    assert record["corpora"]["a"]["f1"] == 1.0
    printed = record["printed"]
    assert printed["values"] == {"least": 4}
    assert printed["best"] == {"variant": "all", "least": 2}
    assert printed["corpora"]["a"]["f1"] == round(2 * 3 / (4 + 3), 4)
    assert set(printed["chosen"]) == set(record["chosen"])
    # A method without printed values has one figure.
    assert "printed" not in sweep.sweep(find_method("shortest"), [corpus("a", 6)])


def trial(name: str, values: dict[str, list[float]]) -> Trial:
    """A trial on a corpus: the F1 of each combination, by page."""
    rows = {(name, page): [(item, item, item) for item in f1] for page, f1 in values.items()}
    return Trial(corpus(name, 6), METRICS["words"], rows)


def test_collections_count_alike_whatever_their_size() -> None:
    large = trial("large", {str(at): [0.9, 0.8] for at in range(100)})
    small = trial("small", {"a": [0.1, 0.9]})
    assert find_best([large, small], [*large.rows, *small.rows]) == 1
    assert find_best([large, small], large.rows) == 0
    # Of equals the first.
    assert find_best([trial("large", {"a": [0.5, 0.5]})], [("large", "a")]) == 0
    assert find_best([large], large.rows, among=[1]) == 1


def test_a_page_is_measured_with_what_is_best_on_other_folds() -> None:
    record = sweep.sweep(find_method("shortest"), [corpus("a", 6), corpus("b", 6, odd=1)])
    # Four words at least leave out the two of the odd page, which is no reason on other folds:
    # two are as good there, and the default.
    assert record["best"] == {"least": 2, "most": 99}
    assert set(record["chosen"]) == {"0", "1", "2", "3", "4"}
    assert record["corpora"]["a"]["f1"] == 1.0
    assert record["corpora"]["a"]["pages"] == SITES
    tried = {tuple(entry["parameters"].values()): entry["a"] for entry in record["tried"]}
    assert tried[2, 99] == tried[4, 99] == 1.0
    # The one word beside it is in, and nothing of the content.
    assert tried[0, 3] == tried[2, 3] == 0.0
    assert 0.9 < tried[0, 99] < 1.0


def test_the_choice_of_a_fold_knows_nothing_of_its_pages() -> None:
    """One site of many needs three words at most; what is chosen for it are the others' values."""
    few = corpus("a", 6, odd=1)
    record = sweep.sweep(find_method("shortest"), [few])
    assert record["corpora"]["a"]["f1"] == 1.0
    lone = Corpus(
        "a",
        Path("a"),
        tuple(
            Item(f"a{at}", item.source, Gold(text="alone" if at == 0 else item.gold.text), f"{at}")
            for at, item in enumerate(few.items)
        ),
        (),
        "d1",
        "words",
        trainable=True,
        format="plain",
    )
    record = sweep.sweep(find_method("shortest"), [lone])
    # The page could be had whole by least=0, most=1 or so; by the others' choice it is lost.
    assert record["corpora"]["a"]["f1"] == pytest.approx((SITES - 1) / SITES)


def test_a_trained_method_knows_nothing_of_the_pages_of_a_fold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The shipped model, which may have seen them, is not used, and a fold has its own model."""
    hybrid = find_method("hybrid")
    pages = corpus("a", 40)
    stories = [f"<div>alone</div><div>{item.gold.text}</div>".encode() for item in pages.items]
    items = [replace(item, source=html) for item, html in zip(pages.items, stories, strict=True)]
    models = []
    fit = HybridTrainer.fit

    def fit_once(self: HybridTrainer, samples: Any, *, seed: int) -> Model:
        models.append({sample.id for sample in samples["a"]})
        return fit(self, samples, seed=seed)

    monkeypatch.setattr("pagecore.methods.hybrid.load", lambda **_: pytest.fail("not trained"))
    monkeypatch.setattr(HybridTrainer, "fit", fit_once)
    record = sweep.sweep(hybrid, [replace(pages, items=tuple(items))])
    assert [len(seen) for seen in models] == [SITES - SITES // 5] * 5
    assert record["corpora"]["a"]["f1"] == 1.0
    assert record["printed"]["values"] == {"keep": "positive", "candidates": "div-td"}
    assert "model" not in record["best"]


def test_published_are_the_figures_out_of_fold() -> None:
    pages = corpus("plain", 6)

    collection = Collection(measure(pages, [OwnMethod("shortest", "0.1")]))
    assert publish(collection, "shortest", {}) is None
    tried = sweep.sweep(find_method("shortest"), [pages])
    assert tried["corpora"]["plain"]["interval"] == [1.0, 1.0]
    tried["corpora"]["plain"]["f1"] = 0.75
    entries = {"sweep shortest": {"provenance": {}, "figures": tried}}
    figure = publish(collection, "shortest", entries)
    assert figure is not None
    assert (figure["value"], figure["n_pages"], figure["interval"]) == (0.75, SITES, [1.0, 1.0])
    assert figure["validated"]["origin"] == "sweep"
    # Not for parameters that were set, nor for other pages.
    other = Collection(measure(pages, [OwnMethod("shortest", "0.1", {"least": 0})]))
    assert publish(other, "shortest", entries) is None
    tried["corpora"]["plain"]["digest"] = "d2"
    assert publish(collection, "shortest", entries) is None


def test_the_command_records_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, path: Path) -> Corpus:
        assert path == tmp_path / name
        return corpus(name, 6)

    monkeypatch.setattr(collections, "load", load)
    file = tmp_path / "figures.json"
    file.write_text('{"other": {"provenance": {}, "figures": 1}}')
    options = ["shortest", "--data", str(tmp_path), "--figures", str(file)]
    done = CliRunner().invoke(sweep.main, options)
    assert done.exit_code == 0, done.output
    assert "wcxb 1.000, fundus 1.000, readability 1.000" in " ".join(done.output.split())
    entries = load_figures(file)
    assert entries["sweep shortest"]["figures"]["method"] == "shortest"
    assert entries["sweep shortest"]["provenance"]["corpora"]["wcxb"]["digest"] == "d1"
    assert entries["other"]["figures"] == 1
    refused = CliRunner().invoke(sweep.main, ["nothing"])
    assert refused.exit_code == 2
    assert refused.output.startswith("Error: there is no method 'nothing'")
    assert "Traceback" not in refused.output


def test_a_corpus_without_gold_is_refused() -> None:
    pages = corpus("plain", 6)
    bare = tuple(replace(item, gold=Gold()) for item in pages.items)
    with pytest.raises(BadOption, match="plain: no page has the gold that words"):
        sweep.sweep(find_method("shortest"), [replace(pages, items=bare)])


def test_each_family_is_swept_by_its_own_metric_and_folds() -> None:
    names = {"cetr": "words", "dom": "segments", "siblings": "posts"}
    for name, metric in names.items():
        assert find_metric(find_method(name), corpus("plain", 6)) == metric
    segments = replace(corpus("segments", 6), format="segments", metric="segments")
    assert find_metric(find_method("fixed"), segments) == "segments"
    readability = replace(corpus("readability", 6), format="readability", metric="structure")
    assert find_metric(find_method("cetr"), readability) == "words-unspaced"


def test_corpora_are_those_of_the_family_that_may_be_trained_or_tuned_on(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="wcxb"):
        sweep.load_corpora(find_method("cetr"), tmp_path)
    with pytest.raises(CorpusError, match="forums"):
        sweep.load_corpora(find_method("siblings"), tmp_path)
    # Parameters of site methods are chosen on sites, though no model is trained there.
    with pytest.raises(CorpusError, match="sites"):
        sweep.load_corpora(find_method("site/hybrid"), tmp_path)
