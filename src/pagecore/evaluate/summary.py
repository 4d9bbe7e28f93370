"""Results in a table: one line per contender, figures with their intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pagecore.measure.metric import Metric
from pagecore.measure.run import Measured, Results

#: How many page types or languages are told apart; those of the fewest pages are put together.
MOST_GROUPS = 8
OTHER = "other"


@dataclass(frozen=True)
class Line:
    """A contender on a corpus."""

    name: str
    kind: str
    version: str
    #: Those that the main metric measures.
    pages: int
    #: How many pages were missed, by reason.
    misses: Mapping[str, int]
    #: By metric and by what the figure is called there; metrics that say nothing are left out.
    figures: Mapping[str, Mapping[str, float]]
    #: The main figure of the main metric; NaN where that says nothing of this contender.
    value: float
    #: Where the main figure lies with 95 %, by bootstrap over pages.
    interval: tuple[float, float]
    #: None for outputs that were recorded in another run, whose times compare with nothing.
    cpu_ms: float | None

    def figure(self, metric: str, name: str) -> float:
        """One figure; NaN where there is none."""
        return self.figures.get(metric, {}).get(name, math.nan)


def lines(results: Results, *, seed: int = 0) -> list[Line]:
    """A line per contender, the best main figure first."""
    made = []
    main = results.main
    for contender in results.contenders:
        pages = results.of(contender.name)
        if not pages:
            continue
        rows = {metric: results.rows(contender.name, metric.name) for metric in results.metrics}
        of_main = rows.get(main, [])
        times = [one.output.cpu_ms for one in pages if one.output.cpu_ms is not None]
        timed = contender.kind != "recorded" and bool(times)
        reasons = Counter(one.output.reason for one in pages if one.output.reason is not None)
        made.append(
            Line(
                contender.name,
                contender.kind,
                contender.version,
                pages=len(of_main),
                misses=dict(sorted(reasons.items())),
                figures={metric.name: metric.pool(of) for metric, of in rows.items() if of},
                value=main.value(of_main) if of_main else math.nan,
                interval=main.interval(of_main, seed=seed) if of_main else (math.nan, math.nan),
                cpu_ms=fmean(times) if timed else None,
            )
        )
    # Who is not measured by the main figure comes last.
    return sorted(made, key=lambda line: math.inf if math.isnan(line.value) else -line.value)


def fastest_peer(table: Sequence[Line]) -> float | None:
    """The least CPU time of a page of all peers that ran, which ratios compare with."""
    times = [line.cpu_ms for line in table if line.kind == "peer" and line.cpu_ms]
    return min(times, default=None)


def by(results: Results, contender: str, trait: str) -> dict[str, tuple[int, float]]:
    """Pages and main figure of a contender for each page type or language."""
    metric = results.main
    groups: dict[str, list[Measured]] = {}
    for one in results.of(contender):
        value = getattr(one.item.gold, trait)
        if value is not None and metric.name in one.scores:
            groups.setdefault(str(value), []).append(one)
    if len(groups) > MOST_GROUPS:
        ordered = sorted(groups, key=lambda value: (-len(groups[value]), value))
        few = [one for value in ordered[MOST_GROUPS - 1 :] for one in groups.pop(value)]
        groups[OTHER] = few
    return {
        value: (len(pages), metric.value([one.scores[metric.name] for one in pages]))
        for value, pages in sorted(groups.items(), key=lambda entry: (entry[0] == OTHER, entry[0]))
    }


def worst(results: Results, contender: str, count: int) -> list[Measured]:
    """The pages with the least main figure, the worst first; of equals the first of the corpus."""
    name = results.main.name
    told = [(one.value(name), one) for one in results.of(contender) if name in one.scores]
    known = [(value, one) for value, one in told if not math.isnan(value)]
    return [one for _, one in sorted(known, key=lambda pair: pair[0])[:count]]


def values(results: Results, contender: str, metric: Metric) -> list[float]:
    """The pages' own figures by a metric, in the corpus' order."""
    own = [metric.value([row]) for row in results.rows(contender, metric.name)]
    return [value for value in own if not math.isnan(value)]


def columns(results: Results) -> list[tuple[str, str, str]]:
    """The figures that a table shows: metric, figure, heading; the main figure first."""
    main = results.main
    shown = [(main.name, figure, figure) for figure in main.figures]
    used = {metric.name for metric in results.metrics}
    if main.needs != ("text",) and "words-unspaced" in used:
        shown.append(("words-unspaced", "F1", "word F1"))
    if main.name != "snippets" and "snippets" in used:
        shown.append(("snippets", "without", "left in"))
    return shown
