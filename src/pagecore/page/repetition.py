"""Columns by which repeated parts of a page are recognised, such as posts: kinds of elements, names
in the markup, addresses of links, signs in texts, similar siblings, and rare words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page.columns import Array, Mask

if TYPE_CHECKING:
    from pagecore.page.page import Page


def number_kinds(page: Page) -> Array:
    """Number the kinds of elements: their name and first class, without digits in the class and
    without classes that alternate from row to row, such as `odd`."""
    return np.frombuffer(_core.number_kinds(page._table), np.int64)


def flag_names(page: Page, reader: _core.NameReader, attribute: str) -> Array:
    """Return what an attribute of each row says, as the flags of a reader; 0 without it."""
    return np.frombuffer(reader.read_attribute(page._table, attribute), np.int64)


def flag_addresses(page: Page) -> Array:
    """Return what the `href` of each row says, as the flags of `threads.markup_names.Address`."""
    return np.frombuffer(_core.flag_addresses(page._table), np.int64)


def list_texts(page: Page, rows: Array, sign: str = "") -> list[tuple[int, str]]:
    """List the rows that are texts, with their texts; those with a sign, if there is one: `date`,
    `change` or `number`. Signs are cheaper to find than dates."""
    return _core.find_texts(page._table, rows, sign)


def hash_subtrees(page: Page, kind: Array, counted: Mask, n_hashes: int) -> npt.NDArray[np.int64]:
    """Return MinHash signatures of the kinds below each row: two rows that share half of their
    kinds have about half of their hashes in common.

    Args:
        page: the page.
        kind: the kind of each row.
        counted: the rows whose kinds count.
        n_hashes: the number of hashes of a signature.
    """
    mask = np.ascontiguousarray(counted, np.bool_).view(np.uint8)
    hashes = _core.hash_kinds(page._table, np.ascontiguousarray(kind, np.int64), mask, n_hashes)
    return np.frombuffer(hashes, np.int64).reshape(len(page), n_hashes)


def cluster_siblings(
    page: Page, signatures: Array, text: Array, eligible: Mask, alike: float, max_sets: int
) -> tuple[Array, Array, Array, Array]:
    """Cluster the children of each element: the child with the most text opens a set, the others
    join it if they are similar, and those that are left form the next set.

    Args:
        page: the page.
        signatures: the MinHash signature of each row.
        text: the amount of text below each row.
        eligible: the rows that may be members.
        alike: minimum similarity to the member with the most text.
        max_sets: sets per parent.

    Returns:
        The members of all sets in document order, the set of each, and the parent and the member
        with the most text of each set.
    """
    mask = np.ascontiguousarray(eligible, np.bool_).view(np.uint8)
    words = np.ascontiguousarray(text, np.int64)
    columns = _core.sibling_sets(page._table, signatures.ravel(), words, mask, alike, max_sets)
    rows, set_of, parent, longest = (np.frombuffer(column, np.int64) for column in columns)
    return rows, set_of, parent, longest


def count_rare_words(page: Page, counted: Mask, group_of: Array, max_groups: int) -> Array:
    """Count the words of each row that at most `max_groups` groups of rows have."""
    mask, groups = counted.view(np.uint8), group_of.astype(np.int64)
    return np.frombuffer(_core.count_rare_words(page._table, mask, groups, max_groups), np.int64)
