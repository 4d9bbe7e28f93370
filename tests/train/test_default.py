"""The trainer of the default extractor: samples, what they count, the model of a tiny corpus."""

from __future__ import annotations

import builtins
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pagecore import _core, extract, parse
from pagecore.corpora import load
from pagecore.corpora.corpus import Corpus, Gold, GoldPost, Item
from pagecore.errors import BadInput, NeedsExtra
from pagecore.models.model import Model
from pagecore.train.default import DefaultTrainer
from pagecore.train.samples import TYPES, PageSample, make_sample
from pagecore.train.settings import Settings
from pagecore.train.training_set import TrainingSet
from pagecore.train.write_model import pack_model
from tests.train.tiny import QUICK, needs_catboost, rows, write_corpus

ONE = "The harbour was quiet when first boats came home early"
TWO = "Nets lay mended on our quay while gulls argued loudly"


def item(html: str, **gold: Any) -> Item:
    return Item("a", html.encode(), Gold(**gold), group="site")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return load("plain", write_corpus(tmp_path_factory.mktemp("tiny") / "pages.jsonl"))


@pytest.fixture(scope="module")
def samples(corpus: Corpus) -> list[PageSample]:
    return QUICK.samples(corpus)


@pytest.fixture(scope="module")
def model(samples: list[PageSample]) -> Model:
    needs_catboost()
    return QUICK.fit({"plain": samples}, seed=0)


# ---------------------------------------------------------------- samples


def test_sample_has_the_blocks_with_words() -> None:
    html = f"<title>{ONE}</title><nav>Home</nav><p>{ONE}</p><p><img></p><p>{TWO}</p>"
    sample = make_sample(item(html, text=f"{ONE}\n{TWO}", page_type="article"), unspaced=False)
    assert sample is not None
    # Neither the title, which is metadata, nor the image.
    assert sample.words.tolist() == [1, 10, 10]
    assert sample.label.tolist() == [0, 1, 1]
    assert sample.page_type == "article"
    assert (sample.id, sample.group) == ("a", "site")


def test_f1_of_choices_of_a_sample() -> None:
    html = f"<nav>Home</nav><p>{ONE}</p><p>{TWO}</p>"
    sample = make_sample(item(html, text=f"{ONE}\n{TWO}"), unspaced=False)
    assert sample is not None
    every = np.ones(3, np.bool_)
    assert sample.score_choice(every) == pytest.approx(2 * 20 / (20 + 21))
    assert sample.score_choice(sample.label >= 0.5) == 1
    assert sample.score_choice(np.array([False, True, False])) == pytest.approx(2 * 10 / (20 + 10))
    assert sample.score_choice(~every) == 0


def test_a_word_counts_as_often_as_the_gold_has_it() -> None:
    sample = make_sample(item("<p>one two</p><p>one two</p>", text="one two"), unspaced=False)
    assert sample is not None
    assert sample.score_choice(np.ones(2, np.bool_)) == pytest.approx(2 * 2 / (2 + 4))


def test_posts_are_the_gold_of_a_thread() -> None:
    thread = item(f"<p>{ONE}<p>{TWO}<p>Reply", posts=(GoldPost(ONE), GoldPost(TWO)))
    sample = make_sample(thread, unspaced=False)
    assert sample is not None
    assert sample.label.tolist() == [1, 1, 0]


@pytest.mark.parametrize("text", [None, ""])
def test_page_without_gold_is_not_a_sample(text: str | None) -> None:
    assert make_sample(item("<p>one", text=text), unspaced=False) is None
    assert make_sample(replace(item("<p>one", text="one"), in_means=False), unspaced=False) is None


def test_a_type_that_is_not_known_is_none() -> None:
    sample = make_sample(item("<p>one", text="one", page_type="poem"), unspaced=False)
    assert sample is not None
    assert sample.page_type is None


def test_progress_is_reported_for_every_page(corpus: Corpus) -> None:
    reported: list[str] = []
    without = replace(corpus.items[0], gold=Gold())
    some = replace(corpus, items=(without, *corpus.items[1:3]))
    built = QUICK.samples(some, progress=lambda item: reported.append(item.id))
    assert reported == ["p0", "p1", "p2"]
    assert [item.id for item in built] == ["p1", "p2"]


