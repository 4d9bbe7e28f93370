"""Content: the sections of what the default extractor keeps, with long ones divided into windows.

A method of this package. It is for search: menus, advertisements and footers are in no segment.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.page import Mask, Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.segments.windows import (
    count_shown_words,
    count_words_before,
    cut_windows,
    sum_words,
)

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


@method(
    "content",
    paper=None,
    family="segment",
    uses=("page/default",),
    bounds={"words": (2, 100_000)},
    developed_on=(),
)
def content(page: Page, *, default: Choice, words: int = 200) -> Segmentation:
    """Divide the content of a page at its headings, and sections longer than a window into windows.

    Args:
        page: any page; needs no layout.
        default: the choice of the default extractor.
        words: number of words of a window.

    Returns:
        The segments, with the number of `words` of each as a column. Evidence is the number of the
        `section` of each row, -1 outside the content, and the number of words before each row in
        its section (`word`).
    """
    return cut_content(page, default.content, words)


def cut_content(page: Page, kept: Mask, words: int = 200) -> Segmentation:
    """Divide the kept rows of a page as `content` does."""
    counted = np.where(kept, count_shown_words(page), 0)
    sections = _find_sections(page, kept)
    before = count_words_before(counted, sections)
    return Segmentation.of(
        page,
        cut_windows(sections, before, words),
        columns=lambda ids: {"words": sum_words(counted, ids)},
        evidence={"section": sections, "word": before},
    )


def _find_sections(page: Page, kept: Mask) -> npt.NDArray[np.int64]:
    """Return the section of each kept row, -1 for other rows. A heading begins a section, unless
    there is no text between it and the heading before it."""
    heading = page.above(page.is_tag(*HEADINGS))
    rows = np.flatnonzero(kept & page.leaves & (page.block >= 0))
    in_heading = heading[rows] >= 0
    begins = in_heading & np.append(True, ~in_heading[:-1])[: len(rows)]
    sections = np.full(len(page), -1, np.int64)
    sections[rows] = np.cumsum(begins)
    return sections
