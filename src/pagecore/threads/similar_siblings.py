"""Sets of similar siblings: the children of every element, clustered by the similarity of their
subtrees."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

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
    n = len(page)
    signatures = hash_subtrees(page, kind, counted)
    left = np.flatnonzero(eligible & (text > 0) & (page.parent >= 0))
    members, numbers, parents, leaders = [], [], [], []
    n_sets = 0
    for _ in range(MAX_SETS):
        if not left.size:
            break
        parent = page.parent[left]
        # The one with the most text, or the first of several.
        order = np.lexsort((-left, text[left], parent))
        is_last = np.diff(parent[order], append=-1) != 0
        longest = np.zeros(n, np.int64)
        longest[parent[order][is_last]] = left[order][is_last]
        leader = longest[parent]
        same = page.tag[left] == page.tag[leader]
        joins = same & ((signatures[left] == signatures[leader]).mean(axis=1) >= alike)
        joins |= left == leader
        joined, at = left[joins], parent[joins]
        unique, number = np.unique(at, return_inverse=True)
        members.append(joined)
        numbers.append(number + n_sets)
        parents.append(unique)
        leaders.append(longest[unique])
        n_sets += len(unique)
        left = left[~joins]
        # A parent with a single child left opens no more sets worth comparing.
        n_left = np.bincount(page.parent[left], minlength=n)
        left = left[n_left[page.parent[left]] > 1]
    if not members:
        empty = np.zeros(0, np.int64)
        return SiblingSets(empty, empty, empty, empty, signatures)
    rows, set_of = np.concatenate(members), np.concatenate(numbers)
    order = np.argsort(rows, kind="stable")
    return SiblingSets(
        rows[order],
        set_of[order],
        np.concatenate(parents),
        np.concatenate(leaders),
        signatures,
    )


def hash_subtrees(page: Page, kind: Array, counted: Mask) -> npt.NDArray[np.int64]:
    """Return MinHash signatures of the kinds below each row: two rows that share half of their
    kinds have about half of their hashes in common."""
    hashed = np.empty((len(page), N_HASHES), np.int64)
    kinds = kind.astype(np.uint64)
    for at in range(N_HASHES):
        hashed[:, at] = page.below(np.where(counted, mix(kinds, at), 0), how="max")
    return hashed


def mix(values: npt.NDArray[np.uint64], seed: int) -> npt.NDArray[np.int64]:
    """Hash numbers with a seed (the finaliser of SplitMix64)."""
    mixed = values + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1)).astype(np.int64)
