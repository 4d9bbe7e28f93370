"""Find the opening post of a thread, which templates often write in another layout than the
replies."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.threads.evidence import RUNNING, Evidence, match_attribute

#: Levels above the replies that are searched, and the elements before them on each.
MAX_LEVELS: Final = 8
MAX_SIBLINGS: Final = 60
#: Minimum number of words of the longest text of an opening post, besides its title.
MIN_WORDS: Final = 4
#: Share of the posts that are comments above which an element that is only named as a post is none.
MAX_REPLIES: Final = 0.5
#: Minimum sum of the evidence of an opening post.
MIN_STRENGTH: Final = 3
#: Articles are not posts, even above comments.
_ARTICLE_TYPE: Final = re.compile(r"schema\.org/(?:\w*Article|BlogPosting|Product|Recipe|Movie)")


def find_opening(page: Page, posts: Mask, evidence: Evidence, text: Array) -> int:
    """Return the row of the element with the opening post, or -1."""
    first = int(np.flatnonzero(posts)[0])
    is_article = match_attribute(page, "itemtype", _ARTICLE_TYPE)
    if page.above(is_article)[first] >= 0:
        # Comments inside an article.
        return -1
    has_article = page.below(is_article, how="any")
    shown = page.below(np.where(evidence.is_read, page.words, 0))
    # A title with its author and date is no post: a text of some length must be beside them.
    is_title = page.above(page.is_tag("h1", "h2", "h3")) >= 0
    longest = page.below(np.where(is_title | evidence.date, 0, evidence.words), how="max")
    can_be = ~page.is_tag("#text", "nav", "header", "footer", "form", "aside", "script", *RUNNING)
    can_be &= (longest >= MIN_WORDS) & ~has_article & (2 * text >= shown)
    strength: Array | None = None
    below, above = first, int(page.parent[first])
    for _ in range(MAX_LEVELS):
        if above <= 0:
            break
        rows = np.flatnonzero(page.parent[above + 1 : below] == above)[-MAX_SIBLINGS:] + above + 1
        rows = rows[can_be[rows]]
        if rows.size:
            # Most threads have no such element, so that the evidence is collected late.
            strength = _sum_evidence(page, posts, evidence) if strength is None else strength
            best = int(rows[np.lexsort((rows, strength[rows]))[-1]])
            if strength[best] >= MIN_STRENGTH and (
                evidence.has_date[best] or evidence.typed[best : page.end[best]].any()
            ):
                return best
        below, above = above, int(page.parent[above])
    return -1


def _sum_evidence(page: Page, posts: Mask, evidence: Evidence) -> Array:
    """Return how much of the evidence of an opening post each element has."""
    rows = np.flatnonzero(posts)
    # What is above comments is mostly an article, and blogs call articles posts.
    is_reply = page.below(evidence.reply_named, how="any")[rows]
    is_comments = bool(is_reply.mean() > MAX_REPLIES)
    if not is_comments:
        is_comments = bool((is_reply | (page.comment_kind[rows] == 1)).mean() > MAX_REPLIES)
    is_named = evidence.opening_named if is_comments else evidence.named | evidence.opening_named
    strength: Array = (
        2 * page.below(evidence.typed, how="any")
        + page.below(is_named, how="any")
        + evidence.has_date
        + evidence.has_author
    )
    return strength
