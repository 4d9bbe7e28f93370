"""CoreEx: the element whose children have many words and few links.

J. Prasad and A. Paepcke. "CoreEx: content extraction from online news articles." Proc. CIKM 2008,
1391-1392. Implemented from the summary in S. Sirsat, "Extraction of core contents from web pages",
section III b.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: The kinds of pages that the score distinguishes.
KINDS: Final = ("article", "listing")
#: Weights of the score by which pages are classified, and the minimum score and minimum share of
#: the page's text that the best element of an article has. Chosen on WCXB by
#: `python -m tools.coreex_page_types`; the choice of rows does not depend on them.
KIND_RATIO_WEIGHT: Final = 0.99
KIND_TEXT_WEIGHT: Final = 0.03
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
    developed_on=(),
    sweep={"threshold": (0.7, 0.8, 0.9, 0.95), "text_weight": (0.01, 0.03, 0.1, 0.3)},
    printed={"threshold": 0.9, "text_weight": 0.01},
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
        ratio_weight: weight of the share of words outside links (weight_ratio).
        text_weight: weight of the share of the page's text (weight_text).
        threshold: share of words outside links that a child must exceed to be in its parent's set
            (Threshold).
        variant: `set` scores an element by its good children and keeps these; `node` scores it by
            its whole subtree and keeps all of it.

    Returns:
        The choice, with the counts, ratios and scores of each row as evidence, and the kind of the
        page, `article` or `listing`, as its type. The kind depends on `threshold`, but has weights
        of its own.

    Differs:
        A link counts as one word, as in the original paper; the summary does not mention it. A tie
        goes to the larger text, then to the deeper element, then to the first. A page whose best
        score is 0, such as a page of links only, has no content. With `node` such a page has some
        content, because the share of text still scores.
    """
    links = _find_links(page)
    # Row 0 has no parent, but it is neither a link nor a text.
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
    best = _find_best(page, score, counted)

    members = good & (page.parent == best) if variant == "set" else page.under(best)
    kept = page.visible & (page.above(members & (score[best] > 0)) >= 0)
    # A text has the score of its parent; a kept row has the score of the best element.
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
    kind = classify_page(*read_best(choice.evidence))
    return replace(choice, types={name: float(name == kind) for name in KINDS})


def classify_page(
    score: float,
    share: float,
    *,
    min_score: float = ARTICLE_SCORE,
    min_share: float = ARTICLE_SHARE,
) -> str:
    """Classify a page as an article or a listing; the paper calls a listing an index page.

    Args:
        score: the best score of the page, with the weights for classifying.
        share: the best element's share of the page's text; `read_best` returns both.
        min_score: minimum score of an article.
        min_share: minimum share of an article.
    """
    return KINDS[0] if score >= min_score and share >= min_share else KINDS[1]


def read_best(
    evidence: Mapping[str, Array], *, text_weight: float = KIND_TEXT_WEIGHT
) -> tuple[float, float]:
    """Read the best score of a page, from 0 to 1, and the best element's share of the page's text.
    Elements are scored by their good children, whatever the variant.

    Args:
        evidence: that of `coreex`.
        text_weight: weight of the share of the page's text.
    """
    set_text = evidence["setTextCnt"]
    share = set_text / max(evidence["textCnt"][0], 1)
    score = KIND_RATIO_WEIGHT * _ratio(set_text, evidence["setLinkCnt"]) + text_weight * share
    best = score.max()
    weight = KIND_RATIO_WEIGHT + text_weight
    return float(best) / weight, float(share[score == best].max())


def _find_links(page: Page) -> Mask:
    """The links; an `a` without `href` is not a link."""
    links: Mask = page.is_tag("a") & (page.attr("href")[0] >= 0)
    return links


def _ratio(text: Array, linked: Array) -> Array:
    """The share of words outside links; 0 without words."""
    return (text - linked) / np.maximum(text, 1)


def _find_best(page: Page, score: Array, counted: Array) -> int:
    """The row with the best score; a tie goes to the most text, then the deepest, the first."""
    rows = np.flatnonzero(score == score.max())
    rows = rows[counted[rows] == counted[rows].max()]
    return int(rows[page.depth[rows].argmax()])
