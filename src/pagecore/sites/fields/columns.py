"""Columns: the texts of an aligned tree that vary between pages, in the order of their rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pagecore._core import count_words
from pagecore.page import tags
from pagecore.sites.fields.aligned_tree import AlignedTree
from pagecore.sites.fields.repeated import find_repeated
from pagecore.sites.fields.text_tree import TextTree, is_value, split_label

#: Values that the user labelled on a page, by the name of their column.
Values = Mapping[str, Sequence[str]]

#: Words of a text that is prose rather than a value.
_PROSE_WORDS: Final = 12
#: Words of a paragraph whose parts are no values.
_PARAGRAPH_WORDS: Final = 20
#: Minimum share of the prose of all pages that the element around the body has.
_BODY_SHARE: Final = 0.7
#: Minimum share of prose among the varying texts of the body, in characters.
_PROSE_SHARE: Final = 0.6
#: Minimum number of characters of prose per page; pages with less have no body.
_MIN_PROSE: Final = 150


@dataclass(frozen=True)
class FieldColumn:
    """A column: a text that varies, a part that is repeated, or the running text."""

    #: Its node in the aligned tree: a text, or the element around a repeated part or the body.
    node: int
    #: Its text on each page that was learned from; None if the page lacks it.
    values: tuple[str | None, ...]
    #: `text`, a text that varies; `body`, the running text of the pages; or `parts`, a repeated
    #: part, which is all that varies below an element.
    kind: str = "text"

    @property
    def texts(self) -> list[str]:
        """The texts of the pages that have it."""
        return [value for value in self.values if value is not None]

    @property
    def sign(self) -> str:
        """The wildcard of the template: `.` for one text and `+` for several on all pages, `?` and
        `*` if some pages have none."""
        is_optional = None in self.values
        if self.kind == "parts":
            return "*" if is_optional else "+"
        return "?" if is_optional else "."


def find_columns(
    tree: AlignedTree,
    pages: Sequence[TextTree],
    maps: Sequence[dict[int, int]],
    known: Sequence[Values],
) -> list[FieldColumn]:
    """Find the columns of an aligned tree; those on the most pages first, then in document order.

    Args:
        tree: the aligned tree.
        pages: the pages that it was made from.
        maps: the node of each page for each node of the tree.
        known: values that the user labelled on each page. A text that holds one is a column, even
            if it is the same on all pages.
    """
    texts = []
    for number, node in enumerate(tree.nodes):
        if node.is_text:
            values = _read_values(number, pages, maps)
            present = [value for value in values if value is not None]
            # A text that is the same wherever it is belongs to the template.
            if len(set(present)) > 1 or len(present) == 1 or is_labelled(values, known):
                texts.append(FieldColumn(number, values))
    body = _find_body(tree, texts, len(pages))
    if body is not None:
        fragments = _find_fragments(pages, maps)
        # A short text that all pages have is a value of its own, such as the title.
        texts = [
            column
            for column in texts
            if is_labelled(column.values, known)
            or not body < column.node < tree.ends[body]
            or not (column.sign == "?" or _is_prose(column) or column.node in fragments)
        ]
        values = tuple("" if body in of_page else None for of_page in maps)
        texts.append(FieldColumn(body, values, "body"))
    texts = [
        column
        for column in _join_repeated(tree, texts, known)
        if column.kind == "body"
        or any(map(is_value, column.texts))
        or is_labelled(column.values, known)
    ]
    return sorted(texts, key=lambda column: (-len(column.texts), column.node))


def _join_repeated(
    tree: AlignedTree, columns: Sequence[FieldColumn], known: Sequence[Values]
) -> list[FieldColumn]:
    """Replace the columns of each repeated part by one column. Columns that the user labelled
    stay."""
    by_node = {
        column.node: column
        for column in columns
        if column.kind == "text" and not is_labelled(column.values, known)
    }
    joined: dict[int, FieldColumn] = {}
    for element, texts in find_repeated(tree, frozenset(by_node)):
        if any(text not in by_node for text in texts):
            # The part is inside another repeated part.
            continue
        parts = [by_node.pop(text).values for text in texts]
        values = tuple(
            "\n".join(filter(None, of_page)) or None for of_page in zip(*parts, strict=True)
        )
        before = joined.get(element)
        if before is not None:
            # Two repeated parts of one element are one column.
            values = tuple(_join_values(a, b) for a, b in zip(before.values, values, strict=True))
        joined[element] = FieldColumn(element, values, "parts")
    others = [column for column in columns if column.kind != "text" or column.node in by_node]
    labelled = [column for column in columns if is_labelled(column.values, known)]
    return list({id(of): of for of in (*others, *labelled, *joined.values())}.values())


def _join_values(first: str | None, second: str | None) -> str | None:
    return "\n".join(filter(None, (first, second))) or None


def holds_value(cell: str | None, text: str) -> bool:
    """Whether a cell holds a labelled value, with or without the label before it."""
    if cell is None:
        return False
    value = " ".join(text.split())
    labelled = split_label(cell)
    return cell == value or (labelled is not None and labelled.value == value)


def includes_label(cells: Sequence[str | None], known: Sequence[Values]) -> bool:
    """Whether a value that is known of a page is the whole cell, with the label before it."""
    return any(
        cell == " ".join(text.split())
        for cell, values in zip(cells, known, strict=True)
        for texts in values.values()
        for text in texts
    )


def is_labelled(cells: Sequence[str | None], known: Sequence[Values]) -> bool:
    """Whether the cell of a page holds a value that is known of the page."""
    return any(
        holds_value(cell, text)
        for cell, values in zip(cells, known, strict=True)
        for texts in values.values()
        for text in texts
    )


def _read_values(
    node: int, pages: Sequence[TextTree], maps: Sequence[dict[int, int]]
) -> tuple[str | None, ...]:
    return tuple(
        page.texts[of_page[node]] if node in of_page else None
        for page, of_page in zip(pages, maps, strict=True)
    )


def _find_body(tree: AlignedTree, columns: Sequence[FieldColumn], n_pages: int) -> int | None:
    """Find the lowest element that has most of the prose, and mainly prose; None if there is
    little prose."""
    n_nodes = len(tree)
    prose, varying = [0] * n_nodes, [0] * n_nodes
    for column in columns:
        varying[column.node] = sum(map(len, column.texts))
        if _is_prose(column):
            prose[column.node] = varying[column.node]
    for node in range(n_nodes - 1, 0, -1):
        parent = tree.nodes[node].parent
        prose[parent] += prose[node]
        varying[parent] += varying[node]
    if prose[0] < _MIN_PROSE * n_pages:
        return None
    fitting = [
        node
        for node, counted in enumerate(prose)
        if counted >= _BODY_SHARE * prose[0] and not tree.nodes[node].is_text
    ]
    # Elements with more than half of the prose are inside each other.
    lowest = fitting[-1]
    return lowest if prose[lowest] >= _PROSE_SHARE * varying[lowest] else None


def _is_prose(column: FieldColumn) -> bool:
    n_words = sum(map(count_words, column.texts))
    return n_words >= _PROSE_WORDS * len(column.texts)


def _find_fragments(pages: Sequence[TextTree], maps: Sequence[dict[int, int]]) -> set[int]:
    """Find the texts that are only a part of a paragraph, as in `<p>Many words <b>here</b> …</p>`,
    on any page."""
    fragments: set[int] = set()
    for tree, of_page in zip(pages, maps, strict=True):
        page = tree.page
        is_text = (page.tag == tags.TEXT) & (page.chars > 0)
        # The root has the texts that are in no block.
        owner = np.maximum(page.owner, 0)
        n_texts = np.bincount(owner[is_text], minlength=len(page))
        n_words = np.bincount(owner[is_text], page.words[is_text], minlength=len(page))
        is_fragment = ((n_texts > 1) & (n_words >= _PARAGRAPH_WORDS))[owner]
        fragments.update(node for node, other in of_page.items() if is_fragment[tree.rows[other]])
    return fragments
