"""Texts, rows and positions of groups of rows, such as segments or posts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page.columns import Array, Mask, check_column
from pagecore.page.page import Page
from pagecore.page.parse import expect_page


def group_texts(page: Page, ids: npt.ArrayLike, n_groups: int) -> list[str]:
    """Return the text of each group of rows.

    Blocks and line breaks end a line; other white space becomes one space.

    Args:
        page: the page.
        ids: the group of each row; negative for rows in no group.
        n_groups: number of groups.
    """
    numbers = check_column("ids", ids, len(expect_page("texts", page)))
    rows = np.flatnonzero((numbers >= 0) & (page.text_start < page.text_stop))
    breaks = np.cumsum(page.is_tag("br"))
    pieces: list[list[str]] = [[] for _ in range(n_groups)]
    last: list[tuple[int, int]] = [(-1, -1)] * n_groups
    columns = (numbers, page.block, breaks, page.text_start, page.text_stop)
    for group, block, n_breaks, start, stop in zip(
        *(column[rows].tolist() for column in columns), strict=True
    ):
        if pieces[group] and last[group] != (block, n_breaks):
            pieces[group].append("\n")
        pieces[group].append(bytes(page.text_buffer[start:stop]).decode().replace("\n", " "))
        last[group] = (block, n_breaks)
    return ["\n".join(_split_lines("".join(texts))) for texts in pieces]


def _split_lines(text: str) -> list[str]:
    """Split a text into lines without empty ones, and collapse their white space."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [line for line in lines if line]


def find_spans(page: Page, ids: Array, n: int) -> tuple[Array, Array]:
    """Find the byte offsets of pieces: where each starts, and one past its end.

    Args:
        page: the page.
        ids: the piece of each row, -1 for none.
        n: the number of pieces.
    """
    rows = np.flatnonzero(ids >= 0)
    start, stop = np.full(n, len(page.source)), np.zeros(n, np.int64)
    np.minimum.at(start, ids[rows], page.start[rows])
    np.maximum.at(stop, ids[rows], page.stop[rows])
    return np.minimum(start, stop), stop


def list_rows(ids: Array, n: int, mask: Mask | None = None) -> list[list[int]]:
    """Return the row numbers of each of `n` pieces; of those in a mask only, if there is one."""
    is_listed = ids >= 0 if mask is None else (ids >= 0) & mask
    rows = np.flatnonzero(is_listed)
    rows = rows[np.argsort(ids[rows], kind="stable")]
    borders = np.searchsorted(ids[rows], np.arange(n + 1)).tolist()
    numbers = rows.tolist()
    return [numbers[borders[at] : borders[at + 1]] for at in range(n)]
