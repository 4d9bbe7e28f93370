"""Measure the cost of metadata beside parsing: all fields of a page, as a share of a parse."""

from __future__ import annotations

import gc
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median

from rich.console import Console

import pagecore
from pagecore.metadata import Metadata, read_metadata

from .clock import cpu_ns, garbage_kept
from .pages import BenchPages
from .report import Verdict, progress, show_verdicts, table

N_ROUNDS = 15
MAX_OF_PARSE = 0.2


@dataclass(frozen=True)
class MetadataCost:
    """Nanoseconds a page, the least of the rounds, of parsing and of metadata."""

    parse_ns: list[int]
    metadata_ns: list[int]

    @property
    def verdict(self) -> Verdict:
        """All metadata over all parses."""
        ratio = sum(self.metadata_ns) / sum(self.parse_ns)
        return Verdict("metadata / parse", ratio, MAX_OF_PARSE)

    def faults(self) -> list[str]:
        """Return a sentence when metadata costs too much."""
        figure = self.verdict.figure
        return [] if self.verdict.met else [f"metadata takes {figure:.2f} of a parse"]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print both times and their ratio."""
        shown = table(f"Metadata: CPU, least of {N_ROUNDS}", "call", "µs/page", "median µs")
        for name, times in (("parse", self.parse_ns), ("metadata", self.metadata_ns)):
            shown.add_row(
                name, f"{sum(times) / len(times) / 1e3:.0f}", f"{median(times) / 1e3:.0f}"
            )
        console.print(shown)
        show_verdicts([self.verdict], console)

    def figures(self) -> list[dict[str, object]]:
        """Return the figures that documents show."""
        return [
            {
                "call": name,
                "us": round(sum(times) / len(times) / 1e3, 1),
                "median_us": round(median(times) / 1e3, 1),
                "times_parse": round(sum(times) / sum(self.parse_ns), 3),
            }
            for name, times in (("parse", self.parse_ns), ("metadata", self.metadata_ns))
        ]


def measure(pages: BenchPages, console: Console) -> MetadataCost:
    """Parse every page and ask for its metadata, in every round anew."""
    min_parse = [0] * len(pages)
    least = [0] * len(pages)
    with garbage_kept(), progress(console, "metadata", N_ROUNDS) as bar:
        for at_round in range(N_ROUNDS):
            for at, source in enumerate(pages.sources):
                parsed = cpu_ns(pagecore.parse, source)
                page = pagecore.parse(source)
                took = cpu_ns(partial(_asked, page), source)
                first = at_round == 0
                min_parse[at] = parsed if first else min(min_parse[at], parsed)
                least[at] = took if first else min(least[at], took)
            gc.collect()
            bar.advance(bar.task_ids[0])
    return MetadataCost(min_parse, least)


def _asked(page: pagecore.Page, _: bytes) -> Metadata:
    return read_metadata(page)
