"""Compare our own parser with lexbor and html5ever, on the same pages.

`bench/parsers` is a small Rust program that times our core and html5ever: html5ever with a sink
that writes the same basic columns, and with one that keeps nothing, which is a lower bound for any
sink. Lexbor is timed here, as selectolax's bare parse. Program and interpreter take turns page by
page, and each reads every page again. Our parser is timed in both, which shows how far the two are
comparable.
"""

from __future__ import annotations

import gc
import json
import random
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from rich.console import Console

from .clock import Call, cpu_ns, garbage_kept
from .memory import peak_rss, reset_peak
from .pages import ROOT, BenchPages
from .peers import BARE_PARSE, PARSE, ours, peers
from .report import progress, table

FOLDER = ROOT / "bench/parsers"
ENOUGH_BYTES = 700_000_000


@dataclass(frozen=True)
class Parser:
    """How the tables call a parser, and what it makes of a page in memory."""

    name: str
    makes: str


# By their names in the Rust program, or among the contenders of the bench.
OURS, COLUMNS, NOTHING = IN_PROGRAM = ("pagecore", "columns", "nothing")
IN_PYTHON = (BARE_PARSE, PARSE)
PARSERS = {
    OURS: Parser("pagecore's core", "all columns"),
    BARE_PARSE: Parser("lexbor by selectolax", "a tree"),
    COLUMNS: Parser("html5ever to columns", "basic columns, no offsets"),
    NOTHING: Parser("html5ever to nothing", "nothing: what no sink can save"),
    PARSE: Parser("pagecore.parse", "a `Page`, called from Python"),
}


@dataclass(frozen=True)
class ParserResult:
    """A parser on all pages: nanoseconds by round and page, rows of all pages, peak memory.

    Rows are those of tables made in the program. The peak is what parsing the largest page adds to
    a fresh process that has read it; it is None where the system does not tell.
    """

    key: str
    version: str
    rounds: list[list[int]]
    rows: int | None
    peak_bytes: int | None

    @property
    def least(self) -> list[int]:
        """Nanoseconds per page, the least of the rounds."""
        return [min(page) for page in zip(*self.rounds, strict=True)]

    def cells(self, n_bytes: int, ours_ns: int) -> list[str]:
        """Return ms per page, MB/s, the ratio to ours, rows per page and peak MB, as words."""
        total_ns, n_pages = sum(self.least), len(self.least)
        return [
            f"{total_ns / n_pages / 1e6:.3f}",
            f"{n_bytes / total_ns * 1e3:.0f}",
            f"{total_ns / ours_ns:.2f}",
            "–" if self.rows is None else f"{self.rows / n_pages:.0f}",
            "–" if self.peak_bytes is None else f"{self.peak_bytes / 1e6:.1f}",
        ]


@dataclass(frozen=True)
class Parsers:
    """The parsers that could be timed here, and why others could not."""

    n_bytes: int
    timed: list[ParserResult]
    left_out: dict[str, str]

    @property
    def ours_ns(self) -> int:
        """What ours took: the core's time, or where that is not there the whole call's."""
        totals = {parser.key: sum(parser.least) for parser in self.timed}
        return totals.get(OURS) or totals[PARSE]

    def faults(self) -> list[str]:
        """Return a sentence for each parser that is quicker than ours."""
        others = (parser for parser in self.timed if parser.key not in (OURS, PARSE))
        return [
            f"{PARSERS[parser.key].name} is quicker than our own parser"
            for parser in others
            if sum(parser.least) < self.ours_ns
        ]

    def record(self) -> dict[str, object]:
        """Return times per page and round, rows and peaks."""
        return asdict(self)

    def show(self, console: Console) -> None:
        """Print a row for each parser."""
        headings = ("version", "ms/page", "MB/s", "× ours", "rows", "peak MB")
        shown = table("Parsers: CPU per page", "", *headings)
        for parser in self.timed:
            cells = parser.cells(self.n_bytes, self.ours_ns)
            shown.add_row(PARSERS[parser.key].name, parser.version, *cells)
        console.print(shown)
        for key, reason in self.left_out.items():
            console.print(f"  {PARSERS[key].name} is left out: {reason}")

    def figures(self) -> list[dict[str, object]]:
        """Return the figures that documents show, a row for each parser."""
        rows: list[dict[str, object]] = []
        for parser in self.timed:
            about, total_ns, n_pages = PARSERS[parser.key], sum(parser.least), len(parser.least)
            rows.append(
                {
                    "parser": about.name,
                    "version": parser.version,
                    "makes": about.makes,
                    "cpu_ms": round(total_ns / n_pages / 1e6, 4),
                    "mb_per_s": round(self.n_bytes / total_ns * 1e3, 1),
                    "times_ours": round(total_ns / self.ours_ns, 3),
                    "rows": None if parser.rows is None else round(parser.rows / n_pages),
                    "peak_mb": (
                        None if parser.peak_bytes is None else round(parser.peak_bytes / 1e6, 1)
                    ),
                }
            )
        return rows


@dataclass(frozen=True)
class ParserTimes:
    """What parsers took for one page, in the order they were asked in."""

    cpu_ns: list[int]
    rows: list[int]
    peak_bytes: int | None = None


