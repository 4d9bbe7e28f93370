"""Mutants of a module: small changes of its syntax tree, one at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_SWAPPED: Final[dict[type, type]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_SWAPPED_NAMES: Final = {
    **{"min": "max", "max": "min", "any": "all", "all": "any"},
    **{"minimum": "maximum", "maximum": "minimum", "startswith": "endswith"},
    **{"endswith": "startswith", "lstrip": "rstrip", "rstrip": "lstrip"},
}
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One change of a module."""

    #: Qualified name of the outermost function around it; empty for an assignment of the module.
    function: str
    #: First line of that function, decorators included, or of that assignment.
    first_line: int
    #: The lines of the changed statement; of a compound one the lines before its body.
    lines: range
    #: The changed statement: its only line, or the line before its body.
    text: str
    #: Of defaults of parameters, which are not in the code of the function.
    is_default: bool = False


def make_mutants(tree: ast.Module) -> Iterator[Mutant]:
    """Go through the mutants of a module. While one is given, the tree is changed as it says; the
    tree may be compiled then, but not kept."""
    for statement in tree.body:
        if isinstance(statement, _FUNCTIONS):
            yield from _in_function(statement, statement.name)
        elif isinstance(statement, ast.ClassDef):
            for member in statement.body:
                if isinstance(member, _FUNCTIONS):
                    yield from _in_function(member, f"{statement.name}.{member.name}")
        elif _is_constant_of_module(statement):
            yield from _in_statement(statement, "", statement.lineno)


def _in_function(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> Iterator[Mutant]:
    first = min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])
    if not any(isinstance(decorator, ast.Call) for decorator in function.decorator_list):
        # What a decorator has read from a signature would not change with it.
        for values in (function.args.defaults, function.args.kw_defaults):
            for value in values:
                if value is not None:
                    yield from _in_expression(function, value, name, first, is_default=True)
    yield from _in_body(function.body, name, first)


def _in_body(body: list[ast.stmt], function: str, first: int) -> Iterator[Mutant]:
    for at, statement in enumerate(body):
        if _is_constant(statement):
            continue
        if isinstance(statement, _FUNCTIONS):
            yield from _in_body(statement.body, function, first)
            continue
        before = _header(statement)
        if _can_go(statement):
            body[at] = ast.copy_location(ast.Pass(), statement)
            yield Mutant(function, first, _lines(statement), f"deleted: {before}")
            body[at] = statement
        yield from _in_statement(statement, function, first)
        for name in ("body", "orelse", "finalbody"):
            yield from _in_body(getattr(statement, name, []), function, first)
        for handler in getattr(statement, "handlers", []):
            yield from _in_body(handler.body, function, first)
        for case in getattr(statement, "cases", []):
            yield from _in_body(case.body, function, first)


def _in_statement(statement: ast.stmt, function: str, first: int) -> Iterator[Mutant]:
    """Mutants of the expressions of a statement, but for those of its body."""
    for name, value in ast.iter_fields(statement):
        if name in ("body", "orelse", "finalbody", "handlers", "cases", "annotation", "targets"):
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, ast.AST):
                yield from _in_expression(statement, item, function, first)
    if isinstance(statement, (ast.If, ast.While)):
        test = statement.test
        for outcome in (True, False) if isinstance(statement, ast.If) else (False,):
            statement.test = ast.copy_location(ast.Constant(outcome), test)
            yield _mutant(statement, function, first, was=ast.unparse(test))
        statement.test = test
    if isinstance(statement, ast.Return) and statement.value is not None:
        result = statement.value
        if not (isinstance(result, ast.Constant) and result.value is None):
            statement.value = ast.copy_location(ast.Constant(None), result)
            yield _mutant(statement, function, first, was=ast.unparse(result))
            statement.value = result
    if isinstance(statement, ast.AugAssign):
        swapped = _SWAPPED.get(type(statement.op))
        if swapped is not None:
            operator, statement.op = statement.op, swapped()
            yield _mutant(statement, function, first)
            statement.op = operator


def _in_expression(
    statement: ast.stmt, top: ast.AST, function: str, first: int, *, is_default: bool = False
) -> Iterator[Mutant]:
    for node in _walk(top):
        for attribute, value in _changes(node):
            before = getattr(node, attribute)
            setattr(node, attribute, value)
            yield _mutant(statement, function, first, is_default=is_default)
            setattr(node, attribute, before)


