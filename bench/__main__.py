"""`python -m bench`: measure, print tables of 80 columns, and optionally write JSON."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console

import pagecore
from tools.record import describe_machine

from . import (
    features,
    growth,
    instructions,
    memory,
    metadata,
    methods,
    own_parser,
    posts,
    published,
    records,
    speed,
    start,
    steps,
    wrapper,
    writers,
)
from .pages import ROOT, BenchPages, load
from .report import WIDTH, Section

EVERY_TIME = (
    "speed",
    "steps",
    "growth",
    "methods",
    "writers",
    "metadata",
    "posts",
    "records",
    "wrapper",
    "memory",
    "start",
)


def main() -> int:
    """Run the selected sections; return the exit code."""
    options = read_arguments()
    console = Console(width=WIDTH, highlight=False)
    bars = Console(width=WIDTH, stderr=True)
    pages = load(options.data)
    if not pages.n_bytes:
        console.print(
            "There are no pages to measure on; run `make data`, or pass the folder of the corpora "
            "with --data."
        )
        return 2
    print_introduction(pages, console)
    parts: dict[str, Callable[[], Section]] = {
        "speed": partial(speed.measure, pages, bars, options.rounds),
        # All shapes take an hour, so among other sections some are measured.
        "growth": partial(growth.measure, bars, is_quick=options.section != ["growth"]),
        "methods": partial(methods.measure, pages, bars),
        "writers": partial(writers.measure, pages, bars),
        "metadata": partial(metadata.measure, pages, bars),
        "posts": partial(posts.measure, options.data, bars),
        "records": partial(records.measure, options.data, bars),
        "memory": partial(memory.measure, pages, bars),
        "start": partial(start.measure, bars),
        "instructions": partial(instructions.measure, pages, bars),
        "steps": partial(steps.measure, pages, bars),
        "wrapper": partial(wrapper.measure, options.data, bars),
        "parsers": partial(own_parser.measure, pages, bars, options.rounds),
        "features": partial(features.measure, pages, bars),
    }
    names = list(options.section or EVERY_TIME)
    if options.instructions and "instructions" not in names:
        names.append("instructions")
    record: dict[str, object] = {"machine": describe_environment(), "pages": pages.summary()}
    faults = []
    for name in names:
        section = parts[name]()
        section.show(console)
        console.print()
        if options.record:
            console.print(published.record_section(name, section, pages))
        record[name] = section.record()
        faults += section.faults()
        # Written after each section, so that an interrupted run keeps its results.
        if options.json:
            options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    for fault in faults:
        console.print(f"[red]![/red] {fault}")
    return 1 if faults and options.strict else 0


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--section",
        action="append",
        choices=(*EVERY_TIME, "instructions", "parsers", "features"),
        help="run only this section (repeatable)",
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="also count instructions with valgrind (about a minute)",
    )
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="number of rounds of speed and parsers"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=ROOT / ".data",
        metavar="FOLDER",
        help="folder of the corpora of bench/pages.txt (default: .data)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to this file")
    parser.add_argument(
        "--record",
        action="store_true",
        help="record the figures that the documents show",
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args()
    if options.rounds is not None and options.rounds < 1:
        parser.error(f"--rounds {options.rounds}: expected integer, 1 or more")
    return options


def describe_environment() -> dict[str, str]:
    """Describe the machine and the versions, which the figures depend on."""
    return {
        "cpu": describe_machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "pagecore": pagecore.__version__,
    }


def print_introduction(pages: BenchPages, console: Console) -> None:
    """Print the versions, the machine and the pages."""
    facts = describe_environment()
    console.print(
        f"pagecore {facts['pagecore']}, Python {facts['python']}, {facts['system']}, {facts['cpu']}"
    )
    console.print(
        f"{len(pages)} pages of {pages.origin}, {pages.n_bytes / 1e6:.1f} MB, digest {pages.digest}"
    )
    if pages.missing and pages.origin == "bench/pages.txt":
        console.print(f"[yellow]{pages.missing} pages of the list are missing.[/yellow]")
    elif pages.missing:
        console.print(
            "[yellow]The corpora of bench/pages.txt are missing, so the small test pages of the "
            "project are measured. The targets are for the real pages.[/yellow]"
        )
    console.print()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
