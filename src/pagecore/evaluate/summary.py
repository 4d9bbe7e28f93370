"""Results in a table: one line per contender, means with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from pagecore.evaluate.metrics import bootstrap, grams
from pagecore.evaluate.run import Measured, Results


@dataclass(frozen=True)
class Line:
    """A contender on a corpus."""

    name: str
    kind: str
    version: str
    pages: int
    misses: int
    precision: float
    recall: float
    f1: float
    #: Where the mean F1 lies with 95 %, by bootstrap over pages.
    interval: tuple[float, float]
    #: F1 of the mean precision and the mean recall of 4-grams, as the AEB benchmark has it.
    grams_f1: float
    #: Share of the snippets that must be there, and of those that must not; None without any.
    present: float | None
    absent: float | None
    #: None for outputs that were recorded in another run, whose times compare with nothing.
    cpu_ms: float | None


def lines(results: Results, *, seed: int = 0) -> list[Line]:
    """A line per contender, best F1 first."""
    made = []
    for contender in results.contenders:
        pages = results.of(contender.name)
        if not pages:
            continue
        f1 = [one.words.f1 for one in pages]
        times = [one.output.cpu_ms for one in pages if one.output.cpu_ms is not None]
        timed = contender.kind != "recorded" and bool(times)
        made.append(
            Line(
                contender.name,
                contender.kind,
                contender.version,
                pages=len(pages),
                misses=sum(one.output.error is not None for one in pages),
                precision=fmean(one.words.precision for one in pages),
                recall=fmean(one.words.recall for one in pages),
                f1=fmean(f1),
                interval=bootstrap.interval(f1, seed=seed),
                grams_f1=grams.f1([one.grams for one in pages]),
                present=_share([one.present for one in pages]),
                absent=_share([one.absent for one in pages]),
                cpu_ms=fmean(times) if timed else None,
            )
        )
    return sorted(made, key=lambda line: -line.f1)


def by(results: Results, contender: str, trait: str) -> dict[str, tuple[int, float]]:
    """Pages and mean F1 of a contender for each page type or language."""
    groups: dict[str, list[float]] = {}
    for one in results.of(contender):
        value = getattr(one.item.gold, trait)
        if value is not None:
            groups.setdefault(str(value), []).append(one.words.f1)
    return {value: (len(f1), fmean(f1)) for value, f1 in sorted(groups.items())}


def worst(results: Results, contender: str, count: int) -> list[Measured]:
    """The pages with the least F1, the worst first; of equals the first of the corpus."""
    return sorted(results.of(contender), key=lambda one: one.words.f1)[:count]


def _share(counts: Sequence[tuple[int, int]]) -> float | None:
    total = sum(total for _, total in counts)
    return sum(found for found, _ in counts) / total if total else None
