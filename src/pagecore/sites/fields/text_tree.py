"""A page as a labelled tree with its texts, to align it with other pages of its template."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

import numpy as np

from pagecore._core import Tree
from pagecore.page import Page, tags
from pagecore.page.trees import build_tree

#: Most words of a label before a value, such as `Price: 9 €`.
_MAX_LABEL_WORDS: Final = 5
#: The label may be a text of its own before this one, as in `<b>Price</b>: 9 €`.
_LABELLED: Final = re.compile(r"((?:[^\W\d_][^:=：]{0,38}?)?)\s*(?:[:=](?=\s)|：)\s*(?=\S)")


class LabelledText(NamedTuple):
    """A text such as `Price: 9 €`."""

    label: str
    value: str


@dataclass(frozen=True, eq=False)
class TextTree:
    """The visible rows of a page as a tree. The label of an element is its name. The label of a
    text is its words, or the words before a colon if it has the form `Price: 9 €`."""

    page: Page
    parents: list[int]
    labels: list[int]
    #: The row of each node.
    rows: list[int]
    #: The text of each node; None for elements.
    texts: list[str | None]

    @classmethod
    def of(cls, page: Page) -> TextTree:
        """Build the tree of a page."""
        tree = build_tree(page, "shown", "text")
        labels = np.frombuffer(tree.label, np.uint64).tolist()
        rows = np.frombuffer(tree.row, np.uint32)
        texts: list[str | None] = [None] * len(rows)
        for node in np.flatnonzero(page.tag[rows] == tags.TEXT).tolist():
            texts[node] = text = read_text(page, int(rows[node]))
            labelled = split_label(text)
            if labelled is not None:
                labels[node] = _hash_label(labelled.label.lower())
        parents = np.frombuffer(tree.parent, np.int32).tolist()
        return cls(page, parents, labels, rows.tolist(), texts)

    @cached_property
    def tree(self) -> Tree:
        """The tree for the core."""
        return Tree(self.parents, self.labels)


def is_value(text: str) -> bool:
    """Whether a text can be a value: more than punctuation, such as the comma between two links."""
    return any(unicodedata.category(sign)[0] not in "PZC" and sign != "|" for sign in text)


def read_text(page: Page, row: int) -> str:
    """Return the text of a row, with single spaces."""
    return " ".join(page.text(row).split())


def split_label(text: str) -> LabelledText | None:
    """Split a text such as `Price: 9 €` into a label and a value; None if it has another form."""
    match = _LABELLED.match(text)
    if match is None or len(match[1].split()) > _MAX_LABEL_WORDS:
        return None
    return LabelledText(match[1], text[match.end() :])


@lru_cache(1 << 12)
def _hash_label(label: str) -> int:
    return int.from_bytes(blake2b(label.encode(), digest_size=8).digest(), "little")
