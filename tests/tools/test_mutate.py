"""The mutation check: which changes it makes, and that it notices what no test notices."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutate.__main__ import (
    PACKAGE,
    ROOT,
    files_of,
    mirrored_tests,
    module_name,
    read_equivalent,
    report,
)
from tools.mutate.mutants import Mutant, make_mutants
from tools.mutate.running import Verdicts

CASES = [
    # what it shows       statement of a function         its mutants
    ("result",            "return a",                     ["return None  # was a"]),
    ("comparison",        "x = a < b",                    ["x = a <= b"]),
    ("row",               "x = a < 0",                    ["x = a >= 0"]),
    ("and",               "x = a and b",                  ["x = a or b"]),
    ("not",               "x = not a",                    ["x = not not a"]),
    ("numbers",           "x = a + 2",                    ["x = a - 2", "x = a + 3"]),
    ("name",              "x = min(a)",                   ["x = max(a)"]),
    ("keyword",           "x = f(a, how=b)",              ["x = f(a)"]),
    ("filter",            "x = [y for y in a if y]",      ["x = [y for y in a]"]),
    ("statement",         "a.append(b)",                  ["deleted: a.append(b)"]),
    ("condition",         "if a:\n  x = b",          ["if True:  # was a", "if False:  # was a"]),
    ("word",              "x = 'a'",                      ["x = 'a~'"]),
    ("message",           "x = 'two words'",              []),
    ("pattern",           "x = re.compile('a')",          []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "mutants"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_mutants_of_a_statement(statement: str, mutants: list[str]) -> None:
    body = "\n".join(f"  {line}" for line in statement.splitlines())
    tree = ast.parse(f"def tide(a, b):\n  'Docstring.'\n{body}")
    before = ast.dump(tree)
    assert [mutant.text for mutant in make_mutants(tree)] == mutants
    assert ast.dump(tree) == before


def test_mutants_of_a_module() -> None:
    source = (
        "N: Final = 1\n__all__ = ['N']\nclass A:\n  @property\n  def b(self, c=2):\n    return c"
    )
    constant, default, result = make_mutants(ast.parse(source))
    assert constant == Mutant("", 1, range(1, 2), "N: Final = 2")
    assert (default.function, default.first_line, default.is_default) == ("A.b", 4, True)
    assert (result.function, result.lines, result.is_default) == ("A.b", range(6, 7), False)


TIDE = """
LOW = 1
LIMIT = LOW + 2

def rises(level, by=1):
    if level > LIMIT:
        return level
    return level + by

def falls(level):
    return level - 1
"""
TESTS = """
from tide import rises

def test_rises():
    assert rises(1) == 2
    assert rises(4) == 4
"""


def test_what_no_test_notices(tmp_path: Path) -> None:
    (tmp_path / "tide.py").write_text(TIDE)
    (tmp_path / "test_tide.py").write_text(TESTS)
    program = f"""
import os, sys, pytest
from pathlib import Path
sys.path.insert(0, {str(tmp_path)!r})
import tide
from tools.mutate.running import MutantRunner
path = Path(tide.__file__)
runner = MutantRunner({{path: "tide"}})
pytest.main(["-q", "-p", "no:cacheprovider", "-c", os.devnull, {str(tmp_path)!r}], plugins=[runner])
(verdicts,) = runner.verdicts
print(verdicts.n_mutants, *verdicts.survivors, *verdicts.not_reached, sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.isdigit())
    # No level is at the limit, and nothing calls `falls`.
    assert [line.partition("text=")[2].split(", is_")[0] for line in lines[at + 1 :]] == [
        "'if level >= LIMIT:'",
        "'return level + 1'",
        "'return level - 2'",
        "'return None  # was level - 1'",
    ]


def test_files_and_tests_of_a_name() -> None:
    walls = PACKAGE / "steps" / "walls.py"
    assert walls in files_of("steps")
    assert files_of("steps/walls.py") == files_of("steps/walls") == [walls]
    assert not [path for path in files_of("steps") if path.name == "__init__.py"]
    assert module_name(walls) == "pagecore.steps.walls"
    assert mirrored_tests(walls) == ROOT / "tests" / "steps" / "test_walls.py"
    assert mirrored_tests(PACKAGE / "registry" / "nowhere.py") == ROOT / "tests" / "registry"
    assert mirrored_tests(PACKAGE / "choice.py") == ROOT / "tests" / "test_choice.py"


def test_report_lists_what_is_not_equivalent(capsys: pytest.CaptureFixture[str]) -> None:
    known, missed = (Mutant("tide", 1, range(2, 3), text) for text in ("x = 1", "x = 2"))
    verdicts = Verdicts(PACKAGE / "tide.py", 9, [known], [missed])
    equivalent = {("tide.py", "tide", "x = 1"): "nobody reads it"}
    assert report([verdicts], equivalent)
    assert capsys.readouterr().out.splitlines() == [
        "tide.py:2 tide (no test): x = 2",
        "9 mutants, 1 make no difference, 1 to look at",
    ]
    # One that is noticed may not be listed.
    assert report([Verdicts(PACKAGE / "tide.py", 9)], equivalent)
    assert "listed as equivalent, but it is noticed or gone: x = 1" in capsys.readouterr().out
    assert not report([Verdicts(PACKAGE / "tide.py", 9, [known])], equivalent)


def test_listed_mutants_have_a_reason() -> None:
    # Whether they are still mutants of the package, the command says.
    for (file, _, text), why in read_equivalent().items():
        assert (PACKAGE / file).exists()
        assert text
        assert why
