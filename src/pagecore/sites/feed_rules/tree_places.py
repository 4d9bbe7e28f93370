"""Places by tree matching [ours]: the row of a field by the shape of a learned unit.

A learned unit is kept as a tree of names. On another page, the unit is aligned with it by the
restricted top-down mapping of the package (`pagecore.match`), and the field is the row that is
mapped to the learned one. Neither classes nor texts count, only shape and position.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from pagecore._core import Tree
from pagecore.errors import WrapperError, show_value
from pagecore.page import Page
from pagecore.sites.feed_rules.field_values import read_value
from pagecore.sites.feed_rules.row_patterns import RowMatcher, is_row_name
from pagecore.sites.feed_rules.units import Unit

if TYPE_CHECKING:
    from pagecore.sites.feed_rules.row_rules import Sample

#: Limit of the rows of a unit that are compared.
MAX_NODES: Final = 400
#: Limit of the pairs of siblings that are compared for a unit.
_MAX_CELLS: Final = 1 << 18
#: Number of learned units whose shape is tried.
_MAX_SHAPES: Final = 3
#: Right rows of a learned unit that are tried.
_MAX_ROWS: Final = 4
_NODE: Final = re.compile(r"(\d{1,3}):(\S{1,70})")


@dataclass(frozen=True)
class Shape:
    """A unit as a tree: the name of each row and its depth, in document order. The root above them
    is not listed."""

    names: tuple[str, ...]
    depths: tuple[int, ...]

    @classmethod
    def of(cls, page: Page, unit: Unit) -> tuple[Shape, list[int]]:
        """Return the shape of a unit, and its rows: those that are shown, without white space."""
        rows = list_rows(page, unit)
        depths: dict[int, int] = {}
        for row in rows:
            depths[row] = depths.get(int(page.parent[row]), 0) + 1
        names = [page.name(row).replace(" ", "/") for row in rows]
        # Rows whose name a wrapper cannot hold are alike.
        kept = tuple(name if is_row_name(name) else "x" for name in names)
        return cls(kept, tuple(depths[row] for row in rows)), rows

    @cached_property
    def tree(self) -> Tree:
        """The tree for the core."""
        parents, labels, last = [-1], [0], {0: 0}
        for at, (name, depth) in enumerate(zip(self.names, self.depths, strict=True), start=1):
            parents.append(last[depth - 1])
            labels.append(make_label(name))
            last[depth] = at
        return Tree(parents, labels)

    def __str__(self) -> str:
        pairs = zip(self.depths, self.names, strict=True)
        return " ".join(f"{depth}:{name}" for depth, name in pairs)


def read_shape(text: str) -> Shape:
    """Read a shape.

    Raises:
        WrapperError: it is not one that a wrapper has.
    """
    parts = [_NODE.fullmatch(part) for part in text.split(" ")]
    depth = 0
    names: list[str] = []
    depths: list[int] = []
    for part in parts:
        if part is None or not 0 < int(part[1]) <= depth + 1 or not is_row_name(part[2]):
            raise WrapperError(f"shape={show_value(text, 200)}: expected rows such as '1:h2 2:a'")
        depth = int(part[1])
        names.append(part[2])
        depths.append(depth)
    if len(names) > MAX_NODES:
        raise WrapperError(f"shape has {len(names)} rows: expected up to {MAX_NODES}")
    return Shape(tuple(names), tuple(depths))


@dataclass(frozen=True)
class TreePlace:
    """The row of a field in a unit, by the shape of a learned unit."""

    shape: Shape
    #: The number of the row in the shape, from 0 on.
    node: int

    def find(
        self, matcher: RowMatcher, unit: Unit, field: str, language: str, title: str = ""
    ) -> tuple[int, str] | None:
        """Return the row and the value of the field in a unit; None without one."""
        row = align_unit(matcher, unit, self.shape).get(self.node)
        if row is None:
            return None
        value = read_value(matcher.page, row, field, language, matcher.years)
        return None if value is None else (row, value)


def align_unit(matcher: RowMatcher, unit: Unit, shape: Shape) -> dict[int, int]:
    """Align a unit with a shape; return the row of each node that is mapped."""
    key = (unit, shape)
    mapping: dict[int, int] | None = matcher.alignments.get(key)
    if mapping is None:
        own, rows = Shape.of(matcher.page, unit)
        _, _, nodes, others = shape.tree.align(
            own.tree, delete=1, insert=1, replace=2, epsilon=math.inf, max_cells=_MAX_CELLS
        )
        pairs = zip(
            np.frombuffer(nodes, np.uint32).tolist(),
            np.frombuffer(others, np.uint32).tolist(),
            strict=True,
        )
        mapping = {node - 1: rows[other - 1] for node, other in pairs if node and other}
        matcher.alignments[key] = mapping
    return mapping


def list_rows(page: Page, unit: Unit) -> list[int]:
    """List the rows of a unit that are shown, without white space."""
    rows = slice(unit.first, unit.stop)
    is_shown = page.visible[rows] & ((page.tag[rows] != 0) | (page.chars[rows] > 0))
    kept: list[int] = (np.flatnonzero(is_shown) + unit.first)[:MAX_NODES].tolist()
    return kept


def make_label(name: str) -> int:
    """Return the number of a name, the same on all pages."""
    number = 2166136261
    for sign in name.encode():
        number = (number ^ sign) * 16777619 % 2**32
    return number % (2**31 - 1) + 1


def list_tree_places(samples: Sequence[Sample], known: Sequence[Sequence[int]]) -> list[TreePlace]:
    """List the places of rows with right values in some learned units: the first with such a row,
    the last, and one between them."""
    usable = [at for at, rows in enumerate(known) if rows]
    chosen = dict.fromkeys([*usable[:1], *usable[len(usable) // 2 :][:1], *usable[-1:]])
    places: dict[TreePlace, None] = {}
    for at in list(chosen)[:_MAX_SHAPES]:
        shape, rows = Shape.of(samples[at].view.page, samples[at].unit)
        numbers = {row: node for node, row in enumerate(rows)}
        for row in known[at][:_MAX_ROWS]:
            if row in numbers:
                places[TreePlace(shape, numbers[row])] = None
    return list(places)
