"""Windows with a fixed number of words, in a page or in its parts."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page import Page


def count_shown_words(page: Page) -> npt.NDArray[np.int64]:
    """Return the number of words of each row, 0 in scripts, styles, templates and `noscript`."""
    return np.where(np.isin(page.hidden, (2, 3, 4)), 0, page.words).astype(np.int64)


def count_words_before(
    words: npt.NDArray[np.int64], parts: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return the number of words before each row in its part of the page.

    Args:
        words: the number of words of each row.
        parts: the part of each row; negative outside all parts, where the result is 0.
    """
    order = np.argsort(parts, kind="stable")
    sums = np.cumsum(words[order]) - words[order]
    sorted_parts = parts[order]
    is_first = np.append(True, sorted_parts[1:] != sorted_parts[:-1])[: len(order)]
    starts = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    before = np.zeros(len(words), np.int64)
    before[order] = sums - sums[starts]
    return np.where(parts >= 0, before, 0)


def cut_windows(
    parts: npt.NDArray[np.int64], before: npt.NDArray[np.int64], size: int
) -> npt.NDArray[np.int64]:
    """Return a label for each row: equal in each window of a part, and -1 outside all parts.

    A text is not divided; it belongs to the window in which it starts.

    Args:
        parts: the part of each row.
        before: the number of words before each row in its part.
        size: the number of words of a window.
    """
    windows = before // size
    return np.where(parts >= 0, parts * (windows.max(initial=0) + 1) + windows, -1)


def sum_words(words: npt.NDArray[np.int64], ids: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
    """Return the number of words of each segment.

    Args:
        words: the number of words of each row.
        ids: the segment of each row, -1 outside all segments.
    """
    inside = ids >= 0
    return np.bincount(ids[inside], words[inside], ids.max(initial=-1) + 1).astype(np.int64)