def _walk(top: ast.AST) -> Iterator[ast.AST]:
    """The nodes of an expression that may be changed: not texts that are written or matched."""
    if isinstance(top, ast.JoinedStr) or (
        isinstance(top, ast.Call) and ast.unparse(top.func) == "re.compile"
    ):
        return
    if isinstance(top, ast.keyword) and top.arg == "strict":
        # What `zip` checks is not to happen.
        return
    yield top
    if isinstance(top, ast.Call) and ast.unparse(top.func) in ("cast", "TypeVar"):
        return
    if isinstance(top, ast.Compare) and _is_row_test(top):
        yield from _walk(top.left)
        return
    for child in ast.iter_child_nodes(top):
        yield from _walk(child)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """The attributes of a node that can be changed, with other values."""
    match node:
        case ast.Compare(ops=[op]) if _is_row_test(node):
            yield "ops", [ast.GtE() if isinstance(op, ast.Lt) else ast.Lt()]
        case ast.Compare(ops=ops):
            for at, operator in enumerate(ops):
                yield "ops", [*ops[:at], _SWAPPED[type(operator)](), *ops[at + 1 :]]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in _SWAPPED:
            yield "op", _SWAPPED[type(op)]()
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub(), operand=operand):
            # Twice the same is nothing: `not not x` for `not x`.
            yield "operand", ast.UnaryOp(node.op, operand)
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value)):
            yield "value", value + 1
        case ast.Constant(value=float(value)):
            yield "value", value * 1.5 or 1.0
        case ast.Constant(value=str(value)) if not set(value) & set(" {\\"):
            yield "value", f"{value}~" if value else "mutant"
        case ast.Constant(value=bytes(value)):
            yield "value", value + b"~"
        case ast.Name(id=name) if name in _SWAPPED_NAMES:
            yield "id", _SWAPPED_NAMES[name]
        case ast.Attribute(attr=name) if name in _SWAPPED_NAMES:
            yield "attr", _SWAPPED_NAMES[name]
        case ast.IfExp(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=ifs) if ifs:
            for at in range(len(ifs)):
                yield "ifs", ifs[:at] + ifs[at + 1 :]
        case ast.Call(keywords=keywords):
            for at, keyword in enumerate(keywords):
                if keyword.arg != "strict":
                    yield "keywords", keywords[:at] + keywords[at + 1 :]


def _is_row_test(node: ast.Compare) -> bool:
    """Whether a comparison with 0 asks if there is such a row. Row 0 is the root, which nobody
    looks for, so that a shifted bound would make no difference."""
    match node:
        case ast.Compare(ops=[ast.Lt() | ast.GtE()], comparators=[ast.Constant(value=0)]):
            return True
    return False


def _mutant(
    statement: ast.stmt, function: str, first: int, *, was: str = "", is_default: bool = False
) -> Mutant:
    ast.fix_missing_locations(statement)
    text = _header(statement) + (f"  # was {was}" if was else "")
    return Mutant(function, first, _lines(statement), text, is_default)


def _header(statement: ast.stmt) -> str:
    lines = ast.unparse(statement).splitlines()
    return next(line for line in lines if not line.startswith("@"))


def _lines(statement: ast.stmt) -> range:
    body = getattr(statement, "body", None)
    stop = body[0].lineno if body else (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(stop, statement.lineno + 1))


def _is_constant(statement: ast.stmt) -> bool:
    """Whether a statement is a docstring or does nothing."""
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _can_go(statement: ast.stmt) -> bool:
    """Whether a module can do without a statement: names are bound nevertheless."""
    if isinstance(statement, ast.Assign):
        return not any(isinstance(target, (ast.Name, ast.Tuple)) for target in statement.targets)
    return isinstance(
        statement, (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
    )


def _is_constant_of_module(statement: ast.stmt) -> bool:
    """Whether a statement gives a value to a name that is not for Python."""
    if isinstance(statement, ast.AnnAssign):
        names = [ast.unparse(statement.target)] if statement.value is not None else []
    else:
        names = [ast.unparse(to) for to in getattr(statement, "targets", [])]
    return bool(names) and not names[0].startswith("__")
