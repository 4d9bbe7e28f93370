"""`pagecore train`: a file that tells what it was made of, and is the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pagecore
import pagecore.train.default
from pagecore import extract
from pagecore.cli import pagecore as command
from pagecore.corpora import load as load_corpus
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadOption, CorpusError, NeedsExtra
from pagecore.models.model import load
from pagecore.train import training
from pagecore.train.figures import MIN_PAGES, measure_ceiling
from pagecore.train.training import CREDITS, train
from tests.train.tiny import QUICK, needs_catboost, rows, write_corpus

Run = Callable[..., Result]


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny corpus, in the folder that the command runs in."""
    monkeypatch.chdir(tmp_path)
    return write_corpus(tmp_path / "pages.jsonl")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("default", …)` trains with few trees."""
    monkeypatch.setattr(pagecore.train.default, "TRAINER", QUICK)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(command, ["train", *arguments])

    return run


PLAIN = ("--corpus", "plain", "--path", "pages.jsonl")


# ---------------------------------------------------------------- the file


@pytest.mark.usefixtures("pages")
def test_the_file_reports_what_it_was_made_of(run: Run) -> None:
    needs_catboost()
    done = run("default", *PLAIN, "-o", "my.model", "--seed", "3")
    assert done.exit_code == 0, done.output
    metadata = load("my.model").metadata
    corpus = load_corpus("plain", "pages.jsonl")
    assert metadata["method"] == "default"
    assert (
        metadata["command"] == "pagecore train default --corpus plain --path pages.jsonl --seed 3"
    )
    assert metadata["pagecore"] == pagecore.__version__
    assert metadata["catboost"] == version("catboost")
    assert metadata["seed"] == 3
    assert metadata["settings"]["trees"] == 6
    assert metadata["corpora"] == {
        "plain": {
            "digest": corpus.digest,
            "pages": 12,
            "weight": 1.0,
            "credit": "pages of one's own",
        }
    }
    # The pages are made so that blocks are content or not.
    ceiling = {"pages": 12, "f1": 1.0, "best_f1": 1.0, "reach": 1.0}
    half = ceiling | {"pages": 6}
    assert metadata["ceiling"] == {
        "plain": ceiling | {"page_type": {"article": half, "forum": half}}
    }
    assert metadata["validation"] == []
    assert f"plain: 12 pages, digest {corpus.digest}, highest possible word F1 1.0\n" in done.output
    assert f"my.model: {Path('my.model').stat().st_size} bytes\n" in done.output


@pytest.mark.usefixtures("pages")
def test_the_same_command_writes_the_same_bytes(run: Run) -> None:
    needs_catboost()
    for name in ("one", "two"):
        assert run("default", *PLAIN, "--cv", "2", "-o", f"{name}.model").exit_code == 0
    first = Path("one.model").read_bytes()
    assert Path("two.model").read_bytes() == first
    options = ("-o", "two.model", "--overwrite", "--seed", "1")
    assert run("default", *PLAIN, "--cv", "2", *options).exit_code == 0
    assert Path("two.model").read_bytes() != first


#: Trains with few trees, and prints the digest of the file.
IN_A_PROCESS = """
import hashlib, sys
from pagecore.corpora import load
from pagecore.train.training import train
from pagecore.train.write_model import pack_model
import pagecore.train.default
from tests.train.tiny import QUICK
pagecore.train.default.TRAINER = QUICK
trained = train("default", [load("plain", sys.argv[1])], cv=[2])
print(hashlib.sha256(pack_model(*trained)).hexdigest())
"""


def test_the_bytes_do_not_depend_on_the_process(pages: Path) -> None:
    """Python orders sets of strings anew in every process, unless it is told how."""
    needs_catboost()
    digests = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", IN_A_PROCESS, str(pages)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1


@pytest.mark.usefixtures("pages")
def test_the_model_is_used_by_extract(run: Run) -> None:
    needs_catboost()
    assert run("default", *PLAIN).exit_code == 0
    row = rows()[5]
    Path("page.html").write_text(row["html"])
    result = CliRunner().invoke(command, ["extract", "page.html", "--model", "default.model"])
    assert result.exit_code == 0, result.output
    assert result.output.split() == row["text"].split()
    assert extract(row["html"], model="default.model").text == result.output[:-1]
    assert extract(row["html"], model=Path("default.model")).text == result.output[:-1]


@pytest.mark.usefixtures("pages")
def test_weights_are_taken_and_reported(run: Run) -> None:
    needs_catboost()
    (Path("other") / "x").parent.mkdir()
    write_corpus(Path("other/pages.jsonl"))
    both = (*PLAIN, "--corpus", "plain", "--path", "other")
    for row in rows()[:4]:
        Path(f"other/{row['id']}.html").write_text(row["html"])
        Path(f"other/{row['id']}.txt").write_text(row["text"])
    for out, weights in (("even", ()), ("more", ("--weight", "plain other=3"))):
        done = run("default", *both, *weights, "-o", out)
        assert done.exit_code == 0, done.output
    even, more = load("even"), load("more")
    actual = {name: about["weight"] for name, about in more.metadata["corpora"].items()}
    assert actual == {"plain pages.jsonl": 1.0, "plain other": 3.0}
    assert "--weight 'plain other=3'" in more.metadata["command"]
    assert (more.array("near names") != even.array("near names")).any()


# ---------------------------------------------------------------- cross-validation


@pytest.mark.usefixtures("pages")
def test_figures_are_those_of_evaluate(run: Run) -> None:
    needs_catboost()
    done = run("default", *PLAIN, "--cv", "3", "-o", "my.model")
    assert done.exit_code == 0, done.output
    (actual,) = load("my.model").metadata["validation"]
    assert actual["folds"] == "3-fold by group"
    figures = actual["corpora"]["plain"]
    assert figures["metric"] == "words-unspaced"
    assert figures["pages"] == 12
    assert {name: figure["pages"] for name, figure in figures["page_type"].items()} == {
        "article": 6,
        "forum": 6,
    }
    assert 0 <= figures["type_accuracy"] <= 1
    assert 0 <= figures["calibration_error"] <= 1
    assert figures["surest"][0] == [1.0, figures["f1"]]
    assert sorted(figures["f1_of_pages"]) == sorted(row["id"] for row in rows())
    assert fmean(figures["f1_of_pages"].values()) == pytest.approx(figures["f1"], abs=1e-4)
    leaning = figures["favor"]
    assert set(leaning) == {"precision", "balanced", "recall"}
    assert leaning["balanced"]["F1"] == figures["f1"]
    assert leaning["precision"]["R"] <= leaning["balanced"]["R"] <= leaning["recall"]["R"]
    evaluated = CliRunner().invoke(command, ["evaluate", *PLAIN, "--cv", "3"])
    assert f"folds {actual['digest']}" in evaluated.output
    line, *_ = [row for row in evaluated.output.splitlines() if row.startswith("default (3-fold")]
    assert line.split()[4] == f"{figures['f1']:.3f}"
    assert f"folds {actual['digest']}: word F1 {figures['f1']:.4f} on 12 pages" in done.output


def test_a_page_is_measured_with_a_model_that_has_not_seen_it(pages: Path) -> None:
    needs_catboost()
    fitted: list[set[str]] = []

    class Watched(type(QUICK)):  # type: ignore[misc]  # A class made for this test.
        def fit_parts(self, samples: Any, **more: Any) -> Any:
            fitted.append({item.group for group in samples.values() for item in group})
            return super().fit_parts(samples, **more)

    corpus = load_corpus("plain", pages)
    other = replace(corpus, name="other", items=corpus.items[:4], format="other")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagecore.train.default, "TRAINER", Watched(QUICK.settings))
        metadata, _, _ = train("default", [corpus], cv=[2])
        groups = {item.group for item in corpus.items}
        whole, *folds = fitted
        assert whole == groups
        assert len(folds) == 2
        assert folds[0] ^ folds[1] == groups
        fitted.clear()
        metadata, _, _ = train("default", [corpus, other], cv=[2, "collections"])
    assert [way["folds"] for way in metadata["validation"]] == [
        "2-fold by group",
        "over collections",
    ]
    assert len(fitted) == 5
    assert fitted[3] == {item.group for item in other.items}


def test_progress_is_reported(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_catboost()
    monkeypatch.setattr(pagecore.train.default, "TRAINER", QUICK)
    reported: dict[str, list[tuple[int, str]]] = {}
    train(
        "default",
        [load_corpus("plain", pages)],
        cv=[2],
        progress=lambda what, total, step: reported.setdefault(what, []).append((total, step)),
    )
    assert reported["plain: labels"] == reported["plain: ceiling"] == [(12, "")] * 12
    # Once as it is, and once for each of the three that it may lean to.
    assert reported["plain: 2-fold by group"] == [(48, "")] * 48
    assert len(reported["training"]) == QUICK.n_steps
    assert reported["training"][0] == (QUICK.n_steps, "names of elements")
    assert len(reported["training for cross-validation, 2"]) == QUICK.n_steps


def test_languages_of_few_pages_are_put_together(tmp_path: Path) -> None:
    languages = ["de"] * MIN_PAGES + ["fr", "no", "fr"]
    items = tuple(
        Item(str(at), b"<p>one two", Gold(text="one two", language=language))
        for at, language in enumerate(languages)
    )
    corpus = Corpus("plain", tmp_path, items, (), "0", "words")
    assert "page_type" not in measure_ceiling(corpus, lambda what, total, step: None)
    from pagecore.train.figures import group_by_trait

    pairs = [(item, None) for item in items]
    actual = group_by_trait("language", pairs, lambda some: {"pages": len(some)})
    assert actual == {"language": {"de": {"pages": 5}, "other": {"pages": 3}}}


# ---------------------------------------------------------------- what goes wrong


WRONG = [
    # what it shows           arguments                                    said
    ("unknown method",        ("tide", *PLAIN),                            "methods: default"),
    ("path without corpus",   ("default", *PLAIN, "--path", "x"),          "needs a path"),
    ("unknown corpus",        ("default", "--corpus", "x", "--path", "."), "expected one of wcxb"),
    ("weight of no corpus",   ("default", *PLAIN, "--weight", "wcxb=2"),   "no such corpus; plain"),
    ("weight that is none",   ("default", *PLAIN, "--weight", "plain"),    "CORPUS=NUMBER"),
    ("weight of a word",      ("default", *PLAIN, "--weight", "plain=x"),  "CORPUS=NUMBER"),
    ("weight of nothing",     ("default", *PLAIN, "--weight", "plain=0"),  "a number above 0"),
    ("weight without end",    ("default", *PLAIN, "--weight", "plain=inf"), "a number above 0"),
    ("weight that is nan",    ("default", *PLAIN, "--weight", "plain=nan"), "a number above 0"),
    ("one fold",              ("default", *PLAIN, "--cv", "1"),            "at least 2"),
    ("too many folds",        ("default", *PLAIN, "--cv", "7"),            "there are 6 groups"),
    ("one collection",        ("default", *PLAIN, "--cv", "collections"),  "needs two corpora"),
    ("the same corpus twice", ("default", *PLAIN, *PLAIN),                 "given twice"),
    ("no such folder",        ("default", *PLAIN, "-o", "a/b"),         "folder a does not"),
]  # fmt: skip


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize(
    ("arguments", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_usage_is_reported_before_anything_is_read(
    run: Run, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*value: object) -> None:
        pytest.fail("samples were read")

    monkeypatch.setattr(training, "_label_pages", read)
    done = run(*arguments)
    assert isinstance(done.exception, BadOption), done.output
    assert message in str(done.exception)


def test_corpus_that_may_not_be_trained_on(tmp_path: Path) -> None:
    items = (Item("a", b"<p>one", Gold(text="one")),)
    aeb = Corpus("aeb", tmp_path, items, (), "0", "grams", trainable=False, format="aeb")
    with pytest.raises(BadOption, match=r"'aeb' may not be trained on.*these may: wcxb, readab"):
        train("default", [aeb])


@pytest.mark.parametrize("name", ["aeb", "blogs", "sites"])
def test_formats_that_may_not_be_trained_on_are_refused(
    corpus: Callable[[str], Path], run: Run, name: str
) -> None:
    done = run("default", "--corpus", name, "--path", str(corpus(name)))
    assert isinstance(done.exception, BadOption)
    assert "may not be trained on" in str(done.exception)


def test_corpus_without_text(tmp_path: Path) -> None:
    items = (Item("a", b"<p>one", Gold(required_snippets=("one",))),)
    snippets = Corpus("trafilatura", tmp_path, items, (), "0", "snippets", format="trafilatura")
    with pytest.raises(BadOption, match="'trafilatura' has no page with gold text"):
        train("default", [snippets])


@pytest.mark.usefixtures("pages")
def test_a_corpus_that_is_missing_ends_it(run: Run) -> None:
    done = run("default", *PLAIN, "--corpus", "wcxb", "--path", "missing")
    assert isinstance(done.exception, CorpusError)
    assert not Path("default.model").exists()


@pytest.mark.usefixtures("pages")
def test_what_is_wrong_with_a_corpus_is_named(run: Run) -> None:
    needs_catboost()
    with Path("pages.jsonl").open("a") as file:
        file.write("\n" + json.dumps({"id": "bare", "html": "<p>x"}))
    done = run("default", *PLAIN)
    assert done.exit_code == 1
    assert "pages.jsonl:13: page without gold" in done.output
    assert load("default.model").metadata["corpora"]["plain"]["pages"] == 12


def test_without_catboost_nothing_is_read(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(training, "version", missing)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[train\]'"):
        train("default", [load_corpus("plain", pages)])


def test_every_collection_is_credited() -> None:
    from pagecore.corpora import find_format, names

    trainable = {name for name in names() if find_format(name).trainable}
    assert set(CREDITS) == trainable - {"plain"}
