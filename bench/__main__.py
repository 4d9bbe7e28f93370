"""`python -m bench`: measures, prints tables of 80 columns, and writes JSON when asked."""

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
    published,
    speed,
    start,
    steps,
    wrapper,
    writers,
)
from .pages import ROOT, Pages, load
from .report import WIDTH, Section

EVERY_TIME = (
    "speed",
    "steps",
    "growth",
    "methods",
    "writers",
    "metadata",
    "wrapper",
    "memory",
    "start",
)


def main() -> int:
    """Run the parts that are asked for; return the exit status."""
    sample = arguments()
    console = Console(width=WIDTH, highlight=False)
    bars = Console(width=WIDTH, stderr=True)
    pages = load(sample.data)
    if not pages.n_bytes:
        console.print("There are no pages to measure on: neither the list's nor the project's.")
        return 2
    introduce(pages, console)
    parts: dict[str, Callable[[], Section]] = {
        "speed": partial(speed.measure, pages, bars, sample.rounds),
        "growth": partial(growth.measure, bars),
        "methods": partial(methods.measure, pages, bars),
        "writers": partial(writers.measure, pages, bars),
        "metadata": partial(metadata.measure, pages, bars),
        "memory": partial(memory.measure, pages, bars),
        "start": partial(start.measure, bars),
        "instructions": partial(instructions.measure, pages, bars),
        "steps": partial(steps.measure, pages, bars),
        "wrapper": partial(wrapper.measure, sample.data, bars),
        "parsers": partial(own_parser.measure, pages, bars, sample.rounds),
        "features": partial(features.measure, pages, bars),
    }
    names = list(sample.section or EVERY_TIME)
    if sample.instructions and "instructions" not in names:
        names.append("instructions")
    record: dict[str, object] = {"machine": machine(), "pages": pages.summary()}
    faults = []
    for name in names:
        section = parts[name]()
        section.show(console)
        console.print()
        if sample.record:
            console.print(published.record_section(name, section, pages))
        record[name] = section.record()
        faults += section.faults()
        # Written after each part, so that an interrupted run leaves what it had.
        if sample.json:
            sample.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    for fault in faults:
        console.print(f"[red]![/red] {fault}")
    return 1 if faults and sample.strict else 0


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--section",
        action="append",
        choices=(*EVERY_TIME, "instructions", "parsers", "features"),
        help="run this part alone; may be given again",
    )
    parser.add_argument(
        "--instructions",
        action="store_true",
        help="count instructions too, by valgrind (about a minute)",
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of speed and parsers")
    parser.add_argument(
        "--data",
        type=Path,
        default=ROOT / ".data",
        metavar="FOLDER",
        help="where the corpora of bench/pages.txt lie (default: .data)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything measured")
    parser.add_argument(
        "--record",
        action="store_true",
        help="record the figures that documents show",
    )
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a target is missed")
    sample = parser.parse_args()
    if sample.rounds is not None and sample.rounds < 1:
        parser.error(f"--rounds {sample.rounds}: expected a whole number from 1")
    return sample


def machine() -> dict[str, str]:
    """Return what the figures depend on beside the code."""
    return {
        "cpu": describe_machine(),
        "system": platform.system(),
        "python": platform.python_version(),
        "pagecore": pagecore.__version__,
    }


def introduce(pages: Pages, console: Console) -> None:
    """Say what is measured, on which pages and where."""
    facts = machine()
    console.print(
        f"pagecore {facts['pagecore']}, Python {facts['python']}, {facts['system']}, {facts['cpu']}"
    )
    console.print(
        f"{len(pages)} pages of {pages.origin}, {pages.n_bytes / 1e6:.1f} MB, digest {pages.digest}"
    )
    if pages.missing and pages.origin == "bench/pages.txt":
        console.print(f"[yellow]{pages.missing} pages of the list are not there.[/yellow]")
    elif pages.missing:
        console.print(
            "[yellow]The corpora of bench/pages.txt are not here, so these are the project's own "
            "small pages. Targets are meant for the real ones.[/yellow]"
        )
    console.print()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
