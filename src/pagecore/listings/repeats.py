"""Repeats: the items of a listing are what a template wrote again and again.

A method of our own, which needs no layout. Candidate groups are siblings of one kind, such rows in
several places, and runs of siblings. A linear model ranks the groups by what they hold and where
they are. The texts of the items of a group are aligned, and each column is named by its values.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.listing import ItemGroup, Listing
from pagecore.listings.candidates import SOURCES, Candidates, find_candidates
from pagecore.listings.cells import make_group
from pagecore.listings.describe import Floats, describe_groups
from pagecore.listings.kinds import find_kinds
from pagecore.listings.levels import correct_scores
from pagecore.listings.rank import load_weights
from pagecore.listings.runs import TextRuns
from pagecore.page import Array, Page
from pagecore.registry import method

#: How a group was recognised, by its source.
_REASONS: Final = {
    "kind": "siblings with the same name and class",
    "name": "similar siblings with the same name",
    "path": "elements with the same path",
    "names": "similar elements with the same names around them",
    "cousins": "elements of the same kind in neighbouring elements",
    "run": "runs of siblings that begin alike",
    "period": "groups of siblings that alternate",
}


@method(
    "repeats",
    paper=None,
    family="listing",
    bounds={"max_groups": (1, 50), "min_items": (2, 50)},
    developed_on=("searchlists",),
    sweep={"min_items": (2, 3)},
)
def repeats(page: Page, *, max_groups: int = 3, min_items: int = 2) -> Listing:
    """Find the groups of repeated items, and align their texts to columns.

    Args:
        page: any page; needs no layout.
        max_groups: maximum number of groups.
        min_items: minimum number of items of a group.

    Returns:
        The listing. The evidence is the score of the best group that begins at each row or around
        it (`score`), the number of its items (`items`), and 1 in the rows of a group (`chosen`).
    """
    kinds = find_kinds(page)
    found = find_candidates(page, kinds)
    features = describe_groups(page, kinds, found)
    scores = load_weights().score(features)
    sizes = np.bincount(found.group, minlength=found.n_groups)
    scores = correct_scores(found, features, scores, min_items)
    texts = TextRuns(page, kinds)
    groups: list[ItemGroup] = []
    taken = np.zeros(len(page), np.bool_)
    total = np.zeros(len(page) + 1, np.int64)
    shares = _share(scores)
    evidence = _spread(page, found, scores, sizes)
    for at in np.lexsort((np.arange(len(scores)), -scores)).tolist():
        if len(groups) == max_groups or not np.isfinite(scores[at]):
            break
        of_group = slice(*np.searchsorted(found.group, (at, at + 1)).tolist())
        first, stop = found.first[of_group], found.stop[of_group]
        if (total[stop] > total[first]).any():
            continue
        reason = f"{len(first)} {_REASONS[SOURCES[found.source[at]]]}"
        group = make_group(page, texts, (first, stop), float(shares[at]), reason, min_items)
        if group is None:
            continue
        groups.append(group)
        taken |= group.number_rows(len(page)) >= 0
        total[1:] = np.cumsum(taken)
    evidence["chosen"] = taken.astype(np.int64)
    return Listing.of(page, tuple(groups), evidence)


def _share(scores: Floats) -> Floats:
    """Return scores as shares of their sum, after `exp`: as probabilities."""
    if not np.isfinite(scores).any():
        return np.zeros(len(scores))
    powers = np.exp(scores - scores.max())
    result: Floats = powers / powers.sum()
    return result


def _spread(page: Page, found: Candidates, scores: Floats, sizes: Array) -> dict[str, Array]:
    """Return the evidence of each row: of the best group with an item at the row or above it."""
    best = np.full(len(page), -np.inf)
    items = np.zeros(len(page), np.int64)
    order = np.argsort(scores[found.group], kind="stable")
    rows = found.first[order]
    best[rows] = scores[found.group][order]
    items[rows] = sizes[found.group][order]
    nearest = page.above(np.isfinite(best))
    has_group = nearest >= 0
    return {
        "score": np.where(has_group, best.take(nearest), 0.0),
        "items": np.where(has_group, items.take(nearest), 0),
    }
