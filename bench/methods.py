"""Measure the cost of every method beyond the parse, also for each value of its word parameters,
such as variants. The first verb of its family is called, with a page or a site of one page.

Each call gets a fresh page that was parsed before the clock started, so that every method pays for
the lazy columns that it uses.
"""

from __future__ import annotations

import contextlib
import gc
import time
from dataclasses import asdict, dataclass
from statistics import fmean, median
from typing import Any

from rich.console import Console

import pagecore
from pagecore.registry import Method, list_methods

from .clock import garbage_kept
from .pages import BenchPages
from .report import progress, table

N_PAGES = 100
N_ROUNDS = 2
#: Milliseconds that the median page may take.
MAX_MS = 2.0
#: The methods that may take longer: `groups` reads all fields of posts.
LIMITS = {"groups": 5.0}


@dataclass(frozen=True)
class MethodCost:
    """CPU milliseconds per page: the verb with the method, and the text where it gives one."""

    name: str
    result_ms: float
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
        """Return a sentence for each method that takes too long."""
        return [
            f"{cost.name} takes {cost.median_ms:.2f} ms of the median page"
            for cost in self.costs
            if cost.median_ms > LIMITS.get(cost.name, MAX_MS)
        ]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each method."""
        title = f"Methods beyond the parse: {self.n_pages} pages, least of {N_ROUNDS} rounds"
        shown = table(title, "method", "result ms/page", "median", "text ms/page", "MB/s of both")
        for cost in self.costs:
            seconds = (cost.result_ms + cost.text_ms) / 1e3 * self.n_pages
            rate = f"{self.n_bytes / seconds / 1e6:.0f}"
            times = (cost.result_ms, cost.median_ms, cost.text_ms)
            shown.add_row(cost.name, *(f"{time:.3f}" for time in times), rate)
        console.print(shown)
        for name, reason in self.left_out.items():
            console.print(f"  {name} is left out: {reason}")


def measure(pages: BenchPages, console: Console) -> Methods:
    """Run every method that needs nothing but pages."""
    sample = pages.spread(N_PAGES)
    left_out = {}
    calls: list[tuple[Method, dict[str, Any]]] = []
    for method in list_methods():
        if method.needs:
            left_out[method.full_name] = f"it needs {', '.join(method.needs)}"
        else:
            calls += [(method, options) for options in _variants(method)]
    costs = []
    with progress(console, "methods", len(calls) * len(sample)) as bar, garbage_kept():
        for method, options in calls:
            results, texts = [], []
            for source in sample.sources:
                rounds = [_split_ns(method, options, source) for _ in range(N_ROUNDS)]
                results.append(min(result for result, _ in rounds) / 1e6)
                texts.append(min(text for _, text in rounds) / 1e6)
                bar.advance(bar.task_ids[0])
            words = [f"{name}={value}" for name, value in options.items()]
            name = " ".join([method.short_name, *words])
            costs.append(MethodCost(name, fmean(results), median(results), fmean(texts)))
            gc.collect()
    return Methods(len(sample), sample.n_bytes, costs, left_out)


def _variants(method: Method) -> list[dict[str, Any]]:
    """The method as it is, and with each other word of a parameter that has words. Words that need
    linked pages are left out."""
    actual: list[dict[str, Any]] = [{}]
    for name, parameter in method.parameters.items():
        if isinstance(parameter.default, str):
            words = parameter.bounds or ()
            actual += [
                {name: word}
                for word in words
                if word != parameter.default and not method.needs_pages(name, word)
            ]
    return actual


def _split_ns(method: Method, options: dict[str, Any], source: bytes) -> tuple[int, int]:
    """Return what the verb took, and what the text of a document took."""
    subject = method.family.make_subject(pagecore.parse(source))
    run_verb, may_raise = method.family.verbs[0], method.family.may_raise
    result = None
    start = time.process_time_ns()
    # A page may have nothing to learn from; what it took to see that counts.
    with contextlib.suppress(*may_raise):
        result = run_verb(subject, method=method.name, **options)
    middle = time.process_time_ns()
    getattr(result, "text", None)  # The text of a document is made when it is read.
    return middle - start, time.process_time_ns() - middle
