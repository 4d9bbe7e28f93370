"""Structure trees that `cst` learns from pages of the tests, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pagecore import Page, learn, parse
from pagecore.sites.structure_tree import StructureTree

WORDS = [
    "anchor", "baker", "canal", "drizzle", "engine", "ferry", "garden", "harbour", "island",
    "jacket", "kettle", "lantern", "meadow", "needle", "orchard", "pepper", "quarry", "ribbon",
    "saddle", "timber", "umbrella", "velvet", "walnut", "yarrow", "zephyr",
]  # fmt: skip


def learn_tree(pages: Sequence[str | Page], **options: Any) -> StructureTree:
    """The tree that the method learns from pages."""
    body = learn(list(pages), method="cst", classes="one", **options).body
    assert isinstance(body, StructureTree)
    return body


def read_importance(tree: StructureTree, page: str | Page) -> dict[str, float]:
    """The importance of each text of a page, by the text."""
    page = parse(page) if isinstance(page, str) else page
    path = tree.importance(page)
    rows = np.flatnonzero((page.tag == 0) & page.visible)
    return {page.text(int(row)).strip(): float(path[row]) for row in rows}


def read_content(pages: Sequence[str | Page], page: str, **options: Any) -> list[str]:
    """The texts that a tree learned from pages chooses in another page."""
    parsed = parse(page)
    content = learn(list(pages), method="cst", classes="one", **options).content(parsed).content
    rows = np.flatnonzero(content & (parsed.tag == 0))
    return " ".join(parsed.text(int(row)) for row in rows).split()


ENGLISH = "<html lang=en>"
