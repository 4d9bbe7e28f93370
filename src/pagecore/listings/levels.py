"""Corrections of the ranking that follow from the structure alone: menus, and the rows of grids."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.listings.candidates import Candidates
from pagecore.listings.describe import FEATURES, Floats
from pagecore.page import Mask

#: Minimum share of the items of a menu that are in navigation and are one linked text.
_MENU: Final = 0.9
#: Items of a grid per row, at least, and the share of the words of the rows that they have.
_MIN_CELLS: Final = 1.5
_COVERED: Final = 0.9
#: Minimum similarity of the cells of a grid, share of them with a link, and texts per cell.
_ALIKE: Final = 0.7
_LINKED: Final = 0.9
_MIN_TEXTS: Final = 2.0
#: Share of distinct links, share of linked words and links per item of menus, and numbers of
#: items, by which groups of prose are put behind listings; the share of the page's words that a
#: listing has at least; and by how much the others are put behind.
_DISTINCT: Final = 0.8
_ALL: Final = 0.98
_MANY_LINKS: Final = 3.0
_MANY: Final = 6.0
_FEW: Final = 4.0
_MIN_SHARE: Final = 0.01
_PENALTY: Final = 8.0
#: Most rows of grids that are inside each other.
_MAX_LEVELS: Final = 4

_AT: Final = {name: at for at, name in enumerate(FEATURES)}


def correct_scores(found: Candidates, features: Floats, scores: Floats, min_items: int) -> Floats:
    """Apply all corrections; groups that are no items at all have a score of minus infinity."""
    sizes = np.bincount(found.group, minlength=found.n_groups)
    scores = np.where((sizes >= min_items) & ~find_menus(features), scores, -np.inf)
    return prefer_cells(found, features, demote_prose(features, scores))


def find_menus(features: Floats) -> Mask:
    """Return the mask of groups that are menus: single links in navigation, headers or footers."""
    mask: Mask = (
        (features[:, _AT["in navigation"]] >= _MENU)
        & (features[:, _AT["one text"]] >= _MENU)
        & (features[:, _AT["linked words"]] >= _MENU)
    )
    return mask


def demote_prose(features: Floats, scores: Floats) -> Floats:
    """Put groups that lack what items of listings have behind the others, if the page has a group
    with all of it: six items or more, each with a link to a page of its own and with an image or a
    second text. Answers to questions, paragraphs of a policy and reviews are often longer."""
    column = {name: features[:, at] for name, at in _AT.items()}
    n_items = np.expm1(column["items"])
    is_linked = (column["with link"] >= _LINKED) & (column["distinct links"] >= _DISTINCT)
    has_more = (np.expm1(column["texts per item"]) >= _MIN_TEXTS) | (
        column["with image"] >= _DISTINCT
    )
    is_menu = (
        (column["linked words"] >= _ALL)
        & (column["with image"] < _DISTINCT)
        & (np.expm1(column["links per item"]) >= _MANY_LINKS)
    )
    is_strong = (
        is_linked & has_more & ~is_menu & (n_items >= _MANY) & (column["in navigation"] < 0.5)
    )
    # What it has of the words of the best group must be worth it.
    share = column["share of words"]
    is_strong &= np.isfinite(scores) & (share >= _MIN_SHARE)
    if not is_strong.any():
        return scores
    is_weak = (column["with link"] < 0.5) | (n_items < _FEW) | (column["distinct links"] < 0.5)
    is_table = column["list or table"] >= _LINKED
    result: Floats = np.where(is_weak & ~(is_table & (n_items >= _MANY)), scores - _PENALTY, scores)
    return result


def prefer_cells(found: Candidates, features: Floats, scores: Floats) -> Floats:
    """Put the cells of a grid before its rows, if the rows are ranked first: similar items with
    links that have nearly all words of the rows."""
    if not np.isfinite(scores).any():
        return scores
    scores = scores.copy()
    sizes = np.bincount(found.group, minlength=found.n_groups)
    share = features[:, _AT["share of words"]]
    is_cell = (
        np.isfinite(scores)
        & (features[:, _AT["similarity"]] >= _ALIKE)
        & (features[:, _AT["with link"]] >= _LINKED)
        & (np.expm1(features[:, _AT["texts per item"]]) >= _MIN_TEXTS)
    )
    begins = np.searchsorted(found.group, np.arange(found.n_groups))
    ends = np.append(begins[1:], len(found.group))
    for _ in range(_MAX_LEVELS):
        best = int(scores.argmax())
        candidates = np.flatnonzero(
            is_cell & (sizes >= _MIN_CELLS * sizes[best]) & (share >= _COVERED * share[best])
        )
        first, stop = (of[begins[best] : ends[best]] for of in (found.first, found.stop))
        inside = [
            at
            for at in candidates.tolist()
            if _is_inside(first, stop, found.first[begins[at] : ends[at]])
        ]
        if not inside:
            break
        scores[max(inside, key=lambda at: (scores[at], -at))] = scores[best] + 1
    return scores


def _is_inside(first: Floats, stop: Floats, rows: Floats) -> bool:
    """Whether all rows are below items, at least two below nearly every item."""
    at = np.searchsorted(first, rows, side="right") - 1
    if (at < 0).any() or (rows == first[at]).any() or (rows >= stop[at]).any():
        return False
    n_inside = np.bincount(at, minlength=len(first))
    return bool((n_inside >= 2).mean() >= _COVERED / 2 and (n_inside > 0).all())