# ---------------------------------------------------------------- what samples count


def test_pages_of_a_site_are_in_one_part(samples: list[PageSample]) -> None:
    data = TrainingSet.of({"plain": samples}, QUICK.settings, 0, {})
    by_group: dict[str, set[int]] = {}
    for sample, part in zip(data.samples, data.part.tolist(), strict=True):
        by_group.setdefault(sample.group, set()).add(part)
    assert all(len(parts) == 1 for parts in by_group.values())
    parts = [part for (part,) in by_group.values()]
    assert sorted(parts) == [0, 0, 0, 1, 1, 1]
    # A mask for each part is of the blocks of all others.
    sizes = np.diff(data.start)
    for at, mask in enumerate(data.outside):
        assert (mask == np.repeat(data.part != at, sizes)).all()


def test_weights_are_what_pages_of_a_corpus_count(samples: list[PageSample]) -> None:
    passed = {"a": samples[:6], "b": samples[6:]}
    # With everything drawn, weights differ by what the corpora count, and by nothing else.
    settings = replace(QUICK.settings, drawn=1.0)
    even = TrainingSet.of(passed, settings, 0, {})
    more = TrainingSet.of(passed, settings, 0, {"b": 3.0})
    assert more.page_weight.tolist() == [1.0] * 6 + [3.0] * 6
    ratio = more.weight / even.weight
    first_of_b = even.start[6]
    assert np.allclose(ratio[first_of_b:] / ratio[0], 3)
    assert np.allclose(ratio[:first_of_b], ratio[0])
    assert more.weight.mean() == pytest.approx(1)


def test_corpora_are_laid_out_by_name(samples: list[PageSample]) -> None:
    first = TrainingSet.of({"b": samples[:2], "a": samples[2:]}, QUICK.settings, 0, {})
    two = TrainingSet.of({"a": samples[2:], "b": samples[:2]}, QUICK.settings, 0, {})
    assert [sample.id for sample in first.samples] == [sample.id for sample in two.samples]


def test_what_is_known_of_a_corpus_is_the_type_of_its_pages(samples: list[PageSample]) -> None:
    data = TrainingSet.of({"fundus": samples[:6], "plain": samples[6:]}, QUICK.settings, 0, {})
    assert data.types == ["article"] * 6 + ["forum", "article"] * 3


def test_blocks_to_rehearse_are_two_of_each_page(samples: list[PageSample]) -> None:
    data = TrainingSet.of({"plain": samples}, QUICK.settings, 0, {})
    chosen = data.draw_rehearsal(0)
    assert chosen == data.draw_rehearsal(0) != data.draw_rehearsal(1)
    page = np.searchsorted(data.start, chosen, side="right") - 1
    assert sorted(page.tolist()) == sorted([*range(12)] * 2)
    assert data.target[chosen].tolist() == [1, 0] * 12
    few = replace(QUICK.settings, rehearsed=5)
    assert TrainingSet.of({"plain": samples}, few, 0, {}).draw_rehearsal(0) == chosen[:5]


@pytest.mark.parametrize(
    ("html", "n"),
    [
        (f"<p>{ONE}", 8),  # nothing beside the content
        (f"<nav>Home</nav><p>{ONE}", 1),  # one site, which is in one part
    ],
)
def test_too_little_to_learn_from(html: str, n: int) -> None:
    built = [
        make_sample(replace(item(html, text=ONE), group=str(at)), unspaced=False) for at in range(n)
    ]
    with pytest.raises(BadInput, match=f"{n} pages are too few to learn from"):
        TrainingSet.of({"plain": [item for item in built if item]}, QUICK.settings, 0, {})


def test_nothing_to_learn_from() -> None:
    with pytest.raises(BadInput, match="no page with gold text"):
        QUICK.fit_parts({"plain": []}, seed=0)


# ---------------------------------------------------------------- the model


def test_the_model_finds_what_it_has_learned(model: Model) -> None:
    row = rows()[3]
    document = extract(row["html"], model=model)
    assert document.text.split() == row["text"].split()
    assert set(document.choice.types) == {"article", "forum"}
    assert document.choice.confidence is not None
    assert document.choice.confidence > 0.8


