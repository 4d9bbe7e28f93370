"""Explain results: why each block was kept or dropped, where segments and posts are, and how two
pages differ."""

from pagecore.explain.difference import (
    BlockSide,
    ComparedBlock,
    Difference,
    explain_difference,
)
from pagecore.explain.explanation import (
    FILTERS,
    VERSION,
    WIDTH,
    Block,
    Explanation,
    build_explanation,
    explain_document,
    explain_wrapper,
)
from pagecore.explain.pieces import (
    Piece,
    Pieces,
    explain_listing,
    explain_segmentation,
    explain_thread,
)

__all__ = [
    "FILTERS",
    "VERSION",
    "WIDTH",
    "Block",
    "BlockSide",
    "ComparedBlock",
    "Difference",
    "Explanation",
    "Piece",
    "Pieces",
    "build_explanation",
    "explain_difference",
    "explain_document",
    "explain_listing",
    "explain_segmentation",
    "explain_thread",
    "explain_wrapper",
]
