"""DOM: a segment for each paragraph, heading, list and table, and for the text between them.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463, where it
is called DomPS. Implemented from section 2.6 of R. Shinde, A. Bolli and A. Kulkarni, "Methods for
extracting content blocks from web pages", which only names it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.page import Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation

#: The elements that cut a page, for each value of `cut`.
TAGS: Final = {
    "paragraphs": ("title", "p", "table", "ul", "h1", "h2", "h3", "h4", "h5", "h6"),
    "containers": (
        *("title", "div", "td", "th", "section", "article", "aside", "nav", "header", "footer"),
        "main",
    ),
}


@method(
    "dom",
    paper="Cai, Yu, Wen and Ma 2004",
    family="segment",
    bounds={"cut": tuple(TAGS)},
    developed_on=(),
    sweep={"cut": tuple(TAGS)},
)
def dom(page: Page, *, cut: str = "paragraphs") -> Segmentation:
    """Cut a page where certain elements start and end.

    Args:
        page: any page; needs no layout.
        cut: the elements that cut: `paragraphs` for paragraphs, headings, lists and tables, as in
            the paper, or `containers` for `div`, table cells and sections.

    Returns:
        The segments, with the number of cuts before each row, `cuts`, as evidence.

    Differs:
        Only `ul` is a list, as in the paper. `containers` is ours: a segment is the text of a
        container outside its inner containers, which divide it.
    """
    rows = np.flatnonzero(page.is_tag(*TAGS[cut]))
    change = np.zeros(len(page) + 1, np.int64)
    change[rows] = 1
    # An element also cuts at its end, so that free text after it is a segment of its own.
    change[page.end[rows]] = 1
    cuts = np.cumsum(change)[:-1]
    return Segmentation.of(page, cuts, evidence={"cuts": cuts})
