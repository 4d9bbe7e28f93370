"""Compare two contenders page by page, and test whether the difference is significant."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pagecore.corpora.corpus import Item
from pagecore.errors import BadOption
from pagecore.evaluate.marks import label_names
from pagecore.measure.metric import Metric
from pagecore.measure.run import Results
from pagecore.metrics.bootstrap import PairedDifference


@dataclass(frozen=True)
class PagePair:
    """The figures of a page, by the first contender and by the second."""

    item: Item
    before: float
    after: float

    @property
    def difference(self) -> float:
        """The gain of the second; 0 if one of them has no figure."""
        difference = self.after - self.before
        return 0.0 if math.isnan(difference) else difference


@dataclass(frozen=True)
class Comparison:
    """The second contender compared with the first, by the main metric."""

    metric: Metric
    paired: PairedDifference
    #: All pages that both have, from the largest loss to the largest gain.
    pages: tuple[PagePair, ...]
    #: The labels of both.
    first: str
    second: str

    @property
    def verdict(self) -> str:
        """The result of the test, in words."""
        if self.paired.low > 0:
            return "ahead of"
        if self.paired.high < 0:
            return "behind"
        return "not significantly different from"


def compare(results: Results, first: str, second: str, *, seed: int = 0) -> Comparison:
    """Compare two contenders on the pages that the main metric scores.

    Args:
        results: of a run in which both took part.
        first: the name of the old contender. Parentheses at its end, such as those for folds, may
            be left out.
        second: the name of the new contender.
        seed: random seed of the test.

    Raises:
        BadOption: one of them took no part, or no page has scores of both.
    """
    first, second = (_contender(results, name) for name in (first, second))
    metric = results.main
    before = {page.item.id: page for page in results.of(first) if metric.name in page.scores}
    both = [
        (before[page.item.id], page)
        for page in results.of(second)
        if metric.name in page.scores and page.item.id in before
    ]
    if not both:
        raise BadOption(f"{first!r} and {second!r} have no page that {metric.name} measures")
    paired = metric.compare_pairs(
        [new.scores[metric.name] for _, new in both],
        [old.scores[metric.name] for old, _ in both],
        seed=seed,
    )
    pages = [
        PagePair(new.item, old.value(metric.name), new.value(metric.name)) for old, new in both
    ]
    ordered = tuple(sorted(pages, key=lambda pair: pair.difference))
    names = label_names(results)
    return Comparison(metric, paired, ordered, names[first], names[second])


def _contender(results: Results, name: str) -> str:
    """Complete the name of a contender."""
    known = [contender.name for contender in results.contenders]
    matches = [full_name for full_name in known if full_name.startswith(f"{name} (")]
    if name in known:
        return name
    if len(matches) != 1:
        raise BadOption(f"{name!r} took no part; there are: {', '.join(known)}")
    return matches[0]
