"""Find the elements of posts: the best group of similar siblings, elements like its members
elsewhere, replies inside posts, or a single post."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.threads.evidence import RUNNING, Evidence, is_any
from pagecore.threads.rank_groups import (
    FEATURES,
    Features,
    describe_groups,
    measure_alignment,
    score_groups,
    sum_evidence,
)
from pagecore.threads.similar_siblings import SiblingSets, find_sibling_sets

#: Minimum similarity of an element to the longest post for it to be one: elsewhere in the page, and
#: inside a post, where it is a reply.
ALIKE_ELSEWHERE: Final = 0.5
ALIKE_INSIDE: Final = 0.7
#: Minimum sum of the shares of evidence of a group that is preferred to a single post.
MIN_EVIDENCE: Final = 1.5
#: The same of a group whose members are marked as posts, and preferred to longer groups without
#: evidence.
STRONG: Final = 2.5
#: Share of the members with a date above which members without any evidence are dropped.
MIN_DATED: Final = 0.5
#: Share of the text in the others that is necessary for it.
MIN_HELD: Final = 0.6
#: Minimum number of words of a post around other posts.
MIN_OWN: Final = 4
#: Minimum number of words of a post that is alone.
MIN_ALONE: Final = 5


class PostElements(NamedTuple):
    """The elements of posts."""

    posts: Mask
    #: The features and the score of the group; None for a single post.
    features: Features
    score: float
    n_members: int
    sets: SiblingSets
    #: How the posts were recognised, in words.
    reason: str
    #: Whether the markup calls the posts comments, answers or items of schema.org.
    is_marked: bool = False


def find_post_elements(
    page: Page,
    evidence: Evidence,
    text: Array,
    alike: float,
    rank: Callable[[Features], Features] = score_groups,
) -> PostElements | None:
    """Find the elements of posts, or None if there is none.

    Args:
        page: the page.
        evidence: the evidence of the page.
        text: the words below each row.
        alike: minimum similarity of two siblings.
        rank: scores groups by their features; `tools.thread_designs` tries others.
    """
    can_be = ~page.is_tag("#text", *RUNNING)
    counted = (page.tag != 0) & evidence.is_read
    sets = find_sibling_sets(page, evidence.kind, text, counted, can_be, alike)
    if not len(sets.parent):
        return None
    several = _keep_several(sets)
    features = describe_groups(page, several, evidence, text)
    score = np.where(features[:, 0] > 0, rank(features), -np.inf)
    score += measure_alignment(page, several)
    marked = _find_marked(page, several, evidence, features)
    best = _select_group(score, features, marked)
    is_group = best >= 0 and bool(np.isfinite(score[best]))
    alone = _find_alone(page, evidence, text)
    if alone.any() and not (is_group and has_evidence(features[best])):
        n = int(alone.sum())
        inside = page.above(alone) >= 0
        reason = (
            "the only element that is marked as a post"
            if n == 1
            else f"one of {n} elements that are marked as posts"
        )
        return PostElements(alone, _describe_alone(evidence, inside), 0.0, 1, sets, reason)
    if not is_group:
        return None
    posts = np.zeros(len(page), np.bool_)
    rows = several.rows[several.set_of == best]
    posts[_drop_others(page, evidence, text, rows)] = True
    n = int(posts.sum())
    is_marked = bool(marked[best])
    posts |= _find_like(page, posts, sets, evidence, text)
    reason = f"one of {n} similar siblings"
    return PostElements(posts, features[best], float(score[best]), n, sets, reason, is_marked)


def _find_marked(page: Page, sets: SiblingSets, evidence: Evidence, features: Features) -> Mask:
    """Find the sets with strong evidence that the markup calls comments, answers, or items of
    schema.org."""
    is_named = page.below(evidence.reply_named | evidence.typed, how="any")[sets.rows]
    n_others = np.bincount(sets.set_of, ~is_named, len(sets.parent))
    marked: Mask = (n_others == 0) & (sum_evidence(features) >= STRONG)
    return marked


def _select_group(score: Features, features: Features, marked: Mask) -> int:
    """Select the best group, or -1 if there is none. A group without evidence, such as the lists of
    a long article, gives way to one that is marked as posts, such as short comments below it."""
    if not len(score):
        return -1
    best = int(score.argmax())
    if marked.any() and not has_evidence(features[best]):
        return int(np.where(marked, score, -np.inf).argmax())
    return best


def _keep_several(sets: SiblingSets) -> SiblingSets:
    """Return the sets with two or more members."""
    is_kept = np.bincount(sets.set_of, minlength=len(sets.parent)) >= 2
    number = np.cumsum(is_kept) - 1
    in_kept = is_kept[sets.set_of]
    set_of = number[sets.set_of[in_kept]]
    parent, longest = sets.parent[is_kept], sets.longest[is_kept]
    return SiblingSets(sets.rows[in_kept], set_of, parent, longest, sets.signatures)


def has_evidence(features: Features) -> bool:
    """Whether a group has evidence of posts besides its text, by its features."""
    return bool(sum_evidence(features) >= MIN_EVIDENCE)


def _drop_others(page: Page, evidence: Evidence, text: Array, rows: Array) -> Array:
    """Drop the members without any evidence before and after the others, if most members have a
    date and a text."""
    end = page.end[rows]

    def count(mask: Mask) -> Array:
        sums = np.concatenate(([0], np.cumsum(mask)))
        return sums[end] - sums[rows]

    n_dates = count(evidence.date)
    is_post = n_dates + count(evidence.profile) + count(evidence.typed | evidence.named) > 0
    has_text = text[rows][is_post].sum() >= MIN_HELD * text[rows].sum()
    if (n_dates > 0).mean() >= MIN_DATED and is_post.sum() >= 2 and has_text:
        # Only at the ends: in tables, rows with the fields and rows with the texts take turns.
        known = np.flatnonzero(is_post)
        return rows[known[0] : known[-1] + 1]
    return rows


def _find_like(
    page: Page, members: Mask, sets: SiblingSets, evidence: Evidence, text: Array
) -> Mask:
    """Find elements like the members: siblings of their kind that differ, such as deleted posts,
    replies inside members, and members of another parent, where an advertisement divides them."""
    rows = np.flatnonzero(members)
    longest = rows[text[rows].argmax()]
    kinds, counts = np.unique(evidence.kind[rows], return_counts=True)
    main = kinds[counts.argmax()]
    like = np.flatnonzero(evidence.has_class & is_any(evidence.kind, kinds) & ~members & (text > 0))
    similarity = (sets.signatures[like] == sets.signatures[longest]).mean(axis=1)
    inside = page.above(members)[like] >= 0
    around = page.below(members, how="any")[like]
    is_parent = np.zeros(len(page), np.bool_)
    is_parent[page.parent[rows]] = True
    is_sibling = is_parent[page.parent[like]] & (evidence.kind[like] == main)
    dated = evidence.has_date[like]
    elsewhere = (similarity >= ALIKE_ELSEWHERE) & dated & (evidence.kind[like] == main)
    is_like = np.where(inside, similarity >= ALIKE_INSIDE, is_sibling | elsewhere) & ~around
    mask = np.zeros(len(page), np.bool_)
    mask[like[is_like]] = True
    return mask


def find_inner_posts(
    page: Page, posts: Mask, ends: Mask, evidence: Evidence, sets: SiblingSets
) -> Mask:
    """Find posts of another kind inside posts, such as the comments on an answer: they have a date
    and an author of their own and are named as posts."""
    post_of = page.above(posts)
    inside = (post_of >= 0) & ~posts
    beside = ~page.below(ends, how="any") & (page.above(ends) < 0)
    # An item of schema.org inside an item that is a post.
    outer = page.above(evidence.typed).take(page.parent)
    is_item = evidence.typed & (outer >= 0) & (post_of.take(outer) == post_of)
    has_fields = evidence.has_date & evidence.has_author
    is_named = (evidence.reply_named | evidence.typed) & ~evidence.panel
    is_post = (inside & (beside | is_item) & has_fields & is_named)[sets.rows]
    n_all = np.bincount(sets.set_of, minlength=len(sets.parent))
    n_posts = np.bincount(sets.set_of, is_post, len(sets.parent))
    chosen = is_post & (n_posts == n_all)[sets.set_of]
    mask = np.zeros(len(page), np.bool_)
    mask[sets.rows[chosen]] = True
    mask &= ~_find_lists(page, mask, evidence)
    # Of elements inside each other the outermost, and replies, which are of its kind.
    around = page.above(mask).take(page.parent)
    mask &= (around < 0) | (evidence.kind.take(around) == evidence.kind)
    return mask


def _find_lists(page: Page, posts: Mask, evidence: Evidence) -> Mask:
    """Find the elements around posts that have no text of their own, such as lists of comments."""
    post_of = page.above(posts)
    inside = post_of >= 0
    n_own = np.bincount(post_of[inside], evidence.words[inside], len(page))
    lists: Mask = posts & (n_own < MIN_OWN) & (page.below(posts, how="count") > 1)
    return lists


def _find_alone(page: Page, evidence: Evidence, text: Array) -> Mask:
    """Find the element of a single post, and those of its kind, such as the replies inside it:
    named or typed as a post, with a date, an author and a text."""
    has_fields = evidence.has_date & evidence.has_author
    is_post = (evidence.typed | evidence.named) & has_fields & (text >= MIN_ALONE)
    rows = np.flatnonzero(is_post)
    if not rows.size:
        return is_post
    # A comment is a post, and an article above it is none, although blogs call it a post.
    strength = 2 * evidence.typed[rows] + evidence.anchor[rows] + evidence.permalink[rows]
    strength = strength + 2 * (evidence.reply_named[rows] & evidence.anchor[rows])
    # The innermost of the strongest, because lists of posts are named as posts too.
    best = int(rows[np.lexsort((page.depth[rows], strength))[-1]])
    alike = evidence.has_class & (evidence.kind == evidence.kind[best])
    chosen: Mask = is_post & (alike | (np.arange(len(page)) == best))
    return chosen


def _describe_alone(evidence: Evidence, under: Mask) -> Features:
    """The features of a single post, as of a group of one; `under` has the rows of the post."""
    values = {
        "members": np.log1p(1),
        "dates": 1.0,
        "one_date": float(evidence.date[under].sum() == 1),
        "authors": 1.0,
        "permalinks": float(evidence.permalink[under].any()),
        "anchors": float(evidence.anchor[under].any()),
        "typed": float(evidence.typed[under].any()),
        "named": 1.0,
        "text": float(np.log1p(evidence.words[under].sum())),
        "share": float(evidence.words[under].sum() / max(evidence.words.sum(), 1)),
        "even": 1.0,
    }
    return np.array([values.get(name, 0.0) for name in FEATURES])
