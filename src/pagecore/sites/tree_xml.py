"""Trees in the XML of wrappers: the depth of each node, in document order."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from xml.etree.ElementTree import Element

from pagecore.errors import WrapperError, show_value

_DEPTHS: Final = re.compile(r"[0-9]{1,5}(?: [0-9]{1,5})*")


def write_depths(parents: Iterable[int]) -> str:
    """Write the depths of the nodes of a tree, from the places of the nodes above them."""
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    return " ".join(map(str, depths))


def read_parents(element: Element) -> list[int]:
    """Read the attribute `depths` of an element; return the place of the node above each node.

    Raises:
        WrapperError: the depths are not those of a tree.
    """
    text = element.get("depths", "")
    if not _DEPTHS.fullmatch(text):
        raise WrapperError(f"depths={show_value(text, 60)}: expected numbers, separated by spaces")
    parents: list[int] = []
    # The last node of each depth.
    last: list[int] = []
    for node, word in enumerate(text.split(" ")):
        depth = int(word)
        if not 0 <= depth <= len(last) or (depth == 0) != (node == 0):
            raise WrapperError(f"{show_value(element.tag)} has no node above node {node}")
        parents.append(last[depth - 1] if depth else -1)
        last[depth:] = [node]
    return parents
