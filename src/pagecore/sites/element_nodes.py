"""Element nodes: which node of a compressed structure tree each row of a page is merged into.

The tree merges all roots, and below an element node the children of tag nodes with equal
presentation style, position by position. So the way from the root, with the style and the position
at every step, identifies a node. Its 64-bit digest is the key of the node, and each page can be
read alone: rows of different pages are merged if they have the same key.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.classes.tokens import digest_tokens, split_tokens
from pagecore.page import Mask, Page

Keys: TypeAlias = npt.NDArray[np.uint64]

#: The display attributes of the paper; tokens of `class` come on top.
DISPLAY_ATTRIBUTES: Final = ("width", "height", "bgcolor", "align", "style")
#: Number of elements above a text whose tags and display attributes belong to a piece.
N_ABOVE: Final = 4

#: Odd numbers that keep digests of different things apart.
_STEP, _LEAF, _TEXT = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xD1B54A32D192ED03),
    np.uint64(0x8CB92BA72F3D8DD7),
)


@dataclass(frozen=True, eq=False)
class ElementNodes:
    """The rows of a page in a compressed structure tree. Columns have one value per row, which is 0
    where there is nothing to digest: in hidden rows and, but for `leaf`, in texts."""

    #: Digest of tag and display attributes.
    label: Keys
    #: Digest of the presentation style: the labels of the child elements in order.
    style: Keys
    #: The element node.
    key: Keys
    #: The element node and its style, which identify the tag nodes whose children are merged.
    styled_key: Keys
    #: The leaf of a text, which all texts between the same two elements share, or of an image.
    leaf: Keys
    #: Whether the row is a text, or an image with a source.
    has_leaf: Mask


def find_element_nodes(page: Page, classes: Collection[str]) -> ElementNodes:
    """Find the nodes of a page.

    Args:
        page: the page.
        classes: the tokens of `class` that are display attributes.
    """
    is_text = page.tag == 0
    label = np.where(page.visible & ~is_text, digest_labels(page, classes), np.uint64(0))
    place = _count_elements_before(page)
    has_parent = page.visible & (page.parent >= 0)
    child = np.flatnonzero(has_parent & ~is_text)
    style = np.zeros(len(page), np.uint64)
    np.add.at(style, page.parent[child], mix_bits(label[child] + _multiply(place[child], _STEP)))
    key, styled_key = np.zeros(len(page), np.uint64), np.zeros(len(page), np.uint64)
    # From the root down, all rows of a level at once.
    element = np.flatnonzero(page.visible & ~is_text)
    by_depth = element[np.argsort(page.depth[element], kind="stable")]
    levels = np.flatnonzero(np.diff(page.depth[by_depth])) + 1
    for rows in np.split(by_depth, levels):
        is_root = page.parent[rows] < 0
        above = styled_key[page.parent[rows]]
        key[rows] = np.where(is_root, _STEP, mix_bits(above + _multiply(place[rows], _STEP)))
        styled_key[rows] = mix_bits(key[rows] ^ mix_bits(style[rows]))
    leaf = np.zeros(len(page), np.uint64)
    text = np.flatnonzero(has_parent & is_text)
    leaf[text] = mix_bits(styled_key[page.parent[text]] ^ _multiply(place[text], _LEAF))
    image = np.flatnonzero(page.visible & page.is_tag("img") & (page.attr("src")[0] >= 0))
    leaf[image] = mix_bits(styled_key[image] ^ _multiply(np.zeros(len(image), np.int64), _LEAF))
    has_leaf = np.zeros(len(page), np.bool_)
    has_leaf[text] = has_leaf[image] = True
    return ElementNodes(label, style, key, styled_key, leaf, has_leaf)


def read_style(
    page: Page, row: int, classes: Collection[str] = ()
) -> tuple[tuple[str, frozenset[tuple[str, str]]], ...]:
    """Read the presentation style of a row: tag and display attributes of each child element.

    Args:
        page: the page.
        row: an element.
        classes: the tokens of `class` that are display attributes.
    """
    style = []
    for child in np.flatnonzero((page.parent == row) & page.visible & (page.tag != 0)).tolist():
        values = {(name, page.get(child, name)) for name in DISPLAY_ATTRIBUTES}
        attributes = {(name, value) for name, value in values if value is not None}
        tokens = split_tokens(page.get(child, "class") or "")
        attributes |= {("class", token) for token in tokens if token in classes}
        style.append((page.name(child), frozenset(attributes)))
    return tuple(style)


def digest_labels(page: Page, classes: Collection[str]) -> Keys:
    """Digest tag and display attributes of every row; the order of attributes makes no
    difference."""
    label = page.digest("tag").copy()
    for number, name in enumerate(DISPLAY_ATTRIBUTES, start=1):
        values = page.digest(f"attr:{name}")
        has_value = page.attr(name)[0] >= 0
        # The number of the attribute keeps equal values of two attributes apart.
        label ^= np.where(has_value, mix_bits(mix_bits(values) + np.uint64(number)), np.uint64(0))
    label ^= digest_tokens(page, classes)
    return label


def digest_pieces(page: Page, nodes: ElementNodes, rows: npt.NDArray[np.integer]) -> Keys:
    """Digest the pieces of the template that some texts may be: each text with the labels of the
    elements around it, and these labels alone. The place on the page makes no difference."""
    shape, above = np.zeros(len(rows), np.uint64), page.parent[rows]
    for _ in range(N_ABOVE):
        is_inside = above >= 0
        shape = np.where(is_inside, mix_bits(shape ^ nodes.label[above]), shape)
        above = np.where(is_inside, page.parent[above], above)
    return np.concatenate([mix_bits(shape ^ _multiply(page.digest("text")[rows], _TEXT)), shape])


def mix_bits(values: Keys) -> Keys:
    """Mix the bits of 64-bit integers, so that near ones become unlike (SplitMix64)."""
    mixed = values + _STEP
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _count_elements_before(page: Page) -> npt.NDArray[np.int64]:
    """Count the visible elements before each row among the children of its parent."""
    rows = np.flatnonzero(page.visible)
    order = rows[np.argsort(page.parent[rows], kind="stable")]
    before = np.cumsum(page.tag[order] != 0) - (page.tag[order] != 0)
    parents = page.parent[order]
    is_first = np.diff(parents, prepend=-2) != 0
    # The number of elements before the first child of each group.
    offset = before[is_first][np.cumsum(is_first) - 1]
    place = np.zeros(len(page), np.int64)
    place[order] = before - offset
    return place


def _multiply(values: Mask | npt.NDArray[np.integer], factor: np.uint64) -> Keys:
    """Multiply numbers plus one by a constant, modulo 2^64."""
    return (values.astype(np.uint64) + np.uint64(1)) * factor
