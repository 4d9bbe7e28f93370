"""Pages as labelled trees, to compare them."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore import _core
from pagecore.page import tags
from pagecore.page.columns import Mask
from pagecore.page.page import Page

#: The rows of a tree.
ROWS: Final = ("all", "shown", "blocks", "skeleton")
#: What the label of a row is made of.
LABELS: Final = ("tag", "class", "text")


def build_tree(page: Page, rows: str = "all", labels: str = "tag") -> _core.Tree:
    """Build the tree of a page.

    Args:
        page: the page.
        rows: `all`; `shown`, without hidden rows and white space; `blocks`, which are the visible
            block-level elements; or `skeleton`, the same without repetitions: of siblings with
            equal subtrees it has only the first.
        labels: the label of a row: its name (tag), its name and its classes (class), or the name
            of an element and the words of a text (text).
    """
    is_used: Mask = np.ones(len(page), np.bool_)
    if rows == "shown":
        is_used = page.visible & ((page.tag != tags.TEXT) | (page.chars > 0))
    elif rows != "all":
        is_used = (page.owner == np.arange(len(page))) & page.visible
    tree = page._table.tree(is_used.view(np.uint8), labels)
    return tree.without_repeats() if rows == "skeleton" else tree