def test_the_model_has_what_the_core_asks_for(model: Model) -> None:
    assert model.forests == ("blocks", "confidence", "context", "type")
    assert model.arrays == ("far names", "near names", "rehearsed", "type signs")
    assert [model.shape(name)[1:] for name in model.forests] == [(1, 6), (1, 5), (1, 6), (2, 5)]
    # The tiny corpus has no other types.
    assert model.metadata["types"] == ["article", "forum"]
    assert model.metadata["seed"] == 0
    assert Settings(**model.metadata["settings"]) == QUICK.settings


def test_same_samples_and_seed_give_the_same_bytes(
    model: Model, corpus: Corpus, samples: list[PageSample]
) -> None:
    again = {"plain": QUICK.samples(corpus)}
    assert pack_model(*QUICK.fit_parts(again, seed=0)) == model.core.write()
    assert pack_model(*QUICK.fit_parts(again, seed=1)) != model.core.write()
    # Weights that are all 1 are none.
    assert pack_model(*QUICK.fit_parts(again, seed=0, weights={"plain": 1.0})) == model.core.write()


def test_weights_change_the_model(samples: list[PageSample]) -> None:
    needs_catboost()
    passed = {"a": samples[:6], "b": samples[6:]}
    even = pack_model(*QUICK.fit_parts(passed, seed=0))
    assert pack_model(*QUICK.fit_parts(passed, seed=0, weights={"b": 5.0})) != even


def test_steps_are_reported(samples: list[PageSample]) -> None:
    needs_catboost()
    messages: list[str] = []
    QUICK.fit_parts({"plain": samples}, seed=0, report=messages.append)
    assert len(messages) == QUICK.n_steps
    assert messages[0] == "names of elements"
    assert "second pass, part 2 of 2" in messages


def test_pages_of_one_type_teach_no_types(samples: list[PageSample]) -> None:
    needs_catboost()
    model = QUICK.fit({"fundus": samples}, seed=0)
    assert "type" not in model.forests
    assert model.metadata["types"] == []
    assert extract(rows()[0]["html"], model=model).choice.types == {}


def test_every_type_has_its_chance(samples: list[PageSample]) -> None:
    needs_catboost()
    of_types = [replace(sample, page_type=TYPES[at % 7]) for at, sample in enumerate(samples)]
    model = QUICK.fit({"plain": of_types}, seed=0)
    types = extract(rows()[0]["html"], model=model).choice.types
    assert tuple(types) == TYPES
    assert sum(types.values()) == pytest.approx(1)


def test_without_catboost_the_command_is_named(
    samples: list[PageSample], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "catboost":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[train\]'"):
        QUICK.fit_parts({"plain": samples}, seed=0)


def test_pages_that_catboost_refuses_are_reported(tmp_path: Path) -> None:
    needs_catboost()
    pages = rows()[::4][:2]
    file = tmp_path / "pages.jsonl"
    file.write_text("\n".join(map(json.dumps, pages)), encoding="utf-8")
    samples = {"plain": QUICK.samples(load("plain", file))}
    with pytest.raises(BadInput, match="too few or too much alike to learn from"):
        QUICK.fit(samples, seed=0)


def test_gold_is_softened_by_what_a_draft_expected(tmp_path: Path) -> None:
    needs_catboost()
    corpus = load("plain", write_corpus(tmp_path / "pages.jsonl"))
    learned = {}
    for gold in (1.0, 0.5):
        trainer = DefaultTrainer(replace(QUICK.settings, gold=gold))
        model = trainer.fit({"plain": trainer.samples(corpus)}, seed=0)
        page = parse(rows()[0]["html"])
        decided = _core.decide(page._table, model.core, beta=1.0)
        learned[gold] = np.frombuffer(decided.probability, np.float32)
    # What is learned from is less sure, and so is what was learned; the order stays.
    assert np.ptp(learned[0.5]) < np.ptp(learned[1.0])
    assert learned[0.5].argmin() in np.flatnonzero(learned[1.0] == learned[1.0].min())


def test_the_shipped_model_is_made_with_the_defaults() -> None:
    assert DefaultTrainer().settings == Settings()
    assert DefaultTrainer().n_steps == 16
