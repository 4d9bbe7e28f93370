"""Measure the cost of the default listing method beyond the parse, on the pages of `searchlists`
and on hostile pages of two sizes.

Each call gets a fresh page that was parsed before the clock started.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich.console import Console

import pagecore
from pagecore import Page, corpora

from .clock import cpu_ns, garbage_kept
from .report import progress, table

N_ROUNDS = 3
#: Milliseconds that the median page may take.
MAX_MS = 10.0
#: Growth of the time that is allowed when a hostile page doubles.
MAX_GROWTH = 3.0
#: Rows of hostile pages, before they are doubled.
N_SIBLINGS = 50_000
N_LEVELS = 30_000
ITEM = "<li class=item><h3><a href=/{0}>name {0}</a></h3><p>text {0}</p><b>€ {0}</b></li>"
ROW = "<tr><td>{0}</td><td></td><td><a href=/{0}>name {0}</a></td></tr>"


@dataclass(frozen=True)
class RecordCost:
    """CPU milliseconds: of the median page, and of hostile pages with their doubles."""

    digest: str
    n_pages: int
    n_bytes: int
    median_ms: float
    hostile_ms: dict[str, tuple[float, float]]

    def faults(self) -> list[str]:
        """Return a sentence for each target that is missed."""
        faults = [
            f"records takes {after / before:.1f} times as long on {name} if they double"
            for name, (before, after) in self.hostile_ms.items()
            if after > MAX_GROWTH * before
        ]
        if self.median_ms > MAX_MS:
            faults.append(f"records takes {self.median_ms:.1f} ms of the median page")
        return faults

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def figures(self) -> dict[str, object]:
        """Return the figures that documents show."""
        hostile = {name: [round(ms, 1) for ms in pair] for name, pair in self.hostile_ms.items()}
        return {"median_ms": round(self.median_ms, 2), "hostile_ms": hostile}

    def show(self, console: Console) -> None:
        """Print the figures."""
        shown = table(
            f"Records beyond the parse: {self.n_pages} pages", "pages", "CPU ms", "double"
        )
        shown.add_row("median page", f"{self.median_ms:.2f}", "")
        for name, (before, after) in self.hostile_ms.items():
            shown.add_row(name, f"{before:.0f}", f"{after:.0f}")
        console.print(shown)


def measure(data: Path, console: Console) -> RecordCost:
    """Run the default listing method on pages with lists and on hostile pages."""
    corpus = corpora.load("searchlists", data / "searchlists")
    least = []
    with progress(console, "records", len(corpus.items)) as bar, garbage_kept():
        for item in corpus.items:
            source = item.html()
            times = [_time(source, item.encoding) for _ in range(N_ROUNDS)]
            least.append(min(times))
            bar.advance(bar.task_ids[0])
        hostile = {
            f"{2 * N_SIBLINGS} items": _time_both(
                lambda n: "".join(ITEM.format(at) for at in range(n)), N_SIBLINGS
            ),
            f"{2 * N_SIBLINGS} rows of a table": _time_both(
                lambda n: f"<table>{''.join(ROW.format(at) for at in range(n))}</table>", N_SIBLINGS
            ),
            f"{2 * N_LEVELS} levels": _time_both(
                lambda n: "<div class=item>" * n + "<a href=/>a link</a> a text", N_LEVELS
            ),
        }
    n_bytes = sum(len(item.html()) for item in corpus.items)
    return RecordCost(corpus.digest, len(corpus.items), n_bytes, median(least) / 1e6, hostile)


def _time(source: bytes, encoding: str | None) -> int:
    page = pagecore.parse(source, encoding=encoding, max_depth=65_536)
    return cpu_ns(lambda _: _find(page), source)


def _find(page: Page) -> object:
    return pagecore.records(page)


def _time_both(write: Callable[[int], str], size: int) -> tuple[float, float]:
    before, after = (_time(write(n).encode(), "utf-8") / 1e6 for n in (size, 2 * size))
    return before, after
