"""Two contenders page by page: what changed, and whether it means anything."""

from __future__ import annotations

from dataclasses import dataclass

from pagecore.errors import BadOption
from pagecore.evaluate.metrics import bootstrap
from pagecore.evaluate.metrics.bootstrap import Paired
from pagecore.evaluate.run import Measured, Results


@dataclass(frozen=True)
class Comparison:
    """The second contender against the first."""

    paired: Paired
    #: (first, second) of every page, the greatest loss first, the greatest gain last.
    pages: tuple[tuple[Measured, Measured], ...]

    @property
    def verdict(self) -> str:
        """What the difference means, in words."""
        if self.paired.low > 0:
            return "ahead of"
        if self.paired.high < 0:
            return "behind"
        return "not told apart from"


def compare(results: Results, first: str, second: str, *, seed: int = 0) -> Comparison:
    """Compare two contenders on the pages that count."""
    known = [contender.name for contender in results.contenders]
    for name in (first, second):
        if name not in known:
            raise BadOption(f"{name!r} took no part; there are: {', '.join(known)}")
    before = {one.item.id: one for one in results.of(first)}
    pairs = [(before[one.item.id], one) for one in results.of(second) if one.item.id in before]
    paired = bootstrap.paired(
        [one.words.f1 for _, one in pairs], [one.words.f1 for one, _ in pairs], seed=seed
    )
    pairs.sort(key=lambda pair: pair[1].words.f1 - pair[0].words.f1)
    return Comparison(paired, tuple(pairs))
