"""The aligned tree of a site: all nodes of some pages, those that RTDM maps to each other as one.

Unlike the template of `rtdm`, it keeps what only some pages have, so that a text inside an optional
part still has a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from pagecore._core import Tree
from pagecore.sites.fields.text_tree import TextTree

#: Limit of the pairs of siblings that are compared for two pages.
_MAX_CELLS: Final = 1 << 22


@dataclass(frozen=True)
class Node:
    """A node of the aligned tree."""

    #: The place of the node above it; -1 for the root.
    parent: int
    label: int
    is_text: bool
    #: Whether it is a text that differs between pages.
    varies: bool = False
    #: Number of pages that have it.
    n_pages: int = 1


class AlignedTree:
    """The nodes of some pages, in document order."""

    def __init__(self, nodes: Sequence[Node], *, is_complete: bool = True) -> None:
        self.nodes = tuple(nodes)
        #: False if pages were too large to be compared completely.
        self.is_complete = is_complete

    @classmethod
    def of(cls, page: TextTree) -> AlignedTree:
        """Make the tree of one page."""
        columns = zip(page.parents, page.labels, page.texts, strict=True)
        return cls([Node(parent, label, text is not None) for parent, label, text in columns])

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def tree(self) -> Tree:
        """The tree for the core. A text that varies is a wildcard for one node."""
        return Tree(
            [node.parent for node in self.nodes],
            [0 if node.varies else node.label for node in self.nodes],
            "".join("." if node.varies else " " for node in self.nodes),
        )

    @cached_property
    def children(self) -> list[list[int]]:
        """The nodes below each node."""
        return _list_children([node.parent for node in self.nodes])

    @cached_property
    def ends(self) -> list[int]:
        """The place after the last node below each node."""
        ends = list(range(1, len(self.nodes) + 1))
        for number in range(len(self.nodes) - 1, 0, -1):
            parent = self.nodes[number].parent
            ends[parent] = max(ends[parent], ends[number])
        return ends

    def align(self, page: TextTree) -> dict[int, int]:
        """Return the node of a page for each node of this tree that the page has.

        Texts are mapped to texts, whatever they say, and elements to elements of the same name.
        """
        return self._align(page)[0]

    def _align(self, page: TextTree) -> tuple[dict[int, int], bool]:
        """Return what `align` does, and whether the trees were compared completely."""
        _, is_complete, a, b = self.tree.align(
            page.tree, delete=1, insert=1, replace=1, epsilon=np.inf, max_cells=_MAX_CELLS
        )
        pairs = zip(
            np.frombuffer(a, np.uint32).tolist(), np.frombuffer(b, np.uint32).tolist(), strict=True
        )
        mapped = {
            node: page_node
            for node, page_node in pairs
            if self._is_same_kind(node, page, page_node)
        }
        return mapped, is_complete

    def _is_same_kind(self, node: int, page: TextTree, page_node: int) -> bool:
        own = self.nodes[node]
        if own.is_text:
            return page.texts[page_node] is not None
        return page.texts[page_node] is None and own.label == page.labels[page_node]

    def add(self, page: TextTree) -> AlignedTree:
        """Return this tree with the nodes of another page."""
        pairs, is_complete = self._align(page)
        if 0 not in pairs:
            return self
        nodes: list[Node] = []
        open_parts = [_Part(0, pairs[0], -1)]
        below = _list_children(page.parents)
        while open_parts:
            part = open_parts.pop()
            nodes.append(self._make_node(part, page))
            parts = self._list_parts(part, len(nodes) - 1, pairs, below)
            open_parts.extend(reversed(list(parts)))
        return AlignedTree(nodes, is_complete=self.is_complete and is_complete)

    def _make_node(self, part: _Part, page: TextTree) -> Node:
        if part.tree_node is None:
            assert part.page_node is not None
            is_text = page.texts[part.page_node] is not None
            return Node(part.parent, page.labels[part.page_node], is_text)
        node = replace(self.nodes[part.tree_node], parent=part.parent)
        if part.page_node is None:
            return node
        is_other = node.is_text and node.label != page.labels[part.page_node]
        return replace(node, varies=node.varies or is_other, n_pages=node.n_pages + 1)

    def _list_parts(
        self, part: _Part, number: int, pairs: dict[int, int], below: list[list[int]]
    ) -> Iterator[_Part]:
        """List the parts below a part, in document order; `number` is its node."""
        tree_nodes = [] if part.tree_node is None else self.children[part.tree_node]
        page_nodes = [] if part.page_node is None else below[part.page_node]
        mapped = (
            {pairs[node] for node in tree_nodes if node in pairs}
            if part.page_node is not None
            else set()
        )
        at = 0
        for node in tree_nodes:
            page_node = pairs.get(node) if part.page_node is not None else None
            if page_node is not None:
                while page_nodes[at] != page_node:
                    # A node that is mapped comes with its partner.
                    if page_nodes[at] not in mapped:
                        yield _Part(None, page_nodes[at], number)
                    at += 1
                at += 1
            yield _Part(node, page_node, number)
        for page_node in page_nodes[at:]:
            yield _Part(None, page_node, number)

    def drop_nodes(self, dropped: Iterable[int]) -> tuple[AlignedTree, dict[int, int]]:
        """Return this tree without some nodes and all below them, and the new place of each node
        that is left."""
        left_out = set(dropped)
        places: dict[int, int] = {}
        kept: list[Node] = []
        for number, node in enumerate(self.nodes):
            if number in left_out or (node.parent >= 0 and node.parent not in places):
                continue
            places[number] = len(kept)
            kept.append(replace(node, parent=places.get(node.parent, -1)))
        return AlignedTree(kept), places


@dataclass(frozen=True)
class _Part:
    """A node of the new tree that is still to be added: of the old tree, of the page, or both."""

    tree_node: int | None
    page_node: int | None
    #: The place of the node above it in the new tree.
    parent: int


def _list_children(parents: Sequence[int]) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    return children
