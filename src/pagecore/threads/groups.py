"""Groups: the posts of a thread are the similar siblings with the most evidence of posts.

A method of our own, which needs no layout. It clusters the children of every element by the
similarity of their subtrees, ranks the groups by their text and by the evidence of posts (dates,
profiles, permalinks, anchors, schema.org, names in the markup), and adds the opening post and
replies inside posts. Fields are columns: places that most posts have in common.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.page import Array, Mask, Page, PageWarning
from pagecore.page.columns import number_labels
from pagecore.registry import method
from pagecore.thread import Thread
from pagecore.threads.evidence import Evidence, collect_evidence, is_any
from pagecore.threads.make_posts import make_posts
from pagecore.threads.opening_post import find_opening
from pagecore.threads.post_elements import PostElements, find_inner_posts, find_post_elements
from pagecore.threads.post_notes import find_notes, find_quotes
from pagecore.threads.post_texts import find_bodies, weigh_words
from pagecore.threads.rank_groups import ALONE_NAMED, FEATURES, estimate_confidence

#: The features of the group that are the evidence of its posts.
SHARES: Final = ("dates", "authors", "permalinks", "anchors", "typed", "named")

#: Posts with a lower confidence are doubtful; half of such pages are no threads.
DOUBTFUL: Final = 0.5


@method(
    "groups",
    paper=None,
    family="thread",
    bounds={"alike": (0.0, 1.0), "share": (0.0, 1.0), "least": (0.0, 1.0)},
    developed_on=("forums",),
    sweep={"alike": (0.1, 0.2, 0.3, 0.4), "share": (0.5, 0.6, 0.7)},
)
def groups(page: Page, *, alike: float = 0.2, share: float = 0.6, least: float = 0.02) -> Thread:
    """Find the group of similar siblings with the most evidence of posts, and read their fields.

    Args:
        page: any page; needs no layout, and uses it if there is one.
        alike: minimum similarity of two siblings: the Jaccard similarity of their sets of kinds of
            elements (name and first class).
        share: minimum share of the posts' text in an element for the descent to enter it.
        least: minimum confidence; below it, the page has no posts.

    Returns:
        The thread. The evidence is the number of words outside links below each row (`text`; all
        rows of a post have that of the post), and in all rows of posts the shares of the group's
        members with each kind of evidence: a date (`dates`), an author (`authors`), a
        link to a post (`permalinks`), an anchor (`anchors`), a type of schema.org (`typed`), and a
        class or id that names a post (`named`).
    """
    evidence = collect_evidence(page)
    text = page.below(evidence.words)
    elements = find_post_elements(page, evidence, text, alike)
    return make_thread(page, elements, evidence, text, share, least)


def make_thread(
    page: Page,
    elements: PostElements | None,
    evidence: Evidence,
    text: Array,
    share: float,
    least: float,
) -> Thread:
    """Make the thread of the elements of posts; the arguments are those of `groups`."""
    confidence = 0.0
    if elements is not None:
        confidence = estimate_confidence(elements.features, elements.n_members)
        if elements.is_marked:
            # Comments have a small share of the text of an article.
            confidence = max(confidence, ALONE_NAMED)
    if elements is None or confidence < least:
        none = np.full(len(page), -1, np.int32)
        shares = {"text": text, **{name: np.zeros(len(page)) for name in SHARES}}
        return Thread(none, (), none > 0, confidence, shares)
    posts, bodies = _find_texts(page, elements, evidence, text, share)
    post_of = page.above(posts)
    notes = find_notes(page, post_of, evidence)
    noted = np.zeros(len(page), np.bool_)
    for note in notes.values():
        noted[note.start : note.stop] = True
    is_text = bodies & evidence.is_read & (page.block >= 0)
    is_text &= ~evidence.signature & ~noted
    quotes = find_quotes(page, bodies, evidence)
    made = make_posts(page, elements.reason, posts, bodies, is_text, quotes, notes, evidence)
    ids = number_labels(np.where(made.is_content, post_of, -1))
    values = dict(zip(FEATURES, elements.features.tolist(), strict=True))
    shares = {name: np.where(post_of >= 0, values[name], 0.0) for name in SHARES}
    return Thread(
        ids,
        made.posts,
        made.is_content & (page.above(quotes) >= 0),
        confidence if made.posts else 0.0,
        {"text": text[np.where(post_of >= 0, post_of, np.arange(len(page)))], **shares},
        _warn_of_doubt(confidence) if made.posts else (),
    )


def _warn_of_doubt(confidence: float) -> tuple[PageWarning, ...]:
    if confidence >= DOUBTFUL:
        return ()
    message = f"the posts are doubtful: their confidence is {confidence:.2f}, below {DOUBTFUL}"
    return (PageWarning("low-confidence", message, -1, -1, 1),)


def _find_texts(
    page: Page, elements: PostElements, evidence: Evidence, text: Array, share: float
) -> tuple[Mask, Mask]:
    """Find the posts that have a text, with the opening post and posts inside posts, and the rows
    of their texts."""
    n = len(page)
    posts = elements.posts
    weight = weigh_words(page, posts, page.above(posts), evidence)
    bodies, ends = find_bodies(page, posts, weight, evidence, share)
    # Siblings without a text, such as rows of a table with the author, are parts of other posts.
    posts = np.zeros(n, np.bool_)
    has_text = bodies & evidence.is_read & (page.block >= 0)
    posts[page.above(elements.posts)[has_text]] = True
    if not posts.any():
        return posts, bodies
    opening = np.zeros(n, np.bool_)
    if (row := find_opening(page, posts, evidence, text)) >= 0:
        opening[row] = True
    # The opening post has comments too, so that it comes before them.
    for is_inner in (False, True):
        more = opening
        if is_inner:
            more = find_inner_posts(page, posts, ends, evidence, elements.sets)
        if more.any():
            weight = weigh_words(page, more, page.above(more), evidence)
            like = _find_same_ends(page, more, ends, evidence)
            others, other_ends = find_bodies(page, more, weight, evidence, share, like)
            bodies = (bodies & (page.above(more) < 0)) | others
            ends = ends | other_ends
            posts = posts | more
    return posts, bodies


def _find_same_ends(page: Page, posts: Mask, ends: Mask, evidence: Evidence) -> Mask:
    """Find the elements of the kind of the other posts' texts, if a post has just one."""
    rows = np.flatnonzero(ends)
    same = evidence.has_class & is_any(evidence.kind, np.unique(evidence.kind[rows]))
    post_of = page.above(posts)
    same &= (post_of >= 0) & ~posts
    n_same = np.bincount(post_of[same], minlength=len(page))
    mask: Mask = same & (n_same.take(post_of) == 1)
    return mask
