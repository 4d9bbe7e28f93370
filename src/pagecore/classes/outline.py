"""The outline of a page: the distinct paths from its root to its block-level elements.

A path is the sequence of names and classes on the way to an element, as a number. Pages of one
template have most paths in common, however many paragraphs they have.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.classes.tokens import MAX_TOKENS, is_writable
from pagecore.page import Page
from pagecore.page.trees import build_tree

#: Numbers that stand for paths, sorted.
Paths = npt.NDArray[np.uint64]

#: A class counts if it is on at least this share of the pages, and on at least two, so that
#: `postid-7` does not.
MIN_SHARE: Final = 0.05
_STEP: Final = np.uint64(0x9E37_79B9_7F4A_7C15)
_HALF: Final = np.uint64(32)


@dataclass(frozen=True, eq=False)
class Outline:
    """The block-level elements of a page, one for each distinct path."""

    #: The element above each, by its place in these lists; -1 for the root.
    parent: npt.NDArray[np.int32]
    depth: npt.NDArray[np.int32]
    #: The name and the classes of each, separated by blanks.
    names: tuple[str, ...]

    @classmethod
    def of(cls, page: Page) -> Outline:
        """Return the outline of a page."""
        tree = build_tree(page, "blocks")
        rows = np.frombuffer(tree.row, np.uint32)
        parent = np.frombuffer(tree.parent, np.int32)
        depth = np.zeros(len(rows), np.int32)
        for at, above in enumerate(parent.tolist()[1:], start=1):
            depth[at] = depth[above] + 1
        names, place = _name_rows(page, rows)
        labels = np.array([_hash(name) for name in names], np.uint64)
        paths = _hash_paths(parent, depth, labels[place])
        first = np.sort(np.unique(paths, return_index=True)[1])
        at_path = {path: at for at, path in enumerate(paths[first].tolist())}
        above = [at_path[paths[parent[at]].item()] if at else -1 for at in first.tolist()]
        return cls(
            np.array(above, np.int32),
            depth[first],
            tuple(names[at] for at in place[first].tolist()),
        )

    @property
    def classes(self) -> frozenset[str]:
        """All classes of these elements."""
        return frozenset(word for name in self.names for word in name.split(" ")[1:])

    def paths(self, classes: frozenset[str]) -> Paths:
        """Return the distinct paths, with those classes only that are in a set."""
        labels = [_hash(_keep_classes(name, classes)) for name in self.names]
        return np.unique(_hash_paths(self.parent, self.depth, np.array(labels, np.uint64)))


def find_places(page: Page, classes: frozenset[str]) -> npt.NDArray[np.uint64]:
    """Return a number for the path to each row, with those classes only that are in a set."""
    names, place = _name_rows(page, np.arange(len(page)))
    labels = np.array([_hash(_keep_classes(name, classes)) for name in names], np.uint64)
    return _hash_paths(page.parent, page.depth, labels[place])


def _name_rows(page: Page, rows: npt.NDArray[Any]) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Return the distinct names of rows, with all their classes, and the place of each row's name
    among them."""
    class_ids, values = page.attr("class")
    words = ["", *(" ".join(sorted(set(value.split()))) for value in values)]
    # The number of each pair of a name and a value of `class`.
    pairs = page.tag[rows].astype(np.int64) * len(words) + class_ids[rows] + 1
    distinct, place = np.unique(pairs, return_inverse=True)
    names = [
        f"{page.names[pair // len(words)]} {words[pair % len(words)]}".rstrip()
        for pair in distinct.tolist()
    ]
    return names, place


def find_common_classes(outlines: Iterable[Outline]) -> frozenset[str]:
    """Find the classes that are on enough pages to belong to a template."""
    n_pages = 0
    counts: Counter[str] = Counter()
    for outline in outlines:
        counts.update(outline.classes)
        n_pages += 1
    least = min(n_pages, max(2, MIN_SHARE * n_pages))
    # A wrapper holds these classes.
    common = [(-n, name) for name, n in counts.items() if n >= least and is_writable(name)]
    return frozenset(name for _, name in sorted(common)[:MAX_TOKENS])


def _keep_classes(name: str, classes: frozenset[str]) -> str:
    tag, *words = name.split(" ")
    return " ".join([tag, *(word for word in words if word in classes)])


@lru_cache(1 << 16)
def _hash(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")


def _hash_paths(
    parent: npt.NDArray[np.int32], depth: npt.NDArray[np.int32], labels: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Return a number for the path to each element: that of its parent, and its own label."""
    paths = labels.copy()
    order = np.argsort(depth, kind="stable")
    for level in np.split(order, np.searchsorted(depth[order], np.arange(1, depth.max() + 1)))[1:]:
        mixed = paths[parent[level]] * _STEP + labels[level]
        paths[level] = mixed ^ (mixed >> _HALF)
    return paths
