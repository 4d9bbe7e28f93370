"""k-MIB: the subtrees with the most information whose children are alike.

H.-Y. Kao, J.-M. Ho and M.-S. Chen. "WISDOM: Web intrapage informative structure mining based on
document object model." IEEE Trans. Knowledge and Data Engineering 17(5), 2005, 614-627.
Implemented from the summary in R. Shinde, A. Bolli and A. Kulkarni. "Methods for extracting content
blocks from web pages", section 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import BadOption
from pagecore.page import Array, Mask, Page
from pagecore.page.linked_pages import LinkedPages
from pagecore.registry import method

#: Tolerance for rounding errors of sums.
ROUNDING = 1e-9

Floats = npt.NDArray[np.float64]


@method(
    "kmib",
    paper="Kao, Ho and Chen 2005",
    family="page",
    bounds={
        "feature": ("CLEN", "ALEN", "API"),
        "k": (1, 100),
        "threshold": (0.0, 1.0),
        "m": ("all", "positive"),
        "merge": (0.0, 1.0),
    },
    developed_on=("wcxb", "fundus", "readability"),
    sweep={
        "k": (1, 2, 3, 4, 5),
        "threshold": (0.1, 0.3, 0.5, 0.7, 0.9),
        "m": ("all", "positive"),
        "merge": (0.5, 0.8, 1.0),
    },
    used_with={"linked": {"feature": "API"}},
)
def kmib(
    page: Page,
    *,
    feature: str = "CLEN",
    linked: LinkedPages | None = None,
    k: int = 1,
    threshold: float = 0.5,
    m: str = "all",
    merge: float = 0.8,
) -> Choice:
    """Choose the blocks of at most k subtrees that hold most of a feature, evenly spread.

    Args:
        page: any page; needs no layout.
        feature: the feature (f): `CLEN`, the text outside links, finds articles; `ALEN`, the text
            of links, and `API`, the similarity of links to the pages that they lead to, find
            tables of contents.
        linked: pages that the links of this page may lead to, by URL; needed by `API`.
        k: maximum number of subtrees, before they are merged.
        threshold: minimum structure information index of a subtree that is not split (ST).
        m: children that normalise the index: `all`, or only those with a `positive` feature.
        merge: minimum share of a parent's feature that its chosen subtrees hold together for the
            parent to replace them. Only two or more are merged, so it has no effect if k is 1.

    Returns:
        The choice, with the totals `ALEN` and `CLEN`, `API` if there are linked pages, and the
        index `SII` of each element as evidence, and the content information `CII` of each block at
        its first row.

    Raises:
        BadOption: the feature is `API`, and there are no linked pages.

    Differs:
        The summary only names `API`, expansion and condensation; their rules here are our reading.
    """
    if feature == "API" and not linked:
        raise BadOption(
            "feature='API': compares links with the pages that they lead to, and there are none; "
            "pass linked={url: page, ...}"
        )
    tree = build_tree(page)
    features = {"ALEN": tree.alen, "CLEN": tree.clen}
    if linked:
        features["API"] = measure_anchors(page, linked)
    f = features[feature]
    sii = measure_structure(tree, f, positive=m == "positive")
    candidates = find_informative(tree, f, sii, k, threshold)
    candidates = expand(page, tree, f, candidates, merge)
    chosen = np.zeros(len(page), np.bool_)
    chosen[candidates] = True
    candidate, dropped = page.above(chosen), page.above(condense(page, tree, f, chosen))
    # A dropped child is nearer to its blocks than the candidate.
    candidate = np.where(dropped > candidate, -1, candidate).take(page.blocks.first)
    is_held = (candidate >= 0) & (page.blocks.hidden == 0)
    held = np.where(is_held, f[candidate] / (f[0] or 1), 0)
    return Choice.of(
        page,
        page.spread(is_held),
        score=page.spread(held),
        evidence={**features, "SII": sii, "CII": measure_content(page)},
    )


class CoverageTree(NamedTuple):
    """The information coverage tree: block-level elements, with text blocks as leaves.

    Hidden elements and blocks are not in the tree.

    Attributes:
        elements: the rows of block-level elements.
        leaves: the first rows of blocks.
        above: the parent in the tree of each such row; -1 for the root.
        alen: length of the text in links; for elements, the total of the subtree.
        clen: length of the other text, likewise.
    """

    elements: Array
    leaves: Array
    above: Array
    alen: Array
    clen: Array

    @property
    def children(self) -> Array:
        """All nodes but the root."""
        return np.append(self.elements[self.elements > 0], self.leaves)


def build_tree(page: Page) -> CoverageTree:
    """Build the tree of a page and sum up its features."""
    n = len(page)
    blocks = page.blocks
    shown = blocks.hidden == 0
    leaves = blocks.first[shown]
    above = np.full(n, -1, np.int32)
    # The block-level element around another element is the owner of its parent.
    above[1:] = page.owner.take(page.parent[1:])
    above[leaves] = blocks.owner[shown]
    alen, clen = np.zeros(n), np.zeros(n)
    alen[leaves] = blocks.link_chars[shown]
    clen[leaves] = (blocks.chars - blocks.link_chars)[shown]
    elements = np.flatnonzero(page.visible & (page.owner == np.arange(n)))
    return CoverageTree(elements, leaves, above, page.below(alen), page.below(clen))


def measure_structure(tree: CoverageTree, f: Array, *, positive: bool) -> Floats:
    """SII: the entropy of a feature over the children of each row, 0 to 1."""
    n = len(f)
    children = tree.children
    above = tree.above[children]
    is_positive = f[children] > 0
    weight = f[children] / np.where(is_positive, f[above], 1)
    terms = -weight * np.log(np.where(is_positive, weight, 1))
    n_children = np.bincount(above, is_positive if positive else None, minlength=n)
    # An only child has the whole feature, so its term is 0.
    index: Floats = np.bincount(above, terms, minlength=n) / np.log(np.maximum(n_children, 2))
    return index


def find_informative(
    tree: CoverageTree, f: Array, sii: Floats, k: int, threshold: float
) -> list[int]:
    """MIB(k, f, ST): go down from the root, largest first; split the uneven subtrees."""
    steps = search(tree, f, sii, threshold)
    return list(islice((row for row, is_candidate in steps if is_candidate), k))


def search(
    tree: CoverageTree, f: Array, sii: Floats, threshold: float
) -> Iterator[tuple[int, bool]]:
    """Take elements from a queue, largest first, and put the children of uneven ones into it.

    Yields each element that is taken, and whether it is a candidate; otherwise it was split.
    """
    n = len(f)
    inner = np.bincount(tree.above[tree.elements[tree.elements > 0]], minlength=n) > 0
    is_split = inner & (sii < threshold - ROUNDING)
    children = tree.children
    children = children[np.argsort(tree.above[children], kind="stable")]
    begin = np.searchsorted(tree.above[children], np.arange(n + 1))
    queue = [(-float(f[0]), 0)]
    while queue and queue[0][0] < 0:
        row = heappop(queue)[1]
        yield row, not is_split[row]
        if is_split[row]:
            parts = children[begin[row] : begin[row + 1]]
            for part in zip((-f[parts]).tolist(), parts.tolist(), strict=True):
                heappush(queue, part)


def expand(
    page: Page, tree: CoverageTree, f: Array, candidates: list[int], merge: float
) -> list[int]:
    """Replace candidates by their common parent if they hold most of its feature."""
    # Rows are in document order, so reverse order goes upward.
    for parent in sorted({int(tree.above[row]) for row in candidates}, reverse=True):
        held = [row for row in candidates if tree.above[row] == parent]
        if len(held) > 1 and f[held].sum() >= merge * f[parent] - ROUNDING:
            inside = range(parent, int(page.end[parent]))
            merged = [parent, *(row for row in candidates if row not in inside)]
            return expand(page, tree, f, merged, merge)
    return candidates


def condense(page: Page, tree: CoverageTree, f: Array, chosen: Mask) -> Mask:
    """Find the elements inside candidates to drop, at any depth.

    A dropped element has no text of its own, and less than half of the candidate's feature per
    character.

    Args:
        page: the page.
        tree: its tree.
        f: the feature.
        chosen: the rows of candidates.
    """
    n = len(f)
    text = tree.alen + tree.clen
    own = np.bincount(tree.above[tree.leaves], text[tree.leaves], minlength=n)
    density = f / np.maximum(text, 1)
    inside = tree.elements[~chosen[tree.elements]]
    around = page.above(chosen).take(inside)
    inside, around = inside[around >= 0], around[around >= 0]
    is_thin = density[inside] < density[around] / 2
    dropped = np.zeros(n, np.bool_)
    dropped[inside[is_thin & (text[inside] > 0) & (own[inside] == 0)]] = True
    return dropped


def measure_anchors(page: Page, linked: LinkedPages) -> Floats:
    """API: how similar the text of the links below each row is to the pages they lead to, in
    total. A link counts at the first row of the block that its text begins in."""
    rows, words = page.word_digests(page.visible)
    at_first = np.zeros(len(page))
    for link in page.links():
        begin, stop = np.searchsorted(rows, (link.row, page.end[link.row]))
        if begin < stop:
            block = page.block[rows[begin]]
            at_first[page.blocks.first[block]] += linked.compare(link.url, words[begin:stop])
    return page.below(at_first)


def measure_content(page: Page) -> Floats:
    """CII of each block, at its first row: 1 minus the mean entropy of its terms over the blocks.

    A term that occurs in one block only is informative; a term that occurs everywhere is not.
    """
    rows, hashes = page.word_digests(page.visible)
    n_blocks = len(page.blocks)
    # Hash and block form one number, so that one sort groups equal pairs.
    width = np.uint64(n_blocks.bit_length())
    blocks = page.block.take(rows).astype(np.uint64)
    keys = np.sort((hashes << width) | blocks)
    begin = np.flatnonzero(np.append(True, np.diff(keys) != 0)[: len(keys)])
    count = np.diff(np.append(begin, len(keys)))
    # One value per pair of term and block, grouped by term.
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
