"""Fixed: windows of so many words, whatever the page looks like.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463, where it
is called FixedPS. Read by way of system 2.6 of a survey that names it only.
"""

from __future__ import annotations

import numpy as np

from pagecore.page import Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation


@method(
    "fixed",
    paper="Cai, Yu, Wen and Ma 2004",
    family="segment",
    bounds={"words": (2, 100_000)},
    made_on=(),
    sweep={"words": (50, 100, 200, 400)},
)
def fixed(page: Page, *, words: int = 200, overlap: bool = False) -> Segmentation:
    """Cut a page into windows of as many words each.

    Args:
        page: any page; needs no layout.
        words: the words of a window.
        overlap: begin a window at every half of the one before.

    Returns:
        The windows, with `words` of each; `word` of each row is the number of words before it. With
        `overlap`, segments are halves of windows, and `window_end` is the last segment of the
        window that begins with a segment.

    Differs:
        A row has one segment, so windows that overlap are given by their halves: the window that
        begins with segment k is the segments k to `window_end[k]`. A text is not divided: it
        belongs to the window in which it begins, and a window ends with a text.
    """
    counted = np.where(np.isin(page.hidden, (2, 3, 4)), 0, page.words)
    before = np.cumsum(counted) - counted
    size = -(-words // 2) if overlap else words

    def columns(ids: np.ndarray) -> dict[str, np.ndarray]:
        n = ids.max(initial=-1) + 1
        held = np.bincount(ids[ids >= 0], counted[ids >= 0], n).astype(np.int64)
        ends = {"window_end": np.minimum(np.arange(n) + 1, n - 1)} if overlap else {}
        return {"words": held, **ends}

    windows = (before // size).astype(np.int64)
    return Segmentation.of(page, windows, columns=columns, evidence={"word": before})
