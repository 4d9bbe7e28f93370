"""Warnings about a page: parsing never fails, so problems are reported here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageWarning:
    """A problem of a page or of its content; `docs/data-model.md` lists the codes."""

    code: str
    message: str
    #: The row and the byte offset of the first occurrence; -1 without a position.
    row: int
    offset: int
    #: Number of occurrences, or another amount that depends on the code.
    count: int
