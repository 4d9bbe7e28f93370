"""The layers of the design: a module imports from its own layer or from the left of it.

core → page → methods, segments, sites, threads, metadata → extract, write
     → metrics → corpora → measure → evaluate, train, batch, search, serve → cli
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "pagecore"

#: From left to right. The package itself holds the public names, so it stands where they end.
LAYERS = (
    {"_core"},
    {"errors", "page", "models", "choice", "segmentation", "thread", "records", "site", "wrapper"}
    | {"figures", "registry", "sources"},
    {"methods", "segments", "sites", "threads", "metadata", "visual"},
    {"extract", "content", "document", "segment", "posts", "learn", "apply"}
    | {"steps", "pagination", "explain", "write"}
    | {"pagecore"},
    {"metrics"},
    {"corpora"},
    {"measure"},
    {"evaluate", "train", "batch", "search", "serve"},
    {"cli", "__main__"},
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

#: Folders whose modules touch no file, network or clock, and what they would do it with.
PURE = ("methods", "segments", "sites", "metadata", "write")
IMPURE = {
    "asyncio", "datetime", "ftplib", "glob", "http", "io", "mmap", "multiprocessing", "os",
    "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "ssl", "subprocess",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip

MODULES = sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    """The part of the package a file belongs to: a module, a folder, or the package itself."""
    first = path.relative_to(SOURCE).parts[0]
    return "pagecore" if first == "__init__.py" else first.removesuffix(".py")


def imported(source: str, folder: tuple[str, ...] = ()) -> Iterator[str]:
    """The full names of what a module imports, wherever in it; `folder` is where it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else ()
            start = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{start}.{alias.name}" for alias in node.names)


def parts_imported(path: Path) -> set[str]:
    """The parts of the package a file imports from."""
    folder = ("pagecore", *path.relative_to(SOURCE).parts[:-1])
    found = set()
    for name in imported(path.read_text("utf-8"), folder):
        package, _, rest = name.partition(".")
        if package == "pagecore":
            first = rest.partition(".")[0]
            # What is no part is a name of the package itself.
            found.add(first if first in LAYER or first in PARTS else "pagecore")
    return found


PARTS = {part_of(path) for path in MODULES} | {"_core"}


def test_imports_are_found() -> None:
    source = (
        "import a.b, c\nfrom d import e\ndef f():\n    from . import g\n    from ..h import i\n"
    )
    assert sorted(imported(source, ("p", "q"))) == ["a.b", "c", "d.e", "p.h.i", "p.q.g"]
    assert parts_imported(SOURCE / "choice.py") == {"page"}
    assert "_core" in parts_imported(SOURCE / "page" / "page.py")


def test_every_module_has_a_layer() -> None:
    assert len(MODULES) > 10
    missing = PARTS - set(LAYER)
    assert not missing, f"{missing} have no layer: see LAYERS in {__file__}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_module_imports_nothing_from_the_right(path: Path) -> None:
    own = part_of(path)
    right = {part for part in parts_imported(path) if LAYER[part] > LAYER[own]}
    assert not right, f"{own} imports {right}, which stand to the right of it"


@pytest.mark.parametrize(("own", "other"), [("evaluate", "train"), ("train", "evaluate")])
def test_evaluate_and_train_do_not_know_each_other(own: str, other: str) -> None:
    importing = [path for path in MODULES if part_of(path) == own and other in parts_imported(path)]
    assert not importing


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_package_imports_no_program_of_the_repository(path: Path) -> None:
    packages = {name.partition(".")[0] for name in imported(path.read_text("utf-8"))}
    assert not packages & {"tools", "bench", "tests"}


def test_core_knows_nothing_of_python() -> None:
    manifest = (ROOT / "core" / "Cargo.toml").read_text("utf-8")
    assert "pyo3" not in manifest


PURE_MODULES = [path for path in MODULES if part_of(path) in PURE]


@pytest.mark.parametrize("path", PURE_MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_methods_writers_and_metadata_touch_no_file_network_or_clock(path: Path) -> None:
    source = path.read_text("utf-8")
    packages = {name.partition(".")[0] for name in imported(source)}
    assert not packages & IMPURE
    called = {
        node.func.id
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "input", "print", "eval", "exec", "__import__"}


def test_pagecore_imports_numpy_alone() -> None:
    code = (
        "import sys; before = set(sys.modules); import pagecore; "
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    third = set(done.stdout.split()) - sys.stdlib_module_names
    assert third == {"pagecore", "numpy"}
    assert not {"click", "rich"} & third
