"""Contenders over a corpus: every page, every score, every millisecond, every miss."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pagecore.evaluate import peers
from pagecore.evaluate.corpora.corpus import Corpus, Item
from pagecore.evaluate.metrics import grams, snippets, words
from pagecore.evaluate.metrics.score import Score
from pagecore.evaluate.peers import isolate, recorded
from pagecore.evaluate.peers.recorded import Recording
from pagecore.extract import extract
from pagecore.page import parse
from pagecore.registry import method_named


@dataclass(frozen=True)
class Output:
    """What a contender made of a page; a miss has a reason and no text."""

    id: str
    text: str
    cpu_ms: float | None
    error: str | None = None


class Contender(Protocol):
    """A method of ours, a peer, or a file of outputs recorded earlier."""

    @property
    def name(self) -> str:
        """What it is called in tables; no two are called the same."""

    @property
    def kind(self) -> str:
        """`method`, `peer` or `recorded`."""

    @property
    def version(self) -> str:
        """Of the package it comes from."""

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """The outputs, in the order of the items."""


@dataclass(frozen=True)
class OwnMethod:
    """A method of the registry, called as `extract` calls it."""

    name: str
    version: str
    parameters: dict[str, object] = field(default_factory=dict)
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Extract page by page; what one page does to the method is that page's miss."""
        chosen = method_named(self.name)
        parameters: dict[str, Any] = dict(chosen.options(self.parameters))
        for item in items:
            html = item.html()
            began = time.process_time_ns()
            try:
                page = parse(html, url=item.url, encoding=item.encoding)
                text = extract(page, method=self.name, **parameters).text
            except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as error:
                spent = time.process_time_ns() - began
                yield Output(item.id, "", spent / 1e6, f"{type(error).__name__}: {error}")
                continue
            yield Output(item.id, text, (time.process_time_ns() - began) / 1e6)


@dataclass(frozen=True)
class Peer:
    """Another extractor, in a process of its own."""

    name: str
    version: str
    seconds: float = 20.0
    kind: str = "peer"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Its outputs; what crashes it, or takes longer than `seconds`, is a miss."""
        peer = peers.named(self.name)
        for page, result, cpu_ms, error in isolate.run(peer, items, seconds=self.seconds):
            yield Output(page, "" if result is None else result.text or "", cpu_ms, error)


@dataclass(frozen=True)
class Recorded:
    """Outputs that were recorded in another run, whose times compare with nothing here."""

    name: str
    recording: Recording
    version: str = "recorded"
    kind: str = "recorded"

    @classmethod
    def of(cls, path: Path) -> Recorded:
        """The outputs in a file of JSON lines, called by the file's name."""
        return cls(path.stem, recorded.read(path))

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """What was recorded; a page that is not there, or was missed then, is a miss."""
        for item in items:
            result = self.recording.get(item.id)
            if result is None:
                yield Output(item.id, "", None, "not in the recorded outputs")
            else:
                yield Output(item.id, result.text or "", None, result.error)


@dataclass(frozen=True)
class Measured:
    """A contender's output for a page, scored."""

    contender: str
    item: Item
    output: Output
    words: Score
    grams: grams.Counts
    #: Of the snippets that must be there, and of those that must not, how many are.
    present: tuple[int, int]
    absent: tuple[int, int]


@dataclass(frozen=True)
class Results:
    """All that was measured in one run."""

    corpus: Corpus
    contenders: tuple[Contender, ...]
    measured: tuple[Measured, ...]

    def of(self, contender: str, *, in_means: bool = True) -> list[Measured]:
        """A contender's pages, in the corpus' order."""
        return [
            one
            for one in self.measured
            if one.contender == contender and (one.item.in_means or not in_means)
        ]


def measure(
    corpus: Corpus,
    contenders: Iterable[Contender],
    *,
    progress: Callable[[Contender, Output], None] | None = None,
) -> Results:
    """Run every contender over the corpus and score what comes out.

    Args:
        corpus: the pages with their gold.
        contenders: who takes part.
        progress: called after every page.
    """
    unspaced = corpus.metric == "words-unspaced"
    by_id = {item.id: item for item in corpus.items}
    taking_part = tuple(contenders)
    measured = []
    for contender in taking_part:
        for output in contender.run(corpus.items):
            measured.append(_scored(contender.name, by_id[output.id], output, unspaced=unspaced))
            if progress is not None:
                progress(contender, output)
    return Results(corpus, taking_part, tuple(measured))


def _scored(contender: str, item: Item, output: Output, *, unspaced: bool) -> Measured:
    gold = item.gold.text or ""
    found = snippets.found(item.gold.present, output.text)
    left_in = snippets.found(item.gold.absent, output.text)
    return Measured(
        contender,
        item,
        output,
        words=words.score(gold, output.text, unspaced=unspaced),
        grams=grams.counts(gold, output.text),
        present=(sum(found), len(found)),
        absent=(sum(left_in), len(left_in)),
    )
