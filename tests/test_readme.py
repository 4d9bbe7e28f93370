"""The code of README.md is executed, from top to bottom, beside a copy of the examples.

A `python` block is a session (`>>>`) or a plain script; names live on from block to block. A
`console` block has commands (`$ `) with the output below each. A `sh` block is for the reader:
its commands are not run, but what they call has to be there.

`python -m tests.test_readme --write` writes what the commands put out, which another model changes.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


class CodeBlock(NamedTuple):
    """A fenced block: its language, its text, and the line it begins at."""

    language: str
    text: str
    line: int


def blocks(document: str) -> list[CodeBlock]:
    fences = re.finditer(r"^```(\w*)\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    return [
        CodeBlock(fence[1], fence[2], document.count("\n", 0, fence.start()) + 1)
        for fence in fences
    ]


BLOCKS = blocks(README.read_text("utf-8"))


@pytest.fixture
def beside_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that holds a copy of the examples and nothing else."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


def test_readme_has_code() -> None:
    assert {block.language for block in BLOCKS} == {"python", "console", "sh"}


def run_python(block: CodeBlock, names: dict[str, Any]) -> None:
    """Run a session or a script; a session must give what it shows."""
    if ">>> " not in block.text:
        exec(compile(block.text, "README.md", "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(
        block.text, names, f"README.md, line {block.line}", "README.md", block.line
    )
    reported: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=reported.append, clear_globs=False)
    assert not reported, "".join(reported)
    # The session worked on a copy of the names.
    names.update(session.globs)


@pytest.mark.usefixtures("beside_examples")
def test_python_blocks() -> None:
    names: dict[str, Any] = {"__name__": "readme"}
    for block in BLOCKS:
        if block.language == "python":
            run_python(block, names)


def commands(block: CodeBlock) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it puts out."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"README.md, line {block.line}: output without a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run_command(command: str) -> str:
    """What a command puts out, run by a shell that finds our interpreter's commands first."""
    folders = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        check=False,
        env={**os.environ, "PATH": folders, "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout.decode("utf-8")


@pytest.mark.usefixtures("beside_examples")
def test_console_blocks() -> None:
    for block in BLOCKS:
        if block.language == "console":
            for command, output in commands(block):
                assert run_command(command) == output, f"README.md, line {block.line}: {command}"


def written(document: str) -> str:
    """A document with what its commands put out; to be called beside the examples."""
    for block in blocks(document):
        if block.language == "console":
            actual = "".join(f"$ {line}\n{run_command(line)}" for line, _ in commands(block))
            document = document.replace(f"```console\n{block.text}```", f"```console\n{actual}```")
    return document


def test_outputs_can_be_written_anew() -> None:
    document = "a\n```console\n$ echo a\nold\n$ true\n```\n```sh\nold\n```\n"
    assert written(document) == document.replace("echo a\nold", "echo a\na")


def test_sh_blocks_call_what_is_there() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for block in BLOCKS:
        if block.language == "sh":
            called = re.findall(r"^make ([a-z]+)", block.text, re.MULTILINE)
            assert called
            assert set(called) <= set(targets)


@pytest.mark.usefixtures("beside_examples")
def test_the_demo_explains_blocks_that_are_kept_and_dropped() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    set_to = dict(re.findall(r"^(EXPLAINED|SHOWN) := (\S+)$", makefile, re.MULTILINE))
    shown = run_command(f"pagecore explain {set_to['EXPLAINED']} --only doubtful")
    lines = shown.splitlines()[: int(set_to["SHOWN"])]
    marks = [match[1] for line in lines if (match := re.match(r" *\d+  ([+-])  ", line))]
    assert set(marks) == {"+", "-"}


# ---------------------------------------------------------------- that the above can fail


def test_blocks_are_found() -> None:
    document = "a\n```python\n>>> 1\n1\n```\n```sh\nmake x\n```\n"
    assert blocks(document) == [
        CodeBlock("python", ">>> 1\n1\n", 2),
        CodeBlock("sh", "make x\n", 6),
    ]


def test_wrong_session_is_noticed() -> None:
    with pytest.raises(AssertionError, match="Expected:"):
        run_python(CodeBlock("python", ">>> 1 + 1\n3\n", 1), {})


def test_names_live_on_from_block_to_block() -> None:
    names: dict[str, Any] = {}
    run_python(CodeBlock("python", ">>> a = 1\n", 1), names)
    run_python(CodeBlock("python", "b = a + 1\n", 1), names)
    run_python(CodeBlock("python", ">>> b\n2\n", 1), names)


def test_commands_are_found() -> None:
    block = CodeBlock("console", "$ echo a\na\n$ true\n$ echo b; echo c\nb\nc\n", 1)
    assert commands(block) == [("echo a", "a\n"), ("true", ""), ("echo b; echo c", "b\nc\n")]
    assert all(run_command(command) == output for command, output in commands(block))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_readme --write")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        os.chdir(folder)
        README.write_text(written(README.read_text("utf-8")), "utf-8")
        os.chdir(ROOT)
