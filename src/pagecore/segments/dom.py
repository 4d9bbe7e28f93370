"""DOM: a segment for each paragraph, heading, list and table, and for the text between them.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004, 456-463, where it
is called DomPS. Read by way of system 2.6 of a survey that names it only.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.page import Page
from pagecore.registry import method
from pagecore.segmentation import Segmentation

#: Elements that a page is cut at.
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
    made_on=(),
    sweep={"cut": tuple(TAGS)},
)
def dom(page: Page, *, cut: str = "paragraphs") -> Segmentation:
    """Cut a page where certain elements begin and end.

    Args:
        page: any page; needs no layout.
        cut: at which elements: `paragraphs`, headings, lists and tables, as printed, or
            `containers` such as `div`, cells and sections.

    Returns:
        The segments, with the number of cuts above and before each row, `cuts`, as evidence.

    Differs:
        Lists are `ul` alone, as printed; with `containers`, which is ours, a segment is the text of
        a container that is in no smaller one, and what interrupts it parts it.
    """
    rows = np.flatnonzero(page.is_tag(*TAGS[cut]))
    change = np.zeros(len(page) + 1, np.int64)
    change[rows] = 1
    # What follows an element is no part of it: free text is a segment of its own.
    change[page.end[rows]] = 1
    cuts = np.cumsum(change)[:-1]
    return Segmentation.of(page, cuts, evidence={"cuts": cuts})
