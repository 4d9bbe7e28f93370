"""Designs that align the texts of items: each returns for every column the run of each item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pagecore._core import Tree
from pagecore.listings.align import Aligner, Table, align_runs
from pagecore.listings.runs import Run
from pagecore.listings.value_types import find_type
from pagecore.sites.fields.aligned_tree import AlignedTree

#: Items beyond these are not used to build the tree.
_MAX_MERGED: Final = 10


def align_by_place(items: Sequence[Sequence[Run]]) -> Table:
    """The same path from the item, and the same number among the texts with that path."""
    places: dict[tuple[int, int], list[int | None]] = {}
    for number, runs in enumerate(items):
        seen: Counter[int] = Counter()
        for at, run in enumerate(runs):
            key = run.path, seen[run.path]
            seen[run.path] += 1
            places.setdefault(key, [None] * len(items))[number] = at
    return list(places.values())


def align_by_trees(items: Sequence[Sequence[Run]]) -> Table:
    """Tree matching of all items, as for the fields of a site: paths and texts as nodes."""
    trees = [_ItemTree(runs) for runs in items]
    order = sorted(range(len(items)), key=lambda at: (-len(items[at]), at))
    merged: Any = AlignedTree.of(trees[order[0]])  # type: ignore[arg-type]  # Has what is read of a TextTree.
    for number in order[1:_MAX_MERGED]:
        merged = merged.add(trees[number])
    columns: dict[int, list[int | None]] = {}
    for number, tree in enumerate(trees):
        for node, other in merged.align(tree).items():
            if tree.texts[other] is not None:
                columns.setdefault(node, [None] * len(items))[number] = tree.runs[other]
    return [columns[node] for node in sorted(columns)]


def align_by_order(items: Sequence[Sequence[Run]]) -> Table:
    """Sequences of texts, by path, names of elements and type of value."""
    return align_runs(items)


DESIGNS: Final[Mapping[str, Aligner]] = {
    "places": align_by_place,
    "trees": align_by_trees,
    "sequences": align_by_order,
}


class _ItemTree:
    """An item as a tree of two levels below its root: the paths of its texts, and the texts."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.parents, self.labels = [-1], [1]
        self.texts: list[str | None] = [None]
        #: The run of each node.
        self.runs = [-1]
        for at, run in enumerate(runs):
            holder = len(self.parents)
            self.parents += [0, holder]
            self.labels += [run.path or 1, hash_type(run.text)]
            self.texts += [None, run.text]
            self.runs += [-1, at]

    @property
    def tree(self) -> Tree:
        return Tree(self.parents, self.labels)


def hash_type(text: str) -> int:
    """A label for the type of a text."""
    return 2 + sum(map(ord, find_type(text)))
