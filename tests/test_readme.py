"""The code of README.md is executed, from top to bottom, beside a copy of the examples.

A `python` block is a session (`>>>`) or a plain script; names live on from block to block. A
`console` block has commands (`$ `) with the output below each. A `sh` block is for the reader:
its commands are not run, but what they call has to be there.

`python -m tests.test_readme --write` writes what the commands put out, which another model changes.
"""

from __future__ import annotations

import doctest
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pagecore.corpora import layout_named
from pagecore.measure.metric import METRICS
from pagecore.models.model import load
from pagecore.registry import Method, methods
from tools import sweep
from tools.readme import BEGIN, END

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line it begins at."""

    language: str
    text: str
    line: int


def blocks(document: str) -> list[Block]:
    fences = re.finditer(r"^```(\w*)\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)
    return [
        Block(fence[1], fence[2], document.count("\n", 0, fence.start()) + 1) for fence in fences
    ]


BLOCKS = blocks(README.read_text("utf-8"))


@pytest.fixture
def beside_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that holds a copy of the examples and nothing else."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


def test_readme_has_code() -> None:
    assert {block.language for block in BLOCKS} == {"python", "console", "sh"}


def run_python(block: Block, names: dict[str, Any]) -> None:
    """Run a session or a script; a session must give what it shows."""
    if ">>> " not in block.text:
        exec(compile(block.text, "README.md", "exec"), names)
        return
    session = doctest.DocTestParser().get_doctest(
        block.text, names, f"README.md, line {block.line}", "README.md", block.line
    )
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=told.append, clear_globs=False)
    assert not told, "".join(told)
    # The session worked on a copy of the names.
    names.update(session.globs)


@pytest.mark.usefixtures("beside_examples")
def test_python_blocks() -> None:
    names: dict[str, Any] = {"__name__": "readme"}
    for block in BLOCKS:
        if block.language == "python":
            run_python(block, names)


def commands(block: Block) -> list[tuple[str, str]]:
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
            told = "".join(f"$ {line}\n{run_command(line)}" for line, _ in commands(block))
            document = document.replace(f"```console\n{block.text}```", f"```console\n{told}```")
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
    marks = [found[1] for line in lines if (found := re.match(r" *\d+  ([+-])  ", line))]
    assert set(marks) == {"+", "-"}


# ---------------------------------------------------------------- the table of methods and peers


def measured_table(document: str) -> tuple[list[str], list[list[str]], str]:
    """The headings, the rows and the caption of what `pagecore evaluate` has written."""
    found = re.search(rf"{re.escape(BEGIN)}\n(.*?)\n\n(.*?)\n{re.escape(END)}", document, re.DOTALL)
    assert found, "README.md has no table of methods and peers; run: make readme"
    lines = [[cell.strip() for cell in line[1:-1].split("|")] for line in found[1].splitlines()]
    assert set("".join(lines[1])) == set("-:")
    return lines[0], lines[2:], " ".join(found[2].split())


def test_table_is_in_the_form_of_the_command() -> None:
    headings, rows, caption = measured_table(README.read_text("utf-8"))
    assert headings[0] == ""
    for heading in headings[1:]:
        corpus, _, title = heading.partition(", ")
        metric = METRICS[layout_named(corpus.partition(" ")[0]).metric]
        assert title == (metric if metric.needs == ("text",) else METRICS["words-unspaced"]).title
    # All types of pages and articles alone, and every corpus that methods are measured on.
    assert [heading.partition(",")[0] for heading in headings[1:]] == [
        "wcxb",
        "wcxb articles",
        "fundus",
        "aeb",
        "readability",
    ]
    assert {row[0].partition(" ")[0] for row in rows} >= {known.name for known in methods("page")}
    for row in rows:
        assert len(row) == len(headings)
        assert all(re.fullmatch(r"(?:[01]\.\d{3})?", cell) for cell in row[1:]), row
    assert re.match(r"Measured on \d{4}-\d\d-\d\d by `pagecore evaluate --corpus ", caption)


def test_table_is_of_the_pages_that_the_gate_measures_on() -> None:
    headings, _, caption = measured_table(README.read_text("utf-8"))
    digests = dict(re.findall(r"(\w+), \d+ pages, digest `([0-9a-f]{16})`", caption))
    corpora = [heading.partition(",")[0].partition(" ")[0] for heading in headings[1:]]
    assert list(digests) == list(dict.fromkeys(corpora))
    pinned = json.loads((ROOT / "tests/gate/floors.json").read_bytes())
    known = {floor["corpus"]: floor["digest"] for floor in pinned}
    assert digests.keys() & known.keys()
    assert all(digests[corpus] == known[corpus] for corpus in digests.keys() & known.keys())


def test_table_has_no_figure_that_is_in_sample() -> None:
    """Where a method was made on the pages, the cell has what its model or its sweep tells, or
    nothing."""
    headings, rows, caption = measured_table(README.read_text("utf-8"))
    own = {known.name: known for known in methods("page")}
    checked = set()
    for row in rows:
        known = own.get(row[0].partition(" ")[0])
        # Behind the name of one that is cross-validated it says how.
        if known is None or "(" in row[0]:
            continue
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            corpus, _, page_type = heading.partition(",")[0].partition(" ")
            made_on = known.made_on is None or corpus in known.made_on
            if cell and made_on and layout_named(corpus).trainable:
                origin, figures = validated(known, corpus, page_type.removesuffix("s"))
                assert cell in figures, "run: make readme PEERS=none"
                assert f"its {origin}" in caption, "run: make readme PEERS=none"
                checked.add(known.name)
    assert checked == {"default", "hybrid", "cetr", "econ", "kmib"}


def validated(known: Method, corpus: str, page_type: str) -> tuple[str, list[str]]:
    """Where a method's figures by cross-validation are told, and those of some pages, as the table
    writes them."""
    file = sweep.path_of(known.name, ROOT / sweep.DOCS)
    if known.sweep:
        ways = [json.loads(file.read_bytes())]
        origin = f"sweep `{sweep.path_of(known.name)}`"
    else:
        model = load(method=known.name)
        ways = model.metadata["validation"]
        origin = f"model `{hashlib.sha256(model.core.write()).hexdigest()[:16]}`"
    of = [way["corpora"][corpus] for way in ways if corpus in way["corpora"]]
    if page_type:
        of = [figures["page_type"][page_type] for figures in of]
    return origin, [f"{figures['f1']:.3f}" for figures in of]


# ---------------------------------------------------------------- that the above can fail


def test_a_document_without_the_table_is_noticed() -> None:
    with pytest.raises(AssertionError, match="run: make readme"):
        measured_table(f"{BEGIN}\n{END}\n")


def test_blocks_are_found() -> None:
    document = "a\n```python\n>>> 1\n1\n```\n```sh\nmake x\n```\n"
    assert blocks(document) == [Block("python", ">>> 1\n1\n", 2), Block("sh", "make x\n", 6)]


def test_wrong_session_is_noticed() -> None:
    with pytest.raises(AssertionError, match="Expected:"):
        run_python(Block("python", ">>> 1 + 1\n3\n", 1), {})


def test_names_live_on_from_block_to_block() -> None:
    names: dict[str, Any] = {}
    run_python(Block("python", ">>> a = 1\n", 1), names)
    run_python(Block("python", "b = a + 1\n", 1), names)
    run_python(Block("python", ">>> b\n2\n", 1), names)


def test_commands_are_found() -> None:
    block = Block("console", "$ echo a\na\n$ true\n$ echo b; echo c\nb\nc\n", 1)
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
