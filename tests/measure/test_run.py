"""A run over a small corpus: every page is measured, a failure is recorded, the rest goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pagecore import Document, Page, corpora, extract
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.evaluate.compare import compare
from pagecore.evaluate.other_contenders import PeerContender, RecordedContender
from pagecore.evaluate.peers import PeerResult, isolate
from pagecore.evaluate.summary import MAX_GROUPS, find_worst, group_figures, summarise_results
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.output import Output
from pagecore.measure.run import Results, measure

PAGES = {
    "a": ("<nav><a href=/>Home</a></nav><p>One two three four.</p>", "One two three four."),
    "b": ("<p>Five six seven eight.</p>", "Five six seven eight."),
    "c": ("<p>Nine ten.</p>", "Nine ten eleven twelve."),
}


@dataclass(frozen=True)
class Fixed:
    """A contender that answers what it was told; None is a failure."""

    name: str
    answers: dict[str, str | None]
    kind: str = "peer"
    version: str = "1"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        for item in items:
            answer = self.answers[item.id]
            yield Output(item.id, answer or "", 2.0, None if answer is not None else "crashed: x")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    for name, (html, gold) in PAGES.items():
        (tmp_path / f"{name}.html").write_text(html)
        (tmp_path / f"{name}.txt").write_text(gold)
    return corpora.load("plain", tmp_path)


@pytest.fixture
def results(corpus: Corpus) -> Results:
    half = Fixed("half", {"a": "One two", "b": None, "c": "Nine ten eleven twelve."})
    return measure(corpus, [OwnMethod("paragraphs", "0"), half])


def test_pages_are_scored(results: Results) -> None:
    scores = {paragraph.item.id: paragraph.value("words") for paragraph in results.of("paragraphs")}
    assert scores == {"a": 1.0, "b": 1.0, "c": pytest.approx(2 / 3)}
    assert all(paragraph.output.cpu_ms is not None for paragraph in results.of("paragraphs"))


def test_a_miss_counts_as_nothing_and_is_reported(results: Results) -> None:
    paragraphs, half = summarise_results(results)
    assert (half.name, half.failures, half.pages) == ("half", {"crashed": 1}, 3)
    assert half.value == pytest.approx((2 / 3 + 0 + 1) / 3)
    assert (paragraphs.name, paragraphs.failures) == ("paragraphs", {})
    assert paragraphs.interval[0] <= paragraphs.value <= paragraphs.interval[1]


def test_a_method_that_fails_on_one_page_goes_on(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(page: Page, **_: object) -> Document:
        if "Five" in page.text():
            raise ZeroDivisionError("five")
        return extract(page, method="paragraphs")

    monkeypatch.setattr("pagecore.measure.run_families.extract", odd)
    measured = measure(corpus, [OwnMethod("paragraphs", "0")])
    errors = {
        measured_page.item.id: measured_page.output.error for measured_page in measured.measured
    }
    assert errors == {"a": None, "b": "raised: ZeroDivisionError: five", "c": None}


class Panic(BaseException):
    """What pyo3 makes of a panic in Rust: no Exception."""


class WordlessError(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (WordlessError(), "raised: WordlessError: <exception str() failed>"),
        (OSError("no disk"), "raised: OSError: no disk"),
        (re.error("bad pattern"), f"raised: {re.error.__name__}: bad pattern"),
        (ImportError("no module"), "raised: ImportError: no module"),
        (StopIteration(), "raised: StopIteration"),
        (RecursionError("too deep"), "raised: RecursionError: too deep"),
        (SystemExit(3), "raised: SystemExit: 3"),
        (Panic("index out\nof bounds"), "raised: Panic: index out of bounds"),
    ],
)
def test_whatever_a_method_raises_is_the_miss_of_one_page(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, raised: BaseException, expected: str
) -> None:
    def odd(page: Page, **_: object) -> Document:
        if "Five" in page.text():
            raise raised
        return extract(page, method="paragraphs")

    monkeypatch.setattr("pagecore.measure.run_families.extract", odd)
    measured = measure(corpus, [OwnMethod("paragraphs", "0")])
    errors = {
        measured_page.item.id: measured_page.output.error for measured_page in measured.measured
    }
    assert errors == {"a": None, "b": expected, "c": None}


def test_an_interrupt_ends_the_run(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(page: Page, **_: object) -> Document:
        raise KeyboardInterrupt

    monkeypatch.setattr("pagecore.measure.run_families.extract", interrupted)
    with pytest.raises(KeyboardInterrupt):
        measure(corpus, [OwnMethod("paragraphs", "0")])


def test_a_page_that_is_gone_is_a_miss(corpus: Corpus) -> None:
    (corpus.path / "b.html").unlink()
    measured = measure(corpus, [OwnMethod("paragraphs", "0")])
    errors = [measured_page.output.error or "" for measured_page in measured.measured]
    assert [error.partition(": [")[0] for error in errors] == ["", "raised: FileNotFoundError", ""]


def test_a_page_that_took_a_peer_too_long_counts_with_the_limit(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = [
        isolate.Outcome("a", PeerResult("One"), 2.0, None),
        isolate.Outcome("b", None, None, "timed out: more than 3 s"),
        isolate.Outcome("c", None, None, "crashed: SIGKILL"),
    ]
    monkeypatch.setattr(isolate, "run_peer", lambda *_, **__: iter(outcomes))
    monkeypatch.setattr("pagecore.evaluate.peers.find_peer", lambda name: name)
    (line,) = summarise_results(measure(corpus, [PeerContender("slow", "1", 3.0)]))
    # What a page took that crashed nobody knows; that it was missed is told.
    assert line.cpu_ms == pytest.approx((2.0 + 3000.0) / 2)
    assert line.failures == {"crashed": 1, "timed out": 1}


def test_worst_pages_come_first(results: Results) -> None:
    assert [result.item.id for result in find_worst(results, "half", 2)] == ["b", "a"]


def test_recorded_outputs_have_no_time(corpus: Corpus, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({"id": "a", "text": "One two three four.", "cpu_ms": 5.0}) + "\n")
    measured = measure(corpus, [RecordedContender.of(file)])
    (line,) = summarise_results(measured)
    assert (line.name, line.kind, line.cpu_ms) == ("old", "recorded", None)
    assert line.failures == {"not recorded": 2}
    assert measured.of("old")[0].value("words") == 1.0


def test_comparison_is_of_the_second_with_the_first(results: Results) -> None:
    comparison = compare(results, "half", "paragraphs")
    assert comparison.paired.difference == pytest.approx((1 / 3 + 1 - 1 / 3) / 3)
    assert [pair.item.id for pair in comparison.pages] == ["c", "a", "b"]
    assert comparison.verdict == "not significantly different from"
    with pytest.raises(BadOption, match="there are: paragraphs, half"):
        compare(results, "half", "other")


def test_groups_are_means_of_their_pages(corpus: Corpus) -> None:
    kinds = {"a": "article", "b": "forum", "c": "forum"}
    items = tuple(
        replace(item, gold=replace(item.gold, page_type=kinds[item.id])) for item in corpus.items
    )
    measured = measure(replace(corpus, items=items), [OwnMethod("paragraphs", "0")])
    assert group_figures(measured, "paragraphs", "page_type") == {
        "article": (1, 1.0),
        "forum": (2, pytest.approx((1 + 2 / 3) / 2)),
    }
    assert group_figures(measured, "paragraphs", "language") == {}


def test_the_rarest_groups_are_one(corpus: Corpus) -> None:
    item = corpus.items[0]
    languages = ["en", "en", *(f"l{number}" for number in range(MAX_GROUPS + 1))]
    items = tuple(
        replace(item, id=str(at), gold=replace(item.gold, language=language))
        for at, language in enumerate(languages)
    )
    actual = group_figures(
        measure(replace(corpus, items=items), [OwnMethod("paragraphs", "0")]),
        "paragraphs",
        "language",
    )
    assert list(actual) == ["en", *(f"l{number}" for number in range(MAX_GROUPS - 2)), "other"]
    assert actual["other"] == (3, 1.0)


def test_two_contenders_of_one_name_are_refused(corpus: Corpus) -> None:
    first = Fixed("fixed", {"a": "One", "b": "Five", "c": "Nine"})
    with pytest.raises(BadOption, match="two contenders have the name 'fixed'"):
        measure(corpus, [first, first])


def test_the_same_run_gives_the_same_figures(corpus: Corpus) -> None:
    answers = Fixed("fixed", {"a": "One two", "b": "Five", "c": "Nine"})
    first, second = (summarise_results(measure(corpus, [answers]), seed=3) for _ in range(2))
    assert first == second
