"""Repeated parts: siblings of one shape whose number differs between pages, such as paragraphs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from pagecore.sites.fields.aligned_tree import AlignedTree


def find_repeated(tree: AlignedTree, varying: Collection[int]) -> Iterator[tuple[int, list[int]]]:
    """Find the repeated parts of an aligned tree.

    Args:
        tree: the aligned tree.
        varying: the texts that vary; a part with another text in it is not repeated.

    Yields:
        The element around each repeated part, and the texts in it.
    """
    shapes = _find_shapes(tree, varying)
    for node, children in enumerate(tree.children):
        for shape, siblings in groupby(children, key=lambda child: shapes[child]):
            run = list(siblings)
            n_pages = {tree.nodes[child].n_pages for child in run}
            if shape is not None and len(run) > 1 and len(n_pages) > 1:
                yield node, [text for child in run for text in _list_texts(tree, child)]


def _find_shapes(tree: AlignedTree, varying: Collection[int]) -> list[int | None]:
    """Return the shape of each subtree, which is the same for siblings that are alike; None if it
    is a text, or has one that does not vary, or none at all."""
    known: dict[tuple[object, ...], int] = {}
    shapes: list[int | None] = [None] * len(tree)
    text = known.setdefault(("text",), 0)
    for node in range(len(tree) - 1, -1, -1):
        children = tree.children[node]
        if tree.nodes[node].is_text or not children:
            continue
        below = [
            (text if child in varying else None) if tree.nodes[child].is_text else shapes[child]
            for child in children
        ]
        if None not in below:
            shapes[node] = known.setdefault((tree.nodes[node].label, *below), len(known))
    return shapes


def _list_texts(tree: AlignedTree, node: int) -> list[int]:
    texts: list[int] = []
    waiting = [node]
    while waiting:
        child = waiting.pop()
        if tree.nodes[child].is_text:
            texts.append(child)
        waiting.extend(reversed(tree.children[child]))
    return texts
