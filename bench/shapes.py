"""The shapes of pages whose cost is measured: all of `parser_shapes.py` and `content_shapes.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType

from . import content_shapes, parser_shapes


@dataclass(frozen=True)
class Shape:
    """A name for the table, and the function from a size in bytes to a page."""

    name: str
    make: Callable[[int], bytes]


def list_shapes(module: ModuleType) -> list[Shape]:
    """List the public functions of a module, in its order, under their names in words."""
    return [
        Shape(name.replace("_", " "), function)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType)
        and function.__module__ == module.__name__
        and not name.startswith("_")
    ]


SHAPES = (*list_shapes(parser_shapes), *list_shapes(content_shapes))
