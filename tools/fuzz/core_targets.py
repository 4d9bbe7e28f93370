"""Run the fuzz targets in `core/fuzz` with cargo-fuzz and libFuzzer, guided by coverage."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tools.fuzz.seeds import ROOT
from tools.fuzz.shrink import shrink

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
    """The figures and the finding of a libFuzzer run."""

    target: str
    n_inputs: int
    #: Edges of the control flow that were reached, of the target and the core.
    n_edges: int
    #: The file of an input that fails, as small as libFuzzer could make it.
    finding: Path | None
    output: str


def build_targets() -> None:
    """Compile the targets; raises `ClickException` if that fails."""
    if run_cargo(["build", *_OPTIONS]).wait() != 0:
        raise click.ClickException("the fuzz targets cannot be compiled")


def run_target(
    target: str,
    seconds: int,
    seed: int,
    findings: Path,
    seeds: Path,
    advance: Callable[[float], None],
) -> TargetRun:
    """Run a target for some time, or until an input fails.

    Args:
        target: a name in `TARGETS`.
        seconds: time limit.
        seed: random seed.
        findings: the folder for inputs that fail.
        seeds: the folder with the seeds of the target.
        advance: called with the seconds passed, at every line of libFuzzer.
    """
    corpus = FUZZ / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    options = [
        f"-max_total_time={seconds}", f"-seed={seed}", f"-dict={FUZZ / 'html.dict'}", *_LIMITS,
        f"-artifact_prefix={findings}/{target}-", "-print_final_stats=1",
    ]  # fmt: skip
    command = ["run", *_OPTIONS, target, str(corpus), str(seeds), "--", *options]
    with run_cargo(command, is_read=True) as process:
        n_inputs, n_edges, output = _read_lines(process, advance)
    if process.returncode == 0:
        return TargetRun(target, n_inputs, n_edges, None, output)
    files = sorted(set(findings.iterdir()) - before)
    if not files:
        raise click.ClickException(f"the target {target} ended early:\n{output}")
    _shrink_file(target, files[-1])
    return TargetRun(target, n_inputs, n_edges, files[-1], output)


def _shrink_file(target: str, file: Path) -> None:
    """Replace an input that fails by a small part of it that still fails."""

    def fails(content: bytes) -> bool:
        with tempfile.NamedTemporaryFile(prefix="fuzz-") as part:
            part.write(content)
            part.flush()
            process = run_cargo(["run", *_OPTIONS, target, part.name, "--", *_LIMITS], is_read=True)
            process.communicate()
            return process.returncode != 0

    file.write_bytes(shrink(file.read_bytes(), fails, seconds=60))


def run_unguided(seconds: int, seed: int, findings: Path, seeds: Path) -> int:
    """Run the checks of all targets on mutated seeds with `cargo test`, without libFuzzer; return
    the number of findings, 0 or 1. This needs no other compilation than the tests."""
    settings = {"SECONDS": seconds, "SEED": seed, "FINDINGS": findings, "SEEDS": seeds}
    environment = {**os.environ, **{f"FUZZ_{name}": str(value) for name, value in settings.items()}}
    command = ["cargo", "test", "--locked", "--release", "--quiet", "--package=pagecore-core"]
    command += ["--test=fuzz", "mutated_seeds", "--", "--ignored", "--nocapture"]
    return 1 if subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode else 0


def run_cargo(arguments: Sequence[str], is_read: bool = False) -> subprocess.Popen[str]:
    """Start `cargo fuzz`; with `is_read`, its lines are for the caller."""
    # `make fuzz` installs cargo-fuzz into the environment, which may not be activated.
    path = os.pathsep.join((str(Path(sys.prefix, "bin")), os.environ.get("PATH", "")))
    if shutil.which("cargo-fuzz", path=path) is None:
        raise click.ClickException("cargo-fuzz is missing: `make fuzz` installs it")
    outputs = (subprocess.PIPE, subprocess.STDOUT) if is_read else (None, None)
    return subprocess.Popen(
        ["cargo", "fuzz", *arguments],
        env={**os.environ, "PATH": path},
        text=True,
        errors="replace",
        stdout=outputs[0],
        stderr=outputs[1],
    )


def _read_lines(
    process: subprocess.Popen[str], advance: Callable[[float], None]
) -> tuple[int, int, str]:
    """Read the lines of libFuzzer to the end: inputs, edges covered, and the last other lines."""
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
    return n_inputs, n_edges, "".join(lines[-60:])
