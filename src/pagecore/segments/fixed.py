"""Fixed: windows with a fixed number of words.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463, where it
is called FixedPS. Implemented from section 2.6 of R. Shinde, A. Bolli and A. Kulkarni,
"Methods for extracting content blocks from web pages", which only names it.
"""

from __future__ import annotations

import numpy as np

from pagecore.page import Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.segments.windows import count_shown_words, sum_words


@method(
    "fixed",
    paper="Cai, Yu, Wen and Ma 2004",
    family="segment",
    bounds={"words": (2, 100_000)},
    developed_on=(),
    sweep={"words": (50, 100, 200, 400)},
)
def fixed(page: Page, *, words: int = 200, overlap: bool = False) -> Segmentation:
    """Divide a page into windows with the same number of words.

    Args:
        page: any page; needs no layout.
        words: number of words of a window.
        overlap: windows overlap by half.

    Returns:
        The windows, with the number of `words` of each as a column, and the number of words before
        each row (`word`) as evidence. With `overlap`, segments are half windows, and window k
        consists of the segments k to `window_end[k]`, which is a column.

    Differs:
        A row has one segment, so overlapping windows are described by their halves. A text is not
        divided; it belongs to the window in which it starts.
    """
    counted = count_shown_words(page)
    before = np.cumsum(counted) - counted
    size = -(-words // 2) if overlap else words

    def make_columns(ids: np.ndarray) -> dict[str, np.ndarray]:
        n = ids.max() + 1
        ends = {"window_end": np.minimum(np.arange(n) + 1, n - 1)} if overlap else {}
        return {"words": sum_words(counted, ids), **ends}

    windows = before // size
    return Segmentation.of(page, windows, columns=make_columns, evidence={"word": before})
