"""The terms of a page: stems of its words, without stop words.

The papers use Porter's stemmer and a list of stop words, which are for English. Here both are those
of the language, and scripts without spaces have pairs of neighbouring characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.metadata.language import detect_language, read_prose
from pagecore.page import Page

#: Pages whose languages are detected to find that of a site.
_N_DETECTED: Final = 20


def find_terms(
    page: Page, language: str | None = None
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
    """Find the terms in the visible texts of a page, in document order.

    Args:
        page: the page.
        language: the ISO 639 code of the language that decides about stems and stop words; None to
            detect that of the page. `""` is no language.

    Returns:
        The row of each term, and a stable 64-bit hash of the term.
    """
    return page.term_digests(page.visible, find_language(page) if language is None else language)


def find_language(page: Page) -> str | None:
    """Return the ISO 639 code of the language of a page; None if it is not clear."""
    declared = None
    html = np.flatnonzero(page.is_tag("html"))
    if html.size:
        row = int(html[0])
        declared = page.get(row, "lang") or page.get(row, "xml:lang")
    return detect_language(read_prose(page, page.visible), declared)


def find_site_language(pages: Iterable[Page]) -> tuple[Counter[str], Iterator[Page]]:
    """Count the languages of the first pages of a site.

    A site needs one language: if each page had its own, the words of a menu would have other stems
    on each.

    Returns:
        The number of pages by language, `""` if it is not clear; and an iterator over all pages.
    """
    rest = iter(pages)
    first = list(islice(rest, _N_DETECTED))
    return Counter(find_language(page) or "" for page in first), chain(first, rest)
