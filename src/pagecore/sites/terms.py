"""The terms of a page: stems of its words, without stop words.

The papers use Porter's stemmer and a list of stop words, which are for English. Here both are those
of the page's language, and scripts without spaces have pairs of neighbouring characters.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.metadata.language import detect_language, read_prose
from pagecore.page import Page


def find_terms(page: Page) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
    """Find the terms in the visible texts of a page, in document order.

    Returns:
        The row of each term, and a stable 64-bit hash of the term.
    """
    return page.term_digests(page.visible, find_language(page))


def find_language(page: Page) -> str | None:
    """Return the ISO 639 code of the language of a page; None if it is not clear."""
    declared = None
    html = np.flatnonzero(page.is_tag("html"))
    if html.size:
        row = int(html[0])
        declared = page.get(row, "lang") or page.get(row, "xml:lang")
    return detect_language(read_prose(page, page.visible), declared)
