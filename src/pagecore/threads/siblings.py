"""Siblings: a thread is where neighbours of one shape hold the most text.

A baseline of our own, which needs no model and no layout. A thread is written by a template, post
after post, so that its posts are siblings and alike. All of them together are then walked down to
the element that holds most of their text; what stands around that element is searched for the
author, the date and the address of a post.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page
from pagecore.page.columns import number_labels
from pagecore.registry import method
from pagecore.thread import Post, Thread
from pagecore.threads.fields import read_fields

#: Hash functions that the likeness of two elements is estimated by.
N_HASHES: Final = 24
#: How alike an element inside a post has to be to the longest post to be a reply.
REPLY_ALIKE: Final = 0.75
#: Levels that posts are walked down at most, so that the walk stays linear.
MAX_LEVELS: Final = 32
#: Elements of running text, which are no posts and which the walk does not enter.
RUNNING: Final = ("p", "a", "span", "b", "i", "em", "strong", "font")
#: Reasons to be hidden that do not count, with none: some forums have their posts in `noscript`,
#: or in a closed `details`.
READ: Final = (0, 4, 7)


@method(
    "siblings",
    paper="pagecore",
    family="thread",
    bounds={"alike": (0.0, 1.0), "share": (0.0, 1.0)},
    made_on=("forums",),
    sweep={"alike": (0.1, 0.2, 0.3, 0.4, 0.6), "share": (0.4, 0.5, 0.6, 0.7, 0.8)},
)
def siblings(page: Page, *, alike: float = 0.2, share: float = 0.6) -> Thread:
    """Find the siblings of one shape that hold the most text, and take each for a post.

    Args:
        page: any page; needs no layout.
        alike: how much of what two siblings are made of has to be the same, by name and class.
        share: how much of the posts' text an element of each has to hold for the walk to enter it.

    Returns:
        The thread. Evidence is the words outside links below each row, `text`, how `alike` a row is
        to the sibling with the most of them, and the `repeated` text of each parent: what its alike
        children hold, but for the longest.
    """
    is_read = np.isin(page.hidden, READ)
    in_link = page.above(page.is_tag("a") & (page.attr("href")[0] >= 0)) >= 0
    words = np.where(is_read & ~in_link, page.words, 0)
    kind = _kinds(page)
    signatures = _signatures(page, kind, is_read)
    group = _find_group(page, words, signatures, alike)
    posts = group.members | _replies(page, group, signatures, kind)
    post_of = page.above(posts)
    bodies = _walk_down(page, posts, words, kind, share)
    is_content = bodies & is_read & (page.block >= 0)
    ids = number_labels(np.where(is_content, post_of, -1))
    n_alike = int(group.members.sum())
    evidence = {"text": group.text, "alike": group.alike, "repeated": group.repeated}
    return Thread(
        ids,
        _posts(page, ids, post_of, read_fields(page, post_of, bodies), n_alike),
        is_content & _is_quote(page, bodies),
        float(words[is_content].sum() / max(words.sum(), 1)),
        evidence,
    )


class _Group(NamedTuple):
    """The siblings that are taken for posts, and the columns that decided so."""

    members: Mask
    text: Array
    alike: Array
    repeated: Array


def _find_group(page: Page, words: Array, signatures: Array, alike: float) -> _Group:
    """Find the alike siblings that hold the most text, but for the longest of them."""
    n = len(page)
    text = page.below(words)
    # Paragraphs side by side are an article, and no thread.
    can_be_post = (page.parent >= 0) & ~page.is_tag("#text", *RUNNING)
    rows = np.flatnonzero(can_be_post & (text > 0))
    parent = page.parent[rows]
    # Of the children of each parent the one with the most text leads, on a tie the first.
    order = np.lexsort((-rows, text[rows], parent))
    is_last = np.diff(parent[order], append=-1) != 0
    leader = np.zeros(n, np.int64)
    leader[parent[order][is_last]] = rows[order][is_last]
    leads = leader[parent]

    likeness = np.zeros(n)
    same_name = page.tag[rows] == page.tag[leads]
    likeness[rows] = same_name * (signatures[rows] == signatures[leads]).mean(axis=1)
    is_alike = (likeness >= alike) & (likeness > 0)
    members = rows[is_alike[rows]]
    total = np.bincount(page.parent[members], text[members], n)
    repeated = np.where(leader > 0, total - text[leader], 0)
    best = int(repeated.argmax())
    chosen = is_alike & (page.parent == best) & bool(repeated[best] > 0)
    return _Group(chosen, text, likeness, repeated)


def _replies(page: Page, group: _Group, signatures: Array, kind: Array) -> Mask:
    """The posts inside posts: elements of the same class that are alike to the longest post."""
    replies = np.zeros(len(page), np.bool_)
    members = np.flatnonzero(group.members)
    if members.size:
        longest = members[group.text[members].argmax()]
        inside = (page.above(group.members) >= 0) & ~group.members
        same_kind = (page.attr("class")[0] >= 0) & np.isin(kind, kind[members])
        rows = np.flatnonzero(inside & same_kind)
        replies[rows] = (signatures[rows] == signatures[longest]).mean(axis=1) >= REPLY_ALIKE
    return replies


def _walk_down(page: Page, posts: Mask, words: Array, kind: Array, share: float) -> Mask:
    """The rows of the posts' texts: those below the elements that the walk ends at."""
    post_of = page.above(posts)
    inside = post_of >= 0
    own = np.where(posts, np.bincount(post_of[inside], words[inside], len(page)), 0)
    # Words below each row that belong to the same post as the row, and to no reply in it.
    text = page.below(words) - page.below(own) + own
    can_enter = inside & ~posts & ~page.is_tag("#text", *RUNNING) & (text > 0)
    current = posts
    for _ in range(MAX_LEVELS):
        children = np.flatnonzero(can_enter & current.take(page.parent))
        kinds, at = np.unique(kind[children], return_inverse=True)
        held = np.bincount(at, text[children], len(kinds))
        if not held.size or held.max() < share * text[current].sum():
            break
        # A sibling that has no such element is no post: an advertisement, say.
        current = np.zeros(len(page), np.bool_)
        current[children[at == held.argmax()]] = True
    end = page.above(current)
    rows: Mask = inside & (end >= 0) & (post_of.take(end) == post_of)
    return rows


