"""The shapes of pages whose cost is measured: all of `parser_shapes.py`, `content_shapes.py` and
`writer_shapes.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType

from . import content_shapes, parser_shapes, writer_shapes


@dataclass(frozen=True)
class Shape:
    """A name for the table, and the function from a size in bytes to a page."""

    name: str
    make: Callable[[int], bytes]
    #: Whether all of it is chosen, and only writers are measured.
    is_written: bool = False


def list_shapes(module: ModuleType) -> list[Shape]:
    """List the public functions of a module, in its order, under their names in words."""
    return [
        Shape(name.replace("_", " "), function)
        for name, function in vars(module).items()
        if isinstance(function, FunctionType)
        and function.__module__ == module.__name__
        and not name.startswith("_")
    ]


def convert_written(name: str, repeat: Callable[[int], str]) -> Shape:
    """Make a shape of a function from the number of elements to HTML."""

    def make(size: int) -> bytes:
        n_bytes_each = len(repeat(1000)) / 1000
        return repeat(int(size / n_bytes_each)).encode()

    return Shape(f"written: {name}", make, is_written=True)


SHAPES = (
    *list_shapes(parser_shapes),
    *list_shapes(content_shapes),
    *(convert_written(*item) for item in (writer_shapes.FLAT | writer_shapes.NESTED).items()),
)
