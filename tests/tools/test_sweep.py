"""A sweep: what is tried, what is best, and that a page's figure is chosen without the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pagecore import Choice, Page, method
from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadInput, BadOption
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import measure
from pagecore.models.model import load
from pagecore.page import parse
from pagecore.registry import method_named
from tools import sweep
from tools.method_pages import figures, picture, write_page
from tools.readme import Column, published
from tools.sweep import best, combinations

SITES = 10


@pytest.fixture(autouse=True)
def _shortest(own_registry: object) -> None:
    """A method that keeps texts of so many words."""

    @method(
        "shortest",
        paper="Example 2009",
        family="page",
        bounds={"least": (0, 9), "most": (0, 99)},
        made_on=("plain",),
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
    return Corpus(name, Path(name), tuple(items), (), "d1", "words", trainable=True, layout="plain")


def test_all_combinations_are_tried_and_the_default_first() -> None:
    every = combinations(method_named("shortest"))
    assert len(every) == 6
    assert every[0] == {"least": 2, "most": 99}
    with pytest.raises(BadOption, match=r"'balance' has nothing to sweep; these have: .*shortest"):
        combinations(method_named("balance"))


def test_collections_count_alike_whatever_their_size() -> None:
    large = {("large", str(at)): [0.9, 0.8] for at in range(100)}
    small = {("small", "a"): [0.1, 0.9]}
    assert best({"large": large, "small": small}, [*large, *small]) == 1
    assert best({"large": large, "small": small}, large) == 0
    # Of equals the first.
    assert best({"large": {("large", "a"): [0.5, 0.5]}}, [("large", "a")]) == 0


def test_a_page_is_measured_with_what_is_best_on_other_folds() -> None:
    record = sweep.sweep(method_named("shortest"), [corpus("a", 6), corpus("b", 6, odd=1)])
    # Four words at least leave out the two of the odd page, which is no reason on other folds:
    # two are as good there, and the default.
    assert record["best"] == {"least": 2, "most": 99}
    assert set(record["chosen"]) == {"0", "1", "2", "3", "4"}
    assert record["corpora"]["a"]["f1"] == 1.0
    assert record["corpora"]["a"]["pages"] == SITES
    tried = {tuple(one["parameters"].values()): one["a"] for one in record["tried"]}
    assert tried[2, 99] == tried[4, 99] == 1.0
    # The one word beside it is in, and nothing of the content.
    assert tried[0, 3] == tried[2, 3] == 0.0
    assert 0.9 < tried[0, 99] < 1.0


def test_the_choice_of_a_fold_knows_nothing_of_its_pages() -> None:
    """One site of many needs three words at most; what is chosen for it are the others' values."""
    few = corpus("a", 6, odd=1)
    record = sweep.sweep(method_named("shortest"), [few])
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
        layout="plain",
    )
    record = sweep.sweep(method_named("shortest"), [lone])
    # The page could be had whole by least=0, most=1 or so; by the others' choice it is lost.
    assert record["corpora"]["a"]["f1"] == pytest.approx((SITES - 1) / SITES)


def test_published_are_the_figures_out_of_fold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pages = corpus("plain", 6)

    column = Column(measure(pages, [OwnMethod("shortest", "0.1")]))
    assert not published(column, "shortest") >= 0
    record = sweep.sweep(method_named("shortest"), [pages])
    record["corpora"]["plain"]["f1"] = 0.75
    Path("docs/methods").mkdir(parents=True)
    sweep.path_of("shortest").write_text(json.dumps(record))
    assert published(column, "shortest") == 0.75
    # Not of parameters that were given, nor of other pages.
    given = Column(measure(pages, [OwnMethod("shortest", "0.1", {"least": 0})]))
    assert not published(given, "shortest") >= 0
    record["corpora"]["plain"]["digest"] = "d2"
    sweep.path_of("shortest").write_text(json.dumps(record))
    assert not published(column, "shortest") >= 0


def test_the_command_writes_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, path: Path) -> Corpus:
        assert path == tmp_path / name
        return corpus(name, 6)

    monkeypatch.setattr(collections, "load", load)
    given = ["shortest", "--data", str(tmp_path), "--docs", str(tmp_path)]
    done = CliRunner().invoke(sweep.main, given)
    assert done.exit_code == 0, done.output
    assert "wcxb 1.000, fundus 1.000, readability 1.000" in " ".join(done.output.split())
    record: dict[str, Any] = json.loads((tmp_path / "shortest.json").read_text())
    assert record["method"] == "shortest"
    refused = CliRunner().invoke(sweep.main, ["nothing"])
    assert isinstance(refused.exception, BadOption)


# ---------------------------------------------------------------- the page of a method


MARKED = "".join(
    f"{part}\n<!-- {part}:begin -->\nstale\n<!-- {part}:end -->\n"
    for part in ("parameters", "quality", "sweep")
)


def test_page_of_a_method_is_written_between_its_marks(tmp_path: Path) -> None:
    known = method_named("shortest")
    (tmp_path / "shortest.md").write_text("# Shortest\n" + MARKED + "end\n")
    record = sweep.sweep(known, [corpus("a", 6)])
    (tmp_path / "shortest.json").write_text(json.dumps(record))
    write_page(known, tmp_path, parse("<p>one two three<p>alone"))
    text = (tmp_path / "shortest.md").read_text("utf-8")
    assert text.startswith("# Shortest\nparameters\n")
    assert text.endswith("<!-- sweep:end -->\nend\n")
    assert "stale" not in text
    assert (
        "| `least` | `2` | a whole number from 0 to 9 | words that a text has at least. |" in text
    )
    assert "| `2` | `99` | 1.000 |" in text
    assert "![What each value is worth at best](shortest-sweep.svg)" in text
    plot = (tmp_path / "shortest-sweep.svg").read_text("utf-8")
    # A line for each parameter.
    assert plot.count("<polyline") == 2
    assert "least 4" in plot


def test_page_of_a_learned_method_tells_of_each_learner() -> None:
    told = figures(method_named("hybrid"))
    known = load(method="hybrid").metadata["validation"][0]["corpora"]["wcxb"]["learner"]["bayes"]
    row = " | ".join(f"{known[figure]:.3f}" for figure in ("F1", "P", "R"))
    assert f"| `learner=bayes` | wcxb | {row} |" in told
    assert any(line.startswith("| `learner=c45` | fundus |") for line in told)


def test_page_of_a_method_with_an_old_sweep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shortest.md").write_text(MARKED)
    record = sweep.sweep(method_named("shortest"), [corpus("a", 6)])
    record["tried"].pop()
    (tmp_path / "shortest.json").write_text(json.dumps(record))
    with pytest.raises(BadInput, match="other values were swept"):
        write_page(method_named("shortest"), tmp_path, parse("<p>one"))


def test_picture_shows_the_score_of_every_block() -> None:
    page = parse("<p>one two three<p>alone<p hidden>hidden")
    score = np.where(page.words > 1, 0.5, 0.25)
    evidence = {"words": page.words, "chars": page.chars}
    drawn = picture(page, Choice.of(page, page.words > 1, score=score, evidence=evidence))
    # Two blocks with two bars each, under their names.
    assert drawn.count("<rect x=") == 4
    assert drawn.count("<text") == 4
    assert ">score</text>" in drawn
    assert ">words</text>" in drawn
    for value in ("0.500", "0.250", "3.000", "1.000"):
        assert f"<title>{value}</title>" in drawn
    assert ">one two three</text>" in drawn
    assert "hidden" not in drawn
    # What is kept is dark.
    assert drawn.index('fill="#111"') < drawn.index('fill="#999"')
