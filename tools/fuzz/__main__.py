"""The command: `python -m tools.fuzz` fuzzes the core and the package, and lists what fails."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tools.fuzz.core_targets import FUZZ, TARGETS, build_targets, run_target
from tools.fuzz.findings import Fuzzer, find_failure, read_case
from tools.fuzz.seeds import ROOT, read_pages, write_seeds

#: Ignored by git.
FINDINGS: Final = ROOT / "target" / "fuzz"
N_PAGES: Final = 300


@click.command()
@click.option("--seconds", type=click.IntRange(1), default=120, show_default=True,
              help="Time limit; without --only, half of it is for each side.")  # fmt: skip
@click.option("--seed", type=int, default=28, show_default=True, help="Random seed.")
@click.option("--only", type=click.Choice(["core", "python"]), help="Fuzz one side.")
@click.option("--target", "targets", type=click.Choice([*TARGETS]), multiple=True,
              help="Target of the core; all by default.")  # fmt: skip
@click.option("--tools", type=click.Path(path_type=Path), default=Path(sys.prefix, "bin"),
              help="Folder with cargo-fuzz.")  # fmt: skip
@click.option("--findings", type=click.Path(path_type=Path), default=FINDINGS,
              help="Folder for inputs that fail.")  # fmt: skip
@click.option("--repeat", type=click.Path(path_type=Path, exists=True),
              help="Run a finding of the Python side again.")  # fmt: skip
def main(
    seconds: int, seed: int, only: str | None, targets: Sequence[str], tools: Path, findings: Path,
    repeat: Path | None,
) -> None:  # fmt: skip
    """Fuzz the core with libFuzzer, and the package with mutated pages.

    Seeds are the pages of the tests and, if they are there, of the corpora. Exits with 1 if an
    input fails; the smallest input of each failure is left in the folder of findings.
    """
    console = Console(stderr=True)
    if repeat is not None:
        sys.exit(repeat_finding(repeat))
    share = seconds if only else max(1, seconds // 2)
    n_findings = 0
    if only != "core":
        n_findings += fuzz_package(console, share, seed, findings / "python")
    if only != "python":
        n_findings += fuzz_core(
            console, share, seed, findings / "core", targets or [*TARGETS], tools
        )
    sys.exit(1 if n_findings else 0)


def fuzz_package(console: Console, seconds: int, seed: int, folder: Path) -> int:
    """Fuzz the package from Python; return the number of findings."""
    shutil.rmtree(folder, ignore_errors=True)
    fuzzer = Fuzzer(read_pages(Random(seed), N_PAGES), folder)
    with _show_progress(console) as bar:
        task = bar.add_task("package", total=seconds)
        fuzzer.run(seconds, seed, lambda passed: bar.update(task, completed=passed))
    for finding in fuzzer.findings.values():
        console.print(f"{finding.call}: {finding.kind}\n{finding.trace}", markup=False)
    n_findings = len(fuzzer.findings)
    print(f"package: {fuzzer.n_inputs} inputs, {fuzzer.n_calls} calls, {n_findings} findings")
    if n_findings:
        print(f"  in {folder}; repeat one with: python -m tools.fuzz --repeat FILE.html")
    return n_findings


def fuzz_core(
    console: Console, seconds: int, seed: int, folder: Path, targets: Sequence[str], tools: Path
) -> int:
    """Fuzz targets of the core, one after the other; return the number of findings."""
    build_targets(tools)
    seeds = FUZZ / "seeds"
    write_seeds(seeds, Random(seed))
    weight = sum(TARGETS[target] for target in targets)
    n_findings = 0
    for target in targets:
        share = max(1, seconds * TARGETS[target] // weight)
        with _show_progress(console) as bar:
            task = bar.add_task(f"core {target}", total=share)
            run = run_target(target, tools, share, seed, folder, seeds,
                             lambda passed, task=task: bar.update(task, completed=passed))  # type: ignore[misc]  # fmt: skip
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


def _show_progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


if __name__ == "__main__":
    main()
