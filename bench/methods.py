"""What every method of the registry costs beyond the parse.

Each call gets a page of its own that was parsed before the clock started, so that a column made
on first use is paid by every method that asks for it.
"""

from __future__ import annotations

import gc
import time
from dataclasses import asdict, dataclass

from rich.console import Console

import pagecore
from pagecore.registry import methods

from .clock import garbage_kept
from .pages import Pages
from .report import progress, table

N_PAGES = 100
N_ROUNDS = 2


@dataclass(frozen=True)
class MethodCost:
    """CPU milliseconds per page: the choice of rows, and the text written from it."""

    name: str
    choice_ms: float
    text_ms: float


@dataclass(frozen=True)
class Methods:
    """The methods that ran on these pages, and why the others did not."""

    n_pages: int
    n_bytes: int
    costs: list[MethodCost]
    left_out: dict[str, str]

    def faults(self) -> list[str]:
        """Return nothing: no method has a target here."""
        return []

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each method."""
        title = f"Methods beyond the parse: {self.n_pages} pages, least of {N_ROUNDS} rounds"
        shown = table(title, "method", "choice ms/page", "text ms/page", "MB/s of both")
        for cost in self.costs:
            seconds = (cost.choice_ms + cost.text_ms) / 1e3 * self.n_pages
            rate = f"{self.n_bytes / seconds / 1e6:.0f}"
            shown.add_row(cost.name, f"{cost.choice_ms:.3f}", f"{cost.text_ms:.3f}", rate)
        console.print(shown)
        for name, reason in self.left_out.items():
            console.print(f"  {name} is left out: {reason}")


def measure(pages: Pages, console: Console) -> Methods:
    """Run every page method that needs nothing but the page."""
    sample = pages.spread(N_PAGES)
    left_out = {}
    names = []
    for method in methods():
        if method.family != "page":
            left_out[method.name] = f"it is of the family {method.family!r}"
        elif method.needs:
            left_out[method.name] = f"it needs {', '.join(method.needs)}"
        else:
            names.append(method.name)
    costs = []
    with progress(console, "methods", len(names) * len(sample)) as bar, garbage_kept():
        for name in names:
            choice_ns = text_ns = 0
            for source in sample.sources:
                rounds = [_split_ns(name, source) for _ in range(N_ROUNDS)]
                choice_ns += min(choice for choice, _ in rounds)
                text_ns += min(text for _, text in rounds)
                bar.advance(bar.task_ids[0])
            n = max(1, len(sample))
            costs.append(MethodCost(name, choice_ns / n / 1e6, text_ns / n / 1e6))
            gc.collect()
    return Methods(len(sample), sample.n_bytes, costs, left_out)


def _split_ns(name: str, source: bytes) -> tuple[int, int]:
    """Return what the choice took and what the text took."""
    page = pagecore.parse(source)
    start = time.process_time_ns()
    document = pagecore.extract(page, method=name)
    chosen = time.process_time_ns()
    document.text  # noqa: B018 - the text is made when it is read
    return chosen - start, time.process_time_ns() - chosen
