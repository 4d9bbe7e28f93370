"""Fuzzing: mutations stay bounded and repeat, failures of every kind are kept with a small page."""

from __future__ import annotations

import itertools
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

import pagecore
from pagecore.errors import BadInput
from tools.fuzz import __main__ as command
from tools.fuzz import calls, core_targets, findings, seeds
from tools.fuzz.__main__ import main
from tools.fuzz.calls import CALLS, Case, InvalidOutputError, check_html, run_call
from tools.fuzz.core_targets import FUZZ, TARGETS
from tools.fuzz.findings import Fuzzer, find_failure, read_case
from tools.fuzz.mutations import MAX_BYTES, MUTATIONS, mutate
from tools.fuzz.seeds import ROOT, read_pages, write_seeds
from tools.fuzz.shrink import shrink

PAGE = b'<title>Tide</title><p class="a">one <b>two</b></p><a href="/b">three</a>'
CASE = Case(PAGE, b"<p>other", 1)


@pytest.mark.parametrize("mutation", dict.fromkeys(MUTATIONS), ids=lambda known: known.__name__)
def test_mutation_changes_pages(mutation: Any) -> None:
    pages = {mutation(PAGE, b"<p>other", Random(seed)) for seed in range(30)}
    assert len(pages - {PAGE}) > 1
    for short in (b"", b"<", b"\xff"):
        assert isinstance(mutation(short, b"", Random(1)), bytes)


def test_mutated_pages_are_bounded_and_repeat() -> None:
    pages = [mutate(PAGE * 300, PAGE, Random(seed)) for seed in range(60)]
    assert max(map(len, pages)) <= MAX_BYTES
    assert pages == [mutate(PAGE * 300, PAGE, Random(seed)) for seed in range(60)]


@pytest.mark.parametrize("name", CALLS)
def test_call_passes_on_pages(name: str) -> None:
    for seed, html in itertools.product(
        range(3), (b"", PAGE, Path("examples/forum.html").read_bytes())
    ):
        case = Case(html, PAGE, seed)
        assert find_failure(name, case) is None
    assert run_call(name, CASE)


def fail(kind: str) -> Iterator[object]:
    """A call that fails in one way."""
    counter = itertools.count()

    def call(case: Case, random: Random) -> Iterator[object]:
        yield 1
        if b"two" in case.html:
            if kind == "error":
                raise ZeroDivisionError
            if kind == "panic":
                raise BaseException("panicked")  # As PanicException of PyO3.
            if kind == "invalid":
                check_html("<script>1</script>")
            yield next(counter) if kind == "differs" else 2

    return call  # type: ignore[return-value]  # A stand-in.


