"""A metric: what it compares, how it scores a page, and which figures it makes of many pages.

A metric scores a page by a row of numbers, such as precision and recall, or counts. Its figures are
computed from the means of these columns over pages: a mean itself, or a ratio of means, such as the
F1 of counts, which is the same for means as for totals. One bootstrap therefore serves all metrics,
and the figure of a single page is that of its row. A column that does not apply to a page is NaN
there and is left out of the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.corpora.corpus import Item
from pagecore.measure.output import Output
from pagecore.metrics import bootstrap

NAN: Final = float("nan")
Values: TypeAlias = npt.NDArray[np.float64]
#: The values of the columns for one page, in their order.
Row: TypeAlias = tuple[float, ...]
#: From the means of the columns to a figure; NaN if they do not define one.
Figure: TypeAlias = Callable[[Values], float]


@dataclass(frozen=True)
class Scope:
    """The fields and parts that are scored on a corpus: those that the gold has and the contender
    returns."""

    #: The metadata fields that the gold of at least one page has.
    fields: frozenset[str]
    #: The parts of an output that the contender returns; see `output.list_parts`.
    parts: frozenset[str]


@dataclass(frozen=True, eq=False)
class Metric:
    """A way to compare outputs with gold."""

    name: str
    #: The name of the main figure in tables with other metrics.
    title: str
    #: What it measures, in words.
    about: str
    #: The parts of gold and outputs that it compares; one of them is enough.
    needs: tuple[str, ...]
    columns: tuple[str, ...]
    #: By their names in tables; the first is the main figure.
    figures: Mapping[str, Figure]
    #: The row of a page; None if the gold or the contender has nothing to compare.
    score: Callable[[Item, Output, Scope], Row | None]
    #: Whether it takes so long that it is only used if named.
    slow: bool = False

    @property
    def needed(self) -> str:
        """The parts that the metric compares, as words of a message: `text or html`."""
        *first, last = self.needs
        return f"{', '.join(first)} or {last}" if first else last

    @property
    def main(self) -> str:
        """The name of the main figure in the metric's own table."""
        return next(iter(self.figures))

    def pool(self, rows: Sequence[Row]) -> dict[str, float]:
        """Compute all figures of many pages."""
        means = bootstrap.compute_means(self._make_table(rows))
        return {name: figure(means) for name, figure in self.figures.items()}

    def value(self, rows: Sequence[Row]) -> float:
        """Compute the main figure of many pages, or of one."""
        return self.figures[self.main](bootstrap.compute_means(self._make_table(rows)))

    def interval(self, rows: Sequence[Row], *, seed: int = 0) -> tuple[float, float]:
        """Compute the 95 % interval of the main figure, by bootstrap over pages."""
        return bootstrap.compute_interval(
            self._make_table(rows), seed=seed, of=self.figures[self.main]
        )

    def compare_pairs(
        self, a: Sequence[Row], b: Sequence[Row], *, seed: int = 0
    ) -> bootstrap.PairedDifference:
        """Compute by how much the main figure of `a` exceeds that of `b`, on the same pages."""
        main = self.figures[self.main]
        return bootstrap.compare_pairs(self._make_table(a), self._make_table(b), seed=seed, of=main)

    def _make_table(self, rows: Sequence[Row]) -> Values:
        return np.array(rows, np.float64).reshape(-1, len(self.columns))
