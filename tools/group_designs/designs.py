"""Designs of decisions about groups. Each is fitted on the pages of one half of the hosts, and
returns what to do with the groups of a page of the other half."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tools.group_designs.page_groups import Group, MeasuredPage, Piece
from tools.group_designs.smoothing import MOVES

#: What to do with a piece: keep all of it, none of it, or what the extractor chose; or, after
#: smoothing, remove what it chose and add the rest.
ALL, NONE, LEAVE, CHANGE = "all", "none", "leave", "change"
#: A decision about a page: what to do with each of some pieces, which do not overlap. A piece is
#: named by the number of its group, its part, and its number in the part; or by -1, the level of
#: smoothing, and the number of its move.
Decision = tuple[tuple[tuple[int, str, int], str], ...]
Decide = Callable[[MeasuredPage], Decision]
Floats = npt.NDArray[np.float64]

_SHARES_NONE: Final = (-1.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
_SHARES_ALL: Final = (0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 2.0)
_SCORES: Final = (0.0, 0.3, 0.5, 0.7, 0.9)
_TYPES: Final = (0.0, 0.3, 0.6)
#: The page types whose content is posts or items.
_TYPE_OF: Final = {"posts": ("forum",), "items": ("listing", "collection")}
#: The page types whose probabilities the learned decision uses.
_FEATURE_TYPES: Final = ("article", "forum", "listing", "collection", "product")
_PENALTY: Final = 1.0


class Rule(NamedTuple):
    """Keep none of a piece if at most `none` of its words were chosen, and all from `all`."""

    kind: str
    none: float
    all: float
    #: Minimum score of the group, and minimum probability of the page types of its kind.
    score: float
    type: float


def find_piece(page: MeasuredPage, name: tuple[int, str, int]) -> Piece:
    """Find a piece of a page by its name."""
    at, part, number = name
    if at < 0:
        return page.smoothed[part, MOVES[number]]
    piece = getattr(page.groups[at], part)
    found: Piece = piece[number] if part == "places" else piece
    return found


def score_decision(page: MeasuredPage, decision: Decision) -> float:
    """Word F1 of a page after a decision."""
    pieces = [(find_piece(page, name), what) for name, what in decision]
    added = [piece.left for piece, what in pieces if what in (ALL, CHANGE) and piece.left]
    removed = [piece.kept for piece, what in pieces if what in (NONE, CHANGE) and piece.kept]
    if not added and not removed:
        return page.score((), (), ())
    return page.score(decision, added, removed)


def decide_nothing(pages: Sequence[MeasuredPage]) -> Decide:
    """Leave every page as it is."""
    return lambda page: ()


def find_best(pages: Sequence[MeasuredPage]) -> Decide:
    """Do what is best for each page according to its gold: the upper bound of whole groups."""

    def decide(page: MeasuredPage) -> Decision:
        decision: Decision = ()
        for at in range(len(page.groups)):
            tried = [(*decision, ((at, "whole", 0), what)) for what in (ALL, NONE)]
            decision = max((decision, *tried), key=lambda one: score_decision(page, one))
        return decision

    return decide


def fit_rules(pages: Sequence[MeasuredPage], parts: Sequence[str]) -> Decide:
    """Choose the thresholds, for posts and for items, with the best mean on these pages."""
    chosen: list[Rule] = []
    for kind in _TYPE_OF:
        best, best_gain = None, 1e-9
        for rule in _list_rules(kind):
            gain = sum(
                score_decision(page, _apply((rule,), page, parts)) - score_decision(page, ())
                for page in pages
                if any(group.kind == kind for group in page.groups)
            )
            if gain > best_gain:
                best, best_gain = rule, gain
        chosen += [best] if best is not None else []
    return lambda page: _apply(chosen, page, parts)


def _list_rules(kind: str) -> Iterator[Rule]:
    for none, all_, score, of in product(_SHARES_NONE, _SHARES_ALL, _SCORES, _TYPES):
        if none < all_ and (none >= 0 or all_ <= 1):
            yield Rule(kind, none, all_, score, of)


def _apply(rules: Iterable[Rule], page: MeasuredPage, parts: Sequence[str]) -> Decision:
    decision: list[tuple[tuple[int, str, int], str]] = []
    for rule in rules:
        if sum(page.types.get(name, 0.0) for name in _TYPE_OF[rule.kind]) < rule.type:
            continue
        for at, group in enumerate(page.groups):
            if group.kind == rule.kind and group.score >= rule.score:
                decision += _apply_to_group(rule, at, group, parts)
    return tuple(decision)


def _apply_to_group(
    rule: Rule, at: int, group: Group, parts: Sequence[str]
) -> Iterator[tuple[tuple[int, str, int], str]]:
    if parts == ("places",):
        for number, piece in enumerate(group.places):
            if (what := _compare(rule, piece.share)) != LEAVE:
                yield (at, "places", number), what
    # Other parts are decided by the share of the first: the heading goes with its items.
    elif (what := _compare(rule, getattr(group, parts[0]).share)) != LEAVE:
        yield from (((at, part, 0), what) for part in parts)


def _compare(rule: Rule, share: float) -> str:
    return NONE if share <= rule.none else ALL if share >= rule.all else LEAVE


def keep_lines(pages: Sequence[MeasuredPage], what: str) -> Decide:
    """Choose the confidence from which all lines with authors and dates of posts are kept, or
    none of them."""
    tried = (2.0, *_SCORES)

    def apply(least: float, page: MeasuredPage) -> Decision:
        names = [at for at, group in enumerate(page.groups) if group.kind == "posts"]
        return tuple(((at, "lines", 0), what) for at in names if page.groups[at].score >= least)

    gains = [sum(score_decision(page, apply(least, page)) for page in pages) for least in tried]
    best = tried[int(np.argmax(gains))]
    return lambda page: apply(best, page)


def fit_smoothing(pages: Sequence[MeasuredPage], level: str, least: float = 0.0) -> Decide:
    """Choose how far probabilities move towards the mean, with the best mean F1; on pages that
    are a forum, a listing or a collection with a probability of at least `least`."""
    types = [name for names in _TYPE_OF.values() for name in names]

    def apply(move: float, page: MeasuredPage) -> Decision:
        is_likely = sum(page.types.get(name, 0.0) for name in types) >= least
        if not (page.smoothed and move and is_likely):
            return ()
        return (((-1, level, MOVES.index(move)), CHANGE),)

    tried = (0.0, *MOVES)
    gains = [sum(score_decision(page, apply(move, page)) for page in pages) for move in tried]
    best = tried[int(np.argmax(gains))]
    return lambda page: apply(best, page)


def fit_logistic(pages: Sequence[MeasuredPage]) -> Decide:
    """Learn for each group whether to keep all, and whether to keep none: logistic regressions
    on a few numbers, in which a group counts as much as the decision changes the F1."""
    rows = [(page, at) for page in pages for at in range(len(page.groups))]
    if not rows:
        return decide_nothing(pages)
    features = np.array([_describe(page, at) for page, at in rows])
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-9
    weights: Mapping[str, Floats] = {}
    for what in (ALL, NONE):
        changes = np.array([_change(page, at, what) for page, at in rows])
        weights = {**weights, what: _fit((features - mean) / spread, changes)}

    def apply(least: float, page: MeasuredPage) -> Decision:
        decision = []
        for at in range(len(page.groups)):
            values = np.append((_describe(page, at) - mean) / spread, 1.0)
            chances = {what: float(values @ weights[what]) for what in (ALL, NONE)}
            what = max(chances, key=lambda name: chances[name])
            if chances[what] > least:
                decision.append(((at, "whole", 0), what))
        return tuple(decision)

    # Log odds; the last leaves all pages as they are.
    tried = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, np.inf)
    gains = [sum(score_decision(page, apply(least, page)) for page in pages) for least in tried]
    best = tried[int(np.argmax(gains))]
    return lambda page: apply(best, page)


def _change(page: MeasuredPage, at: int, what: str) -> float:
    return score_decision(page, (((at, "whole", 0), what),)) - score_decision(page, ())


def _describe(page: MeasuredPage, at: int) -> Floats:
    """The numbers of a group that the learned decision uses."""
    group = page.groups[at]
    share, n_words = group.whole.share, group.whole.n_words
    of_base = group.whole.kept.total() / max(page.base.total(), 1)
    values = [
        float(group.kind == "posts"),
        share,
        share * share,
        group.probability,
        group.score,
        float(np.log1p(n_words)),
        float(np.log1p(group.n_members)),
        of_base,
        n_words / max(n_words + page.base.total(), 1),
        *(page.types.get(name, 0.0) for name in _FEATURE_TYPES),
    ]
    return np.array(values)


def _fit(features: Floats, changes: Floats) -> Floats:
    """Fit a logistic regression to the signs of changes, weighted by their sizes, by Newton's
    method; the last weight is the constant."""
    table = np.hstack([features, np.ones((len(features), 1))])
    target, size = (changes > 0).astype(np.float64), np.abs(changes)
    size = size / max(float(size.mean()), 1e-9)
    penalty = np.full(table.shape[1], _PENALTY)
    penalty[-1] = 1e-6
    weights = np.zeros(table.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        slope = table.T @ (size * (chance - target)) + penalty * weights
        curve = (table.T * (size * chance * (1 - chance))) @ table + np.diag(penalty)
        weights = weights - np.linalg.solve(curve, slope)
    return weights
