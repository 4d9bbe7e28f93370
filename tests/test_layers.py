"""The layers of the design: a module imports from its own layer or from the left of it.

core, processes, store → page
     → models, registry, sources, choice, segmentation, thread, records, listing, site, classes,
       fit, wrapper, wrapper_store
     → methods, segments, sites, threads, listings, metadata, visual
     → steps, pagination, write, explain, document, extract, segment, posts, find_records,
       learn, apply, match, next_page, browse
     → metrics → corpora → measure → evaluate, train, batch, follow, search, serve → cli

Between the parts of one layer there is no cycle, and methods do not import each other. Only
`page/` reads the core's table, only `cli/` imports click and rich when it is imported, and at the
top of the package are only the verbs and the result types.
"""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pagecore.registry.family import import_path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "pagecore"

#: From left to right. The package itself holds the public names, so it stands where they end.
LAYERS = (
    {"_core", "errors", "processes", "store"},
    {"page"},
    {"choice", "segmentation", "thread", "post", "records", "listing", "site", "fit", "wrapper"}
    | {"wrapper_store", "classes", "figures", "models", "registry", "sources"},
    {"methods", "segments", "sites", "threads", "listings", "metadata", "visual"},
    {"extract", "document", "segment", "posts", "find_records", "learn", "apply", "match"}
    | {"next_page", "browse"}
    | {"steps", "pagination", "explain", "write"}
    | {"pagecore"},
    {"metrics"},
    {"corpora"},
    {"measure"},
    {"evaluate", "train", "batch", "follow", "search", "serve"},
    {"cli", "__main__"},
)
LAYER = {name: number for number, names in enumerate(LAYERS) for name in names}

#: What stands at the top of the package: the verbs, and the types of their results.
VERBS = {
    *("extract", "segment", "posts", "find_records", "learn", "apply", "match", "next_page"),
    "browse",
}
RESULTS = {
    *("choice", "document", "segmentation", "thread", "post", "records", "listing", "site", "fit"),
    *("wrapper", "wrapper_store", "errors"),
}

