"""Run the fuzz targets in `core/fuzz` with cargo-fuzz and libFuzzer, guided by coverage."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tools.fuzz.seeds import ROOT

FUZZ: Final = ROOT / "core" / "fuzz"
#: The targets, and the share of the time that each gets.
TARGETS: Final = {
    "parse": 4, "extract": 8, "model": 1, "cut": 1, "json": 1, "url": 2, "metadata": 3,
}  # fmt: skip
#: The core forbids unsafe code, so that no sanitizer is needed; without one the compiler need not
#: be a nightly. Overflows are checked.
_OPTIONS: Final = ("--fuzz-dir", str(FUZZ), "--sanitizer", "none")
#: For each input: seconds, and MiB of memory.
_LIMITS: Final = ("-timeout=20", "-rss_limit_mb=3000", "-max_len=20000")
_STATUS: Final = re.compile(r"#(\d+)\s.*?cov: (\d+) ft: (\d+)")


@dataclass(frozen=True)
class TargetRun:
    """What a run of libFuzzer did."""

    target: str
    n_inputs: int
    #: Edges of the control flow that were reached, of the target and the core.
    n_edges: int
    #: The file of an input that fails, as small as libFuzzer could make it.
    finding: Path | None
    output: str


def build_targets(tools: Path) -> None:
    """Compile the targets; raises `ClickException` if that fails."""
    if run_cargo(tools, ["build", *_OPTIONS]).wait() != 0:
        raise click.ClickException("the fuzz targets cannot be compiled")


def run_target(
    target: str, tools: Path, seconds: int, seed: int, findings: Path, seeds: Path,
    advance: Callable[[float], None],
) -> TargetRun:  # fmt: skip
    """Run a target for some time, or until an input fails.

    Args:
        target: a name in `TARGETS`.
        tools: the folder with `cargo-fuzz`.
        seconds: time limit.
        seed: random seed.
        findings: the folder for inputs that fail.
        seeds: the folder with a folder of seeds for each target.
        advance: called with the lines of libFuzzer.
    """
    corpus = FUZZ / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    options = [
        f"-max_total_time={seconds}", f"-seed={seed}", f"-dict={FUZZ / 'html.dict'}", *_LIMITS,
        f"-artifact_prefix={findings}/{target}-", "-print_final_stats=1",
    ]  # fmt: skip
    process = run_cargo(
        tools,
        ["run", *_OPTIONS, target, str(corpus), str(seeds / target), "--", *options],
        is_read=True,
    )
    return _read_run(process, target, advance, findings, before)


def run_cargo(
    tools: Path, arguments: Sequence[str], is_read: bool = False
) -> subprocess.Popen[str]:
    """Start `cargo fuzz` with the `cargo-fuzz` of a folder; with `is_read`, its lines are for the
    caller."""
    cargo = shutil.which("cargo")
    if cargo is None or not (tools / "cargo-fuzz").exists():
        raise click.ClickException("cargo-fuzz is missing: `make fuzz` installs it")
    path = os.pathsep.join((str(tools.resolve()), os.environ.get("PATH", "")))
    environment = {**os.environ, "PATH": path}
    outputs = (subprocess.PIPE, subprocess.STDOUT) if is_read else (None, None)
    return subprocess.Popen(
        [cargo, "fuzz", *arguments],
        env=environment,
        text=True,
        errors="replace",
        stdout=outputs[0],
        stderr=outputs[1],
    )


def _read_run(
    process: subprocess.Popen[str], target: str, advance: Callable[[float], None], findings: Path,
    before: set[Path],
) -> TargetRun:  # fmt: skip
    """Read the lines of libFuzzer until it ends."""
    assert process.stdout is not None
    n_inputs = n_edges = 0
    lines = []
    start = time.monotonic()
    for line in process.stdout:
        if status := _STATUS.search(line):
            n_inputs, n_edges = int(status[1]), int(status[2])
        else:
            lines.append(line)
        advance(time.monotonic() - start)
    output = "".join(lines[-60:])
    if process.wait() == 0:
        return TargetRun(target, n_inputs, n_edges, None, output)
    files = sorted(set(findings.iterdir()) - before)
    if not files:
        raise click.ClickException(f"the target {target} ended early:\n{output}")
    return TargetRun(target, n_inputs, n_edges, files[-1], output)
