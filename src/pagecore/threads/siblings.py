"""Siblings: the posts of a thread are the similar siblings with the most text.

A baseline of our own, which needs no model and no layout. A template writes a thread post by post,
so its posts are siblings of similar structure. From all posts at once, the method descends to the
element that contains most of their text. The rest of a post is searched for its author, date and
link.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.columns import number_labels
from pagecore.page.repetition import hash_subtrees, number_kinds
from pagecore.post import Post
from pagecore.registry import method
from pagecore.thread import Thread
from pagecore.threads.fields import read_fields
from pagecore.threads.quotations import find_quotes

#: Number of hash functions for estimating the similarity of two elements.
N_HASHES: Final = 24
#: Minimum similarity of an element inside a post to the longest post for it to be a reply.
REPLY_ALIKE: Final = 0.75
#: Maximum number of levels to descend, so that the time stays linear.
MAX_LEVELS: Final = 32
#: Elements of running text, which are not posts and which the descent does not enter.
RUNNING: Final = ("p", "a", "span", "b", "i", "em", "strong", "font")
#: Values of `hidden` for text that counts: visible, in `noscript`, or in a closed `details`, where
#: some forums have their posts.
READABLE: Final = (0, 4, 7)


@method(
    "siblings",
    paper=None,
    family="thread",
    bounds={"alike": (0.0, 1.0), "share": (0.0, 1.0)},
    developed_on=("forums",),
    sweep={"alike": (0.1, 0.2, 0.3, 0.4, 0.6), "share": (0.4, 0.5, 0.6, 0.7, 0.8)},
)
def siblings(page: Page, *, alike: float = 0.2, share: float = 0.6) -> Thread:
    """Find the similar siblings with the most text, each of which is a post.

    Args:
        page: any page; needs no layout.
        alike: minimum similarity of two siblings: the Jaccard similarity of their sets of kinds of
            elements (name and first class).
        share: minimum share of the posts' text in an element for the descent to enter it.

    Returns:
        The thread. The evidence is the number of words outside links below each row (`text`), the
        similarity of each row to its sibling with the most text (`alike`), and the text of the
        similar children of each parent without the longest (`repeated`). All rows of a post have
        the values that decided about the post: its own text, its similarity (of a reply, to the
        longest post), and the repeated text of its parent.
    """
    is_read = np.isin(page.hidden, READABLE)
    in_link = page.above(page.is_tag("a") & (page.attr("href")[0] >= 0)) >= 0
    words = np.where(is_read & ~in_link, page.words, 0)
    kind = number_kinds(page)
    signatures = hash_subtrees(page, kind, (page.tag != 0) & is_read, N_HASHES)
    group = _find_group(page, words, signatures, alike)
    reply_similarity = _compare_replies(page, group, signatures, kind)
    replies = reply_similarity >= REPLY_ALIKE
    posts = group.members | replies
    post_of = page.above(posts)
    bodies = _find_bodies(page, posts, words, kind, share)
    is_content = bodies & is_read & (page.block >= 0)
    ids = number_labels(np.where(is_content, post_of, -1))
    n_alike = int(group.members.sum())
    similarity = np.where(replies, reply_similarity, group.alike)
    # The rows of a post have the values of the post, and the repeated text is that of its parent.
    deciding_row = np.where(post_of >= 0, post_of, np.arange(len(page)))
    deciding_parent = np.where(post_of >= 0, page.parent.take(post_of), np.arange(len(page)))
    evidence = {
        "text": group.text[deciding_row],
        "alike": similarity[deciding_row],
        "repeated": group.repeated[deciding_parent],
    }
    return Thread(
        ids,
        _make_posts(page, ids, post_of, read_fields(page, post_of, bodies), n_alike),
        is_content & find_quotes(page, bodies),
        float(words[is_content].sum() / max(words.sum(), 1)),
        evidence,
    )


class _Group(NamedTuple):
    """The siblings that are posts, and the columns that decided it."""

    members: Mask
    text: Array
    alike: Array
    repeated: Array


def _find_group(page: Page, words: Array, signatures: Array, alike: float) -> _Group:
    """Find the similar siblings with the most text, not counting the longest of them."""
    n = len(page)
    text = page.below(words)
    # Paragraphs side by side are an article, not a thread.
    can_be_post = (page.parent >= 0) & ~page.is_tag("#text", *RUNNING)
    rows = np.flatnonzero(can_be_post & (text > 0))
    parent = page.parent[rows]
    # The longest child of each parent: the one with the most text, or the first of several.
    order = np.lexsort((-rows, text[rows], parent))
    is_last = np.diff(parent[order], append=-1) != 0
    longest = np.zeros(n, np.int64)
    longest[parent[order][is_last]] = rows[order][is_last]
    model = longest[parent]

    similarity = np.zeros(n)
    same_name = page.tag[rows] == page.tag[model]
    similarity[rows] = same_name * (signatures[rows] == signatures[model]).mean(axis=1)
    is_alike = (similarity >= alike) & (similarity > 0)
    members = rows[is_alike[rows]]
    total = np.bincount(page.parent[members], text[members], n)
    repeated = np.where(longest > 0, total - text[longest], 0)
    best = int(repeated.argmax())
    chosen = is_alike & (page.parent == best) & bool(repeated[best] > 0)
    return _Group(chosen, text, similarity, repeated)


def _compare_replies(page: Page, group: _Group, signatures: Array, kind: Array) -> Array:
    """Return the similarity to the longest post of elements inside posts that may be replies,
    because they have the name and class of a post; 0 for other rows."""
    similarity = np.zeros(len(page))
    members = np.flatnonzero(group.members)
    if members.size:
        longest = members[group.text[members].argmax()]
        inside = (page.above(group.members) >= 0) & ~group.members
        same_kind = (page.attr("class")[0] >= 0) & np.isin(kind, kind[members])
        rows = np.flatnonzero(inside & same_kind)
        similarity[rows] = (signatures[rows] == signatures[longest]).mean(axis=1)
    return similarity


def _find_bodies(page: Page, posts: Mask, words: Array, kind: Array, share: float) -> Mask:
    """Find the texts of posts: descend from all posts at once into the kind of element with most
    of their text, and return the rows below the elements where that ends."""
    post_of = page.above(posts)
    inside = post_of >= 0
    own = np.where(posts, np.bincount(post_of[inside], words[inside], len(page)), 0)
    # Number of words below each row that belong to the same post, without replies inside it.
    text = page.below(words) - page.below(own) + own
    can_enter = inside & ~posts & ~page.is_tag("#text", *RUNNING) & (text > 0)
    current = posts
    for _ in range(MAX_LEVELS):
        children = np.flatnonzero(can_enter & current.take(page.parent))
        kinds, at = np.unique(kind[children], return_inverse=True)
        held = np.bincount(at, text[children], len(kinds))
        if not held.size or held.max() < share * text[current].sum():
            break
        # A sibling without such an element, such as an advertisement, is not a post.
        current = np.zeros(len(page), np.bool_)
        current[children[at == held.argmax()]] = True
    end = page.above(current)
    rows: Mask = inside & (end >= 0) & (post_of.take(end) == post_of)
    return rows


def _make_posts(
    page: Page, ids: Array, post_of: Array, fields: dict[int, dict[str, Any]], n_alike: int
) -> tuple[Post, ...]:
    """Make the posts, in the order of their numbers."""
    numbers, first = np.unique(ids[ids >= 0], return_index=True)
    rows = post_of[ids >= 0][first]
    number = dict(zip(rows.tolist(), numbers.tolist(), strict=True))
    around = post_of[page.parent[rows]].tolist()
    posts = []
    for at, (row, outer) in enumerate(zip(rows.tolist(), around, strict=True)):
        values, parent = fields[row], number.get(outer, at)
        reasons = {**values["recognised_by"], "post": f"one of {n_alike} similar siblings"}
        if parent < at:
            reasons |= {"post": "inside another post", "reply_to": "inside that post"}
        reply_to = parent if parent < at else None
        posts.append(Post(**{**values, "reply_to": reply_to, "recognised_by": reasons}))
    return tuple(posts)
