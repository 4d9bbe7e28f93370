"""Measure the memory of a page, and whether repeated parsing needs more and more.

The peak is measured in a fresh process, which holds the sources and one page at a time.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

import pagecore

from .pages import ROOT, BenchPages
from .report import progress, table

STATUS, CLEAR_REFS = Path("/proc/self/status"), Path("/proc/self/clear_refs")
N_ROUNDS = 5
# Allocators round and fragment; to lose one of a hundred listed pages would be more than this.
GROWTH_ALLOWED = 0.02

CHILD = """
import json, sys
from bench.memory import peak_rss, reset_peak
from pathlib import Path
import pagecore
sources = [Path(path).read_bytes() for path in json.load(sys.stdin)]
peaks = []
for _ in range(int(sys.argv[1])):
    reset_peak()
    for source in sources:
        {body}
    peaks.append(peak_rss())
print(json.dumps(peaks))
"""
BODIES = {"parse": "pagecore.parse(source)", "extract": "pagecore.extract(source).text"}


@dataclass(frozen=True)
class Memory:
    """Bytes of the pages beside bytes of their sources; the peak of each round."""

    n_bytes: list[int]
    source_bytes: list[int]
    rows: list[int]
    peaks: dict[str, list[int]]

    def growth(self, name: str) -> float:
        """Return by how much the peak of the last round passes the first's, as a share of it."""
        first, *_, last = self.peaks[name]
        return last / first - 1

    def faults(self) -> list[str]:
        """Return the calls whose peak grows."""
        return [
            f"{name}: peak memory grows by {self.growth(name):.1%} in {N_ROUNDS} rounds"
            for name in self.peaks
            if self.growth(name) > GROWTH_ALLOWED
        ]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print page sizes, then the peaks."""
        by_page = [a / max(1, b) for a, b in zip(self.n_bytes, self.source_bytes, strict=True)]
        shown = table("Memory: page.nbytes", "", "bytes")
        of_all = sum(self.n_bytes) / sum(self.source_bytes)
        shown.add_row("per byte of source, all pages together", f"{of_all:.2f}")
        shown.add_row("per byte of source, median page", f"{statistics.median(by_page):.2f}")
        shown.add_row("per byte of source, largest of a page", f"{max(by_page):.2f}")
        shown.add_row("per row", f"{sum(self.n_bytes) / sum(self.rows):.0f}")
        console.print(shown)
        headings = [*(f"round {i + 1}" for i in range(N_ROUNDS)), "growth"]
        shown = table("Peak resident MB over rounds through all pages", "", *headings)
        for name, peaks in self.peaks.items():
            colour = "red" if self.growth(name) > GROWTH_ALLOWED else "green"
            growth = f"[{colour}]{self.growth(name):.1%}[/{colour}]"
            shown.add_row(name, *(f"{peak / 1e6:.1f}" for peak in peaks), growth)
        console.print(shown)


def measure(pages: BenchPages, console: Console) -> Memory:
    """Measure every page once, then the peaks of both calls."""
    with progress(console, "memory", len(pages) + len(BODIES)) as bar:
        sizes, lengths, rows = [], [], []
        for source in pages.sources:
            page = pagecore.parse(source)
            sizes.append(page.nbytes)
            lengths.append(len(source))
            rows.append(len(page))
            bar.advance(bar.task_ids[0])
        peaks = {}
        for name, body in BODIES.items():
            peaks[name] = peaks_of(body, pages)
            bar.advance(bar.task_ids[0])
    return Memory(sizes, lengths, rows, peaks)


def peaks_of(body: str, pages: BenchPages) -> list[int]:
    """Return the peak resident bytes of a fresh process in each round."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD.format(body=body), str(N_ROUNDS)],
        input=json.dumps([str(path) for path in pages.paths]),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    peaks: list[int] = json.loads(done.stdout)
    return peaks


def peak_rss() -> int:
    """Return the peak resident bytes of this process."""
    if STATUS.is_file():
        # The ru_maxrss below will not do here: a new process starts with its parent's.
        fields = dict(line.split(":", 1) for line in STATUS.read_text().splitlines())
        return int(fields["VmHWM"].removesuffix("kB")) * 1024
    import resource  # Windows has no such module.

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def reset_peak() -> None:
    """Let the peak start anew from what is resident now, where the system can do that."""
    if os.access(CLEAR_REFS, os.W_OK):
        CLEAR_REFS.write_text("5")
