"""Shared by tests: finding the rows of a small page by name or text."""

from __future__ import annotations

import numpy as np

from pagecore import Page


def find_rows(page: Page, *names: str) -> list[int]:
    """The rows with one of these names, in document order."""
    return [row for row in range(len(page)) if page.name(row) in names]


def find_row(page: Page, name: str) -> int:
    """The one row with a name."""
    (row,) = find_rows(page, name)
    return row


def text_row(page: Page, source: str) -> int:
    """The one text whose source, less white space around it, is this."""
    rows = np.flatnonzero(page.tag == 0).tolist()
    (row,) = [row for row in rows if page.source_of(row).strip() == source]
    return int(row)
