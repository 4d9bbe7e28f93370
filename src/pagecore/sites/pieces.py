"""Pieces of a page: a partition of its visible leaves by their innermost element of some list.

The papers call them blocks. *Block* is a text block of `page.blocks` here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

Integers = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

#: Elements of today's pages that divide them as tables once did. A `div` is one if it has
#: block-level children.
CONTAINERS: Final = (
    *("article", "aside", "body", "footer", "form", "header", "main", "nav", "section", "table"),
)


@dataclass(frozen=True)
class PagePieces:
    """The pieces of a page, in document order, and their terms."""

    #: The piece of each visible leaf; that of its first visible leaf for an element; else -1.
    ids: Integers
    #: The first row of each piece.
    first: Integers
    #: The distinct terms of each piece: parallel arrays, sorted by piece and then by term.
    piece: Integers
    term: Hashes
    #: How often each of these terms occurs in the piece.
    count: Integers

    def __len__(self) -> int:
        return len(self.first)

    @property
    def n_terms(self) -> Integers:
        """The number of distinct terms of each piece."""
        return np.bincount(self.piece, minlength=len(self))

    def spread(self, column: Array) -> Array:
        """Convert a column of pieces to a column of rows, with 0 for rows in no piece."""
        return np.append(column, column.dtype.type(0))[self.ids]


def find_pieces(page: Page, numbers: Integers, rows: Array, terms: Hashes) -> PagePieces:
    """Find the pieces of a page.

    Args:
        page: the page.
        numbers: a number for each row, which is the same for the rows of a piece.
        rows: the rows of the terms.
        terms: the terms of the page.
    """
    leaves = np.flatnonzero(page.leaves & page.visible)
    if not leaves.size:
        none = np.zeros(0, np.int64)
        return PagePieces(np.full(len(page), -1), none, none, np.zeros(0, np.uint64), none)
    _, at, inverse = np.unique(numbers[leaves], return_index=True, return_inverse=True)
    # `unique` sorts by number; pieces are sorted by their first row.
    order = np.argsort(at)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    # The first leaf at or below each row.
    next_leaf = np.searchsorted(leaves, np.arange(len(page)))
    ids = rank[inverse][np.minimum(next_leaf, len(leaves) - 1)]
    is_inside = leaves[np.minimum(next_leaf, len(leaves) - 1)] < page.end
    is_inside &= next_leaf < len(leaves)
    ids = np.where(is_inside, ids, -1)
    return PagePieces(ids, leaves[at[order]], *count_pairs(ids[rows], terms))


def count_pairs(first: Integers, second: Hashes) -> tuple[Integers, Hashes, Integers]:
    """Count equal pairs of numbers; returns the pairs, sorted, and their counts."""
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    is_new = np.ones(len(first), np.bool_)
    is_new[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    begin = np.flatnonzero(is_new)
    return first[begin], second[begin], np.diff(np.append(begin, len(first)))


def split_by_elements(page: Page, is_listed: Mask, is_cut: Mask | None = None) -> Integers:
    """Number the rows of a page by their innermost listed element.

    Args:
        page: the page.
        is_listed: the listed elements. Rows that none of them encloses belong together as far as
            no listed element is between them.
        is_cut: rows that cut the piece that they are in, such as `hr`.

    Returns:
        A number for each row, which is the same for the rows of a piece.
    """
    n = len(page)
    inside = page.above(is_listed)
    cuts = np.zeros(n, np.bool_) if is_cut is None else is_cut
    order = np.argsort(inside, kind="stable")
    inside, n_listed = inside[order], np.cumsum(is_listed)[order]
    is_new = np.zeros(n, np.bool_)
    is_new[1:] = (inside[1:] != inside[:-1]) | cuts[order][1:]
    # A loose row after a listed element begins a piece.
    is_new[1:] |= (inside[1:] < 0) & (n_listed[1:] != n_listed[:-1])
    numbers = np.empty(n, np.int64)
    numbers[order] = np.cumsum(is_new)
    return numbers


def find_containers(page: Page) -> Mask:
    """Find the containers of a page: `CONTAINERS`, and each `div` with block-level children."""
    return page.is_tag(*CONTAINERS) | (page.is_tag("div") & has_block_children(page))


def has_block_children(page: Page) -> Mask:
    """Find the block-level elements with block-level children."""
    n = len(page)
    is_block = (page.owner == np.arange(n)) & (page.tag != 0)
    has_children: Mask = page.children(is_block, how="count") > 0
    has_children &= is_block
    return has_children


def follow_neighbours(values: Floats, is_known: Mask) -> Floats:
    """Give pieces without a value the mean of the nearest known values before and after them."""
    known = np.flatnonzero(is_known)
    if not known.size:
        return np.zeros(len(values))
    after = np.searchsorted(known, np.arange(len(values)))
    before = np.where(is_known, after, after - 1)
    last = len(known) - 1
    mean = (values[known[np.maximum(before, 0)]] + values[known[np.minimum(after, last)]]) / 2
    return np.where(is_known, values, mean)


def hash_texts(page: Page) -> Hashes:
    """Return a hash of the text of each block; 0 without text."""
    blocks = page.blocks
    digests = page.digest("text")
    is_text = page.leaves & page.visible & (page.chars > 0)
    rows = np.flatnonzero(is_text & (page.block >= 0))
    rows = rows[np.argsort(page.block[rows], kind="stable")]
    hashes = np.zeros(len(blocks.first), np.uint64)
    # A number for the sequence of texts: each is weighted by its place in the block.
    of_block = page.block[rows]
    order = np.arange(len(rows)) - np.searchsorted(of_block, of_block)
    with np.errstate(over="ignore"):
        weights = (2 * order + 1).astype(np.uint64) * np.uint64(0x9E37_79B9_7F4A_7C15)
        np.add.at(hashes, of_block, digests[rows] * weights)
    return hashes
