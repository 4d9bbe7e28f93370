"""Measure the cost of the default thread method beyond the parse, on the threads of `forums` and on
hostile pages of two sizes.

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
from pagecore.threads.date_texts import find_date, read_month

from .clock import cpu_ns, garbage_kept
from .report import progress, table

N_ROUNDS = 3
#: Milliseconds that the median thread may take.
MAX_MS = 5.0
#: Growth of the time that is allowed when a hostile page doubles.
MAX_GROWTH = 3.0
#: Rows of hostile pages, before they are doubled.
N_SIBLINGS = 50_000
N_LEVELS = 30_000
POST = "<div class=post id=p{0}><a href=/u/{0}>n{0}</a> <time>3 May 2020</time><p>text {0}</div>"


@dataclass(frozen=True)
class PostCost:
    """CPU milliseconds: of the median thread, and of hostile pages with their doubles."""

    digest: str
    n_pages: int
    n_bytes: int
    median_ms: float
    hostile_ms: dict[str, tuple[float, float]]

    def faults(self) -> list[str]:
        """Return a sentence for each target that is missed."""
        faults = [
            f"posts takes {after / before:.1f} times as long on {name} if they double"
            for name, (before, after) in self.hostile_ms.items()
            if after > MAX_GROWTH * before
        ]
        if self.median_ms > MAX_MS:
            faults.append(f"posts takes {self.median_ms:.1f} ms of the median thread")
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
            f"Posts beyond the parse: {self.n_pages} threads", "pages", "CPU ms", "double"
        )
        shown.add_row("median thread", f"{self.median_ms:.2f}", "")
        for name, (before, after) in self.hostile_ms.items():
            shown.add_row(name, f"{before:.0f}", f"{after:.0f}")
        console.print(shown)


def measure(data: Path, console: Console) -> PostCost:
    """Run the default thread method on threads and on hostile pages."""
    corpus = corpora.load("forums", data / "forums")
    least = []
    with progress(console, "posts", len(corpus.items)) as bar, garbage_kept():
        for item in corpus.items:
            source = item.html()
            times = [_time(source, item.encoding) for _ in range(N_ROUNDS)]
            least.append(min(times))
            bar.advance(bar.task_ids[0])
        hostile = {
            f"{2 * N_SIBLINGS} siblings": _time_both(
                lambda n: "".join(POST.format(at) for at in range(n)), N_SIBLINGS
            ),
            f"{2 * N_LEVELS} levels": _time_both(
                lambda n: "<div class=post>" * n + "<time>3 May 2020</time> a text", N_LEVELS
            ),
        }
    n_bytes = sum(len(item.html()) for item in corpus.items)
    return PostCost(corpus.digest, len(corpus.items), n_bytes, median(least) / 1e6, hostile)


def _time(source: bytes, encoding: str | None) -> int:
    # The first page of a forum has no other before it whose names and dates are known.
    for function in (find_date, read_month):
        function.cache_clear()
    page = pagecore.parse(source, encoding=encoding, max_depth=65_536)
    return cpu_ns(lambda _: _find(page), source)


def _find(page: Page) -> object:
    return pagecore.posts(page)


def _time_both(write: Callable[[int], str], size: int) -> tuple[float, float]:
    before, after = (_time(write(n).encode(), "utf-8") / 1e6 for n in (size, 2 * size))
    return before, after
