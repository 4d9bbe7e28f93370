"""Calibration: the confidence of a method compared with the F1 that it reaches, and its page types
compared with those of the gold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from pagecore.measure.run import Results

#: Confidence and F1 of a page.
ConfidencePair: TypeAlias = tuple[float, float]

N_BINS: Final = 10
#: Shares of the pages, by descending confidence, whose mean F1 is computed.
SHARES: Final = (1.0, 0.99, 0.98, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)


class Bin(NamedTuple):
    """Pages of similar confidence: their number, mean confidence and mean F1."""

    pages: int
    confidence: float
    f1: float


class ConfidentPages(NamedTuple):
    """The pages of highest confidence: their share, number, lowest confidence and mean F1."""

    share: float
    pages: int
    confidence: float
    f1: float


@dataclass(frozen=True)
class Calibration:
    """Confidence and page types of a contender, compared with F1 and gold."""

    contender: str
    #: In the order of the corpus; pages that word F1 can measure.
    pairs: tuple[ConfidencePair, ...]
    #: Gold type and predicted type of the pages whose gold type the contender can predict.
    types: tuple[tuple[str, str], ...]

    @property
    def ece(self) -> float:
        """Expected calibration error, with bins of equal count."""
        return compute_error(make_bins(self.pairs, by="count"))

    @property
    def right(self) -> int:
        """Number of pages whose predicted type is right."""
        return sum(gold == predicted for gold, predicted in self.types)

    def line(self) -> str:
        """The line that is printed below the table of a run."""
        parts = []
        if self.pairs:
            by_width = compute_error(make_bins(self.pairs, by="width"))
            parts.append(
                f"confidence: ECE {self.ece:.3f} ({N_BINS} bins of equal count; of equal width "
                f"{by_width:.3f})"
            )
        if self.types:
            share = self.right / len(self.types)
            parts.append(f"page type: {self.right} of {len(self.types)} right ({share:.1%})")
        return f"{self.contender}: {', '.join(parts)}"


def list_calibrations(results: Results) -> list[Calibration]:
    """The calibrations of all contenders that estimate their confidence or predict page types that
    the gold has."""
    metric = _metric(results)
    calibrations = []
    for contender in results.contenders:
        pages = results.of(contender.name)
        pairs = tuple(
            (page.output.confidence, page.value(metric))
            for page in pages
            if metric is not None and metric in page.scores and page.output.confidence is not None
        )
        types = tuple(
            (page.item.gold.page_type, page.output.page_type)
            for page in pages
            if page.item.gold.page_type in (page.output.page_types or ())
            and page.item.gold.page_type is not None
            and page.output.page_type is not None
        )
        if pairs or types:
            calibrations.append(Calibration(contender.name, pairs, types))
    return calibrations


def make_bins(
    pairs: Iterable[ConfidencePair], *, by: Literal["count", "width"], n_bins: int = N_BINS
) -> list[Bin]:
    """Group pages into bins by their confidence; empty bins are left out.

    Args:
        pairs: confidence and F1 of each page.
        by: `count` for bins with the same number of pages, plus or minus one; `width` for bins of
            the same width in the range from 0 to 1. The upper bound is outside, except in the last.
        n_bins: number of bins.
    """
    ordered = sorted(pairs)
    n = len(ordered)
    members: list[list[ConfidencePair]] = [[] for _ in range(n_bins)]
    for at, pair in enumerate(ordered):
        place = at * n_bins // n if by == "count" else min(int(pair[0] * n_bins), n_bins - 1)
        members[place].append(pair)
    return [
        Bin(len(of), fmean(confidence for confidence, _ in of), fmean(f1 for _, f1 in of))
        for of in members
        if of
    ]


def compute_error(bins: Sequence[Bin]) -> float:
    """Compute the expected calibration error: the mean over pages of the difference between
    confidence and F1 of their bin."""
    total = sum(part.pages for part in bins)
    errors = sum(part.pages * abs(part.confidence - part.f1) for part in bins)
    return errors / total if total else 0.0


def select_most_confident(
    pairs: Iterable[ConfidencePair], shares: Sequence[float] = SHARES
) -> list[ConfidentPages]:
    """Compute the mean F1 of the pages of highest confidence, for each share of the pages."""
    ordered = sorted(pairs, key=lambda pair: -pair[0])
    selected = []
    for share in shares:
        kept = ordered[: round(share * len(ordered))]
        if kept:
            selected.append(
                ConfidentPages(share, len(kept), kept[-1][0], fmean(f1 for _, f1 in kept))
            )
    return selected


def count_confusions(types: Iterable[tuple[str, str]]) -> tuple[list[str], list[list[int]]]:
    """The page types, and how often each type of the gold (row) was predicted as each (column)."""
    pairs = list(types)
    names = sorted({name for pair in pairs for name in pair})
    place = {name: at for at, name in enumerate(names)}
    counts = [[0] * len(names) for _ in names]
    for gold, predicted in pairs:
        counts[place[gold]][place[predicted]] += 1
    return names, counts


def _metric(results: Results) -> str | None:
    """The metric that measures word F1: the main one, if it does."""
    used = {metric.name for metric in results.metrics}
    for name in (results.main.name, "words-unspaced", "words"):
        if name in used and name.startswith("words"):
            return name
    return None
