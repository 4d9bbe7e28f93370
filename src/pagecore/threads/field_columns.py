"""Columns of posts: places that most posts have in common, each with one row per post.

A column is a kind of element below a kind of element. A field is read from the column with the best
score; a post without it takes the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.threads.evidence import Evidence

#: Share of the posts that have a date inside, below which dates are looked for between posts.
MIN_INSIDE: Final = 0.8
#: Columns of a field that are compared.
MAX_COLUMNS: Final = 40


class Column(NamedTuple):
    """Candidates for a field: one row for each post that has the column."""

    #: The rule that found the rows, in words.
    rule: str
    rows: dict[int, int]
    #: How reliable the rule is.
    weight: float


Score = Callable[[Column], float]


def find_regions(
    page: Page, posts: Mask, post_of: Array, bodies: Mask, evidence: Evidence
) -> Array:
    """Return for each row the post whose fields it may hold, -1 for none.

    These are the rows of the post outside its text. If most posts have no date there, the rows
    between two posts belong to the post after or before them, whichever has more dates: tables have
    the author and the date of a post in a row of their own.
    """
    inside = np.where((post_of >= 0) & ~bodies, post_of, -1)
    rows = np.flatnonzero(posts)
    n_dated = count_posts(inside, evidence.date)
    if n_dated >= MIN_INSIDE * len(rows):
        return inside
    parent = int(page.parent[rows[len(rows) // 2]])
    beside = (post_of < 0) & page.under(parent)
    outer = rows[post_of.take(page.parent[rows]) < 0]
    at = np.arange(len(page))
    following = np.searchsorted(outer, at)
    after = np.append(outer, -1)[following]
    before = np.insert(outer, 0, -1)[following]
    choices = [inside]
    choices += [np.where(beside, other, inside) for other in (after, before)]
    # Some templates write author and date into the element of the text.
    choices.append(post_of)
    return max(choices, key=lambda regions: count_posts(regions, evidence.date))


def measure_distance(post_of: Array, bodies: Mask) -> Array:
    """Return the number of rows between each row of a post and the text of the post."""
    n = len(post_of)
    rows = np.flatnonzero(bodies)
    first, last = np.full(n, n), np.full(n, -n)
    np.minimum.at(first, post_of[rows], rows)
    np.maximum.at(last, post_of[rows], rows)
    at = np.arange(n)
    before, after = first.take(post_of) - at, at - last.take(post_of)
    distance: Array = np.maximum(np.maximum(before, after), 0)
    return distance


def count_posts(regions: Array, mask: Mask | None = None) -> int:
    """Count the posts of some rows, all by default; `regions` has the post of each row."""
    inside = regions >= 0 if mask is None else mask & (regions >= 0)
    return int(np.count_nonzero(np.bincount(regions[inside])))


def list_posts(post_of: Array) -> list[int]:
    """List the posts; `post_of` has the post of each row."""
    rows: list[int] = np.flatnonzero(np.bincount(post_of[post_of >= 0])).tolist()
    return rows


def list_columns(
    page: Page,
    regions: Array,
    evidence: Evidence,
    rules: Sequence[tuple[str, Mask, float]],
    order: Array | None = None,
) -> list[Column]:
    """List the columns of some rules.

    Args:
        page: the page.
        regions: the post of each row, -1 for none.
        evidence: the evidence of the page.
        rules: name, candidate rows and weight of each rule.
        order: of several rows in one column of a post, the one with the least value is taken; the
            first if None.
    """
    inside = regions >= 0
    masks = [mask & inside for _, mask, _ in rules]
    sizes = [int(mask.sum()) for mask in masks]
    if not sum(sizes):
        return []
    rows = np.concatenate([np.flatnonzero(mask) for mask in masks])
    rule_of = np.repeat(np.arange(len(rules)), sizes)
    n_kinds = int(evidence.kind.max()) + 1
    keys = evidence.kind[rows] * n_kinds + evidence.kind[page.parent[rows]]
    ranks = rows if order is None else order[rows]
    sorted_at = np.lexsort((rows, ranks, regions[rows], keys, rule_of))
    columns: list[Column] = []
    last_place, last_post = None, -1
    for rule, key, post, row in zip(
        *(values[sorted_at].tolist() for values in (rule_of, keys, regions[rows], rows)),
        strict=True,
    ):
        if (rule, key) != last_place:
            name, _, weight = rules[rule]
            columns.append(Column(name, {}, weight))
            last_place, last_post = (rule, key), -1
        if post != last_post:
            columns[-1].rows[post] = row
            last_post = post
    return columns


def select_column(columns: list[Column], n_posts: int, score: Score) -> dict[int, tuple[int, str]]:
    """Select a row and its rule for each post: from the column with the best score, or the next."""
    # A page may have very many columns of few posts.
    largest = sorted(columns, key=lambda column: (-len(column.rows), -column.weight))[:MAX_COLUMNS]
    ranked = largest
    if len(largest) > 1:
        ranked = sorted(
            largest,
            key=lambda column: (
                -(column.weight + 2 * len(column.rows) / max(n_posts, 1) + score(column)),
                min(column.rows.values(), default=0),
            ),
        )
    selected: dict[int, tuple[int, str]] = {}
    for column in ranked:
        for post, row in column.rows.items():
            selected.setdefault(post, (row, column.rule))
    return selected
