"""Explanations of results: why each block was kept or dropped, where segments and posts are."""

from pagecore.explain.explanation import (
    SIDES,
    VERSION,
    WIDTH,
    Block,
    Explanation,
    explain_document,
    explain_wrapper,
    explained,
)
from pagecore.explain.pieces import Piece, Pieces, explain_segmentation, explain_thread

__all__ = [
    "SIDES",
    "VERSION",
    "WIDTH",
    "Block",
    "Explanation",
    "Piece",
    "Pieces",
    "explain_document",
    "explain_segmentation",
    "explain_thread",
    "explain_wrapper",
    "explained",
]
