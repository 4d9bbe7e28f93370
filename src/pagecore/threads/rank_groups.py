"""Rank groups of similar siblings: which of them are the posts of a thread?"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page
from pagecore.threads.evidence import Evidence
from pagecore.threads.similar_siblings import SiblingSets

#: The features of a group.
FEATURES: Final = (
    "text", "share", "members", "dates", "one_date", "authors", "permalinks", "anchors", "typed",
    "named", "in_links", "short", "even", "headed",
)  # fmt: skip
#: Weights of the features in the rules: evidence of posts counts as a factor of the text.
RULES: Final = {
    "text": 1.0, "dates": 1.2, "one_date": 0.5, "authors": 0.8, "permalinks": 0.4, "anchors": 0.5,
    "typed": 1.5, "named": 0.8, "in_links": -2.5, "short": -1.0, "headed": -0.8,
}  # fmt: skip
#: Weights of the features in the confidence, as `python -m tools.thread_designs` fits them.
CONFIDENCE: Final = {
    "bias": -9.63, "share": 3.62, "members": 0.45, "dates": 2.68, "authors": 1.38,
    "permalinks": 2.83, "anchors": 2.31, "typed": 3.08, "named": 1.68, "in_links": -3.42,
}  # fmt: skip
#: Difference of two boxes that count as aligned, in CSS pixels.
MAX_SHIFT_PX: Final = 4.0
#: The confidence of a post that is alone: typed by schema.org, and by its names only, as the
#: articles of many blogs are.
ALONE_TYPED: Final = 0.6
ALONE_NAMED: Final = 0.3

Features = npt.NDArray[np.float64]


def describe_groups(page: Page, sets: SiblingSets, evidence: Evidence, text: Array) -> Features:
    """Return the features of each set, one column for each of `FEATURES`.

    The evidence of a member is looked for in the member and between it and its neighbours,
    because tables have the author and the date of a post in a row of their own.
    """
    rows, set_of, n = sets.rows, sets.set_of, len(sets.parent)
    n_members = np.bincount(set_of, minlength=n)
    before, after = find_gaps(page, sets)

    def share(mask: Mask, *, gaps: bool = False) -> Features:
        counts = np.concatenate(([0], np.cumsum(mask)))
        has = counts[page.end[rows]] > counts[rows]
        inside = np.bincount(set_of, has, n)
        if gaps:
            for start, stop in (before, after):
                in_gap = counts[stop] > counts[start]
                inside = np.maximum(inside, np.bincount(set_of, in_gap | has, n))
        return np.asarray(inside / np.maximum(n_members, 1))

    n_dates = np.concatenate(([0], np.cumsum(evidence.date)))
    one_date = n_dates[page.end[rows]] - n_dates[rows] == 1
    own = text[rows]
    total = np.bincount(set_of, own, n)
    repeated = total - text[sets.longest]
    linked = page.below(np.where(evidence.is_read, page.words, 0))[rows] - own
    heading = page.is_tag("h1", "h2", "h3", "h4")
    is_linked_heading = heading & page.below(evidence.is_link, how="any")
    sums = {
        "text": np.log1p(repeated),
        "share": repeated / max(float(text[0]), 1.0),
        "members": np.log1p(n_members),
        "dates": share(evidence.date, gaps=True),
        "one_date": np.bincount(set_of, one_date, n) / np.maximum(n_members, 1),
        "authors": share(evidence.author, gaps=True),
        "permalinks": share(evidence.permalink, gaps=True),
        "anchors": share(evidence.anchor, gaps=True),
        "typed": np.bincount(set_of, count_items(page, evidence)[rows] == 1, n)
        / np.maximum(n_members, 1),
        "named": share(evidence.named),
        "in_links": np.bincount(set_of, linked, n)
        / np.maximum(np.bincount(set_of, linked + own, n), 1),
        "short": np.bincount(set_of, own < 4, n) / np.maximum(n_members, 1),
        "even": total / np.maximum(n_members * text[sets.longest], 1),
        "headed": share(is_linked_heading),
    }
    return np.column_stack([sums[name] for name in FEATURES])


def count_items(page: Page, evidence: Evidence) -> Array:
    """Count the items of schema.org in each row that are posts, without items inside them: an
    element with several of them is a list of posts."""
    outer = page.above(evidence.typed).take(page.parent)
    nested = np.flatnonzero(evidence.typed & (outer >= 0))
    return page.below(evidence.typed - np.bincount(outer[nested], minlength=len(page)))


def score_groups(features: Features, weights: dict[str, float] | None = None) -> Features:
    """Score groups by the weighted sum of their features, of the rules if there are no weights."""
    used = RULES if weights is None else weights
    vector = np.array([used.get(name, 0.0) for name in FEATURES])
    return np.asarray(features @ vector)


def sum_evidence(features: Features) -> Features:
    """Sum the shares of the members with evidence of posts, besides their text."""
    at = [FEATURES.index(name) for name in ("dates", "authors", "typed", "named", "anchors")]
    return np.asarray(features[..., at].sum(axis=-1))


def estimate_confidence(features: Features, n_members: int) -> float:
    """Estimate how likely a group is a thread, from its features."""
    if n_members == 1:
        is_typed = features[FEATURES.index("typed")] > 0
        return ALONE_TYPED if is_typed else ALONE_NAMED
    vector = np.array([CONFIDENCE.get(name, 0.0) for name in FEATURES])
    value = float(features @ vector) + CONFIDENCE["bias"]
    return float(1 / (1 + np.exp(-np.clip(value, -30, 30))))


def measure_alignment(page: Page, sets: SiblingSets) -> Features:
    """Return the share of each set's members that are drawn below each other: with the left edge
    and the width of the longest member. 0 without a layout."""
    n = len(sets.parent)
    if page.layout is None:
        return np.zeros(n)
    left, width = page.layout.box[:, 0], page.layout.box[:, 2]
    longest = sets.longest[sets.set_of]
    with np.errstate(invalid="ignore"):
        same_left = np.abs(left[sets.rows] - left[longest]) <= MAX_SHIFT_PX
        same_width = np.abs(width[sets.rows] - width[longest]) <= MAX_SHIFT_PX
    aligned = np.bincount(sets.set_of, same_left & same_width, n)
    return np.asarray(aligned / np.maximum(np.bincount(sets.set_of, minlength=n), 1))


def find_gaps(page: Page, sets: SiblingSets) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return where the rows between members begin and end: before each member, and after it.

    Before the first member and after the last one, all rows up to the parent's borders count.
    """
    rows, set_of = sets.rows, sets.set_of
    order = np.lexsort((rows, set_of))
    sorted_rows, sorted_sets = rows[order], set_of[order]
    ends = page.end[sorted_rows].astype(np.int64)
    parent = sets.parent[sorted_sets]
    is_first = np.diff(sorted_sets, prepend=-1) != 0
    is_last = np.diff(sorted_sets, append=-1) != 0
    start = np.where(is_first, parent + 1, np.roll(ends, 1))
    stop = np.where(is_last, page.end[parent], np.roll(sorted_rows, -1))
    before_start, before_stop = np.empty_like(rows), np.empty_like(rows)
    after_start, after_stop = np.empty_like(rows), np.empty_like(rows)
    before_start[order], before_stop[order] = start, np.maximum(sorted_rows, start)
    after_start[order], after_stop[order] = ends, np.maximum(stop, ends)
    return (before_start, before_stop), (after_start, after_stop)
