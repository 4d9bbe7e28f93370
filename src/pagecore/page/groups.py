"""Texts of groups of rows: of segments, of posts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page.columns import checked
from pagecore.page.page import Page


def group_texts(page: Page, ids: npt.ArrayLike, n_groups: int) -> list[str]:
    """Return the text of each group of rows, blocks and line breaks as line ends, white space as
    one blank.

    Args:
        page: the page.
        ids: for each row the number of its group, negative outside all.
        n_groups: how many groups there are.
    """
    numbers = checked("ids", ids, len(page))
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
    return ["\n".join(_collapse("".join(piece))) for piece in pieces]


def _collapse(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [line for line in lines if line]
