"""What every method of the registry costs beyond the parse, also with each word of a parameter that
has a few, such as variants.

Each call gets a page of its own that was parsed before the clock started, so that a column made
on first use is paid by every method that asks for it.
"""

from __future__ import annotations

import gc
import time
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from rich.console import Console

import pagecore
from pagecore.registry import Method, methods

from .clock import garbage_kept
from .pages import Pages
from .report import progress, table

N_PAGES = 100
N_ROUNDS = 2
#: Milliseconds that a choice of the median page may take.
MOST_MS = 2.0


@dataclass(frozen=True)
class MethodCost:
    """CPU milliseconds per page: the choice of rows, and the text written from it."""

    name: str
    choice_ms: float
    median_ms: float
    text_ms: float


@dataclass(frozen=True)
class Methods:
    """The methods that ran on these pages, and why the others did not."""

    n_pages: int
    n_bytes: int
    costs: list[MethodCost]
    left_out: dict[str, str]

    def faults(self) -> list[str]:
        """Return a sentence for each method whose choice takes too long."""
        return [
            f"{cost.name} takes {cost.median_ms:.2f} ms of the median page"
            for cost in self.costs
            if cost.median_ms > MOST_MS
        ]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each method."""
        title = f"Methods beyond the parse: {self.n_pages} pages, least of {N_ROUNDS} rounds"
        shown = table(title, "method", "choice ms/page", "median", "text ms/page", "MB/s of both")
        for cost in self.costs:
            seconds = (cost.choice_ms + cost.text_ms) / 1e3 * self.n_pages
            rate = f"{self.n_bytes / seconds / 1e6:.0f}"
            times = (cost.choice_ms, cost.median_ms, cost.text_ms)
            shown.add_row(cost.name, *(f"{time:.3f}" for time in times), rate)
        console.print(shown)
        for name, reason in self.left_out.items():
            console.print(f"  {name} is left out: {reason}")


def measure(pages: Pages, console: Console) -> Methods:
    """Run every page method that needs nothing but the page."""
    sample = pages.spread(N_PAGES)
    left_out = {}
    calls: list[tuple[str, dict[str, Any]]] = []
    for method in methods():
        if method.family != "page":
            left_out[method.name] = f"it is of the family {method.family!r}"
        elif method.needs:
            left_out[method.name] = f"it needs {', '.join(method.needs)}"
        else:
            calls += [(method.name, given) for given in _variants(method)]
    costs = []
    with progress(console, "methods", len(calls) * len(sample)) as bar, garbage_kept():
        for name, given in calls:
            choices, texts = [], []
            for source in sample.sources:
                rounds = [_split_ns(name, given, source) for _ in range(N_ROUNDS)]
                choices.append(min(choice for choice, _ in rounds) / 1e6)
                texts.append(min(text for _, text in rounds) / 1e6)
                bar.advance(bar.task_ids[0])
            shown = " ".join([name, *(f"{key}={value}" for key, value in given.items())])
            costs.append(MethodCost(shown, fmean(choices), median(choices), fmean(texts)))
            gc.collect()
    return Methods(len(sample), sample.n_bytes, costs, left_out)


def _variants(method: Method) -> list[dict[str, Any]]:
    """The method as it is, and with each other word of a parameter that has words."""
    found: list[dict[str, Any]] = [{}]
    for name, parameter in method.parameters.items():
        if isinstance(parameter.default, str):
            words = parameter.bounds or ()
            found += [{name: word} for word in words if word != parameter.default]
    return found


def _split_ns(name: str, given: dict[str, Any], source: bytes) -> tuple[int, int]:
    """Return what the choice took and what the text took."""
    page = pagecore.parse(source)
    start = time.process_time_ns()
    document = pagecore.extract(page, method=name, **given)
    chosen = time.process_time_ns()
    document.text  # noqa: B018 - the text is made when it is read
    return chosen - start, time.process_time_ns() - chosen
