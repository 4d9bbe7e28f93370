"""Comb: the blocks of VIPS, with long ones divided into windows of words.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463, where it
is called CombPS. Implemented from section 2.6 of R. Shinde, A. Bolli and A. Kulkarni, "Methods for
extracting content blocks from web pages", which only names it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.segments.windows import (
    count_shown_words,
    count_words_before,
    cut_windows,
    sum_words,
)


@method(
    "comb",
    paper="Cai, Yu, Wen and Ma 2004",
    family="segment",
    needs=("layout",),
    uses=("vips",),
    passes={"vips": ("pdoc",)},
    bounds={"words": (2, 100_000), "pdoc": (1, 10)},
    developed_on=(),
)
def comb(page: Page, *, vips: Segmentation, words: int = 200, pdoc: int = 8) -> Segmentation:
    """Divide a page into visual blocks, and blocks that are longer than a window into windows.

    Args:
        page: a page with a layout.
        vips: its blocks by VIPS.
        words: number of words of a window.
        pdoc: permitted degree of coherence of VIPS.

    Returns:
        The segments, with the number of `words` and the `box` (x, y, width and height in pixels) of
        each as columns, and the number of words before each row in its block (`word`) as evidence.
        They are not nested: the texts of a block outside its inner blocks are segments of their
        own.

    Differs:
        A text is not divided; it belongs to the window in which it starts.
    """
    # `pdoc` is passed on to VIPS by the registry.
    del pdoc
    counted, blocks = count_shown_words(page), vips.ids.astype(np.int64)
    before = count_words_before(counted, blocks)
    return Segmentation.of(
        page,
        cut_windows(blocks, before, words),
        columns=lambda ids: {"words": sum_words(counted, ids), "box": _find_boxes(page, ids)},
        evidence={"word": before},
    )


def _find_boxes(page: Page, ids: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
    """Return the box around the drawn texts and media of each segment; zeros if none is drawn."""
    assert page.layout is not None, "the registry checks this"
    # In float64, because the sides of hostile boxes are up to the largest float32.
    boxes = page.layout.box.astype(np.float64)
    rows = np.flatnonzero((ids >= 0) & page.leaves & ~np.isnan(boxes[:, 0]))
    n = ids.max(initial=-1) + 1
    start, stop = np.full((n, 2), np.inf), np.full((n, 2), -np.inf)
    np.minimum.at(start, ids[rows], boxes[rows, :2])
    np.maximum.at(stop, ids[rows], boxes[rows, :2] + boxes[rows, 2:])
    is_drawn = np.isfinite(start)
    start, stop = np.where(is_drawn, start, 0), np.where(is_drawn, stop, 0)
    sides = np.minimum(stop - start, np.finfo(np.float32).max)
    return np.hstack([start, sides]).astype(np.float32)
