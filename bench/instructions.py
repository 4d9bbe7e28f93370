"""Instructions of a parse, ours beside selectolax, and of each output of a document, counted by
valgrind.

The count does not move with the load of the machine. A process parses ten pages N times and
another 2 N times; the difference of their counts is N passes, free of the interpreter's start.
An output is what it needs beyond `extract` without any output, as a share of a parse.

`python -m bench.instructions` runs it alone.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from rich.console import Console

import pagecore
from pagecore import Document

from .pages import ROOT, BenchPages, load
from .peers import BARE_PARSE, PARSE, ours, peers
from .report import WIDTH, Verdict, progress, show_verdicts, table

N_PAGES = 10
N_PASSES = 10
#: Passes over the pages for outputs, which take longer.
N_OUTPUT_PASSES = 2
#: What is asked of a document. The first is nothing: the cost of `extract` alone.
OUTPUTS: Mapping[str, Callable[[Document], object]] = MappingProxyType(
    {
        "extract": lambda document: document,
        "text": lambda document: document.text,
        "markdown": Document.markdown,
        "html": Document.html,
        "json": Document.json,
        "chunks": lambda document: document.chunks(),
        "metadata": lambda document: document.metadata,
        "data": lambda document: document.data,
        "language": lambda document: document.language,
        "explain": lambda document: document.explain().json(),
    }
)


@dataclass(frozen=True)
class Instructions:
    """Instructions of one pass over the pages, by contender; empty when they were not counted."""

    n_bytes: int
    counts: dict[str, int]
    #: Instructions of each output beyond `extract`, and of `extract` itself.
    outputs: dict[str, int]
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
        costs = table("Instructions of each output, after extract", "", "millions", "of a parse")
        for name, count in self.outputs.items():
            costs.add_row(name, f"{count / 1e6:.1f}", f"{count / self.counts[PARSE]:.2f}")
        console.print(costs)


def measure(pages: BenchPages, console: Console) -> Instructions:
    """Count on ten pages of spread sizes."""
    sample = pages.spread(N_PAGES)
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return Instructions(sample.n_bytes, {}, {}, "valgrind is not installed")
    there, left_out = peers((BARE_PARSE,))
    names = [PARSE, *(peer.name for peer in there)]
    passes = dict.fromkeys(names, N_PASSES) | dict.fromkeys(OUTPUTS, N_OUTPUT_PASSES)
    counts = {}
    with progress(console, "instructions", 2 * len(passes)) as bar:
        for name, n_passes in passes.items():
            once = count(valgrind, name, n_passes, sample)
            bar.advance(bar.task_ids[0])
            twice = count(valgrind, name, 2 * n_passes, sample)
            bar.advance(bar.task_ids[0])
            counts[name] = (twice - once) // n_passes
    bare = counts["extract"]
    outputs = {name: counts.pop(name) - bare for name in OUTPUTS} | {"extract": bare}
    reason = "".join(f"{peer.name}: {peer.reason}" for peer in left_out)
    return Instructions(sample.n_bytes, counts, outputs, reason)


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


def find_call(name: str) -> Callable[[bytes], object]:
    """Return the parser, or `extract` with an output, of this name."""
    write = OUTPUTS.get(name)
    if write is not None:
        return lambda source: write(pagecore.extract(source))
    return next(timed.call for timed in ours() + peers((name,))[0] if timed.name == name)


def main() -> None:
    """Be the process that is counted, if there are arguments: NAME PASSES PATH…; else measure."""
    if len(sys.argv) == 1:
        console = Console(width=WIDTH, highlight=False)
        measure(load(ROOT / ".data"), console).show(console)
        return
    name, n_passes, *paths = sys.argv[1:]
    call = find_call(name)
    sources = [Path(path).read_bytes() for path in paths]
    gc.disable()
    for _ in range(int(n_passes)):
        for source in sources:
            call(source)


if __name__ == "__main__":
    main()
