"""Fine-tuning: a model learns a site's own ways, and keeps what it knew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import pagecore.train.default
from pagecore import extract
from pagecore.cli import pagecore as command
from pagecore.corpora import load as load_corpus
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.models.model import Model, load, read
from pagecore.train.samples import PageSample
from pagecore.train.tuned import TunedTrainer, Tuning, describe_base, list_digests
from pagecore.train.write_model import pack_model, read_forest, write_model
from tests.train.tiny import QUICK, needs_catboost, rows, write_corpus

#: Enough for what is plain to see.
EAGER = Tuning(trees=60, rate=0.3, gold=1.0, held_down=1.0, rehearsed=0.5)


def own_rows(n: int = 6) -> list[dict[str, str]]:
    """Pages of one site, with a note that any model would keep, and this site does not want."""
    calls = []
    for at, row in enumerate(rows()[:n]):
        note = f"Opening hours of branch {at}: from nine to five, on Sundays closed."
        html = row["html"].replace("<footer", f"<aside class=hours><p>{note}</aside><footer")
        calls.append(row | {"html": html, "group": "own.example"})
    return calls


def written(path: Path, built: list[dict[str, str]]) -> Path:
    path.write_text("\n".join(map(json.dumps, built)), encoding="utf-8")
    return path


def samples_of(path: Path, built: list[dict[str, str]]) -> list[PageSample]:
    return QUICK.samples(load_corpus("plain", written(path, built)))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Model:
    needs_catboost()
    corpus = load_corpus("plain", write_corpus(tmp_path_factory.mktemp("base") / "pages.jsonl"))
    metadata, forests, arrays = QUICK.fit_parts({"plain": QUICK.samples(corpus)}, seed=0)
    built = {"corpora": {"plain": {"digest": corpus.digest}}, "command": "pagecore train"}
    return read(pack_model(metadata | built, forests, arrays), "base.model")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> list[PageSample]:
    return samples_of(tmp_path_factory.mktemp("own") / "own.jsonl", own_rows())


# ---------------------------------------------------------------- what is learned


def test_five_pages_teach_a_site_s_own_ways(base: Model, own: list[PageSample]) -> None:
    tuned = TunedTrainer(base, EAGER).fit({"plain": own[:5]}, seed=0)
    unseen = own_rows()[5]
    assert "Opening hours" in extract(unseen["html"], model=base).text
    assert extract(unseen["html"], model=tuned).text.split() == unseen["text"].split()
    # Other pages are as they were.
    for row in rows()[6:]:
        assert extract(row["html"], model=tuned).text == extract(row["html"], model=base).text


def test_old_trees_stay_and_new_ones_stand_behind_them(base: Model, own: list[PageSample]) -> None:
    tuned = TunedTrainer(base, EAGER).fit({"plain": own}, seed=0)
    assert tuned.forests == base.forests
    for name in ("blocks", "context"):
        old, new = read_forest(base, name), read_forest(tuned, name)
        assert tuned.shape(name)[2] == base.shape(name)[2] + EAGER.trees
        assert (new.leaves[: len(old.leaves)] == old.leaves).all()
        assert (new.borders[: len(old.borders)] == old.borders).all()
    for name in ("confidence", "type"):
        assert (read_forest(tuned, name).leaves == read_forest(base, name).leaves).all()
    for name in base.arrays:
        assert (tuned.array(name) == base.array(name)).all()
    assert tuned.metadata["types"] == base.metadata["types"]
    assert tuned.metadata["from"] == describe_base(base)
    assert tuned.metadata["from"]["digest"] == hashlib.sha256(base.core.write()).hexdigest()[:16]


def test_blocks_to_rehearse_hold_it_back(base: Model, own: list[PageSample]) -> None:
    kept = base.array("rehearsed").reshape(-1, base.shape("context")[0])
    assert len(kept) == 24  # Two of each page.

    def moved(rehearsed: float) -> float:
        trainer = TunedTrainer(base, replace(EAGER, rehearsed=rehearsed))
        tuned = trainer.fit({"plain": own}, seed=0)
        change = tuned.predict("context", kept.T) - base.predict("context", kept.T)
        return float(np.abs(change).mean())

    assert moved(10.0) < moved(0.01) / 2


def test_the_same_pages_give_the_same_bytes(base: Model, own: list[PageSample]) -> None:
    first, second = (
        pack_model(*TunedTrainer(base).fit_parts({"plain": own}, seed=0)) for _ in range(2)
    )
    assert first == second
    assert pack_model(*TunedTrainer(base).fit_parts({"plain": own}, seed=1)) != first


def test_a_tuned_model_is_tuned_again(base: Model, own: list[PageSample]) -> None:
    once = TunedTrainer(base).fit({"plain": own}, seed=0)
    twice = TunedTrainer(once).fit({"plain": own}, seed=0)
    assert twice.shape("blocks")[2] == base.shape("blocks")[2] + 2 * Tuning().trees
    assert twice.metadata["from"]["from"] == describe_base(base)
    assert list_digests(twice.metadata) == list_digests(base.metadata) != set()


def test_parts_are_sites_where_there_are_enough(base: Model, own: list[PageSample]) -> None:
    trainer = TunedTrainer(base)
    many = [replace(item, group=str(at % 4)) for at, item in enumerate(own)]
    assert trainer._parts({"plain": many}) == (4, {"plain": many})
    # Of one site each page is on its own.
    parts, apart = trainer._parts({"plain": own})
    assert parts == 4
    assert len({item.group for item in apart["plain"]}) == len(own)
    assert trainer._parts({"plain": own[:3]})[0] == 3


def test_one_page_is_too_few(base: Model, own: list[PageSample]) -> None:
    with pytest.raises(BadInput, match="1 pages are too few"):
        TunedTrainer(base).fit({"plain": own[:1]}, seed=0)


# ---------------------------------------------------------------- the command

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, base: Model, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run(…)` tunes base.model on own.jsonl, in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pagecore.train.default, "TRAINER", QUICK)
    Path("base.model").write_bytes(base.core.write())
    write_corpus(tmp_path / "base.jsonl")
    built = [row | {"group": row["id"]} for row in own_rows()]
    written(tmp_path / "own.jsonl", built)

    def run(*more: str, pages: str = "own.jsonl", old: str = "base.model") -> Result:
        own = ("--corpus", "plain", "--path", pages)
        return CliRunner().invoke(command, ["train", "default", *own, "--from", old, *more])

    return run


def test_the_command_writes_a_model_that_extract_uses(run: Run, base: Model) -> None:
    done = run("-o", "my.model")
    assert done.exit_code == 0, done.output
    metadata = load("my.model").metadata
    assert (
        metadata["command"]
        == "pagecore train default --corpus plain --path own.jsonl --from base.model"
    )
    assert metadata["from"]["digest"] == describe_base(base)["digest"]
    assert metadata["from"]["seen"] == []
    assert metadata["corpora"]["plain"]["pages"] == 6
    Path("page.html").write_text(own_rows()[0]["html"])
    used = CliRunner().invoke(command, ["extract", "page.html", "--model", "my.model"])
    assert used.exit_code == 0, used.output
    first = Path("my.model").read_bytes()
    assert run("-o", "my.model", "--overwrite").exit_code == 0
    assert Path("my.model").read_bytes() == first


def test_figures_stand_beside_those_of_the_model_unchanged(run: Run) -> None:
    done = run("-o", "my.model", "--cv", "3")
    assert done.exit_code == 0, done.output
    metadata = load("my.model").metadata
    before = metadata["from"]["figures"]["plain"]
    (way,) = metadata["validation"]
    assert before["pages"] == way["corpora"]["plain"]["pages"] == 6
    # It keeps the note.
    assert before["f1"] < 1
    digest = metadata["from"]["digest"]
    assert (
        f"plain, model {digest} unchanged: word F1 {before['f1']:.4f} on 6 pages\n" in done.output
    )
    assert f"word F1 {way['corpora']['plain']['f1']:.4f} on 6 pages\n" in done.output


def test_pages_that_the_model_has_seen_are_reported(run: Run) -> None:
    done = run("-o", "my.model", "--cv", "2", pages="base.jsonl")
    assert done.exit_code == 0, done.output
    assert "on 12 pages, which it was trained on" in done.output
    assert load("my.model").metadata["from"]["seen"] == ["plain"]


def test_models_that_cannot_be_tuned_are_reported(run: Run, base: Model) -> None:
    assert isinstance(run(old="missing.model").exception, ModelError)
    forests = {name: read_forest(base, name) for name in base.forests}
    arrays = {name: base.array(name) for name in base.arrays}
    write_model("other.model", {**base.metadata, "method": "tide"}, forests, arrays)
    other = run(old="other.model").exception
    assert isinstance(other, BadOption)
    assert "'tide', not of 'default'" in str(other)
    write_model("old.model", {**base.metadata, "features": "beef"}, forests, arrays)
    old = run(old="old.model").exception
    assert isinstance(old, ModelError)
    assert "trained with the features beef" in str(old)
    del arrays["rehearsed"]
    write_model("bare.model", base.metadata, forests, arrays)
    bare = run(old="bare.model").exception
    assert isinstance(bare, ModelError)
    assert "no blocks to rehearse" in str(bare)