@pytest.mark.parametrize(
    ("kind", "description"),
    [
        ("error", "ZeroDivisionError in"),
        ("panic", "BaseException in"),
        ("invalid", "<script> in the HTML"),
        ("differs", "two results differ"),
    ],
)
def test_failure_is_kept_with_a_small_page(
    kind: str, description: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(findings, "CALLS", {"parse": None})
    monkeypatch.setitem(calls.CALLS, "parse", fail(kind))
    fuzzer = Fuzzer([PAGE], tmp_path)
    fuzzer.check(CASE)
    fuzzer.check(CASE)
    (finding,) = fuzzer.findings.values()
    assert description in finding.kind
    name, case = read_case(tmp_path / "parse-1.html")
    assert (name, case) == ("parse", Case(b"two", b"", 1))
    result = CliRunner().invoke(main, ["--repeat", str(tmp_path / "parse-1.html")])
    assert result.exit_code == 1
    monkeypatch.setitem(calls.CALLS, "parse", fail("nothing"))
    result = CliRunner().invoke(main, ["--repeat", str(tmp_path / "parse-1.html")])
    assert (result.exit_code, result.output) == (0, "it does not fail any more\n")


def test_slow_call_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MAX_SECONDS", -1.0)
    finding = find_failure("parse", CASE)
    assert finding is not None
    assert finding.kind == "slow"


def test_error_of_the_package_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise BadInput("this is a PDF")

    monkeypatch.setattr(pagecore, "parse", refuse)
    assert run_call("parse", CASE) == [("BadInput", "this is a PDF")]
    assert find_failure("parse", CASE) is None


@pytest.mark.parametrize(
    "html",
    [
        "<script>",
        "<p onclick=x>",
        "<p style=x>",
        "<a href='java\tscript:x'>",
        "<img src=vbscript:x>",
    ],
)
def test_unsafe_html_is_invalid(html: str) -> None:
    with pytest.raises(InvalidOutputError):
        check_html(html)


def test_safe_html_is_valid() -> None:
    check_html('<p>a <a href="https://a.example/">b</a> <img src="data:image/png;base64,x"></p>')


def test_shrinks_to_what_is_needed() -> None:
    content = bytes(range(256)) * 20
    assert shrink(content, lambda part: b"\x41\x42" in part and b"\xff" in part) == b"\xff\x41\x42"
    assert shrink(content, lambda part: part == content) == content
    assert shrink(content, lambda part: True) == b""
    assert shrink(content, lambda part: True, seconds=-1) == content


def test_run_counts_inputs(tmp_path: Path) -> None:
    fuzzer = Fuzzer([PAGE, b"<p>short"], tmp_path)
    passed: list[float] = []
    fuzzer.run(0.5, 1, passed.append)
    assert fuzzer.n_inputs == len(passed) > 0
    assert fuzzer.n_calls == fuzzer.n_inputs * len(CALLS)
    assert fuzzer.findings == {}
    assert list(tmp_path.iterdir()) == []


def test_every_target_has_a_check_seeds_and_a_share(tmp_path: Path) -> None:
    checks = re.findall(r'\("(\w+)", check_\w+\)', (ROOT / "core/tests/fuzz/checks.rs").read_text())
    assert checks == [*TARGETS]
    assert {path.stem for path in (FUZZ / "fuzz_targets").iterdir()} == {*TARGETS}
    assert min(write_seeds(tmp_path, Random(1), n_pages=0).values()) > 0
    assert {path.name for path in tmp_path.iterdir()} == {*TARGETS}


def test_pages_are_cut_and_repeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Other tests may be unpacking the corpora at this moment.
    (tmp_path / "corpus").mkdir()
    for number in range(9):
        (tmp_path / "corpus" / f"{number}.html").write_text(f"<p>{number}" * 200)
    monkeypatch.setattr(seeds, "CORPORA", tmp_path)
    pages = read_pages(Random(1), n_pages=3, max_bytes=500)
    assert sum(page.startswith(b"<p>") for page in pages) >= 3
    assert max(map(len, pages)) <= 500
    assert pages == read_pages(Random(1), n_pages=3, max_bytes=500)


CARGO = """#!/bin/sh
# Stands in for cargo: a run fails for files with `bad`, and a run for some time finds one.
case "$*" in
  *"fuzz build"*) exit 0 ;;
  *test=fuzz*) test "$FUZZ_SECONDS" = 3; exit $? ;;
  *max_total_time*)
    echo "#7 NEW cov: 5 ft: 9" >&2
    test -e "$FAILING" || exit 0
    prefix=$(echo "$*" | sed 's/.*-artifact_prefix=\\([^ ]*\\).*/\\1/')
    cp "$FAILING" "${prefix}crash"; echo panicked; exit 77 ;;
esac
for argument in "$@"; do
  case "$argument" in */fuzz-*) grep -q bad "$argument" && exit 77 ;; esac
done
exit 0
"""


@pytest.fixture
def cargo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with programs that stand in for cargo and cargo-fuzz."""
    for name in ("cargo", "cargo-fuzz"):
        (tmp_path / name).write_text(CARGO)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setenv("FAILING", str(tmp_path / "failing"))
    monkeypatch.setattr(command, "SEEDS", tmp_path / "seeds")
    monkeypatch.setattr(core_targets, "FUZZ", tmp_path)
    monkeypatch.setattr(command, "write_seeds", lambda folder, random: {})
    return tmp_path


def run_core(folder: Path, *options: str) -> Result:
    arguments = ["--only", "core", "--seconds", "3", "--findings", str(folder / "findings")]
    return CliRunner().invoke(main, [*arguments, *options])


def test_targets_of_the_core_run_one_after_the_other(cargo: Path) -> None:
    result = run_core(cargo)
    assert result.exit_code == 0
    lines = [f"core {target}: 7 inputs, 5 edges covered" for target in TARGETS]
    assert result.output.splitlines() == lines


def test_finding_of_the_core_is_kept_and_small(cargo: Path) -> None:
    (cargo / "failing").write_bytes(b"<p>something bad</p>")
    result = run_core(cargo, "--target", "url")
    assert result.exit_code == 1
    assert "panicked" in result.output
    assert (cargo / "findings/core/url-crash").read_bytes() == b"bad"


def test_unguided_run_is_a_test_of_the_core(cargo: Path) -> None:
    assert run_core(cargo, "--unguided").exit_code == 0
    arguments = ["--only", "core", "--seconds", "4", "--unguided"]
    assert CliRunner().invoke(main, arguments).exit_code == 1


def test_missing_cargo_fuzz_is_named(cargo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cargo / "cargo-fuzz").unlink()
    monkeypatch.setenv("PATH", str(cargo))
    result = run_core(cargo)
    assert result.exit_code == 1
    assert "`make fuzz` installs it" in result.output
