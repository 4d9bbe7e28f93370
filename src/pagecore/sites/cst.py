"""CST: weigh the words of a site's pages by how much their places in the template vary.

L. Yi and B. Liu. "Web page cleaning for web mining through feature weighting." Proc. IJCAI 2003,
43-48. Implemented from the summary in R. Shinde, A. Bolli and A. Kulkarni. "Methods for extracting
content blocks from web pages", section 2.3.

The trees of all pages are merged into one, the compressed structure tree. A place whose structure
and words differ from page to page is important. One that is the same on all pages is noise.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.classes.tokens import TokenCounter
from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.digests import find_positions
from pagecore.sites.element_nodes import (
    ElementNodes,
    Keys,
    digest_pieces,
    find_element_nodes,
    mix_bits,
)
from pagecore.sites.page_terms import SitePages
from pagecore.sites.structure_tree import (
    COMPARED,
    MAX_NODES,
    SCALE,
    StructureTree,
    select_pieces,
)
from pagecore.sites.tally import Tally, sum_by
from pagecore.wrapper import Wrapper

_Reals: TypeAlias = npt.NDArray[np.float64]

#: Number of entries of a table after which those that were found on one page only are dropped.
MAX_ENTRIES: Final = 1 << 21


@method(
    "cst",
    paper="Yi and Liu 2003",
    family="site",
    bounds={"threshold": (0.0, 1.0), "compare": COMPARED},
    developed_on=("sites",),
    sweep={"threshold": (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9), "compare": COMPARED},
    printed={"compare": "places"},
    body=StructureTree,
)
def cst(site: Site, *, threshold: float = 0.9, compare: str = "texts") -> Wrapper:
    """Learn how important each place of a template is, from how much it varies over the pages.

    The site is iterated twice. Memory grows with the template. What was found on one page only is
    dropped when a table has two million entries, so the importance of varying places is then
    approximate.

    Args:
        site: two or more pages of one template.
        threshold: minimum importance (PathImp) of a text or image that is content.
        compare: how leaves of different pages are compared: by their place in the tree, as in the
            paper (places), or also by their text: one that is on four fifths of the pages, in equal
            elements, is not content wherever it is (texts).

    Returns:
        The importance of the nodes of the compressed structure tree; `wrapper.weights(page)`
        returns the weights of the words of a page.

    Raises:
        WrapperError: there are fewer than two pages with different texts, or they have nothing in
            common.

    Differs:
        Tokens of `class` that are on at least half of the pages, and on two, are display attributes
        too. The
        paper weighs words only; content by threshold is ours, and so is `compare="texts"`.
    """
    pages = SitePages(site)
    tokens = TokenCounter()
    for page, *_ in pages:
        tokens.add(page)
    pages.expect_two()
    n_pages, classes = tokens.n_pages, tokens.select()
    tree = TreeTally(classes)
    for page, _, rows, terms in pages:
        tree.add(page, rows, terms)
    pieces = tree.select_pieces(n_pages)
    if not len(pieces[0]):
        raise WrapperError(
            f"nothing was learned: {format_count(n_pages, 'page')} have no text and no place "
            "of a text in common; pass pages of one template"
        )
    body = StructureTree(
        n_pages, pages.language, round(threshold, 9), compare, classes, *tree.weigh_nodes(), *pieces
    )
    return Wrapper("cst", body, notes=pages.list_notes())


class NodeTable(NamedTuple):
    """The nodes whose path has an importance of less than 1."""

    key: Keys
    #: NodeImp and PathImp, times `SCALE`.
    node_importance: npt.NDArray[np.uint16]
    path_importance: npt.NDArray[np.uint16]


class TreeTally:
    """The compressed structure tree of pages that are added one by one.

    A page has at most one tag node in an element node. So |TAGs| is the number of pages that have
    the node, and entropies can be computed from sums over pages.
    """

    def __init__(self, classes: Collection[str]) -> None:
        self._classes = frozenset(classes)
        #: By element node and style: pages; the element node, the one above it, and its depth.
        self._styles = Tally(1, 3)
        #: By leaf and term: pages, n and n log n, where n is the number of the term's occurrences
        #: on a page; the leaf, and the element node and style around it.
        self._terms = Tally(3, 2)
        #: By piece: pages.
        self._pieces = Tally(1, 0)
        #: What was dropped: styles of one page by element node, and terms of one page by leaf.
        self._dropped_styles = Tally(1, 2)
        self._dropped_terms = Tally(1, 0)

    def add(self, page: Page, term_rows: npt.NDArray[np.int32], page_terms: Keys) -> None:
        """Add the nodes, terms and pieces of a page.

        Args:
            page: the page.
            term_rows: the rows of its terms.
            page_terms: its terms.
        """
        nodes = find_element_nodes(page, self._classes)
        element = np.flatnonzero(page.visible & (page.tag != 0))
        parent = page.parent[element]
        above = np.where(parent >= 0, nodes.key[parent], np.uint64(0))
        self._styles.add(
            nodes.styled_key[element], 1, nodes.key[element], above, page.depth[element]
        )
        rows, terms, counts = count_terms(page, nodes, term_rows, page_terms)
        leaf = nodes.leaf[rows]
        is_text = page.tag[rows] == 0
        around = nodes.styled_key[np.where(is_text, page.parent[rows], rows)]
        self._terms.add(
            mix_bits(leaf ^ mix_bits(terms)), 1, counts, counts * np.log(counts), leaf, around
        )
        pieces = digest_pieces(page, nodes, np.unique(rows[is_text]))
        self._pieces.add(np.unique(pieces), 1)
        if max(map(len, (self._styles, self._terms, self._pieces))) > MAX_ENTRIES:
            self._drop_single()

    def weigh_nodes(self) -> NodeTable:
        """Compute the importance of all nodes; those on most pages are kept."""
        self._styles.merge()
        self._terms.merge()
        elements = self._weigh_elements()
        leaves = self._weigh_leaves(elements)
        key: Keys = np.concatenate([elements.key, leaves.key])
        pages, node, path = (
            np.concatenate(columns) for columns in zip(elements[1:], leaves[1:], strict=True)
        )
        of_nodes, of_paths = (np.rint(of * SCALE).astype(np.uint16) for of in (node, path))
        at = np.flatnonzero(of_paths < SCALE)
        at = at[np.lexsort((key[at], -pages[at]))][:MAX_NODES]
        at = at[np.argsort(key[at])]
        return NodeTable(key[at], of_nodes[at], of_paths[at])

    def select_pieces(self, n_pages: int) -> tuple[Keys, npt.NDArray[np.uint16]]:
        """Select the pieces that several pages share, and return them with their shares."""
        self._pieces.merge()
        return select_pieces(self._pieces.key, self._pieces.sums[0], n_pages)

    def _weigh_elements(self) -> _Weights:
        """NodeImp and PathImp of element nodes: the entropy of their styles."""
        (count,), (key, above, depth) = self._styles.sums, self._styles.facts
        # A dropped style is one of a single page.
        (n_dropped,), (dropped_above, dropped_depth) = (
            self._dropped_styles.sums,
            self._dropped_styles.facts,
        )
        keys, first, at = np.unique(
            np.concatenate([key, self._dropped_styles.key]), return_index=True, return_inverse=True
        )
        above = np.concatenate([above, dropped_above])[first]
        depth = np.concatenate([depth, dropped_depth])[first].astype(np.int64)
        m = sum_by(at, np.concatenate([count, n_dropped]), len(keys))
        n_log_n = np.concatenate([count * np.log(count), np.zeros(len(n_dropped))])
        node = compute_entropy(m, sum_by(at, n_log_n, len(keys)), m)
        node[m == 1] = 1
        # From the root down, all nodes of a level at once.
        rest = 1 - node
        parent = find_positions(keys, above)
        by_depth = np.argsort(depth, kind="stable")
        for level in np.split(by_depth, np.flatnonzero(np.diff(depth[by_depth])) + 1):
            rest[level] *= np.where(parent[level] >= 0, rest[parent[level]], 1)
        return _Weights(keys, m, node, 1 - rest)

    def _weigh_leaves(self, elements: _Weights) -> _Weights:
        """NodeImp and PathImp of leaves: 1 less the mean entropy of their terms."""
        (_, n, n_log_n), (leaf, around) = self._terms.sums, self._terms.facts
        keys, first, at = np.unique(leaf, return_index=True, return_inverse=True)
        styled = find_positions(self._styles.key, around[first])
        # The element of a leaf may have been dropped with its style, which one page had.
        m: _Reals = np.where(styled >= 0, self._styles.sums[0][styled], 1.0)
        entropy = sum_by(at, compute_entropy(n, n_log_n, m[at]), len(keys))
        dropped = find_positions(self._dropped_terms.key, keys)
        n_dropped = np.append(self._dropped_terms.sums[0], 0)[dropped]
        node = 1 - entropy / (np.bincount(at, minlength=len(keys)) + n_dropped)
        element = find_positions(elements.key, self._styles.facts[0][styled])
        rest = np.where((styled >= 0) & (element >= 0), 1 - elements.path[element], 0)
        return _Weights(keys, m, node, 1 - rest * (1 - node))

    def _drop_single(self) -> None:
        """Drop what was found on one page only: it is not of the template."""
        for tally in (self._styles, self._terms, self._pieces):
            tally.merge()
        (count,), (key, above, depth) = self._styles.sums, self._styles.facts
        keys, at = np.unique(key, return_inverse=True)
        m = sum_by(at, count, len(keys))
        is_single = count == 1
        # The styles of a node with several pages belong to its entropy.
        varied = is_single & (m[at] > 1)
        self._dropped_styles.add(key[varied], 1, above[varied], depth[varied])
        self._dropped_styles.merge()
        self._styles.keep(~is_single)
        (pages, _, _), (leaf, around) = self._terms.sums, self._terms.facts
        is_kept = find_positions(self._styles.key, around) >= 0
        single = is_kept & (pages == 1)
        self._dropped_terms.add(leaf[single], 1)
        self._dropped_terms.merge()
        self._terms.keep(is_kept & (pages > 1))
        self._pieces.keep(self._pieces.sums[0] > 1)


class _Weights(NamedTuple):
    """Nodes with their importance."""

    key: Keys
    #: Number of merged tag nodes, one per page (m).
    pages: _Reals
    #: NodeImp and PathImp.
    node: _Reals
    path: _Reals


def compute_entropy(n: _Reals, n_log_n: _Reals, m: _Reals) -> _Reals:
    """Compute the entropy `−Σ p_i log_m p_i` of shares `p_i = n_i / n`; 0 for m = 1.

    Args:
        n: the sum of the counts n_i.
        n_log_n: the sum of `n_i log n_i`.
        m: the base of the logarithm.
    """
    entropy = (np.log(n) - n_log_n / n) / np.log(np.maximum(m, 2))
    return np.clip(np.where(m > 1, entropy, 0), 0, 1)


def count_terms(
    page: Page, nodes: ElementNodes, rows: npt.NDArray[np.int32], terms: Keys
) -> tuple[npt.NDArray[np.int32], Keys, npt.NDArray[np.int64]]:
    """Count the terms of each leaf; the term of an image is its source.

    Args:
        page: the page.
        nodes: its nodes.
        rows: the rows of its terms.
        terms: its terms.

    Returns:
        A row of the leaf, the term, and the number of its occurrences in the leaf.
    """
    image = np.flatnonzero(nodes.has_leaf & (page.tag != 0))
    rows = np.concatenate([rows, image.astype(np.int32)])
    terms = np.concatenate([terms, page.digest("attr:src")[image]])
    is_leaf = nodes.has_leaf[rows]
    rows, terms = rows[is_leaf], terms[is_leaf]
    _, first, counts = np.unique(
        mix_bits(nodes.leaf[rows] ^ mix_bits(terms)), return_index=True, return_counts=True
    )
    return rows[first], terms[first], counts.astype(np.int64)
