"""Contenders over a corpus: every page, every score, every millisecond, every miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pagecore.corpora.corpus import Corpus, Item, Problem
from pagecore.errors import BadOption
from pagecore.measure.contenders import Contender
from pagecore.measure.metric import (
    METRICS,
    Asked,
    Metric,
    Row,
    asked_fields,
    check_gold,
    metric_named,
)
from pagecore.measure.output import Output, given


@dataclass(frozen=True)
class Measured:
    """A contender's output for a page, scored."""

    contender: str
    item: Item
    output: Output
    #: By the name of the metric; those that have nothing to measure are left out.
    scores: Mapping[str, Row]

    def value(self, metric: str) -> float:
        """The page's own figure by a metric that has measured it."""
        return METRICS[metric].value([self.scores[metric]])


@dataclass(frozen=True)
class Results:
    """All that was measured in one run."""

    corpus: Corpus
    contenders: tuple[Contender, ...]
    measured: tuple[Measured, ...]
    #: What is wrong with the corpus and with recorded outputs.
    problems: tuple[Problem, ...] = ()
    #: The metric that was asked for; None for the corpus' own.
    chosen: str | None = None
    #: How pages were laid into folds: their number or `collections`, and the assignment's digest.
    folds: str | None = None

    def of(self, contender: str) -> list[Measured]:
        """A contender's pages, in the corpus' order."""
        return self._by_contender.get(contender, [])

    def rows(self, contender: str, metric: str) -> list[Row]:
        """What a metric says of the contender's pages that it can measure."""
        return [one.scores[metric] for one in self.of(contender) if metric in one.scores]

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """Those that have measured something, the main one first."""
        used = [metric for name, metric in METRICS.items() if name in self._used]
        return tuple(sorted(used, key=lambda metric: metric is not self.main))

    @cached_property
    def main(self) -> Metric:
        """The metric that was asked for, or the corpus' own; where no contender gives what that
        needs, the first that has measured something."""
        used = self._used
        # Where the corpus has another metric of its own, the one for texts of all scripts is next.
        for name in (self.chosen, self.corpus.metric, "words-unspaced", *METRICS):
            if name in used:
                return METRICS[name]
        return self.wanted

    @property
    def wanted(self) -> Metric:
        """The metric that was asked for, or the corpus' own, whether it measures something or
        not."""
        return METRICS[self.chosen or self.corpus.metric]

    @cached_property
    def left_out(self) -> int:
        """Pages that the main metric cannot measure by their gold."""
        counted = {one.item.id for one in self.measured if self.main.name in one.scores}
        return len(self.corpus.items) - len(counted)

    @cached_property
    def _used(self) -> frozenset[str]:
        return frozenset(name for one in self.measured for name in one.scores)

    @cached_property
    def _by_contender(self) -> dict[str, list[Measured]]:
        found: dict[str, list[Measured]] = {}
        for one in self.measured:
            found.setdefault(one.contender, []).append(one)
        return found


def measure(
    corpus: Corpus,
    contenders: Iterable[Contender],
    *,
    metrics: Iterable[str] | None = None,
    metric: str | None = None,
    problems: Iterable[Problem] = (),
    folds: str | None = None,
    progress: Callable[[Contender, Output], None] | None = None,
) -> Results:
    """Run every contender over the corpus and score what comes out.

    Args:
        corpus: the pages with their gold.
        contenders: who takes part; no two are called the same.
        metrics: by which; all but the slow ones if not given.
        metric: the main one, which is added to those; the corpus' own if not given.
        problems: what is wrong beside what the corpus itself tells.
        folds: how pages were laid into folds.
        progress: called after every page.
    """
    chosen = {name for name, one in METRICS.items() if not one.slow} if metrics is None else metrics
    used = {metric_named(name).name for name in (*chosen, *([metric] if metric else []))}
    by_id = {item.id: item for item in corpus.items}
    fields = asked_fields(corpus.items)
    if metric is not None:
        check_gold(corpus, metric)
    taking_part = tuple(contenders)
    twice = [name for name, n in Counter(one.name for one in taking_part).items() if n > 1]
    if twice:
        raise BadOption(f"two contenders are called {twice[0]!r}; results could not be told apart")
    measured = []
    for contender in taking_part:
        outputs = []
        for output in contender.run(corpus.items):
            outputs.append(output)
            if progress is not None:
                progress(contender, output)
        asked = Asked(fields, given(outputs))
        for output in outputs:
            scores = _scores(by_id[output.id], output, asked, used)
            measured.append(Measured(contender.name, by_id[output.id], output, scores))
    everything = (*corpus.problems, *problems)
    return Results(corpus, taking_part, tuple(measured), everything, metric, folds)


def _scores(item: Item, output: Output, asked: Asked, used: set[str]) -> dict[str, Row]:
    rows = {name: METRICS[name].score(item, output, asked) for name in METRICS if name in used}
    return {name: row for name, row in rows.items() if row is not None}
