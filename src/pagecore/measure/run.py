"""Run contenders on a corpus, and keep the scores, times and failures of every page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pagecore.corpora.corpus import Corpus, Item, Problem
from pagecore.errors import BadOption
from pagecore.measure.contenders import Contender
from pagecore.measure.gold import list_fields
from pagecore.measure.known_metrics import METRICS, check_gold, find_metric
from pagecore.measure.metric import Metric, Row, Scope
from pagecore.measure.output import Output, list_parts


@dataclass(frozen=True)
class MeasuredPage:
    """The output of a contender for a page, with its scores."""

    contender: str
    item: Item
    output: Output
    #: By the name of the metric, without metrics that have nothing to compare.
    scores: Mapping[str, Row]

    def value(self, metric: str) -> float:
        """The figure of this page alone, by a metric that has scored it."""
        return METRICS[metric].value([self.scores[metric]])


@dataclass(frozen=True)
class Results:
    """The results of one run on a corpus."""

    corpus: Corpus
    contenders: tuple[Contender, ...]
    measured: tuple[MeasuredPage, ...]
    #: Problems of the corpus and of recorded outputs.
    problems: tuple[Problem, ...] = ()
    #: The metric that was requested; None for that of the corpus.
    chosen: str | None = None
    #: How pages were split into folds: the name and the digest of the split.
    folds: str | None = None

    def of(self, contender: str) -> list[MeasuredPage]:
        """The pages of a contender, in the order of the corpus."""
        return self._by_contender.get(contender, [])

    def rows(self, contender: str, metric: str) -> list[Row]:
        """The rows of a metric for the pages of a contender that it has scored."""
        return [page.scores[metric] for page in self.of(contender) if metric in page.scores]

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics that have scored a page, the main one first."""
        used = [metric for name, metric in METRICS.items() if name in self._used_names]
        return tuple(sorted(used, key=lambda metric: metric is not self.main))

    @cached_property
    def main(self) -> Metric:
        """The metric that was requested, or that of the corpus. If no contender returns what it
        compares, another one that has scored a page."""
        used = self._used_names
        # The metric for texts in all scripts comes next.
        for name in (self.chosen, self.corpus.metric, "words-unspaced", *METRICS):
            if name in used:
                return METRICS[name]
        return self.requested_metric

    @property
    def requested_metric(self) -> Metric:
        """The metric that was requested, or that of the corpus, even if it has scored no page."""
        return METRICS[self.chosen or self.corpus.metric]

    @cached_property
    def left_out(self) -> int:
        """Number of pages whose gold the main metric cannot compare."""
        counted = {page.item.id for page in self.measured if self.main.name in page.scores}
        return len(self.corpus.items) - len(counted)

    @cached_property
    def _used_names(self) -> frozenset[str]:
        return frozenset(name for page in self.measured for name in page.scores)

    @cached_property
    def _by_contender(self) -> dict[str, list[MeasuredPage]]:
        pages: dict[str, list[MeasuredPage]] = {}
        for page in self.measured:
            pages.setdefault(page.contender, []).append(page)
        return pages


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
    """Run every contender on the corpus and score the outputs.

    Args:
        corpus: the pages with their gold.
        contenders: methods, peers and recorded outputs, with distinct names.
        metrics: names of the metrics to use (default: all except the slow ones).
        metric: the main metric, which is added to those (default: that of the corpus).
        problems: problems besides those of the corpus.
        folds: how pages were split into folds.
        progress: called after every page.
    """
    fast = [name for name, known in METRICS.items() if not known.slow]
    chosen = fast if metrics is None else metrics
    used = {find_metric(name).name for name in (*chosen, *([metric] if metric else []))}
    by_id = {item.id: item for item in corpus.items}
    fields = list_fields(corpus.items)
    if metric is not None:
        check_gold(corpus, metric)
    taking_part = tuple(contenders)
    names = Counter(contender.name for contender in taking_part)
    twice = [name for name, n in names.items() if n > 1]
    if twice:
        raise BadOption(f"two contenders have the name {twice[0]!r}; rename or remove one")
    measured = []
    for contender in taking_part:
        outputs = []
        for output in contender.run(corpus.items):
            outputs.append(output)
            if progress is not None:
                progress(contender, output)
        scope = Scope(fields, list_parts(outputs))
        for output in outputs:
            scores = _scores(by_id[output.id], output, scope, used)
            measured.append(MeasuredPage(contender.name, by_id[output.id], output, scores))
    all_problems = (*corpus.problems, *problems)
    return Results(corpus, taking_part, tuple(measured), all_problems, metric, folds)


def _scores(item: Item, output: Output, scope: Scope, used: set[str]) -> dict[str, Row]:
    rows = {name: METRICS[name].score(item, output, scope) for name in METRICS if name in used}
    return {name: row for name, row in rows.items() if row is not None}
