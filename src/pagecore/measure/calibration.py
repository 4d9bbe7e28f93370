"""Whether a method knows how good it is: its confidence beside the F1 that it reached, and the page
types it told beside those of the gold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias

from pagecore.measure.run import Results

#: Confidence and F1 of a page.
Pair: TypeAlias = tuple[float, float]

N_BINS: Final = 10
#: Of all pages the least sure are left out, so that these shares are kept.
SHARES: Final = (1.0, 0.99, 0.98, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)


class Bin(NamedTuple):
    """Pages of about the same confidence, with the means of theirs."""

    pages: int
    confidence: float
    f1: float


class Kept(NamedTuple):
    """The surest pages: which share of all, how many, how sure the least sure is, their mean F1."""

    share: float
    pages: int
    confidence: float
    f1: float


@dataclass(frozen=True)
class Calibration:
    """What a contender's confidence and page types are worth."""

    contender: str
    #: In the corpus' order; those pages that word F1 can measure.
    pairs: tuple[Pair, ...]
    #: Type by gold and type told, of the pages whose gold type is one that the contender tells.
    types: tuple[tuple[str, str], ...]

    @property
    def ece(self) -> float:
        """Expected calibration error over bins of equal count."""
        return calibration_error(bins(self.pairs, by="count"))

    @property
    def right(self) -> int:
        """Pages whose type was told right."""
        return sum(gold == told for gold, told in self.types)

    def line(self) -> str:
        """What is printed below the table of a run."""
        told = []
        if self.pairs:
            by_width = calibration_error(bins(self.pairs, by="width"))
            told.append(
                f"confidence: ECE {self.ece:.3f} ({N_BINS} bins of equal count; of equal width "
                f"{by_width:.3f})"
            )
        if self.types:
            share = self.right / len(self.types)
            told.append(f"page type: {self.right} of {len(self.types)} right ({share:.1%})")
        return f"{self.contender}: {', '.join(told)}"


def calibrations(results: Results) -> list[Calibration]:
    """One for each contender that tells its confidence or page types that the gold has."""
    metric = _metric(results)
    made = []
    for contender in results.contenders:
        pages = results.of(contender.name)
        pairs = tuple(
            (one.output.confidence, one.value(metric))
            for one in pages
            if metric is not None and metric in one.scores and one.output.confidence is not None
        )
        types = tuple(
            (one.item.gold.page_type, one.output.page_type)
            for one in pages
            if one.item.gold.page_type in (one.output.page_types or ())
            and one.item.gold.page_type is not None
            and one.output.page_type is not None
        )
        if pairs or types:
            made.append(Calibration(contender.name, pairs, types))
    return made


def bins(
    pairs: Iterable[Pair], *, by: Literal["count", "width"], n_bins: int = N_BINS
) -> list[Bin]:
    """Pages laid into bins by their confidence; empty ones are left out.

    Args:
        pairs: confidence and F1 of each page.
        by: `count` for bins of as many pages each, give or take one, `width` for bins of the same
            part of the range from 0 to 1 each, the upper bound outside but for the last.
        n_bins: how many.
    """
    ordered = sorted(pairs)
    n = len(ordered)
    laid: list[list[Pair]] = [[] for _ in range(n_bins)]
    for at, pair in enumerate(ordered):
        place = at * n_bins // n if by == "count" else min(int(pair[0] * n_bins), n_bins - 1)
        laid[place].append(pair)
    return [
        Bin(len(of), fmean(confidence for confidence, _ in of), fmean(f1 for _, f1 in of))
        for of in laid
        if of
    ]


def calibration_error(of: Sequence[Bin]) -> float:
    """The expected calibration error: how far confidence and F1 of a bin are apart, by the mean
    over pages."""
    total = sum(one.pages for one in of)
    return sum(one.pages * abs(one.confidence - one.f1) for one in of) / total if total else 0.0


def surest(pairs: Iterable[Pair], shares: Sequence[float] = SHARES) -> list[Kept]:
    """The mean F1 of the surest pages, as the least sure are left out."""
    ordered = sorted(pairs, key=lambda pair: -pair[0])
    made = []
    for share in shares:
        kept = ordered[: round(share * len(ordered))]
        if kept:
            made.append(Kept(share, len(kept), kept[-1][0], fmean(f1 for _, f1 in kept)))
    return made


def confusion(types: Iterable[tuple[str, str]]) -> tuple[list[str], list[list[int]]]:
    """How often each type of the gold, a row, was told as each, a column; and the types."""
    pairs = list(types)
    names = sorted({name for pair in pairs for name in pair})
    place = {name: at for at, name in enumerate(names)}
    counts = [[0] * len(names) for _ in names]
    for gold, told in pairs:
        counts[place[gold]][place[told]] += 1
    return names, counts


def _metric(results: Results) -> str | None:
    """The metric whose figure of a page is word F1: the main one, if it is such."""
    used = {metric.name for metric in results.metrics}
    for name in (results.main.name, "words-unspaced", "words"):
        if name in used and name.startswith("words"):
            return name
    return None
