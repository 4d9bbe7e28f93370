"""The features of pieces that ContentExtractor compares: terms, and types of what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from pagecore.page import Array, Page
from pagecore.sites.pieces import (
    Floats,
    Hashes,
    Integers,
    PagePieces,
    find_pieces,
    split_by_elements,
)
from pagecore.sites.similar_pieces import Vectors, make_vectors

#: Elements that divide a page, in the order of the paper.
TAGS: Final = {
    "printed": ("table", "tr", "p", "hr", "ul"),
    "today": (
        *("table", "tr", "section", "article", "aside", "footer", "form", "header", "main", "nav"),
        *("div", "p", "hr", "ul", "li"),
    ),
}
#: Weights of features: 0 or 1, or log(1 + frequency).
FEATURES: Final = ("binary", "counts")
#: Types of what a piece holds, by their elements. The first type is text.
TYPES: Final = (
    ("#text",),
    ("a",),
    ("img", "picture", "svg"),
    ("script",),
    ("h1", "h2", "h3", "h4", "h5", "h6"),
    ("ul", "ol", "dl"),
    ("applet", "audio", "embed", "iframe", "object", "video"),
)
#: The hash of the type with each number; those of terms are as rarely equal to one as to others.
TYPE_HASHES: Final = np.arange(1, len(TYPES) + 1, dtype=np.uint64) * np.uint64(0x1D872B41A5F6E8D3)


@dataclass(frozen=True)
class PieceVectors:
    """The pieces of a page, and a vector for each."""

    pieces: PagePieces
    vectors: Vectors

    @property
    def has_features(self) -> Integers:
        """The pieces that have features."""
        return np.flatnonzero(self.vectors.sizes)

    @property
    def with_features(self) -> Vectors:
        """The vectors that have features."""
        return self.vectors.take(self.has_features)


def find_vectors(page: Page, rows: Array, terms: Hashes, tags: str, features: str) -> PieceVectors:
    """Find the pieces of a page and their features.

    Args:
        page: the page.
        rows: the rows of the terms.
        terms: the terms of the page.
        tags: a key of `TAGS`.
        features: one of `FEATURES`.
    """
    listed = tuple(tag for tag in TAGS[tags] if tag != "hr")
    numbers = split_by_elements(page, page.is_tag(*listed), page.is_tag("hr"))
    pieces = find_pieces(page, numbers, rows, terms)
    type_pieces, type_hashes, counts = _count_types(page, pieces, numbers)
    owners = np.concatenate([pieces.piece, type_pieces])
    hashes = np.concatenate([pieces.term, type_hashes])
    frequency = np.concatenate([pieces.count, counts])
    order = np.lexsort((hashes, owners))
    weights: Floats = np.ones(len(order)) if features == "binary" else np.log1p(frequency[order])
    vectors = make_vectors(owners[order], hashes[order], weights, len(pieces))
    return PieceVectors(pieces, vectors)


def _count_types(
    page: Page, pieces: PagePieces, numbers: Integers
) -> tuple[Integers, Hashes, Integers]:
    """Count what each piece holds, by type: leaves inside elements of the type, terms for text."""
    n = len(pieces)
    # Scripts are hidden, and are no leaves of a piece; they belong to the one that they stand in.
    piece_of = np.full(int(numbers.max(initial=0)) + 1, -1)
    piece_of[numbers[pieces.first]] = np.arange(n)
    leaves = page.leaves & page.visible
    owners, hashes, counts = [], [], []
    for at, elements in enumerate(TYPES):
        if at == 0:
            held = np.bincount(pieces.piece, pieces.count, minlength=n).astype(np.int64)
        else:
            is_type = page.is_tag(*elements)
            is_script = elements == ("script",)
            chosen = np.flatnonzero(is_type if is_script else leaves & (page.above(is_type) >= 0))
            of_rows = piece_of[numbers[chosen]]
            held = np.bincount(of_rows[of_rows >= 0], minlength=n)
        some = np.flatnonzero(held)
        owners.append(some)
        hashes.append(np.full(len(some), TYPE_HASHES[at]))
        counts.append(held[some])
    return np.concatenate(owners), np.concatenate(hashes), np.concatenate(counts)
