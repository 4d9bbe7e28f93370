"""Runs tests on mutants: each in a fork of the process that has loaded code and tests."""

from __future__ import annotations

import ast
import functools
import gc
import os
import resource
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import pytest
from _pytest.runner import runtestprotocol

from tools.mutate.mutants import Mutant, make_mutants

#: A mutant that takes so much longer than the tests take, and some seconds, runs for ever.
_LONGER: Final = 10
_SECONDS: Final = 20
#: The exit status of a fork in which the mutant could not be made.
_NOT_CHANGED: Final = 3


#: The functions of a module by name and first line; one that is wrapped is there once more.
Functions: TypeAlias = dict[tuple[str, int], list[FunctionType]]


@dataclass
class Verdicts:
    """What became of the mutants of one module."""

    path: Path
    n_mutants: int = 0
    survivors: list[Mutant] = field(default_factory=list)
    not_reached: list[Mutant] = field(default_factory=list)


class MutantRunner:
    """A plugin of pytest: runs the collected tests once, then on every mutant those that execute
    the line it changes."""

    def __init__(self, modules: dict[Path, str]) -> None:
        #: Names of the modules to mutate, by their files.
        self._modules = modules
        # Read now: who edits a file while this runs gets the verdicts of the file that was loaded.
        self._trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in modules}
        self._lines: dict[str, dict[Path, set[int]]] = {}
        self._seconds: dict[str, float] = {}
        self._items: list[pytest.Item] = []
        self.failures: list[str] = []
        self.verdicts: list[Verdicts] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests in place of pytest."""
        self._items = session.items
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        assert reporter is not None
        for item in self._items:
            if not self._trace(item):
                self.failures.append(item.nodeid)
        if self.failures:
            return True
        functions = {name: _functions_of(name) for name in self._modules.values()}
        # A search for garbage in a fork would copy everything.
        gc.collect()
        gc.freeze()
        for path, name in self._modules.items():
            verdicts = Verdicts(path)
            self.verdicts.append(verdicts)
            for mutant, is_reached, is_killed in self._judge(path, name, functions[name]):
                verdicts.n_mutants += 1
                if not is_killed:
                    (verdicts.survivors if is_reached else verdicts.not_reached).append(mutant)
                    # A run takes long, and these are what one waits for.
                    reporter.write_line(f"{path.name}:{mutant.lines.start}: {mutant.text}")
            left = len(verdicts.survivors) + len(verdicts.not_reached)
            reporter.write_line(f"{path}: {verdicts.n_mutants} mutants, {left} not noticed")
        return True

    def _trace(self, item: pytest.Item) -> bool:
        """Run a test, and keep which lines of the modules it executes; false where it fails."""
        lines: dict[Path, set[int]] = defaultdict(set)
        files = {str(path): lines[path] for path in self._modules}

        def trace(frame: FrameType, event: str, _: object) -> Any:
            executed = files.get(frame.f_code.co_filename)
            if executed is None:
                return None
            executed.add(frame.f_lineno)

            def trace_line(frame: FrameType, event: str, _: object) -> Any:
                executed.add(frame.f_lineno)
                return trace_line

            return trace_line

        start = time.perf_counter()
        _clear_caches()
        sys.settrace(trace)
        threading.settrace(trace)
        try:
            reports = runtestprotocol(item, nextitem=None, log=False)
        finally:
            sys.settrace(None)
            threading.settrace(None)
        self._lines[item.nodeid] = lines
        self._seconds[item.nodeid] = time.perf_counter() - start
        return not any(report.failed for report in reports)

    def _judge(
        self, path: Path, name: str, functions: Functions
    ) -> Iterator[tuple[Mutant, bool, bool]]:
        """Every mutant of a module, whether a test executes its line, and whether one fails."""
        module = sys.modules[name]
        tree = self._trees[path]
        for mutant in make_mutants(tree):
            items = self._items_for(path, mutant)
            if not items:
                yield mutant, False, False
                continue
            code = compile(tree, str(path), "exec")
            key = (mutant.function, mutant.first_line)
            assert not mutant.function or functions[key], f"{path}: where is {mutant.function}?"
            changes = _Changes(module, mutant, code, functions[key], tree)
            yield mutant, True, self._fails(items, changes)

    def _items_for(self, path: Path, mutant: Mutant) -> list[pytest.Item]:
        """The tests that execute a mutant: first those of the module's own file, quickest first."""
        everywhere = not mutant.function or mutant.is_default
        items = [
            item
            for item in self._items
            if (lines := self._lines[item.nodeid][path])
            and (everywhere or not lines.isdisjoint(mutant.lines))
        ]
        own = f"test_{path.name}"
        return sorted(items, key=lambda item: (item.path.name != own, self._seconds[item.nodeid]))

    def _fails(self, items: list[pytest.Item], changes: _Changes) -> bool:
        """Whether one of the tests fails with the changes made."""
        child = os.fork()
        if child:
            status = os.waitpid(child, 0)[1]
            assert status != _NOT_CHANGED << 8, f"cannot be made: {changes.mutant}"
            return status != 0
        # A module that cannot be loaded any more is noticed.
        status = _NOT_CHANGED if changes.mutant.function else 1
        try:
            self._limit(items)
            changes.make()
            _clear_caches()
            status = 1
            for item in items:
                reports = runtestprotocol(item, nextitem=None, log=False)
                if any(report.failed for report in reports):
                    break
            else:
                status = 0
        finally:
            os._exit(status)

    def _limit(self, items: list[pytest.Item]) -> None:
        """End this process if it takes far longer than the tests should."""
        seconds = int(sum(self._seconds[item.nodeid] for item in items) * _LONGER) + _SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(5 * seconds)


