"""Sets of similar siblings: the children of every element, clustered by the similarity of their
subtrees."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page import Array, Mask, Page

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
    columns = _core.sibling_sets(
        page._table,
        signatures.ravel(),
        np.ascontiguousarray(text, np.int64),
        np.ascontiguousarray(eligible, np.bool_).view(np.uint8),
        alike,
        MAX_SETS,
    )
    rows, set_of, parent, longest = (np.frombuffer(column, np.int64) for column in columns)
    return SiblingSets(rows, set_of, parent, longest, signatures)


def hash_subtrees(page: Page, kind: Array, counted: Mask, n_hashes: int) -> npt.NDArray[np.int64]:
    """Return MinHash signatures of the kinds below each row: two rows that share half of their
    kinds have about half of their hashes in common."""
    mask = np.ascontiguousarray(counted, np.bool_).view(np.uint8)
    hashes = _core.hash_kinds(page._table, np.ascontiguousarray(kind, np.int64), mask, n_hashes)
    return np.frombuffer(hashes, np.int64).reshape(len(page), n_hashes)
