"""The layers of the design: a module imports from its own layer or from the left of it.

core, processes → page
     → models, registry, sources, choice, segmentation, thread, records, site, wrapper
     → methods, segments, sites, threads, metadata, visual
     → steps, pagination, write, explain, document, extract, segment, posts, learn, apply
     → metrics → corpora → measure → evaluate, train, batch, search, serve → cli

Between the parts of one layer there is no cycle. Only `page/` reads the core's table, only `cli/`
imports click and rich when it is imported, and at the top of the package are only the verbs and the
result types.
"""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "pagecore"

#: From left to right. The package itself holds the public names, so it stands where they end.
LAYERS = (
    {"_core", "errors", "processes"},
    {"page"},
    {"choice", "segmentation", "thread", "records", "site", "wrapper"}
    | {"figures", "models", "registry", "sources"},
    {"methods", "segments", "sites", "threads", "metadata", "visual"},
    {"extract", "document", "segment", "posts", "learn", "apply"}
    | {"steps", "pagination", "explain", "write"}
    | {"pagecore"},
    {"metrics"},
    {"corpora"},
    {"measure"},
    {"evaluate", "train", "batch", "search", "serve"},
    {"cli", "__main__"},
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

#: What stands at the top of the package: the verbs, and the types of their results.
VERBS = {"extract", "segment", "posts", "learn", "apply"}
RESULTS = {"choice", "document", "segmentation", "thread", "records", "site", "wrapper", "errors"}

#: Folders whose modules touch no file, network or clock, and what they would do it with.
PURE = ("methods", "segments", "threads", "sites", "metadata", "write")
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


def nodes(source: str, *, at_run: bool = False, at_import: bool = False) -> Iterator[ast.AST]:
    """The nodes of a module: all of them, those that run at some time, or those that run when the
    module is imported. Imports for type checkers alone never run."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        is_typing = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if (is_typing and (at_run or at_import)) or (is_function and at_import):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def imported(
    source: str, folder: tuple[str, ...] = (), *, at_run: bool = False, at_import: bool = False
) -> Iterator[str]:
    """The full names of what a module imports; `folder` is where it stands."""
    for node in nodes(source, at_run=at_run, at_import=at_import):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else ()
            start = ".".join((*above, *filter(None, [node.module])))
            yield from (f"{start}.{alias.name}" for alias in node.names)


def parts_imported(path: Path, *, at_run: bool = False) -> set[str]:
    """The parts of the package a file imports from."""
    folder = ("pagecore", *path.relative_to(SOURCE).parts[:-1])
    found = set()
    for name in imported(path.read_text("utf-8"), folder, at_run=at_run):
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
    assert sorted(imported(source, ("p", "q"), at_import=True)) == ["a.b", "c", "d.e"]
    typing = "if TYPE_CHECKING:\n    import a\nimport b\nclass C:\n    import c\n"
    assert sorted(imported(typing)) == ["a", "b", "c"]
    assert sorted(imported(typing, at_run=True)) == ["b", "c"]
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


def find_cycle(graph: dict[str, set[str]]) -> list[str]:
    """Some names that lead back to themselves, or none."""
    left = {name: set(others) for name, others in graph.items()}
    while free := [name for name, others in left.items() if not others & set(left)]:
        for name in free:
            del left[name]
    return sorted(left)


def test_cycles_are_found() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == ["a", "b", "c"]


def test_no_cycles_between_parts() -> None:
    graph: dict[str, set[str]] = {part: set() for part in PARTS}
    for path in MODULES:
        own = part_of(path)
        # Names of the package itself are those of its parts.
        graph[own] |= parts_imported(path, at_run=True) - {own, "pagecore"}
    assert find_cycle(graph) == []


def test_at_the_top_are_verbs_and_results() -> None:
    top = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert top == VERBS | RESULTS


@functools.cache
def table_functions() -> set[str]:
    """The functions of the core that take or give a table."""
    stub = ast.parse((SOURCE / "_core.pyi").read_text("utf-8"))
    functions = [node for node in stub.body if isinstance(node, ast.FunctionDef)]
    return {node.name for node in functions if "Table" in ast.unparse(node)} | {"Table"}


def uses_of_table(source: str) -> set[str]:
    """How a module reads the core's table: an attribute `_table` of something, or functions."""
    found = set()
    for node in nodes(source):
        if isinstance(node, ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            is_table = node.attr == "_table" and owner != "self"
            is_function = owner == "_core" and node.attr in table_functions()
            if is_table or is_function:
                found.add(ast.unparse(node))
    return found


def test_uses_of_the_table_are_found() -> None:
    assert {"decide", "features", "name_tokens", "parse", "type_signs"} <= table_functions()
    assert "join_url" not in table_functions()
    source = (
        "page._table.once(a); self._table(b); _core.decide(c); sample.page._table; _core.cut(d)"
    )
    assert uses_of_table(source) == {"page._table", "_core.decide", "sample.page._table"}


OUTSIDE_PAGE = [
    *(path for path in MODULES if part_of(path) != "page"),
    *sorted((ROOT / "tools").rglob("*.py")),
]


@pytest.mark.parametrize("path", OUTSIDE_PAGE, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_page_reads_the_table_of_the_core(path: Path) -> None:
    assert uses_of_table(path.read_text("utf-8")) == set()


BELOW_CLI = [path for path in MODULES if part_of(path) not in ("cli", "__main__")]


@pytest.mark.parametrize("path", BELOW_CLI, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_below_cli_imports_click_or_rich(path: Path) -> None:
    names = list(imported(path.read_text("utf-8")))
    assert not [name for name in names if name.partition(".")[0] == "click"]
    loaded = imported(path.read_text("utf-8"), at_import=True)
    assert not [name for name in loaded if name.partition(".")[0] == "rich"]


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