@dataclass(frozen=True)
class _Changes:
    """What a mutant changes in the loaded modules."""

    module: ModuleType
    mutant: Mutant
    code: CodeType
    #: The function as it is kept in the module, and wherever else.
    functions: list[FunctionType]
    tree: ast.Module

    def make(self) -> None:
        """Change the loaded code: functions get other code, names of modules other values."""
        mutant = self.mutant
        if not mutant.function:
            self._assign()
            return
        key = (mutant.function, mutant.first_line)
        if mutant.is_default:
            self._set_defaults()
            return
        (code,) = [code for code in _codes_in(self.code) if _key(code) == key]
        for function in self.functions:
            function.__code__ = code

    def _assign(self) -> None:
        """Give the changed value to its name, and new values to the constants made of it."""
        names = dict(vars(self.module))
        changed: dict[str, Any] = {}
        for statement in self.tree.body:
            if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
                continue
            used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
            if statement.lineno == self.mutant.first_line or used & changed.keys():
                exec(compile(ast.Module([statement], []), "mutant", "exec"), names)
                values = {name: names[name] for name in used if name in names}
                changed |= {
                    name: value
                    for name, value in values.items()
                    if value is not vars(self.module).get(name)
                }
        for name, value in changed.items():
            old = vars(self.module).get(name)
            for module in self._importers():
                if vars(module).get(name) is old:
                    setattr(module, name, value)

    def _importers(self) -> list[ModuleType]:
        """The modules that may have imported a name: those of the package, but not the tests, which
        then show whether they know the value or only the name."""
        package = self.module.__name__.partition(".")[0]
        loaded = list(sys.modules.items())
        return [module for name, module in loaded if name.partition(".")[0] == package]

    def _set_defaults(self) -> None:
        name, first_line = self.mutant.function, self.mutant.first_line
        (definition,) = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef)
            and node.name == name.rpartition(".")[2]
            and min([node.lineno, *(part.lineno for part in node.decorator_list)]) == first_line
        ]
        definition.decorator_list = []
        names = dict(vars(self.module))
        exec(compile(ast.Module([definition], []), "mutant", "exec"), names)
        for function in self.functions:
            function.__defaults__ = names[definition.name].__defaults__
            function.__kwdefaults__ = names[definition.name].__kwdefaults__


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)


def _functions_of(module: str) -> Functions:
    """The functions of a module, wherever they are kept, by their names and lines."""
    functions: Functions = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__module__ == module:
            functions[_key(thing.__code__)].append(thing)
    return functions


def _clear_caches() -> None:
    """Forget all results that functions keep, but for models, which are read for seconds."""
    for wrapper in _cached():
        wrapper.cache_clear()


@functools.cache
def _cached() -> list[Any]:
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper)
        and thing.__module__.partition(".")[0] in ("pagecore", "tests")
        and not thing.__module__.startswith("pagecore.models")
    ]
