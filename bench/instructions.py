"""Instructions of a parse, ours beside selectolax, counted by valgrind.

The count does not move with the load of the machine. A process parses ten pages N times and
another 2 N times; the difference of their counts is N passes, free of the interpreter's start.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from .pages import ROOT, BenchPages
from .peers import BARE_PARSE, PARSE, ours, peers
from .report import Verdict, progress, show_verdicts, table

N_PAGES = 10
N_PASSES = 10


@dataclass(frozen=True)
class Instructions:
    """Instructions of one pass over the pages, by contender; empty when they were not counted."""

    n_bytes: int
    counts: dict[str, int]
    left_out: str = ""

    def verdicts(self) -> list[Verdict]:
        """Return the ratio, when both sides are there."""
        if PARSE not in self.counts or BARE_PARSE not in self.counts:
            return []
        ratio = self.counts[PARSE] / self.counts[BARE_PARSE]
        return [Verdict(f"parse / {BARE_PARSE}", ratio, target=0.5, aim=0.4)]

    def faults(self) -> list[str]:
        """Return nothing: the target is of time, and this is a steadier view of it."""
        return []

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print counts per byte and the ratio."""
        if self.left_out:
            console.print(f"  Instructions are left out: {self.left_out}")
        if not self.counts:
            return
        title = f"Instructions: {N_PAGES} pages, {self.n_bytes / 1e6:.2f} MB"
        shown = table(title, "", "millions", "per byte")
        for name, count in self.counts.items():
            shown.add_row(name, f"{count / 1e6:.1f}", f"{count / self.n_bytes:.2f}")
        console.print(shown)
        show_verdicts(self.verdicts(), console)


def measure(pages: BenchPages, console: Console) -> Instructions:
    """Count on ten pages of spread sizes."""
    sample = pages.spread(N_PAGES)
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return Instructions(sample.n_bytes, {}, "valgrind is not installed")
    there, left_out = peers((BARE_PARSE,))
    names = [PARSE, *(peer.name for peer in there)]
    counts = {}
    with progress(console, "instructions", 2 * len(names)) as bar:
        for name in names:
            once = count(valgrind, name, N_PASSES, sample)
            bar.advance(bar.task_ids[0])
            twice = count(valgrind, name, 2 * N_PASSES, sample)
            bar.advance(bar.task_ids[0])
            counts[name] = (twice - once) // N_PASSES
    reason = "".join(f"{peer.name}: {peer.reason}" for peer in left_out)
    return Instructions(sample.n_bytes, counts, reason)


def count(valgrind: str, name: str, n_passes: int, pages: BenchPages) -> int:
    """Return the instructions of a process that passes over the pages so many times."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                *(valgrind, "--tool=callgrind", f"--callgrind-out-file={folder}/counts"),
                *(sys.executable, "-m", "bench.instructions", name, str(n_passes)),
                *map(str, pages.paths),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=True,
        )
    collected = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if collected is None:
        raise ValueError(f"valgrind printed no count; it said {done.stderr[-500:]!r}")
    return int(collected[1])


def main() -> None:
    """Be the process that is counted: NAME PASSES PATH…"""
    name, n_passes, *paths = sys.argv[1:]
    call = next(c.call for c in ours() + peers((name,))[0] if c.name == name)
    sources = [Path(path).read_bytes() for path in paths]
    gc.disable()
    for _ in range(int(n_passes)):
        for source in sources:
            call(source)


if __name__ == "__main__":
    main()
