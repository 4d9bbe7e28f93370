"""Find the text of each post: without user panel, signature, author line and notes."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import count_rare_words
from pagecore.threads.evidence import RUNNING, Evidence

#: Maximum number of levels to descend, so that the time stays linear.
MAX_LEVELS: Final = 32
#: A word that more than this share of the posts have is a label, such as `Joined`.
MAX_COMMON: Final = 0.5
#: Weight of a word in an element that is named as a user panel, a signature or a note.
BESIDE: Final = 0.2
#: Words that a post may have beyond twice the median before its words count less.
LONG: Final = 20.0


def weigh_words(page: Page, posts: Mask, post_of: Array, evidence: Evidence) -> Array:
    """Count the words of each row that may be of the post's text: not those that most posts have,
    and none in user panels, signatures, dates and links to profiles."""
    inside = post_of >= 0
    beside = evidence.panel | evidence.signature | evidence.beside
    counted = inside & evidence.is_read & ~evidence.date
    factor = np.where(beside, BESIDE, 1.0)
    n_posts = int(posts.sum())
    if n_posts < 4:
        return np.where(counted, evidence.words, 0) * factor
    limit = int(max(MAX_COMMON * n_posts, 1))
    rare = count_rare_words(page, counted, post_of, limit)
    # Words of posts are also common words, so that a row counts in full if it has a rare one.
    weighed: Array = np.where(counted & (rare > 0), np.minimum(evidence.words, 2 * rare), 0)
    return weighed * factor


def find_bodies(
    page: Page,
    posts: Mask,
    weight: Array,
    evidence: Evidence,
    share: float,
    known: Mask | None = None,
) -> tuple[Mask, Mask]:
    """Find the texts of posts: descend from all posts at once into the kind of element with most
    of their text.

    Args:
        page: the page.
        posts: the elements of posts.
        weight: the words of each row that may be of a text.
        evidence: the evidence of the page.
        share: minimum share of the text in an element for the descent to enter it.
        known: elements that are known to have the text of their post.

    Returns:
        The mask of rows in texts, and the mask of the elements where the descent ended.
    """
    post_of = page.above(posts)
    inside = post_of >= 0
    # Words below each row that belong to the same post, without replies inside it.
    held = np.bincount(post_of[inside], weight[inside], len(page))
    # A very long post would decide alone, so that it counts as much as others do.
    lengths = held[posts & (held > 0)]
    limit = 2 * float(np.median(lengths)) + LONG if lengths.size else 1.0
    factor = np.minimum(1.0, limit / np.maximum(held, 1.0))
    weight = np.where(inside, weight * factor.take(post_of), 0.0)
    own = np.where(posts, held * factor, 0)
    text = page.below(weight) - page.below(own) + own
    can_enter = inside & ~posts & ~page.is_tag("#text", *RUNNING)
    tops = find_text_items(page, posts, post_of, evidence, text)
    if known is not None and not tops.any():
        tops = known
    current = posts.copy()
    current[post_of[tops]] = False
    for _ in range(MAX_LEVELS):
        children = np.flatnonzero(can_enter & current.take(page.parent))
        if not children.size:
            break
        kinds = evidence.kind[children]
        held = np.bincount(kinds, text[children])
        best = int(held.argmax())
        if held[best] <= 0 or held[best] < share * text[current].sum():
            break
        # A sibling without such an element, such as an advertisement, is not a post.
        current = np.zeros(len(page), np.bool_)
        current[children[kinds == best]] = True
    current = current | tops
    end = page.above(current)
    rows: Mask = inside & (end >= 0) & (post_of.take(end) == post_of)
    return rows, current


def find_text_items(
    page: Page, posts: Mask, post_of: Array, evidence: Evidence, text: Array
) -> Mask:
    """Find the elements that microdata calls the text of a post, if most posts have just one."""
    # The texts of items inside the item of the post are those of comments.
    outer = page.above(evidence.typed).take(page.parent)
    inside = post_of >= 0
    is_inner = evidence.typed & inside & (outer >= 0) & (post_of.take(outer) == post_of) & ~posts
    items = evidence.text_item & inside & (text > 0) & (page.above(is_inner) < 0)
    rows = np.flatnonzero(items)
    n_items = np.bincount(post_of[rows], minlength=len(page))
    n_posts = int(posts.sum())
    if n_posts and (n_items == 1).sum() >= 0.8 * n_posts:
        single: Mask = items & (n_items.take(post_of) == 1)
        return single
    return np.zeros(len(page), np.bool_)
