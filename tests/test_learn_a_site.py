"""The commands of the tutorial `docs/learn-a-site.md` print what it shows; `test_docs.py` runs its
Python sessions."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.conftest import Run

ROOT = Path(__file__).resolve().parents[1]


def list_commands() -> list[tuple[str, str]]:
    """The commands of the tutorial, each with the output that follows it."""
    text = (ROOT / "docs" / "learn-a-site.md").read_text("utf-8")
    consoles = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    commands = []
    for console in consoles:
        for part in console.split("$ pagecore ")[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output))
    return commands


def test_commands_of_the_tutorial_print_what_it_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "tutorial", tmp_path / "tutorial")
    monkeypatch.chdir(tmp_path)
    commands = list_commands()
    assert [command.split()[0] for command, _ in commands] == [
        *("learn", "apply", "apply", "learn", "apply")
    ]
    for command, output in commands:
        result = run(*shlex.split(command))
        assert (result.code, result.err + result.out) == (0, output), command