class ParserProcess(Protocol):
    """A process that times parsers."""

    versions: dict[str, str]

    def run(self, keys: Sequence[str], path: Path) -> ParserTimes:
        """Read a page and time parsers on it, in this order."""

    def peak(self, key: str, path: Path) -> int | None:
        """Return what parsing a page adds to the peak of a fresh process that has read it."""


class Interpreter:
    """Times the calls of this process."""

    def __init__(self, versions: dict[str, str], calls: dict[str, Call]) -> None:
        self.versions = versions
        self.calls = calls

    def run(self, keys: Sequence[str], path: Path) -> ParserTimes:
        """Read a page and time the calls on it, in this order."""
        source = path.read_bytes()
        return ParserTimes([cpu_ns(self.calls[key], source) for key in keys], [])

    def peak(self, key: str, path: Path) -> int:
        """Return what parsing a page adds to the peak of a fresh interpreter that has read it."""
        program = "import sys; from bench.own_parser import child; child(*sys.argv[1:])"
        done = subprocess.run(
            [sys.executable, "-c", program, key, path.resolve()],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout)


def child(key: str, path: str) -> None:
    """Parse a page and print by how many bytes the peak rose."""
    call = python_calls()[0].calls[key]
    source = Path(path).read_bytes()
    reset_peak()
    before = peak_rss()
    call(source)
    print(peak_rss() - before)


class Program:
    """Times the parsers of the Rust program, which must have been built."""

    def __init__(self) -> None:
        html5ever = locked_version("html5ever")
        core = locked_version("pagecore-core")
        self.versions = {OURS: core, COLUMNS: html5ever, NOTHING: html5ever}
        self.process = subprocess.Popen(
            [FOLDER / "target/release/pagecore-parsers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, keys: Sequence[str], path: Path) -> ParserTimes:
        """Let the program read a page and time parsers on it, in this order."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{','.join(keys)}\t{path}\n")
        self.process.stdin.flush()
        # A program that fails says why on standard error, and the empty line is no JSON.
        return ParserTimes(**json.loads(self.process.stdout.readline()))

    def peak(self, key: str, path: Path) -> int | None:
        """Return what parsing a page adds to the peak of a fresh process that has read it."""
        fresh = Program()
        before = fresh.run([], path).peak_bytes
        after = fresh.run([key], path).peak_bytes
        fresh.close()
        return None if before is None or after is None else after - before

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()


def measure(pages: BenchPages, console: Console, n_rounds: int | None = None) -> Parsers:
    """Build the program and time all parsers; without it those that Python can call."""
    interpreter, left_out = python_calls()
    runners: list[ParserProcess] = [interpreter]
    reason = build()
    if reason:
        left_out |= dict.fromkeys(IN_PROGRAM, reason)
    else:
        runners.append(program := Program())
    n_rounds = n_rounds or min(50, 1 + ENOUGH_BYTES // pages.n_bytes)
    keys = [key for key in PARSERS if any(key in runner.versions for runner in runners)]
    times: dict[str, list[list[int]]] = {key: [[] for _ in range(n_rounds)] for key in keys}
    rows: dict[str, int] = {}
    order = random.Random(16)
    with progress(console, "parsers", n_rounds * len(pages)) as bar, garbage_kept():
        for nth in range(n_rounds):
            rows.clear()
            for path in pages.paths:
                for runner in order.sample(runners, len(runners)):
                    names = order.sample(list(runner.versions), len(runner.versions))
                    answer = runner.run(names, path)
                    for key, ns in zip(names, answer.cpu_ns, strict=True):
                        times[key][nth].append(ns)
                    for key, row in zip(names, answer.rows, strict=False):
                        rows[key] = rows.get(key, 0) + row
                gc.collect()
                bar.advance(bar.task_ids[0])
    largest = max(pages.paths, key=lambda path: path.stat().st_size)
    timed = {
        key: ParserResult(
            key, version, times[key], rows.get(key) or None, runner.peak(key, largest)
        )
        for runner in runners
        for key, version in runner.versions.items()
    }
    if not reason:
        program.close()
    return Parsers(pages.n_bytes, [timed[key] for key in keys], left_out)


def python_calls() -> tuple[Interpreter, dict[str, str]]:
    """Return what this process can call, and why not the rest."""
    actual, missing = peers(IN_PYTHON)
    timed_calls = [timed_call for timed_call in actual + ours() if timed_call.name in IN_PYTHON]
    versions = {timed_call.name: timed_call.version for timed_call in timed_calls}
    calls = {timed_call.name: timed_call.call for timed_call in timed_calls}
    return Interpreter(versions, calls), {peer.name: peer.reason for peer in missing}


def build() -> str:
    """Build the Rust program; return why that cannot be done here, or nothing."""
    if shutil.which("cargo") is None:
        return "there is no cargo here"
    done = subprocess.run(
        ["cargo", "build", "--release", "--quiet", "--target-dir", "target"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = (line for line in done.stderr.splitlines() if line.startswith("error"))
    return f"cargo says {next(errors, 'nothing')!r}" if done.returncode else ""


def locked_version(crate: str) -> str:
    """Return the version of a crate that the program is built with."""
    lock = tomllib.loads((FOLDER / "Cargo.lock").read_text(encoding="utf-8"))
    return str(next(item["version"] for item in lock["package"] if item["name"] == crate))
