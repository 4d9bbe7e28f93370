"""Results as a table: a line per contender, with figures and intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pagecore.measure.known_metrics import METRICS
from pagecore.measure.metric import Metric
from pagecore.measure.run import MeasuredPage, Results

#: Maximum number of page types or languages in a table; the smallest ones are merged.
MAX_GROUPS = 8
OTHER = "other"


@dataclass(frozen=True)
class SummaryLine:
    """The figures of a contender on a corpus."""

    name: str
    kind: str
    version: str
    #: Number of pages that the main metric scores.
    pages: int
    #: Number of failed pages, by reason.
    failures: Mapping[str, int]
    #: By metric and by the name of the figure, without metrics that score no page.
    figures: Mapping[str, Mapping[str, float]]
    #: The main figure of the main metric; NaN if it scores no page of this contender.
    value: float
    #: The 95 % interval of the main figure, by bootstrap over pages.
    interval: tuple[float, float]
    #: Mean CPU time per page; None for recorded outputs, whose times cannot be compared.
    cpu_ms: float | None

    def figure(self, metric: str, name: str) -> float:
        """One figure; NaN if it does not exist."""
        return self.figures.get(metric, {}).get(name, math.nan)


def summarise_results(results: Results, *, seed: int = 0) -> list[SummaryLine]:
    """Summarise each contender in a line, the best main figure first."""
    lines = []
    main = results.main
    for contender in results.contenders:
        pages = results.of(contender.name)
        if not pages:
            continue
        rows = {metric: results.rows(contender.name, metric.name) for metric in results.metrics}
        of_main = rows.get(main, [])
        times = [page.output.cpu_ms for page in pages if page.output.cpu_ms is not None]
        is_timed = contender.kind != "recorded" and bool(times)
        reasons = Counter(page.output.reason for page in pages if page.output.reason is not None)
        lines.append(
            SummaryLine(
                contender.name,
                contender.kind,
                contender.version,
                pages=len(of_main),
                failures=dict(sorted(reasons.items())),
                figures={metric.name: metric.pool(of) for metric, of in rows.items() if of},
                value=main.value(of_main) if of_main else math.nan,
                interval=main.interval(of_main, seed=seed) if of_main else (math.nan, math.nan),
                cpu_ms=fmean(times) if is_timed else None,
            )
        )
    # Contenders without a main figure come last.
    return sorted(lines, key=lambda line: math.inf if math.isnan(line.value) else -line.value)


def find_fastest_peer(table: Sequence[SummaryLine]) -> float | None:
    """The CPU time per page of the fastest peer that ran; ratios of times refer to it."""
    times = [line.cpu_ms for line in table if line.kind == "peer" and line.cpu_ms]
    return min(times, default=None)


def group_figures(results: Results, contender: str, trait: str) -> dict[str, tuple[int, float]]:
    """Number of pages and main figure of a contender, by page type or language."""
    metric = results.main
    groups: dict[str, list[MeasuredPage]] = {}
    for page in results.of(contender):
        value = getattr(page.item.gold, trait)
        if value is not None and metric.name in page.scores:
            groups.setdefault(str(value), []).append(page)
    if len(groups) > MAX_GROUPS:
        ordered = sorted(groups, key=lambda value: (-len(groups[value]), value))
        smallest = ordered[MAX_GROUPS - 1 :]
        groups[OTHER] = [page for value in smallest for page in groups.pop(value)]
    return {
        value: (len(pages), metric.value([page.scores[metric.name] for page in pages]))
        for value, pages in sorted(groups.items(), key=lambda entry: (entry[0] == OTHER, entry[0]))
    }


def find_worst(results: Results, contender: str, count: int) -> list[MeasuredPage]:
    """The pages with the lowest main figure, the worst first, ties in the order of the corpus."""
    name = results.main.name
    scored = [(page.value(name), page) for page in results.of(contender) if name in page.scores]
    known = [(value, page) for value, page in scored if not math.isnan(value)]
    return [page for _, page in sorted(known, key=lambda pair: pair[0])[:count]]


def list_values(results: Results, contender: str, metric: Metric) -> list[float]:
    """The figures of single pages by a metric, in the order of the corpus."""
    own = [metric.value([row]) for row in results.rows(contender, metric.name)]
    return [value for value in own if not math.isnan(value)]


def list_columns(results: Results) -> list[tuple[str, str, str]]:
    """The columns of a table: metric, figure and heading, the main figure first."""
    main = results.main
    shown = [(main.name, figure, figure) for figure in main.figures]
    used = {metric.name for metric in results.metrics}
    if main.needs != ("text",) and "words-unspaced" in used:
        shown.append(("words-unspaced", "F1", METRICS["words-unspaced"].title))
    if main.name != "snippets" and "snippets" in used:
        shown.append(("snippets", "without", "left in"))
    return shown
