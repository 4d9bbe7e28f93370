"""Two contenders page by page: what changed, and whether it means anything."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pagecore.corpora.corpus import Item
from pagecore.errors import BadOption
from pagecore.evaluate.marks import shown_names
from pagecore.measure.metric import Metric
from pagecore.measure.run import Results
from pagecore.metrics.bootstrap import PairedDifference


@dataclass(frozen=True)
class Pair:
    """A page's own figure by the first contender and by the second."""

    item: Item
    before: float
    after: float

    @property
    def difference(self) -> float:
        """How much the second gains; 0 where one of them has no figure."""
        difference = self.after - self.before
        return 0.0 if math.isnan(difference) else difference


@dataclass(frozen=True)
class Comparison:
    """The second contender against the first, by the main metric."""

    metric: Metric
    paired: PairedDifference
    #: Every page that both have, the greatest loss first, the greatest gain last.
    pages: tuple[Pair, ...]
    #: What the two are called where figures are shown.
    first: str
    second: str

    @property
    def verdict(self) -> str:
        """What the difference means, in words."""
        if self.paired.low > 0:
            return "ahead of"
        if self.paired.high < 0:
            return "behind"
        return "not told apart from"


def compare(results: Results, first: str, second: str, *, seed: int = 0) -> Comparison:
    """Compare two contenders on the pages that count.

    Args:
        results: of a run in which both took part.
        first: the name of the one that was there before; what tables write behind it in
            parentheses, such as the folds it was cross-validated in, may be left out.
        second: of the one that is new.
        seed: of the test.

    Raises:
        BadOption: one of them took no part, or there is no page to compare them by.
    """
    first, second = (_contender(results, name) for name in (first, second))
    metric = results.main
    before = {one.item.id: one for one in results.of(first) if metric.name in one.scores}
    both = [
        (before[one.item.id], one)
        for one in results.of(second)
        if metric.name in one.scores and one.item.id in before
    ]
    if not both:
        raise BadOption(f"{first!r} and {second!r} have no page that {metric.name} measures")
    paired = metric.paired(
        [one.scores[metric.name] for _, one in both],
        [one.scores[metric.name] for one, _ in both],
        seed=seed,
    )
    pages = [Pair(one.item, old.value(metric.name), one.value(metric.name)) for old, one in both]
    ordered = tuple(sorted(pages, key=lambda pair: pair.difference))
    names = shown_names(results)
    return Comparison(metric, paired, ordered, names[first], names[second])


def _contender(results: Results, name: str) -> str:
    """The whole name of a contender."""
    known = [contender.name for contender in results.contenders]
    meant = [whole for whole in known if whole.startswith(f"{name} (")]
    if name in known:
        return name
    if len(meant) != 1:
        raise BadOption(f"{name!r} took no part; there are: {', '.join(known)}")
    return meant[0]