def _posts(
    page: Page, ids: Array, post_of: Array, fields: dict[int, dict[str, Any]], n_alike: int
) -> tuple[Post, ...]:
    """The table of posts, in the order of their numbers."""
    numbers, first = np.unique(ids[ids >= 0], return_index=True)
    rows = post_of[ids >= 0][first]
    place = dict(zip(rows.tolist(), numbers.tolist(), strict=True))
    around = post_of[page.parent[rows]].tolist()
    posts = []
    for at, (row, outer) in enumerate(zip(rows.tolist(), around, strict=True)):
        known, answered = fields[row], place.get(outer, at)
        why = {**known["recognised_by"], "post": f"one of {n_alike} alike"}
        if answered < at:
            why |= {"post": "stands in another post", "reply_to": "stands in that post"}
        posts.append(
            Post(**{**known, "reply_to": answered if answered < at else None, "recognised_by": why})
        )
    return tuple(posts)


def _is_quote(page: Page, bodies: Mask) -> Mask:
    """The rows in a quotation inside a text; some forums write every text as one."""
    quotes = page.is_tag("blockquote", "q") & bodies & bodies.take(page.parent)
    quoted: Mask = page.above(quotes) >= 0
    return quoted


def _kinds(page: Page) -> Array:
    """A number for each name and first class of an element, without the class' digits."""
    ids, values = page.attr("class")
    names = [
        "",
        *("".join(c for c in (value.split() or [""])[0] if not c.isdigit()) for value in values),
    ]
    known = {name: at for at, name in enumerate(dict.fromkeys(names))}
    of_class = np.array([known[name] for name in names], np.int64)
    return of_class.take(ids + 1) * (int(page.tag.max(initial=0)) + 1) + page.tag


def _signatures(page: Page, kind: Array, is_read: Mask) -> Array:
    """Minimal hashes of the kinds below each row: of two rows that share half of their kinds, half
    of the hashes are the same."""
    hashed = np.empty((len(page), N_HASHES), np.int64)
    counted = (page.tag != 0) & is_read
    for at in range(N_HASHES):
        values = np.where(counted, _mix(kind.astype(np.uint64), at), 0)
        hashed[:, at] = page.below(values, how="max")
    return hashed


def _mix(values: npt.NDArray[np.uint64], seed: int) -> npt.NDArray[np.int64]:
    """A hash of numbers (the finaliser of SplitMix64), by a seed."""
    mixed = values + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1)).astype(np.int64)
