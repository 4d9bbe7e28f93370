"""Measure the time of `import pagecore` over an empty interpreter, and the share of numpy."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import asdict, dataclass

from rich.console import Console

from .report import Verdict, progress, show_verdicts, table

N_ROUNDS = 20
LONGEST_MS = 150
PROGRAMS = {"empty": "pass", "numpy": "import numpy", "pagecore": "import pagecore"}


@dataclass(frozen=True)
class Start:
    """Wall-clock milliseconds of whole processes, the least of the rounds."""

    min_ms: dict[str, float]

    @property
    def verdict(self) -> Verdict:
        """The milliseconds of the import over an empty interpreter."""
        over_empty = self.min_ms["pagecore"] - self.min_ms["empty"]
        return Verdict("import pagecore, ms over empty", over_empty, LONGEST_MS)

    def faults(self) -> list[str]:
        """Return a sentence when the import is too slow."""
        return [] if self.verdict.met else [f"import takes {self.verdict.figure:.0f} ms"]

    def record(self) -> dict[str, object]:
        """Return all figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print the processes and the difference."""
        shown = table(f"Start: wall clock, least of {N_ROUNDS}", "process", "ms", "over empty")
        for name, least in self.min_ms.items():
            over_empty = least - self.min_ms["empty"]
            shown.add_row(PROGRAMS[name], f"{least:.1f}", f"{over_empty:.1f}")
        console.print(shown)
        show_verdicts([self.verdict], console)


def measure(console: Console) -> Start:
    """Start the interpreters in turn."""
    least: dict[str, float] = dict.fromkeys(PROGRAMS, float("inf"))
    with progress(console, "start", N_ROUNDS) as bar:
        for _ in range(N_ROUNDS):
            for name, program in PROGRAMS.items():
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", program], check=True)
                least[name] = min(least[name], (time.perf_counter() - start) * 1e3)
            bar.advance(bar.task_ids[0])
    return Start(least)
