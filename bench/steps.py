"""Where the time of the default extractor goes: the steps of one call, in the core.

The figures come from `core/examples/decide.rs`, which runs the steps one by one on the same pages
and prints the minimum of several rounds, by the wall clock. `page` is the features of the page and
the choice; the forests of confidence and page type are not run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import asdict, dataclass

from rich.console import Console

from pagecore.models.model import SHIPPED

from .pages import ROOT, BenchPages
from .report import table

COMMAND = ("cargo", "run", "--release", "--locked", "--quiet", "--example", "decide", "--")


@dataclass(frozen=True)
class Steps:
    """Microseconds a page of every step, in their order; empty where cargo is not there."""

    micros: dict[str, float]

    @property
    def total(self) -> float:
        """All steps together."""
        return sum(self.micros.values())

    def faults(self) -> list[str]:
        """Return what a strict run fails for: nothing here has a target of its own."""
        return []

    def record(self) -> dict[str, object]:
        """Return the figures."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each step."""
        if not self.micros:
            console.print("The steps of the default extractor need cargo, which is not here.")
            return
        shown = table("The default extractor, step by step", "step", "µs/page", "share")
        for step, micros in self.micros.items():
            shown.add_row(step, f"{micros:.0f}", f"{micros / self.total:.0%}")
        shown.add_row("all", f"{self.total:.0f}", "")
        console.print(shown)

    def figures(self) -> dict[str, float]:
        """Return the figures that documents show: microseconds a page of each step."""
        return {step: round(micros, 1) for step, micros in self.micros.items()}


def measure(pages: BenchPages, console: Console) -> Steps:
    """Run the steps on all pages."""
    if shutil.which(COMMAND[0]) is None:
        return Steps({})
    console.print("building and running core/examples/decide.rs")
    ran = subprocess.run(
        [*COMMAND, SHIPPED, *pages.paths],
        cwd=ROOT / "core",
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise RuntimeError(f"core/examples/decide.rs: {ran.stderr.strip()}")
    actual = re.findall(r"^(.+?) +([\d.]+) µs$", ran.stdout, re.MULTILINE)
    return Steps({step: float(micros) for step, micros in actual if step != "all"})
