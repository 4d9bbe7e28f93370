"""Texts of groups of rows, such as segments or posts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page.columns import check_column
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
