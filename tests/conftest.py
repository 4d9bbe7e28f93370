"""Fixtures of all tests (corpora, command, registry), settings of hypothesis, and the last line of
a run."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import hypothesis
import pytest

from pagecore import cli
from pagecore.registry import Method, list_methods, lookup
from tests import packed

# No deadline and no check of speed: a machine that is busy with other work must not fail a test.
# The examples are the same in every run, so that a change fails for what it changed. For other
# examples, and more: pytest --hypothesis-profile=search
TIMELESS = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("search", TIMELESS, max_examples=2000)
hypothesis.settings.register_profile("pagecore", TIMELESS, derandomize=True)
hypothesis.settings.load_profile("pagecore")


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], Path]:
    """`corpus("wcxb")` returns the folder of a corpus; the test is skipped if there is none."""
    return packed.corpus


class CommandResult(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("extract", "a.html", stdin=b"")` runs the command as a shell does."""

    def run(*arguments: str, stdin: bytes = b"") -> CommandResult:
        monkeypatch.setattr(sys, "argv", ["pagecore", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as raised:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(raised.value.code, int)
        return CommandResult(raised.value.code, out, err)

    return run


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> Callable[[Method], None]:
    """Methods that a test registers are removed after it. `own_registry(method)` replaces the
    method of the same name."""
    list_methods()
    methods = dict(lookup._METHODS)
    monkeypatch.setattr(lookup, "_METHODS", methods)

    def replace_method(method: Method) -> None:
        methods[method.family.name, method.name] = method

    return replace_method


def pytest_unconfigure(config: pytest.Config) -> None:
    """Print the last line: how many tests were skipped, and why."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or config.option.collectonly:
        return
    reporter.write_line(count_skipped(reporter.stats.get("skipped", [])))


def count_skipped(skipped: list[pytest.TestReport | pytest.CollectReport]) -> str:
    """Count the skipped tests by reason; a file that is skipped as a whole counts once."""
    reasons: Counter[str] = Counter()
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        whole = " (a whole file)" if isinstance(report, pytest.CollectReport) else ""
        reasons[reason.removeprefix("Skipped: ") + whole] += 1
    if not reasons:
        return "skipped: no test"
    counted = "; ".join(f"{count} because {reason}" for reason, count in reasons.most_common())
    total = reasons.total()
    return f"skipped: {total} test{'s' if total > 1 else ''}: {counted}"
