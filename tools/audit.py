"""Check the locked dependencies against the databases of known vulnerabilities.

    python -m tools.audit

asks the Python Packaging Advisory Database about `requirements/*.txt` with pip-audit, and RustSec
about each `Cargo.lock` with cargo-audit. `make audit` installs both. Exit codes: 0 if no
vulnerability is known, 1 if there is one, 2 if a program or a database is not available.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

ROOT: Final = Path(__file__).resolve().parents[1]
CRATES: Final = ("Cargo.lock", "core/fuzz/Cargo.lock")
_PIP_OPTIONS: Final = (
    "--strict", "--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json",
)  # fmt: skip


@dataclass(frozen=True)
class Audit:
    """The result for a lock file."""

    lock: str
    #: Each as `name version: identifier`.
    vulnerabilities: tuple[str, ...] = ()
    #: Why the lock file could not be checked; empty if it was.
    failure: str = ""


def audit_packages(lock: str, pip_audit: str) -> Audit:
    """Check a lock file of Python packages."""
    report, failure = _run([pip_audit, *_PIP_OPTIONS, f"--requirement={lock}"])
    if report is None:
        return Audit(lock, failure=failure)
    return Audit(
        lock,
        tuple(
            f"{package['name']} {package['version']}: {vulnerability['id']}"
            for package in report["dependencies"]
            for vulnerability in package["vulns"]
        ),
    )


def audit_crates(lock: str, cargo_audit: str) -> Audit:
    """Check a lock file of Rust crates."""
    report, failure = _run([cargo_audit, "audit", "--json", f"--file={lock}"])
    if report is None:
        return Audit(lock, failure=failure)
    return Audit(
        lock,
        tuple(
            f"{entry['package']['name']} {entry['package']['version']}: {entry['advisory']['id']}"
            for entry in report["vulnerabilities"]["list"]
        ),
    )


def report_audits(audits: Sequence[Audit]) -> int:
    """Print the results; return the exit code."""
    for audit in audits:
        if not audit.failure:
            print(f"{audit.lock}: {', '.join(audit.vulnerabilities) or 'no known vulnerability'}")
    # The lock files of a database fail for the same reason.
    failures = {Path(audit.lock).suffix: audit for audit in reversed(audits) if audit.failure}
    if failures:
        reasons = "; ".join(f"{first.lock}: {first.failure}" for first in failures.values())
        print(
            f"audit: incomplete, a program or an advisory database is not available: {reasons}",
            file=sys.stderr,
        )
    if any(audit.vulnerabilities for audit in audits):
        return 1
    return 2 if failures else 0


@click.command()
@click.option("--pip-audit", default="pip-audit", help="The program pip-audit.")
@click.option("--cargo-audit", default="cargo-audit", help="The program cargo-audit.")
def main(pip_audit: str, cargo_audit: str) -> None:
    """Check the locked dependencies for known vulnerabilities."""
    locks = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("requirements/*.txt"))]
    audits = [audit_packages(lock, pip_audit) for lock in locks]
    audits += [audit_crates(lock, cargo_audit) for lock in CRATES]
    sys.exit(report_audits(audits))


def _run(command: Sequence[str]) -> tuple[Any, str]:
    """Run a program; return its JSON, or None and the last line of its errors."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as error:
        return None, f"{command[0]}: {error.strerror}"
    try:
        return json.loads(done.stdout), ""
    except json.JSONDecodeError:
        lines = done.stderr.strip().splitlines() or [f"{command[0]} ended with {done.returncode}"]
        return None, lines[-1].strip()


if __name__ == "__main__":
    main()
