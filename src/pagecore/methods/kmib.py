"""k-MIB: the subtrees with the most information whose children are alike.

H.-Y. Kao, J.-M. Ho and M.-S. Chen. "WISDOM: Web intrapage informative structure mining based on
document object model." IEEE Trans. Knowledge and Data Engineering 17(5), 2005, 614-627; read as
R. Shinde, A. Bolli and A. Kulkarni. "Methods for extracting content blocks from web pages",
section 2.2, tells it.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: What two sums of the same numbers in another order may differ by.
ROUNDING = 1e-9

Floats = npt.NDArray[np.float64]


@method(
    "kmib",
    paper="Kao, Ho and Chen 2005",
    family="page",
    bounds={
        "feature": ("CLEN", "ALEN"),
        "k": (1, 100),
        "threshold": (0.0, 1.0),
        "m": ("all", "positive"),
        "merge": (0.0, 1.0),
    },
    made_on=("wcxb", "fundus", "readability"),
    sweep={"k": (1, 2, 3, 4, 5), "threshold": (0.1, 0.3, 0.5, 0.7, 0.9), "m": ("all", "positive")},
)
def kmib(
    page: Page,
    *,
    feature: str = "CLEN",
    k: int = 1,
    threshold: float = 0.5,
    m: str = "all",
    merge: float = 0.8,
) -> Choice:
    """Choose the blocks of at most k subtrees that hold most of a feature, evenly spread.

    Args:
        page: any page; needs no layout.
        feature: what is looked for (f): `CLEN`, text outside links, finds articles; `ALEN`, text
            of links, finds tables of contents.
        k: subtrees that are taken at most, before they are merged.
        threshold: the least structure information index of a subtree that is not split (ST).
        m: which children the index is held against: `all`, or those with a `positive` feature.
        merge: part of a parent's feature that its subtrees have to hold to be replaced by it; only
            two or more are, so that it changes nothing where k is 1.

    Returns:
        The choice, with the totals `ALEN` and `CLEN` and the index `SII` of every element as
        evidence, and of every block, at its first row, also its content information `CII`.

    Differs:
        The anchor precision index needs the pages that links lead to, and is left out. Expansion
        and condensation, which the text only names, are our reading.
    """
    tree = coverage_tree(page)
    f = tree.clen if feature == "CLEN" else tree.alen
    sii = structure_index(tree, f, positive=m == "positive")
    found = informative(tree, f, sii, k, threshold)
    found = expanded(page, tree, f, found, merge)
    chosen = np.zeros(len(page), np.bool_)
    chosen[found] = True
    candidate, dropped = page.above(chosen), page.above(condensed(tree, f, found))
    # What is dropped of a candidate is nearer to its blocks than the candidate.
    candidate = np.where(dropped > candidate, -1, candidate).take(page.blocks.first)
    is_held = (candidate >= 0) & (page.blocks.hidden == 0)
    held = np.where(is_held, f[candidate] / max(f[0], 1), 0)
    return Choice.of(
        page,
        page.spread(is_held),
        score=page.spread(held),
        evidence={
            "ALEN": tree.alen,
            "CLEN": tree.clen,
            "SII": sii,
            "CII": content_information(page),
        },
    )


class Tree(NamedTuple):
    """The information coverage tree: block-level elements by their rows, and below them blocks, at
    their first rows, as leaves. What is hidden is no part of it.

    Attributes:
        elements: the rows of block-level elements.
        leaves: the first rows of blocks.
        above: for every such row the element that it is a child of; -1 of the root.
        alen: length of the text in links, of elements the total.
        clen: length of the other text, likewise.
    """

    elements: Array
    leaves: Array
    above: Array
    alen: Array
    clen: Array

    @property
    def children(self) -> Array:
        """All but the root."""
        return np.append(self.elements[self.elements > 0], self.leaves)


def coverage_tree(page: Page) -> Tree:
    """The tree of a page, its features added up."""
    n = len(page)
    blocks = page.blocks
    shown = blocks.hidden == 0
    leaves = blocks.first[shown]
    above = np.full(n, -1, np.int32)
    # The block-level element around another one is the owner of its parent.
    above[1:] = page.owner.take(page.parent[1:])
    above[leaves] = blocks.owner[shown]
    alen, clen = np.zeros(n), np.zeros(n)
    alen[leaves] = blocks.link_chars[shown]
    clen[leaves] = (blocks.chars - blocks.link_chars)[shown]
    elements = np.flatnonzero(page.visible & (page.owner == np.arange(n)))
    return Tree(elements, leaves, above, page.below(alen), page.below(clen))


def structure_index(tree: Tree, f: Array, *, positive: bool) -> Floats:
    """SII: the entropy of how a feature is spread over the children of every row, from 0 to 1."""
    n = len(f)
    children = tree.children
    above = tree.above[children]
    weight = f[children] / np.maximum(f[above], 1)
    is_positive = weight > 0
    terms = -weight * np.log(np.where(is_positive, weight, 1))
    n_children = np.bincount(above, is_positive if positive else None, minlength=n)
    # An only child has all of it, and its term is 0.
    index: Floats = np.bincount(above, terms, minlength=n) / np.log(np.maximum(n_children, 2))
    return index


def informative(tree: Tree, f: Array, sii: Floats, k: int, threshold: float) -> list[int]:
    """MIB(k, f, ST): from the root down, the largest first; what is uneven is split."""
    n = len(f)
    inner = np.bincount(tree.above[tree.elements[tree.elements > 0]], minlength=n) > 0
    is_split = inner & (sii < threshold - ROUNDING)
    children = tree.children
    children = children[np.argsort(tree.above[children], kind="stable")]
    begin = np.searchsorted(tree.above[children], np.arange(n + 1))
    found: list[int] = []
    queue = [(-float(f[0]), 0)]
    while queue and len(found) < k:
        size, row = heappop(queue)
        if size == 0:
            break
        if is_split[row]:
            parts = children[begin[row] : begin[row + 1]]
            for part in zip((-f[parts]).tolist(), parts.tolist(), strict=True):
                heappush(queue, part)
        else:
            found.append(row)
    return found


def expanded(page: Page, tree: Tree, f: Array, found: list[int], merge: float) -> list[int]:
    """The candidates, those of one parent replaced by it where they hold most of it."""
    # A parent stands before what is below it, so this goes upward.
    for parent in sorted({int(tree.above[row]) for row in found}, reverse=True):
        held = [row for row in found if tree.above[row] == parent]
        if len(held) > 1 and f[held].sum() >= merge * f[parent] - ROUNDING:
            inside = range(parent, int(page.end[parent]))
            merged = [parent, *(row for row in found if row not in inside)]
            return expanded(page, tree, f, merged, merge)
    return found


def condensed(tree: Tree, f: Array, found: list[int]) -> Mask:
    """The children of candidates that are dropped: they have no text of their own, and less than
    half as much of the feature to a character as the candidate."""
    n = len(f)
    text = tree.alen + tree.clen
    own = np.bincount(tree.above[tree.leaves], text[tree.leaves], minlength=n)
    density = f / np.maximum(text, 1)
    children = tree.elements[np.isin(tree.above[tree.elements], found)]
    is_thin = density[children] < density[tree.above[children]] / 2
    dropped = np.zeros(n, np.bool_)
    dropped[children[is_thin & (text[children] > 0) & (own[children] == 0)]] = True
    return dropped


def content_information(page: Page) -> Floats:
    """CII of every block, at its first row: 1 less the mean entropy of its terms over the blocks.

    A term that stands in one block alone tells of it, one that is everywhere tells nothing.
    """
    rows, hashes = page.terms(page.visible)
    n_blocks = len(page.blocks)
    # Hash and block in one number, so that one sort brings together what is counted.
    width = np.uint64(n_blocks.bit_length())
    blocks = page.block.take(rows).astype(np.uint64)
    keys = np.sort((hashes << width) | blocks)
    begin = np.flatnonzero(np.append(True, np.diff(keys) != 0)[: len(keys)])
    count = np.diff(np.append(begin, len(keys)))
    # One value for each term and block that has it, the blocks of a term together.
    block = (keys[begin] & ((np.uint64(1) << width) - np.uint64(1))).astype(np.int64)
    term = np.append(0, np.cumsum(np.diff(keys[begin] >> width) != 0))[: len(begin)]
    weight = count / np.bincount(term, count)[term]
    n_terms = np.bincount(block, minlength=n_blocks)
    n_filled = int(np.count_nonzero(n_terms))
    entropy = np.bincount(term, -weight * np.log(weight)) / np.log(max(n_filled, 2))
    mean = np.bincount(block, entropy[term], n_blocks) / np.maximum(n_terms, 1)
    information = np.zeros(len(page))
    information[page.blocks.first] = np.where(n_terms > 0, 1 - mean, 0)
    return information
