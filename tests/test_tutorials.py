"""The commands of the tutorials print what they show; `test_docs.py` runs their Python sessions."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.conftest import Run

ROOT = Path(__file__).resolve().parents[1]


#: The documents, with the verbs of their commands.
TUTORIALS = {
    "learn-a-site.md": ("learn", "apply", "apply", "learn", "learn", "apply"),
    "fields.md": ("learn", "apply"),
    "forum-table.md": ("posts",),
    "answer-a-question.md": ("index", "search", "search"),
}


def list_commands(document: str) -> list[tuple[str, str]]:
    """The commands of a tutorial, each with the output that follows it."""
    text = (ROOT / "docs" / document).read_text("utf-8")
    consoles = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    commands = []
    for console in consoles:
        for part in console.split("$ pagecore ")[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output))
    return commands


@pytest.mark.parametrize("document", TUTORIALS)
def test_commands_of_the_tutorials_print_what_they_show(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, document: str
) -> None:
    shutil.copytree(ROOT / "tutorial", tmp_path / "tutorial")
    monkeypatch.chdir(tmp_path)
    commands = list_commands(document)
    assert tuple(command.split()[0] for command, _ in commands) == TUTORIALS[document]
    for command, output in commands:
        result = run(*shlex.split(command))
        assert (result.code, result.err + result.out) == (0, output), command
