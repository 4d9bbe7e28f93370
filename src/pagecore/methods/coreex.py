"""CoreEx: the element whose children have many words and few links.

J. Prasad and A. Paepcke. "CoreEx: content extraction from online news articles." Proc. CIKM 2008,
1391-1392. Read by way of S. Sirsat, "Extraction of core contents from web pages", section III b.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: The kinds of pages that the scores tell apart.
KINDS: Final = ("article", "listing")
#: What an article has at least: the best score, and the part of the page's text that it stands for.
#: Chosen on WCXB by `python -m tools.page_kind`; the choice of rows does not depend on it.
ARTICLE_SCORE: Final = 0.0
ARTICLE_SHARE: Final = 0.5


@method(
    "coreex",
    paper="Prasad and Paepcke 2008",
    family="page",
    bounds={
        "ratio_weight": (0.0, 1.0),
        "text_weight": (0.0, 1.0),
        "threshold": (0.0, 1.0),
        "variant": ("set", "node"),
    },
    made_on=(),
    sweep={"threshold": (0.7, 0.8, 0.9, 0.95), "text_weight": (0.01, 0.03, 0.1, 0.3)},
)
def coreex(
    page: Page,
    *,
    ratio_weight: float = 0.99,
    text_weight: float = 0.01,
    threshold: float = 0.9,
    variant: str = "set",
) -> Choice:
    """Choose the good children of the element with the best score of words over links.

    Args:
        page: any page; needs no layout.
        ratio_weight: what the share of words that are no links weighs (weight_ratio).
        text_weight: what the share of the page's text weighs (weight_text).
        threshold: the ratio of words that are no links which a child has to exceed to be in the
            set of its parent (Threshold).
        variant: `set` scores an element by its good children and keeps these; `node` scores it by
            all that it holds and keeps all of it.

    Returns:
        The choice, with the counts, ratios and scores of every row as evidence, and the kind of
        the page, `article` or `listing`, as its type.

    Differs:
        A link counts as one word, as in the original; the summary does not say so. Of equal scores
        the larger text wins, then the deeper element, then the first. A page whose best score is 0
        has no content, such as one of links alone; by `node` that has some, for its share of text.
    """
    links = _links(page)
    # Row 0, which has no parent, is neither a link nor a text.
    in_link = page.above(links).take(page.parent) >= 0
    words = np.where(links, 1, page.words)
    words = page.shown(np.where(in_link, 0, words))
    text = page.below(words)
    linked = page.below(page.shown(links & ~in_link), how="count")

    ratio = _ratio(text, linked)
    good = ratio > threshold
    set_text = page.children(np.where(good, text, 0))
    set_linked = page.children(np.where(good, linked, 0))

    counted, counted_links = (set_text, set_linked) if variant == "set" else (text, linked)
    share = counted / max(text[0], 1)
    score = ratio_weight * _ratio(counted, counted_links) + text_weight * share
    best = _best(page, score, counted)

    members = good & (page.parent == best) if variant == "set" else page.under(best)
    kept = page.visible & (page.above(members & (score[best] > 0)) >= 0)
    # A text is scored by the element that it stands in, and what is kept by what it is kept for.
    around = score.take(np.where(page.tag == 0, page.parent, np.arange(len(page))))
    choice = Choice.of(
        page,
        kept,
        score=np.where(kept, score[best], around) / max(ratio_weight + text_weight, 1e-9),
        evidence={
            "textCnt": text,
            "linkCnt": linked,
            "childRatio": ratio,
            "setTextCnt": set_text,
            "setLinkCnt": set_linked,
            "score": score,
            "share of pageText": share,
        },
    )
    if not text[0]:
        return choice
    kind = page_kind(*best_of(choice.evidence))
    return replace(choice, types={one: float(one == kind) for one in KINDS})


def page_kind(
    score: float,
    share: float,
    *,
    least_score: float = ARTICLE_SCORE,
    least_share: float = ARTICLE_SHARE,
) -> str:
    """Whether a page is an article or a listing, which the paper calls an index page.

    Args:
        score: the best score of the page.
        share: the part of the page's text that it stands for; `best_of` tells both.
        least_score: the score that an article has at least.
        least_share: the part of its text that an article has at least.
    """
    return KINDS[0] if score >= least_score and share >= least_share else KINDS[1]


def best_of(evidence: Mapping[str, Array]) -> tuple[float, float]:
    """The best score of a page, and the part of its text that it stands for."""
    score = evidence["score"]
    best = score.max()
    return float(best), float(evidence["share of pageText"][score == best].max())


def _links(page: Page) -> Mask:
    """The links: an `a` without `href` leads nowhere."""
    links: Mask = page.is_tag("a") & (page.attr("href")[0] >= 0)
    return links


def _ratio(text: Array, linked: Array) -> Array:
    """The share of words that are no links, 0 where there are no words."""
    return (text - linked) / np.maximum(text, 1)


def _best(page: Page, score: Array, counted: Array) -> int:
    """The row of the best score: of several the one with most text, then the deepest, the first."""
    rows = np.flatnonzero(score == score.max())
    rows = rows[counted[rows] == counted[rows].max()]
    return int(rows[page.depth[rows].argmax()])