#: Folders whose modules touch no file, network or clock, and what they would do it with.
PURE = ("methods", "segments", "threads", "listings", "sites", "metadata", "write")
IMPURE = {
    "asyncio", "datetime", "ftplib", "glob", "http", "io", "mmap", "multiprocessing", "os",
    "pathlib", "random", "secrets", "shutil", "socket", "sqlite3", "ssl", "subprocess",
    "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip

MODULES = sorted(SOURCE.rglob("*.py"))


def find_part(path: Path) -> str:
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


def find_imports(
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


def find_imported_parts(path: Path, *, at_run: bool = False) -> set[str]:
    """The parts of the package a file imports from."""
    folder = ("pagecore", *path.relative_to(SOURCE).parts[:-1])
    return parts_of_source(path.read_text("utf-8"), folder, at_run=at_run)


def parts_of_source(source: str, folder: tuple[str, ...], *, at_run: bool = False) -> set[str]:
    """The parts of the package that a source imports from. A public name counts as the part that
    defines it, and the package itself as all parts with public names."""
    parts: set[str] = set()
    for name in find_imports(source, folder, at_run=at_run):
        package, _, rest = name.partition(".")
        if package == "pagecore":
            first = rest.partition(".")[0]
            is_part = first in LAYER or first in PARTS
            parts |= {first} if is_part else public_parts(first)
    return parts


@functools.cache
def public_names() -> dict[str, str]:
    """The public names of the package, and the part that defines each."""
    source = (SOURCE / "__init__.py").read_text("utf-8")
    names = {"__version__": "_core"}
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom):
            part = (node.module or "").removeprefix("pagecore").strip(".").partition(".")[0]
            names |= {alias.asname or alias.name: part or alias.name for alias in node.names}
    return names


def public_parts(name: str) -> set[str]:
    """The part that defines a public name; all such parts for the package itself."""
    return {public_names()[name]} if name in public_names() else set(public_names().values())


PARTS = {find_part(path) for path in MODULES} | {"_core"}


def test_imports_are_found() -> None:
    source = (
        "import a.b, c\nfrom d import e\ndef f():\n    from . import g\n    from ..h import i\n"
    )
    assert sorted(find_imports(source, ("p", "q"))) == ["a.b", "c", "d.e", "p.h.i", "p.q.g"]
    assert sorted(find_imports(source, ("p", "q"), at_import=True)) == ["a.b", "c", "d.e"]
    typing = "if TYPE_CHECKING:\n    import a\nimport b\nclass C:\n    import c\n"
    assert sorted(find_imports(typing)) == ["a", "b", "c"]
    assert sorted(find_imports(typing, at_run=True)) == ["b", "c"]
    assert find_imported_parts(SOURCE / "choice.py") == {"page"}
    folder = ("pagecore", "steps")
    assert parts_of_source("from pagecore import content", folder) == {"extract"}
    assert parts_of_source("from pagecore import parse as p, Choice", folder) == {"page", "choice"}
    assert parts_of_source("from pagecore import __version__", folder) == {"_core"}
    assert parts_of_source("from .. import content", folder) == {"extract"}
    assert parts_of_source("from pagecore import models", folder) == {"models"}
    assert {"extract", "page", "wrapper"} <= parts_of_source("import pagecore", folder)
    assert "_core" in find_imported_parts(SOURCE / "page" / "page.py")


def test_every_module_has_a_layer() -> None:
    assert len(MODULES) > 10
    missing = PARTS - set(LAYER)
    assert not missing, f"{missing} have no layer: see LAYERS in {__file__}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_module_imports_nothing_from_the_right(path: Path) -> None:
    own = find_part(path)
    right = {part for part in find_imported_parts(path) if LAYER[part] > LAYER[own]}
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
        own = find_part(path)
        graph[own] |= find_imported_parts(path, at_run=True) - {own}
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
    """How a module reads the core's table: an attribute `_table` of something, also by its name in
    a string, or functions of the core under any name."""
    uses = set()
    core = {"_core", "pagecore._core", *core_names(source)}
    for node in nodes(source):
        if isinstance(node, ast.Attribute):
            is_function = ast.unparse(node.value) in core and node.attr in table_functions()
            if node.attr == "_table" or is_function:
                uses.add(ast.unparse(node))
        elif isinstance(node, ast.Constant) and node.value == "_table":
            uses.add("'_table'")
        elif isinstance(node, ast.ImportFrom) and node.module in ("pagecore._core", "_core"):
            uses |= {alias.name for alias in node.names} & {"*", *table_functions()}
    return uses


def core_names(source: str) -> set[str]:
    """The names that a module gives to the core."""
    names = set()
    for node in nodes(source):
        if isinstance(node, ast.Import | ast.ImportFrom):
            aliases = {alias.name: alias.asname or alias.name for alias in node.names}
            names |= {aliases[name] for name in ("_core", "pagecore._core") if name in aliases}
    return names


def test_uses_of_the_table_are_found() -> None:
    assert {"decide", "features", "name_tokens", "parse", "type_signs"} <= table_functions()
    assert "join_url" not in table_functions()


USES = [
    # source                                          uses of the table
    ("page._table.once(a)",                           {"page._table"}),
    ("self._table(b)",                                {"self._table"}),
    ("sample.page._table",                            {"sample.page._table"}),
    ("getattr(page, '_table')",                       {"'_table'"}),
    ("from pagecore import _core\n_core.decide(c)",   {"_core.decide"}),
    ("from pagecore import _core as c\nc.decide(c)",  {"c.decide"}),
    ("import pagecore._core as c\nc.decide(c)",       {"c.decide"}),
    ("import pagecore._core\npagecore._core.parse",   {"pagecore._core.parse"}),
    ("from pagecore._core import decide as d",        {"decide"}),
    ("from ._core import Table",                      {"Table"}),
    ("from pagecore._core import *",                  {"*"}),
    ("from pagecore import _core\n_core.cut(d)",      set()),
    ("from pagecore._core import join_url",           set()),
    ("import decide as c\nc.decide(d)",               set()),
]  # fmt: skip


@pytest.mark.parametrize(("source", "uses"), USES, ids=[source for source, _ in USES])
def test_every_use_of_the_table_is_found(source: str, uses: set[str]) -> None:
    assert uses_of_table(source) == uses


OUTSIDE_PAGE = [
    *(path for path in MODULES if find_part(path) != "page"),
    *sorted((ROOT / "tools").rglob("*.py")),
]


@pytest.mark.parametrize("path", OUTSIDE_PAGE, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_page_reads_the_table_of_the_core(path: Path) -> None:
    assert uses_of_table(path.read_text("utf-8")) == set()


#: The parts that the import paths in strings may name, by the keyword that they are passed as. They
#: are imported when they are used, so most of them are to the right of the registry.
LAZY = {
    "takes": {"page", "site"},
    "gives": RESULTS,
    "verbs": VERBS,
    "check": RESULTS,
    "contend": {"measure"},
    "explain": {"explain"},
    "draw": {"explain"},
    "trainer": {"train"},
    "reasons": {"explain"},
}
IMPORT_PATH = re.compile(r"pagecore(?:\.\w+)+:\w+")


def lazy_imports(source: str) -> set[tuple[str, str]]:
    """The import paths in the strings of a source, each with the keyword that it is passed as, or
    an empty string."""
    tree = list(ast.walk(ast.parse(source)))
    keywords = {
        inner: keyword.arg or ""
        for node in tree
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        for inner in ast.walk(keyword.value)
    }
    return {
        (keywords.get(node, ""), node.value)
        for node in tree
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and IMPORT_PATH.fullmatch(node.value)
    }


def test_lazy_imports_are_found() -> None:
    source = "f(verbs=('pagecore.a:b', 'pagecore.c.d:e'), about='x:y')\nz = 'pagecore.f:g'"
    assert lazy_imports(source) == {
        ("verbs", "pagecore.a:b"),
        ("verbs", "pagecore.c.d:e"),
        ("", "pagecore.f:g"),
    }


def test_lazy_imports_name_what_exists_in_the_right_part() -> None:
    used = set()
    for path in MODULES:
        for keyword, place in lazy_imports(path.read_text("utf-8")):
            assert keyword in LAZY, f"{path}: {place} is imported in a way that no test checks"
            used.add(keyword)
            assert place.split(".")[1].partition(":")[0] in LAZY[keyword], f"{path}: {place}"
            assert import_path(place) is not None
    assert used == set(LAZY)


BELOW_CLI = [path for path in MODULES if find_part(path) not in ("cli", "__main__")]


@pytest.mark.parametrize("path", BELOW_CLI, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_below_cli_imports_click_or_rich(path: Path) -> None:
    names = list(find_imports(path.read_text("utf-8")))
    assert not [name for name in names if name.partition(".")[0] == "click"]
    loaded = find_imports(path.read_text("utf-8"), at_import=True)
    assert not [name for name in loaded if name.partition(".")[0] == "rich"]


METHOD_FOLDERS = ("methods", "segments", "sites", "threads")
IN_METHOD_FOLDERS = [path for path in MODULES if find_part(path) in METHOD_FOLDERS]


def has_method(source: str) -> bool:
    """Whether a module registers a method."""
    return any(
        isinstance(node, ast.FunctionDef)
        and any(ast.unparse(decorator).startswith("method(") for decorator in node.decorator_list)
        for node in ast.walk(ast.parse(source))
    )


def method_modules() -> set[str]:
    """The full names of the modules that register a method."""
    return {
        ".".join(("pagecore", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in IN_METHOD_FOLDERS
        if has_method(path.read_text("utf-8"))
    }


def imported_methods(source: str, folder: tuple[str, ...] = ()) -> set[str]:
    """The modules of methods that a source imports, whole or in part."""
    names = set(find_imports(source, folder))
    return {
        module
        for module in method_modules()
        if any(name == module or name.startswith(f"{module}.") for name in names)
    }


def test_imported_methods_are_found() -> None:
    assert {"pagecore.methods.hybrid", "pagecore.sites.hybrid"} <= method_modules()
    assert "pagecore.methods.source_lines" not in method_modules()
    hybrid = {"pagecore.methods.hybrid"}
    assert imported_methods("from pagecore.methods.hybrid import LEARNERS") == hybrid
    assert imported_methods("from pagecore.methods import hybrid, source_lines") == hybrid
    assert imported_methods("from ..methods import hybrid", ("pagecore", "sites")) == hybrid
    assert imported_methods("from pagecore.methods import source_lines") == set()


@pytest.mark.parametrize("path", IN_METHOD_FOLDERS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_methods_do_not_import_each_other(path: Path) -> None:
    folder = ("pagecore", *path.relative_to(SOURCE).parts[:-1])
    assert not imported_methods(path.read_text("utf-8"), folder), "pass the method by `uses=`"


@pytest.mark.parametrize(("own", "other"), [("evaluate", "train"), ("train", "evaluate")])
def test_evaluate_and_train_do_not_know_each_other(own: str, other: str) -> None:
    importing = [
        path for path in MODULES if find_part(path) == own and other in find_imported_parts(path)
    ]
    assert not importing


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_package_imports_no_program_of_the_repository(path: Path) -> None:
    packages = {name.partition(".")[0] for name in find_imports(path.read_text("utf-8"))}
    assert not packages & {"tools", "bench", "tests"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_visual_imports_playwright_and_only_when_it_renders(path: Path) -> None:
    source = path.read_text("utf-8")
    if find_part(path) != "visual":
        assert not [name for name in find_imports(source) if name.startswith("playwright")]
    loaded = find_imports(source, at_import=True)
    assert not [name for name in loaded if name.startswith("playwright")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_search_imports_tantivy_and_only_when_an_index_is_used(path: Path) -> None:
    source = path.read_text("utf-8")
    if find_part(path) != "search":
        assert not [name for name in find_imports(source) if name.startswith("tantivy")]
    loaded = find_imports(source, at_import=True)
    assert not [name for name in loaded if name.startswith("tantivy")]


def test_core_knows_nothing_of_python() -> None:
    manifest = (ROOT / "core" / "Cargo.toml").read_text("utf-8")
    assert "pyo3" not in manifest


#: The folders of the core, in the order in which a page passes them.
CORE_ORDER = ("parse", "table", "judge", "matching", "metadata", "write")
#: Files that use a later folder, and why.
CORE_EXCEPTIONS = {
    ("parse/columns.rs", "table"): "the table keeps the columns that `table/` computes on demand",
    ("parse/cut.rs", "table"): "a piece of a source is cut by the number of its words",
}
CORE_FILES = sorted((ROOT / "core" / "src").rglob("*.rs"))


def later_folders(folder: str, source: str) -> set[str]:
    """The folders of the core that a Rust source uses and that stand behind its own folder."""
    used = set(re.findall(r"\bcrate::(\w+)", source))
    for group in re.findall(r"\bcrate::\{([^;]*)\}", source):
        used |= set(re.findall(r"(?:^|,)\s*(\w+)", group))
    return used & set(CORE_ORDER[CORE_ORDER.index(folder) + 1 :])


def test_later_folders_are_found() -> None:
    assert later_folders("parse", "use crate::table::counts::Counts;") == {"table"}
    assert later_folders("table", "use crate::parse::columns::Table;") == set()
    assert later_folders("table", "let x = crate::judge::decide(y);") == {"judge"}
    assert later_folders("judge", "use crate::{parse::names, write::text};") == {"write"}
    assert later_folders("write", "use crate::metadata::Date; use super::judge;") == set()


def test_core_is_in_the_order_of_the_work() -> None:
    assert len(CORE_FILES) > 50
    backward = set()
    for path in CORE_FILES:
        place = path.relative_to(ROOT / "core" / "src")
        if len(place.parts) == 1:
            continue
        for folder in later_folders(place.parts[0], path.read_text("utf-8")):
            backward.add((place.as_posix(), folder))
    assert backward == set(CORE_EXCEPTIONS)


PURE_MODULES = [path for path in MODULES if find_part(path) in PURE]


@pytest.mark.parametrize("path", PURE_MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_methods_writers_and_metadata_touch_no_file_network_or_clock(path: Path) -> None:
    source = path.read_text("utf-8")
    packages = {name.partition(".")[0] for name in find_imports(source)}
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
