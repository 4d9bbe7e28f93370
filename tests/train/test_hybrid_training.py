"""Learning the method `hybrid`: labels, weights, the file, and what cannot be learned from."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pagecore import corpora, extract, parse
from pagecore.cli import pagecore as command
from pagecore.corpora.corpus import Corpus
from pagecore.errors import BadInput, BadOption
from pagecore.methods.candidates import CANDIDATE_TAGS, GOLD_SHARES, find_candidates
from pagecore.methods.hybrid import DIGEST
from pagecore.models.model import load, read
from pagecore.train import training
from pagecore.train.hybrid import (
    TRAINER,
    BlockExamples,
    BlockSample,
    HybridTrainer,
    collect_examples,
)
from pagecore.train.training import train
from pagecore.train.write_model import pack_model

LINES = (
    "The harbour was rebuilt in two summers, and the ferries came back in the third.",
    "Nobody had expected that: the quay had been closed for longer than most remember.",
    "Since then the market is held there again, on the first Sunday of every month.",
)
MENU = "".join(f"<div><a href=/{name}>{name} here</a></div>" for name in ("home", "news", "cards"))
Run = Callable[..., Result]


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """Twelve pages of six sites: a menu, a story in one block, an imprint."""
    monkeypatch.chdir(tmp_path)
    rows = []
    for at in range(12):
        story = "\n".join(f"{line} Number {at}." for line in LINES[: 1 + at % 3])
        html = f"<div>{MENU}</div><div><p>{story}</div><div>Imprint of {at // 2}</div>"
        group = f"site{at // 2}.example"
        rows.append({"id": f"p{at}", "html": html, "text": story, "group": group})
    Path("pages.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return corpora.load("plain", "pages.jsonl")


@pytest.fixture
def run() -> Run:
    """`run("--cv", "2")` trains on the corpus."""
    passed = ("train", "hybrid", "--corpus", "plain", "--path", "pages.jsonl")
    return lambda *more: CliRunner().invoke(command, [*passed, *more])


# ---------------------------------------------------------------- labels


def labelled(html: str, gold: str) -> list[bool]:
    positive: list[bool] = collect_examples(parse(html), gold)["div-td"].label(0.1).tolist()
    return positive


def run_of(first: int, stop: int) -> str:
    """Words that no other run has."""
    return " ".join(f"word{at}" for at in range(first, stop))


TEN, HARBOUR = run_of(0, 10), "港は二年で再建された"
LABELLED = [
    # what it shows            page                                                 gold  content
    ("a block of gold",        f"<div>{TEN}</div><div>other words</div>",           TEN,  [1, 0]),
    ("half of its words",      f"<div>{TEN} {run_of(20, 30)}</div>",                TEN,  [1]),
    ("less than half",         f"<div>{TEN} {run_of(20, 31)}</div>",                TEN,  [0]),
    ("a tenth of the gold",    f"<div>{run_of(0, 36)}</div><div>{run_of(36, 40)}</div>",
     run_of(0, 40),                                                                       [1, 1]),
    ("less than a tenth",      f"<div>{run_of(0, 37)}</div><div>{run_of(37, 40)}</div>",
     run_of(0, 40),                                                                       [1, 0]),
    ("also where it is not in the page", f"<div>{TEN}</div><div>other</div>",
     run_of(0, 101),                                                                      [0, 0]),
    ("words of inner blocks",  f"<div>some other words <div>{TEN}</div></div>",     TEN,  [0, 1]),
    ("several texts",          "<div><p>one <b>two</b><p>six</div>",      "one two six",  [1]),
    ("hidden words",           f"<div>{TEN}<p hidden>{run_of(20, 40)}</div>",       TEN,  [1]),
    ("without words",          f"<div></div><div hidden>one</div><div>{TEN}</div>", TEN,  [1]),
    ("no spaces",              f"<div>{HARBOUR}</div><div>目次</div>",          HARBOUR,  [1, 0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "gold", "content"), [case[1:] for case in LABELLED], ids=[case[0] for case in LABELLED]
)
def test_labels(html: str, gold: str, content: list[int]) -> None:
    assert labelled(html, gold) == [bool(item) for item in content]


def test_a_sample_has_the_features_that_the_method_asks_for() -> None:
    page = parse("<div>one <a href=/>two</a></div><div></div><div>six</div>")
    examples = collect_examples(page, "six")
    assert examples["div-td"].features.tolist() == find_candidates(page).features[[0, 2]].tolist()
    blocks = find_candidates(page, CANDIDATE_TAGS["containers"])
    assert examples["containers"].features.tolist() == blocks.features[[1, 3]].tolist()


def test_samples_are_the_pages_with_gold(corpus: Corpus) -> None:
    seen: list[str] = []
    samples = TRAINER.samples(corpus, progress=lambda item: seen.append(item.id))
    assert [sample.id for sample in samples] == seen == [item.id for item in corpus.items]
    assert {sample.group for sample in samples} == {f"site{at}.example" for at in range(6)}
    # Three links, each in a block of its own, the story and the imprint.
    for sample in samples:
        for name, examples in sample.examples.items():
            assert examples.label(GOLD_SHARES[name]).tolist() == [False] * 3 + [True, False]


# ---------------------------------------------------------------- the model


def make_sample(id: str, words: list[int], positive: list[bool]) -> BlockSample:
    """A page of blocks with so many words, all of them gold or none."""
    features = np.zeros((len(words), 6), np.float32)
    features[:, 0] = words
    own = np.array(words, np.float64)
    inside = own * np.array(positive, np.float64)
    examples = BlockExamples(features, own, inside, int(inside.sum()))
    return BlockSample(id, id, dict.fromkeys(CANDIDATE_TAGS, examples))


def test_a_corpus_may_count_more() -> None:
    first = make_sample("a", [1, 2], [True, False])
    second = make_sample("b", [1, 2], [False, False])
    arrays = TRAINER.fit_parts({"one": [first], "two": [second]}, seed=0, weights={"two": 3.0})[2]
    assert np.asarray(arrays["div-td prior"]).tolist() == pytest.approx([7 / 8, 1 / 8])
    # No border leaves two on both sides and gains anything after pruning.
    assert np.asarray(arrays["div-td probability"]).tolist() == [pytest.approx(2 / 10)]


@pytest.mark.parametrize("positive", [[True, True], [False, False], []])
def test_blocks_of_both_kinds_are_needed(positive: list[bool]) -> None:
    sample = make_sample("a", [1] * len(positive), positive)
    expected = rf"of {len(positive)} candidates \(div-td\) {sum(positive)} are content"
    with pytest.raises(BadInput, match=expected):
        TRAINER.fit({"one": [sample]}, seed=0)


def test_every_set_of_candidates_has_its_own_label_share() -> None:
    sample = make_sample("a", [98, 2, 5], [True, True, False])
    arrays = [
        HybridTrainer(shares).fit_parts({"one": [sample] * 2}, seed=0)[2]
        for shares in (
            {"div-td": 0.01, "containers": 0.1},
            {"div-td": 0.1, "containers": 0.01},
        )
    ]
    priors = [
        [np.asarray(of[f"{name} prior"]).tolist() for name in ("div-td", "containers")]
        for of in arrays
    ]
    low, high = [pytest.approx([1 / 3, 2 / 3]), pytest.approx([2 / 3, 1 / 3])]
    assert priors == [[low, high], [high, low]]


def test_a_fitted_model_can_be_used(corpus: Corpus) -> None:
    model = TRAINER.fit({"plain": TRAINER.samples(corpus)}, seed=0)
    html = f"<div>{MENU}</div><div>{' '.join(LINES)}</div>"
    for learner in ("c45", "bayes"):
        text = extract(html, method="hybrid", model=model, learner=learner).text
        assert text == " ".join(LINES)


@pytest.mark.usefixtures("corpus")
def test_the_file_reports_what_it_was_made_of(run: Run) -> None:
    done = run("-o", "my.model", "--seed", "3", "--weight", "plain=2", "--cv", "2")
    assert done.exit_code == 0, done.output
    metadata = load("my.model").metadata
    assert metadata["method"] == "hybrid"
    assert metadata["features"] == DIGEST
    assert metadata["seed"] == 3
    assert metadata["settings"]["confidence"] == 0.25
    assert list(metadata["blocks"]) == sorted(CANDIDATE_TAGS)
    assert all(count == {"all": 60, "content": 12} for count in metadata["blocks"].values())
    assert metadata["settings"]["gold share"] == GOLD_SHARES
    assert metadata["corpora"]["plain"]["weight"] == 2.0
    assert "catboost" not in metadata
    (way,) = metadata["validation"]
    assert way["folds"] == "2-fold by group"
    figures = way["corpora"]["plain"]
    # The pages are made so that the story is told by its words and links.
    assert figures["f1"] == 1.0
    assert figures["learner"] == {
        learner: {"F1": 1.0, "P": 1.0, "R": 1.0} for learner in ("c45", "bayes")
    }
    assert "favor" not in figures


@pytest.mark.usefixtures("corpus")
def test_the_same_command_writes_the_same_bytes(run: Run) -> None:
    for name in ("one", "two"):
        assert run("--cv", "2", "-o", f"{name}.model").exit_code == 0
    assert Path("two.model").read_bytes() == Path("one.model").read_bytes()


def test_catboost_is_not_needed(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(training, "version", missing)
    assert read(pack_model(*train("hybrid", [corpus]))).metadata["method"] == "hybrid"


@pytest.mark.usefixtures("corpus")
def test_a_model_of_hybrid_is_not_tuned(run: Run) -> None:
    assert run("-o", "my.model").exit_code == 0
    for base in ("my.model", "shipped"):
        done = run("--from", base, "-o", "two.model")
        assert isinstance(done.exception, BadOption)
        assert "a model of 'hybrid' cannot be tuned" in str(done.exception)


def test_the_shipped_model_names_the_command_of_the_makefile() -> None:
    makefile = (Path(__file__).resolve().parents[2] / "Makefile").read_text(encoding="utf-8")
    line = makefile.replace("\\\n", "").partition("$(BIN)/pagecore train hybrid ")[2]
    passed = line.partition("--overwrite")[0].split()
    actual = (
        load(method="hybrid").metadata["command"].removeprefix("pagecore train hybrid ").split()
    )
    # The file has the options in the order of the help.
    assert sorted(passed) == sorted(actual)
