"""Cross-validation: no page is measured with a model that has seen its group."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from pagecore import Choice, Page, Thread, method, parse
from pagecore.cli import pagecore
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadOption
from pagecore.evaluate import evaluate_all
from pagecore.evaluate.summary import summarise_results
from pagecore.measure import cross_validation
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.folds import split_folds
from tests.packed import load_corpus


@dataclass(frozen=True)
class Paragraph:
    """A page as the trainer sees it: how long its gold is, in words."""

    id: str
    group: str
    n_words: int


@dataclass
class Threshold:
    """Learns the least number of words that a paragraph of gold has: the mean over samples."""

    fitted: list[dict[str, list[str]]] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[Paragraph]:
        calls = []
        for item in corpus.items:
            calls.append(Paragraph(item.id, item.group, len((item.gold.text or "").split())))
            if progress is not None:
                progress(item)
        return calls

    def fit(self, samples: Mapping[str, Sequence[Any]], *, seed: int) -> object:
        self.fitted.append({name: [item.id for item in sample] for name, sample in samples.items()})
        self.seeds.append(seed)
        return round(np.mean([item.n_words for group in samples.values() for item in group]))


@pytest.fixture
def trainer(own_registry: object, monkeypatch: pytest.MonkeyPatch) -> Threshold:
    """A method that keeps paragraphs of so many words or more, and its trainer."""

    @method("threshold", paper="Test 2026", family="page", bounds={"model": (0, 1000)})
    def threshold(page: Page, *, model: int = 0) -> Choice:
        """Choose the paragraphs with enough words.

        Args:
            page: any page.
            model: words that a paragraph must have.
        """
        n_words = page.below(page.words)
        paragraph = page.above(page.is_tag("p") & (n_words >= model))
        return Choice.of(page, paragraph >= 0)

    built = Threshold()
    monkeypatch.setattr(cross_validation, "load_trainers", lambda: {"threshold": built})
    return built


def item(name: str, n_words: int, group: str, url: str | None = None) -> Item:
    words = " ".join(f"w{at}" for at in range(n_words))
    return Item(name, f"<p>{words}</p>".encode(), Gold(text=words), group=group, url=url)


def corpus(name: str, *items: Item, trainable: bool = True) -> Corpus:
    return Corpus(name, Path(name), items, (), "0", "words", trainable=trainable, format=name)


#: Two groups: short pages, and long ones.
TWO = corpus("two", item("a", 2, "short"), item("b", 4, "short"), item("c", 9, "long"))


def test_a_page_never_sees_a_model_of_its_group(trainer: Threshold) -> None:
    (results,) = evaluate_all([TWO], methods=["threshold"], cv=2, seed=5)
    # The model for `c` is the mean of 2 and 4, which its nine words pass; for `a` and `b` it is 9.
    values = {
        measured_page.item.id: measured_page.value("words") for measured_page in results.measured
    }
    assert values == {"a": 0.0, "b": 0.0, "c": 1.0}
    (line,) = summarise_results(results)
    assert line.name == "threshold (2-fold by group)"
    assert line.value == pytest.approx(1 / 3)
    assert sorted(fitted["two"] for fitted in trainer.fitted) == [["a", "b"], ["c"]]
    assert trainer.seeds == [5, 5]


def test_what_may_not_be_trained_on_is_measured_with_a_model_of_all_the_rest(
    trainer: Threshold,
) -> None:
    apart = corpus("apart", item("x", 5, "short"), item("y", 4, "other"), trainable=False)
    _, results = evaluate_all([TWO, apart], methods=["threshold"], cv=2)
    # The mean of 2, 4 and 9 is 5.
    assert {
        measured_page.item.id: measured_page.value("words") for measured_page in results.measured
    } == {"x": 1.0, "y": 0.0}
    assert trainer.fitted[-1] == {"two": ["a", "b", "c"]}
    assert all("apart" not in fitted for fitted in trainer.fitted)


def test_over_collections_a_model_has_seen_the_others_alone(trainer: Threshold) -> None:
    other = corpus("other", item("d", 6, "short"))
    apart = corpus("apart", item("x", 5, "short"), trainable=False)
    first, second, third = evaluate_all(
        [TWO, other, apart], methods=["threshold"], cv="collections"
    )
    # For `two` the model is 6, for `other` it is 5, for `apart` round(21 / 4) = 5.
    assert [measured_page.value("words") for measured_page in first.measured] == [0.0, 0.0, 1.0]
    assert [measured_page.value("words") for measured_page in second.measured] == [1.0]
    assert [measured_page.value("words") for measured_page in third.measured] == [1.0]
    assert trainer.fitted == [
        {"other": ["d"]},
        {"two": ["a", "b", "c"]},
        {"two": ["a", "b", "c"], "other": ["d"]},
    ]
    assert first.contenders[0].name == "threshold (over collections)"


def test_pages_of_one_host_share_a_fold_across_corpora() -> None:
    first = corpus("one", item("a", 1, "News", "https://www.news.example/1"), item("b", 1, "B"))
    second = corpus("two", item("c", 1, "Daily", "https://news.example/2"), item("d", 1, "Daily"))
    for seed in range(8):
        folds = split_folds([first, second], 2, seed).fold_of
        assert folds["one", "a"] == folds["two", "c"] == folds["two", "d"]
        assert folds["one", "b"] != folds["one", "a"]


def test_folds_are_as_many_groups_each_and_drawn_by_the_seed() -> None:
    many = corpus("many", *(item(str(at), 1, f"g{at // 2}") for at in range(40)))
    folds = split_folds([many], 5, 0)
    assert all(
        folds.fold_of["many", str(at)] == folds.fold_of["many", str(at + 1)]
        for at in range(0, 40, 2)
    )
    assert [list(folds.fold_of.values()).count(str(fold)) for fold in range(5)] == [8] * 5
    assert split_folds([many], 5, 0).digest == folds.digest
    assert split_folds([many], 5, 1).digest != folds.digest
    backwards = replace(many, items=many.items[::-1])
    assert split_folds([backwards], 5, 0).digest == folds.digest


def test_the_same_page_twice_is_in_one_fold() -> None:
    folds = split_folds([load_corpus("wcxb")], 5, 0).fold_of
    assert folds["wcxb", "0463"] == folds["wcxb", "3035"]
    assert folds["wcxb", "0670"] == folds["wcxb", "2863"]


def test_a_fold_for_each_group() -> None:
    items = [item(str(at), 3, group) for at, group in enumerate("aabc")]
    pages = Corpus("x", Path("x"), tuple(items), (), "d1", "words", trainable=True, format="plain")
    folds = split_folds([pages], "groups", 0)
    assert folds.name == "3-fold by group"
    assert len(set(folds.fold_of.values())) == 3
    assert folds.fold_of["x", "0"] == folds.fold_of["x", "1"] != folds.fold_of["x", "2"]


@pytest.mark.parametrize(
    ("cv", "message"),
    [
        (1, "expected an integer of at least 2, 'groups' or 'collections'"),
        ("domains", "expected an integer of at least 2, 'groups' or 'collections'"),
        (3, "there are 2 groups"),
        ("collections", "needs two corpora that may be trained on .here: two"),
    ],
)
def test_folds_that_cannot_be(cv: int | str, message: str) -> None:
    with pytest.raises(BadOption, match=message):
        split_folds([TWO], cv, 0)


@pytest.mark.usefixtures("trainer")
def test_where_nothing_is_learned_those_that_are_are_named() -> None:
    with pytest.raises(BadOption, match=r"\(paragraphs\).*learned methods: threshold"):
        evaluate_all([TWO], methods=["paragraphs"], cv=2)


@pytest.mark.usefixtures("trainer")
def test_a_method_that_is_not_learned_is_measured_as_without_folds() -> None:
    (results,) = evaluate_all([TWO], methods=["paragraphs", "threshold"], cv=2)
    (plain,) = evaluate_all([TWO], methods=["paragraphs"])
    assert [contender.name for contender in results.contenders] == [
        "paragraphs",
        "threshold (2-fold by group)",
    ]
    assert results.rows("paragraphs", "words") == plain.rows("paragraphs", "words")
    assert isinstance(results.contenders[0], OwnMethod)


def test_a_group_that_is_a_host_shares_a_fold_with_that_host() -> None:
    first = corpus("one", item("a", 1, "News", "https://www.news.example/1"), item("b", 1, "B"))
    second = corpus("two", item("c", 1, "news.example"))
    for seed in range(8):
        folds = split_folds([first, second], 2, seed).fold_of
        assert folds["one", "a"] == folds["two", "c"]
        assert folds["one", "b"] != folds["one", "a"]


def test_the_command_prints_the_folds(trainer: Threshold, tmp_path: Path) -> None:
    rows = [
        {"id": item.id, "html": item.html().decode(), "text": item.gold.text, "group": item.group}
        for item in TWO.items
    ]
    file = tmp_path / "pages.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    arguments = ["evaluate", "--corpus", "plain", "--path", str(file), "--method", "threshold"]
    result = CliRunner().invoke(pagecore, [*arguments, "--cv", "2"])
    assert result.exit_code == 0, result.output
    assert re.search(r"; 2-fold by group, folds [0-9a-f]{16}$", result.output, re.MULTILINE)
    assert re.search(r"^threshold \(2-fold by group\) +0\.333 ", result.output, re.MULTILINE)
    assert len(trainer.fitted) == 2


def test_the_method_of_these_tests_keeps_what_is_long_enough(trainer: Threshold) -> None:
    from pagecore import extract

    page = parse("<p>one two<p>one two three")
    assert extract(page, method="threshold", model=3).text == "one two three"
    assert trainer.fitted == []


def test_parameters_may_be_chosen_where_no_model_may_be_trained() -> None:
    kept_back = corpus("apart", item("x", 5, "one"), item("y", 4, "two"), trainable=False)
    tunable = replace(kept_back, tunable=True)
    assert split_folds([tunable], "groups", 0, tuning=True).name == "2-fold by group"
    for pages, tuning in ((kept_back, True), (tunable, False)):
        with pytest.raises(BadOption, match="expected an integer of at least 2"):
            split_folds([pages], "groups", 0, tuning=tuning)


@pytest.mark.usefixtures("own_registry")
def test_a_trainer_belongs_to_one_method_and_not_to_all_of_its_name() -> None:
    before = cross_validation.load_trainers()

    @method("hybrid", paper="Toy 2026", family="thread", trainer="pagecore.train.default:TRAINER")
    def toy(page: Page) -> Thread:
        """Find no posts."""
        return Thread(np.full(len(page), -1), (), np.zeros(len(page), np.bool_), 0.0)

    after = cross_validation.load_trainers()
    assert after["hybrid"] is before["hybrid"]
    assert after["thread/hybrid"] is before["default"]
    assert cross_validation.select_learned(["thread/hybrid"]) == ["thread/hybrid"]
