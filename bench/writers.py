"""Measure the cost of writers beside the parse: the content of each page in every format.

Only writing is timed. A page is parsed and its content chosen before the clock starts, so its lazy
columns are computed, as they are after any extraction.
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass

from rich.console import Console

import pagecore
from pagecore import Document

from .clock import garbage_kept, min_cpu_ns
from .pages import BenchPages
from .report import Verdict, progress, show_verdicts, table

N_PAGES = 150
ENOUGH_NS = 3_000_000
AT_MOST = 12

WRITERS: dict[str, Callable[[Document], object]] = {
    "text": Document.to_text,
    "markdown": Document.markdown,
    "html": Document.html,
    "xml": Document.xml,
    "json": Document.json,
}
#: How many parses of a median page writers may cost.
BOUND = {"markdown": 1.0, "html": 1.0, "json": 2.0}


@dataclass(frozen=True)
class Writers:
    """CPU microseconds a page, the median over pages, of the parse and of every writer; and the
    median of the pages' own ratios to their parse."""

    n_pages: int
    micros: dict[str, float]
    ratios: dict[str, float]

    @property
    def verdicts(self) -> list[Verdict]:
        """Writers against the parse."""
        return [
            Verdict(f"{name}, beside the parse", self.ratios[name], bound)
            for name, bound in BOUND.items()
        ]

    def faults(self) -> list[str]:
        """Return the writers that cost more than they may."""
        wrong = (verdict for verdict in self.verdicts if not verdict.met)
        return [f"{v.what}: {v.figure:.2f}, expected at most {v.target:g}" for v in wrong]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each writer."""
        title = f"Writers: {self.n_pages} pages, medians"
        shown = table(title, "format", "µs/page", "× parse")
        for name, micros in self.micros.items():
            ratio = f"{self.ratios[name]:.2f}" if name in self.ratios else ""
            shown.add_row(name, f"{micros:.0f}", ratio)
        console.print(shown)
        show_verdicts(self.verdicts, console)


def measure(pages: BenchPages, console: Console) -> Writers:
    """Time the parse and every writer, page by page."""
    sample = pages.spread(N_PAGES)
    times: dict[str, list[float]] = {name: [] for name in ("parse", *WRITERS)}
    with progress(console, "writers", len(sample)) as bar, garbage_kept():
        for source in sample.sources:
            document = pagecore.extract(source)
            times["parse"].append(min_ns(pagecore.parse, source))
            for name, write in WRITERS.items():
                call = write_call(write, document)
                times[name].append(min_ns(call, source))
            gc.collect()
            bar.advance(bar.task_ids[0])
    micros = {name: statistics.median(time) / 1e3 for name, time in times.items()}
    ratios = {
        name: statistics.median(
            own / parse for own, parse in zip(times[name], times["parse"], strict=True)
        )
        for name in WRITERS
    }
    return Writers(len(sample), micros, ratios)


def min_ns(call: Callable[[bytes], object], source: bytes) -> int:
    """The least CPU time of some calls."""
    return min_cpu_ns(call, source, enough_ns=ENOUGH_NS, at_most=AT_MOST)


def write_call(
    write: Callable[[Document], object], document: Document
) -> Callable[[bytes], object]:
    """A call that writes a document, whatever it is given."""
    return lambda _: write(document)
