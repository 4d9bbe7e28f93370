"""What all tests share: the corpora, the command, hypothesis' settings, and the line that closes a
run."""

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

# No deadline: a machine that is busy with something else must not fail a test. The examples are
# the same in every run, so that a change fails for what it changed. For other examples, and more:
# pytest --hypothesis-profile=search
hypothesis.settings.register_profile("search", deadline=None, max_examples=2000)
hypothesis.settings.register_profile("pagecore", deadline=None, derandomize=True)
hypothesis.settings.load_profile("pagecore")


@pytest.fixture(scope="session")
def corpus() -> Callable[[str], Path]:
    """`corpus("wcxb")` is the corpus' folder; the test is left out where it is not to be had."""
    return packed.corpus


class Told(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Told]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("extract", "a.html", stdin=b"")` runs the command as from a shell."""

    def run(*arguments: str, stdin: bytes = b"") -> Told:
        monkeypatch.setattr(sys, "argv", ["pagecore", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Told(ended.value.code, out, err)

    return run


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> Callable[[Method], None]:
    """What a test registers is gone after it. `own_registry(method)` puts a method in the place of
    the one of its name."""
    list_methods()
    known = dict(lookup._METHODS)
    monkeypatch.setattr(lookup, "_METHODS", known)

    def put(method: Method) -> None:
        known[method.family.name, method.name] = method

    return put


def pytest_unconfigure(config: pytest.Config) -> None:
    """Print the very last line: how many tests were left out, and why."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or config.option.collectonly:
        return
    reporter.write_line(left_out(reporter.stats.get("skipped", [])))


def left_out(skipped: list[pytest.TestReport | pytest.CollectReport]) -> str:
    """Say how many tests were left out for which reason; a file left out whole counts once."""
    reasons: Counter[str] = Counter()
    for report in skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        whole = " (a whole file)" if isinstance(report, pytest.CollectReport) else ""
        reasons[reason.removeprefix("Skipped: ") + whole] += 1
    if not reasons:
        return "left out: no test"
    counted = "; ".join(f"{count} because {reason}" for reason, count in reasons.most_common())
    total = reasons.total()
    return f"left out: {total} test{'s' if total > 1 else ''}: {counted}"
