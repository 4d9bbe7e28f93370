"""Every regular expression of the package takes linear time, or its input is bounded."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pagecore
from tests.automaton import Automaton

SOURCES = Path(pagecore.__file__).parent

#: Patterns whose input is bounded, or that never meet the data of others, with the reason.
BOUNDED = {
    (
        "explain.word_changes",
        "_WORDS",
    ): "its last alternative takes the digits that the first reads",
    ("explain.word_changes", "_WORDS_AND_SPACES"): "as `_WORDS`",
    ("evaluate.peers.decode", "DECLARED"): "searches the first 1024 bytes",
    ("sources.kinds", "_JSON_TEXT"): "cannot fail after its first character; reads `HEAD` bytes",
    ("registry.parameters", r"^    (\w+): (.*(?:\n {8}.*)*)"): "docstrings of methods",
}
#: Patterns that are not constants, with the reason.
COMPUTED = {"evaluate.peers.recorded": "the name of a file, in a table of our own"}

ANCHORED = frozenset({"match", "fullmatch"})


def name_module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts)


def list_patterns() -> Iterator[tuple[str, str, re.Pattern[Any], bool]]:
    """Yield module, name or text, pattern, and whether it is searched for."""
    for path in sorted(SOURCES.rglob("*.py")):
        source = path.read_text("utf-8")
        if not re.search(r"^import re$", source, re.MULTILINE):
            continue
        tree, name = ast.parse(source), name_module(path)
        module = importlib.import_module(f"pagecore.{name}".removesuffix(".__init__"))
        uses: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                uses.setdefault(node.value.id, set()).add(node.attr)
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if is_call and ast.unparse(node.func) in (  # type: ignore[attr-defined]  # is_call says so.
                "re.search", "re.match", "re.fullmatch", "re.findall", "re.finditer", "re.split",
                "re.sub", "re.subn",
            ):  # fmt: skip
                yield from compile_call(name, node)
        for constant, value in vars(module).items():
            if isinstance(value, re.Pattern):
                # A pattern that is passed on, and not used here, may be searched for.
                methods = uses.get(constant, set()) - {"pattern"}
                yield name, constant, value, not methods or not methods <= ANCHORED


def compile_call(name: str, call: Any) -> Iterator[tuple[str, str, re.Pattern[Any], bool]]:
    """Compile the pattern of a call such as `re.search(r"…", text)`."""
    if not isinstance(call.args[0], ast.Constant):
        assert name in COMPUTED, f"{name}: {ast.unparse(call)}"
        return
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    flags += call.args[2:] if call.func.attr not in ("sub", "split") else []
    value = eval(ast.unparse(flags[0]), {"re": re}) if flags else 0
    text = str(call.args[0].value)
    yield name, text, re.compile(text, value), call.func.attr not in ANCHORED


PATTERNS = list(list_patterns())


def test_patterns_are_collected() -> None:
    assert len(PATTERNS) > 40
    names = {(module, name) for module, name, _, _ in PATTERNS}
    assert names >= {("threads.fields", "_DATE"), ("steps.walls", "_CONSENT"), *BOUNDED}


@pytest.mark.parametrize(
    ("module", "name", "pattern", "is_search"),
    PATTERNS,
    ids=[f"{module}:{name}" for module, name, _, _ in PATTERNS],
)
def test_pattern_takes_linear_time(
    module: str, name: str, pattern: re.Pattern[Any], is_search: bool
) -> None:
    overlap = Automaton(pattern, is_search=is_search).find_overlap()
    if (module, name) in BOUNDED:
        assert overlap, f"{name} is linear and needs no exception"
    else:
        assert overlap is None, f"{pattern.pattern!r} can take quadratic time"


STEEP = [
    # pattern                   flags          searched for, matched from the start
    (r"[^\W\d_]+$",             0,             True,  False),
    (r"\s+$",                   0,             True,  False),
    (r"\s+",                    0,             False, False),
    (r"^\D{0,12}\d{2,}$",       0,             False, False),
    (r"<meta[^>]+charset",      0,             True,  False),
    (r"<meta[^<>]+charset",     0,             False, False),
    (r"=\s*[\"']?\s*x",         0,             True,  True),
    (r"(?:a+)+b",               0,             True,  True),
    (r"(?:ab|a)*c",             0,             True,  False),
    (r"^\s*```",                re.MULTILINE,  True,  False),
    (r"^[^\S\n]*```",           re.MULTILINE,  False, False),
    (r"https?://\S+\.png",      0,             True,  False),
    (r"/\d+(?=/|$)",            0,             False, False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "flags", "searched", "matched"), STEEP)
def test_overlapping_loops_are_detected(
    text: str, flags: int, searched: bool, matched: bool
) -> None:
    pattern = re.compile(text, flags)
    assert (Automaton(pattern, is_search=True).find_overlap() is not None) == searched
    assert (Automaton(pattern, is_search=False).find_overlap() is not None) == matched
