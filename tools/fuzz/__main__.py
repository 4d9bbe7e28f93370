"""The command: `python -m tools.fuzz` fuzzes the core and the package, and lists what fails."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tools.fuzz.core_targets import FUZZ, TARGETS, build_targets, run_target, run_unguided
from tools.fuzz.findings import Fuzzer, find_failure, read_case
from tools.fuzz.seeds import ROOT, read_pages, write_seeds

#: Git ignores these folders.
FINDINGS: Final = ROOT / "target" / "fuzz"
SEEDS: Final = FUZZ / "seeds"
#: Pages of the corpora that are mutated in Python.
N_PAGES: Final = 300


@click.command()
@click.option("--seconds", type=click.IntRange(1), default=120, show_default=True,
              help="Time limit; half for the core, half for Python.")  # fmt: skip
@click.option("--seed", type=int, default=28, show_default=True, help="Random seed.")
@click.option(
    "--only", type=click.Choice(["core", "python"]), help="Fuzz the core, or from Python."
)
@click.option("--target", "targets", type=click.Choice([*TARGETS]), multiple=True,
              help="Target of the core; all by default.")  # fmt: skip
@click.option("--unguided", is_flag=True, help="Fuzz the core with cargo test, without libFuzzer.")
@click.option("--findings", type=click.Path(path_type=Path), default=FINDINGS,
              help="Folder for inputs that fail.")  # fmt: skip
@click.option("--repeat", type=click.Path(path_type=Path, exists=True),
              help="Run a finding from Python again.")  # fmt: skip
def main(
    seconds: int, seed: int, only: str | None, targets: Sequence[str], unguided: bool,
    findings: Path, repeat: Path | None,
) -> None:  # fmt: skip
    """Fuzz the core with libFuzzer, and the package from Python with mutated pages.

    Seeds are the pages of the tests and, if they are there, of the corpora. Exits with 1 if an
    input fails; the smallest input of each failure is left in the folder of findings.
    """
    if repeat is not None:
        sys.exit(repeat_finding(repeat))
    share = seconds if only else max(1, seconds // 2)
    n_findings = 0
    if only != "core":
        n_findings += fuzz_package(share, seed, findings / "python")
    if only != "python":
        shutil.rmtree(SEEDS, ignore_errors=True)
        write_seeds(SEEDS, Random(seed))
        if unguided:
            n_findings += run_unguided(share, seed, findings / "core", SEEDS)
        else:
            n_findings += fuzz_core(share, seed, findings / "core", targets or [*TARGETS])
    sys.exit(1 if n_findings else 0)


def fuzz_package(seconds: int, seed: int, folder: Path) -> int:
    """Fuzz the package from Python; return the number of findings."""
    shutil.rmtree(folder, ignore_errors=True)
    fuzzer = Fuzzer(read_pages(Random(seed), N_PAGES), folder)
    with show_progress("package", seconds) as advance:
        fuzzer.run(seconds, seed, advance)
    for finding in fuzzer.findings.values():
        print(f"{finding.call}: {finding.kind}\n{finding.trace}")
    n_findings = len(fuzzer.findings)
    print(f"package: {fuzzer.n_inputs} inputs, {fuzzer.n_calls} calls, {n_findings} findings")
    if n_findings:
        print(f"  in {folder}; repeat one with: python -m tools.fuzz --repeat FILE.html")
    return n_findings


def fuzz_core(seconds: int, seed: int, folder: Path, targets: Sequence[str]) -> int:
    """Fuzz targets of the core, one after the other; return the number of findings."""
    build_targets()
    total = sum(TARGETS[target] for target in targets)
    n_findings = 0
    for target in targets:
        share = max(1, seconds * TARGETS[target] // total)
        with show_progress(f"core {target}", share) as advance:
            run = run_target(target, share, seed, folder, SEEDS / target, advance)
        print(f"core {target}: {run.n_inputs} inputs, {run.n_edges} edges covered")
        if run.finding is not None:
            n_findings += 1
            print(f"  fails: {run.finding}\n{run.output}")
    return n_findings


def repeat_finding(file: Path) -> int:
    """Run a finding again, and print what fails; return the exit code."""
    finding = find_failure(*read_case(file))
    print("it does not fail any more" if finding is None else finding.trace)
    return 0 if finding is None else 1


@contextmanager
def show_progress(name: str, seconds: int) -> Iterator[Callable[[float], None]]:
    """Show a bar on a terminal; yields the function that is called with the seconds passed."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(name, total=seconds)
        yield lambda passed: bar.update(task, completed=passed)


if __name__ == "__main__":
    main()
