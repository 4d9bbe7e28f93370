"""The audit: vulnerabilities are listed, and a database that cannot be reached is one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tools.audit import ROOT, Audit, audit_crates, audit_packages, main, report_audits

PACKAGES = {
    "dependencies": [
        {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]},
        {"name": "b", "version": "2", "vulns": []},
    ]
}
CRATES = {
    "vulnerabilities": {
        "list": [{"package": {"name": "c", "version": "3"}, "advisory": {"id": "RUSTSEC-1"}}]
    }
}


def make_program(folder: Path, name: str, output: Any, errors: str, code: int) -> str:
    """A program that prints JSON, if there is any, and errors."""
    program, file = folder / name, folder / f"{name}.json"
    file.write_text("" if output is None else json.dumps(output))
    program.write_text(f"#!/bin/sh\ncat '{file}'\nprintf '{errors}' >&2\nexit {code}\n")
    program.chmod(0o755)
    return str(program)


def test_vulnerabilities_are_listed(tmp_path: Path) -> None:
    program = make_program(tmp_path, "pip-audit", PACKAGES, "Found 2", 1)
    assert audit_packages("x.txt", program) == Audit("x.txt", ("a 1: PYSEC-1", "a 1: PYSEC-2"))
    program = make_program(tmp_path, "cargo-audit", CRATES, "", 1)
    assert audit_crates("Cargo.lock", program) == Audit("Cargo.lock", ("c 3: RUSTSEC-1",))


@pytest.mark.parametrize("audit", [audit_packages, audit_crates])
def test_failure_is_the_last_line_of_the_errors(audit: Any, tmp_path: Path) -> None:
    program = make_program(tmp_path, "audit", None, "Traceback\\nerror: no route to host\\n", 1)
    assert audit("lock", program) == Audit("lock", failure="error: no route to host")
    silent = make_program(tmp_path, "silent", None, "", 3)
    assert audit("lock", silent).failure == f"{silent} ended with 3"
    assert "No such file" in audit("lock", str(tmp_path / "missing")).failure


INCOMPLETE = "audit: incomplete, a program or an advisory database is not available:"


@pytest.mark.parametrize(
    ("audits", "code", "out", "err"),
    [
        ([Audit("a"), Audit("b")], 0, "a: no known vulnerability\nb: no known vulnerability\n", ""),
        (
            [Audit("a", ("c 3: X",)), Audit("b", failure="no")],
            1,
            "a: c 3: X\n",
            f"{INCOMPLETE} b: no\n",
        ),
        (
            [Audit("a.txt", failure="no a"), Audit("b.txt", failure="no b"), Audit("c.lock")],
            2,
            "c.lock: no known vulnerability\n",
            f"{INCOMPLETE} a.txt: no a\n",
        ),
    ],
)
def test_report(
    audits: list[Audit], code: int, out: str, err: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report_audits(audits) == code
    assert capsys.readouterr() == (out, err)


def test_every_lock_file_is_checked(tmp_path: Path) -> None:
    empty = {"dependencies": [], "vulnerabilities": {"list": []}}
    program = make_program(tmp_path, "audit", empty, "", 0)
    result = CliRunner().invoke(main, ["--pip-audit", program, "--cargo-audit", program])
    assert result.exit_code == 0
    locks = {line.partition(":")[0] for line in result.output.splitlines()}
    known = [
        *ROOT.glob("requirements/*.txt"),
        *ROOT.glob("Cargo.lock"),
        *ROOT.glob("core/*/Cargo.lock"),
    ]
    assert locks == {path.relative_to(ROOT).as_posix() for path in known}
