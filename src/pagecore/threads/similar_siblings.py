"""Sets of similar siblings: the children of every element, clustered by the similarity of their
subtrees."""

from __future__ import annotations

from typing import Final, NamedTuple

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import cluster_siblings, hash_subtrees

#: Number of hash functions for estimating the similarity of two elements.
N_HASHES: Final = 12
#: Sets of siblings per parent; the time grows with it.
MAX_SETS: Final = 4


class SiblingSets(NamedTuple):
    """Sets of similar siblings."""

    #: The members of all sets in document order, and the set of each.
    rows: Array
    set_of: Array
    #: The parent, and the member with the most text, of each set.
    parent: Array
    longest: Array
    #: The MinHash signature of each row of the page.
    signatures: Array


def find_sibling_sets(
    page: Page, kind: Array, text: Array, counted: Mask, eligible: Mask, alike: float
) -> SiblingSets:
    """Cluster the children of each element: the child with the most text opens a set, the others
    join it if they are similar, and those that are left form the next set.

    Args:
        page: the page.
        kind: the kind of each element.
        text: the amount of text below each row.
        counted: the rows whose kinds are compared.
        eligible: the rows that may be members.
        alike: minimum similarity to the member with the most text: the Jaccard similarity of their
            sets of kinds, as MinHash estimates it.
    """
    signatures = hash_subtrees(page, kind, counted, N_HASHES)
    columns = cluster_siblings(page, signatures, text, eligible, alike, MAX_SETS)
    return SiblingSets(*columns, signatures)
