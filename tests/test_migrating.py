"""docs/migrating.md is true: every call of pagecore in its tables runs."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore.cli import pagecore
from pagecore.sources.fetch import fetch
from tests.server import answer, serving
from tests.test_docs import quoted
from tests.test_readme import ROOT, beside_examples, blocks, run_python

__all__ = ["beside_examples"]  # A fixture, which pytest looks for by its name.

TEXT = (ROOT / "docs/migrating.md").read_text("utf-8")
#: Rows of the tables, in the three columns: theirs, pagecore, remarks.
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("| ") and not re.fullmatch(r"\| .* \| pagecore \| remarks \|", line)
]
CALLS = [code for row in ROWS for code in quoted(row[1])]
COMMANDS = [call for call in CALLS if call.startswith("pagecore ")]
EXPRESSIONS = [call for call in CALLS if not call.startswith("pagecore ")]
#: What the example page does not have; every other expression has a value.
EMPTY = {
    "metadata.tags",
    "metadata.license",
    "[warning.code for warning in document.warnings]",
}


@pytest.fixture
def url() -> Iterator[str]:
    """The address of a page on this machine."""
    article = (ROOT / "examples/article.html").read_bytes()
    with serving() as server:
        server.answers["/"] = answer(article, content_type="text/html")
        yield f"{server.at}/"


def test_every_row_has_a_call_or_says_none() -> None:
    assert len(ROWS) > 80
    for row in ROWS:
        assert len(row) == 3, row
        assert quoted(row[0]), f"no call of theirs: {row}"
        rest = re.sub(r"`[^`]+`", "", row[1]).strip()
        assert rest == ("" if quoted(row[1]) else "none"), f"neither a call nor none: {row}"


@pytest.mark.usefixtures("beside_examples")
def test_every_expression_runs(url: str) -> None:
    names: dict[str, Any] = {"__name__": "migrating"}
    for block in blocks(TEXT):
        assert block.language == "python"
        run_python(block, names)
    names |= {"url": url, "fetch": functools.partial(fetch, allow_private=True)}
    for expression in EXPRESSIONS:
        assert bool(eval(expression, dict(names))) == (expression not in EMPTY), expression


@pytest.mark.usefixtures("beside_examples")
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, url: str) -> None:
    call, _, source = command.partition(" < ")
    arguments = shlex.split(call)[1:]
    if "URL" in arguments:
        arguments = [url if word == "URL" else word for word in arguments] + ["--allow-private"]
    passed = Path(source).read_bytes() if source else None
    result = CliRunner().invoke(pagecore, arguments, input=passed)
    assert result.exit_code == 0, result.output
    assert result.output or Path("out/article.txt").exists()
