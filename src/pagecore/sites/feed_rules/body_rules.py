"""Row rules of bodies [ours]: the element around the text of an entry, and what in it is noise.

The words of the feed's text say how much of it an element has. The element with the best word F1 is
around the body; elements inside it without a word of the feed, on most pages, are noise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask
from pagecore.sites.feed_rules.page_view import sum_rows
from pagecore.sites.feed_rules.row_patterns import (
    Pattern,
    RowMatcher,
    list_patterns,
    sort_patterns,
)
from pagecore.sites.feed_rules.row_rules import Sample, find_stable_labels
from pagecore.sites.feed_rules.units import Unit

#: Maximum number of places, and of patterns of noise.
MAX_PLACES: Final = 2
MAX_NOISE: Final = 12
_MAX_STEPS: Final = 4
_MAX_PATTERNS: Final = 60
#: Elements whose F1 is lower than the best by less are candidates too.
_NEAR: Final = 0.03
#: Minimum F1 and number of matched words of the element of a body.
MIN_F1: Final = 0.3
MIN_WORDS: Final = 4
#: A unit with a smaller share of the feed's words has an excerpt, of so many words or more.
_MIN_SHARE: Final = 0.5
MIN_EXCERPT: Final = 8
#: What a pattern of noise must add to the mean F1.
_MIN_GAIN: Final = 0.0008


@dataclass(frozen=True)
class BodyPlace:
    """The element of a body in a unit; the unit itself if the pattern is empty."""

    pattern: Pattern
    is_last: bool

    def find(self, matcher: RowMatcher, unit: Unit) -> Unit | None:
        """Return the rows of the body in a unit; None without one."""
        if not self.pattern:
            return unit
        rows = matcher.find_inside(self.pattern, *unit)
        if not rows:
            return None
        row = rows[-1 if self.is_last else 0]
        return Unit(row, min(unit.stop, int(matcher.page.end[row])))


@dataclass(frozen=True)
class BodyRule:
    """The places of a body, and the patterns of noise in it."""

    places: tuple[BodyPlace, ...]
    noise: tuple[Pattern, ...]

    def find(self, matcher: RowMatcher, unit: Unit) -> tuple[Unit, Mask] | None:
        """Return the rows around the body of a unit, and the mask of those of the body."""
        for place in self.places:
            around = place.find(matcher, unit)
            if around is not None:
                return around, self.select(matcher, around)
        return None

    def select(self, matcher: RowMatcher, around: Unit) -> Mask:
        """Return the mask of the visible rows without noise; its first value is for the first of
        the rows around the body."""
        page = matcher.page
        mask = page.visible[around.first : around.stop].copy()
        for pattern in self.noise:
            for row in matcher.find_inside(pattern, *around):
                mask[row - around.first : page.end[row] - around.first] = False
        return mask


@dataclass(frozen=True, eq=False)
class Target:
    """The words of a body: how many each row has, and how many the body has in all."""

    n_matched: npt.NDArray[np.int64]
    total: int


def find_target(sample: Sample) -> Target:
    """Find the words of the feed's text in a unit, outside its title, unless they are the title.

    A unit with a small part of them has an excerpt: what is there is the body of the entry.
    """
    matched = sample.view.match_words(sample.item)
    inside = np.zeros(len(matched), np.int64)
    inside[sample.unit.first : sample.unit.stop] = matched[sample.unit.first : sample.unit.stop]
    total = int(sample.item.words.size)
    if sample.item.body_key != sample.item.title_key:
        for first, last in sample.view.find_key(sample.item.title_key):
            inside[first : last + 1] = 0
    n_inside = int(inside.sum())
    if n_inside >= _MIN_SHARE * total:
        return Target(inside, total)
    if n_inside < MIN_EXCERPT:
        return Target(np.zeros(len(matched), np.int64), total)
    return Target(inside, n_inside)


def learn_body_rule(
    samples: Sequence[Sample], targets: Sequence[Target]
) -> tuple[BodyRule | None, list[float]]:
    """Learn where the bodies are.

    Returns:
        The rule, None if there is none, and the word F1 of each sample.
    """
    sums = [sum_rows(target.n_matched) for target in targets]
    known = [
        _list_best_rows(of, target, total)
        for of, target, total in zip(samples, targets, sums, strict=True)
    ]
    usable = [at for at, rows in enumerate(known) if rows]
    if not usable:
        return None, [0.0] * len(samples)
    stable = find_stable_labels(samples, known)
    counts: Counter[Pattern] = Counter()
    for of, rows in zip(samples, known, strict=True):
        counts.update(
            {
                pattern
                for row in rows
                for pattern in list_patterns(of.view.page, of.view.labels, stable, row, _MAX_STEPS)
            }
        )
    chosen = sort_patterns(counts, _MAX_PATTERNS)
    candidates = [BodyPlace(pattern, is_last) for pattern in chosen for is_last in (False, True)]
    candidates.append(BodyPlace((), False))
    best: tuple[tuple[float, ...], BodyRule] | None = None
    for order, place in enumerate(candidates):
        rule = BodyRule((place,), ())
        scores = [_score(rule, samples[at], targets[at]) for at in usable]
        key = (round(fmean(scores), 3), -order)
        if best is None or key > best[0]:
            best = (key, rule)
    assert best is not None
    rules = [_learn_noise(best[1], samples, targets, usable)]
    # A smaller element may be worse than a larger one without its noise.
    wide = BodyRule((BodyPlace((), False),), ())
    if best[1].places != wide.places and best[0][0] < 0.97:
        rules.append(_learn_noise(wide, samples, targets, usable))
    means = [fmean(_score(rule, samples[at], targets[at]) for at in usable) for rule in rules]
    rule = rules[1] if len(rules) > 1 and means[1] > means[0] + 0.01 else rules[0]
    rule = _add_place(rule, candidates, samples, targets, usable)
    return rule, [_score(rule, of, target) for of, target in zip(samples, targets, strict=True)]


def _list_best_rows(sample: Sample, target: Target, total: Array) -> list[int]:
    """List the elements of a unit with the best word F1."""
    page, unit = sample.view.page, sample.unit
    if target.n_matched.sum() < min(MIN_WORDS, target.total) or not target.total:
        return []
    rows = np.flatnonzero(page.tag[unit.first : unit.stop] != 0) + unit.first
    stops = np.minimum(page.end[rows], unit.stop)
    n_matched = np.minimum(total[stops] - total[rows], target.total)
    n_words = sample.view.n_words[stops] - sample.view.n_words[rows]
    scores = 2 * n_matched / np.maximum(n_words + target.total, 1)
    if not scores.size or scores.max() < MIN_F1:
        return []
    best: list[int] = rows[scores >= scores.max() - _NEAR][:12].tolist()
    return best


def _score(rule: BodyRule, sample: Sample, target: Target) -> float:
    """Return the word F1 of the body in a unit."""
    body_rows = rule.find(sample.matcher, sample.unit)
    if body_rows is None or not target.total:
        return 0.0
    around, mask = body_rows
    rows = slice(around.first, around.stop)
    n_matched = min(int(target.n_matched[rows][mask].sum()), target.total)
    n_words = int(np.diff(sample.view.n_words[around.first : around.stop + 1])[mask].sum())
    return 2 * n_matched / max(n_words + target.total, 1)


def score_rows(sample: Sample, target: Target, rows: Sequence[int]) -> float:
    """Return the word F1 of a body that consists of these rows."""
    chosen = np.array(rows, np.int64)
    n_matched = min(int(target.n_matched[chosen].sum()), target.total)
    n_words = int(np.diff(sample.view.n_words)[chosen].sum())
    return 2 * n_matched / max(n_words + target.total, 1)


def _add_place(
    rule: BodyRule,
    candidates: Sequence[BodyPlace],
    samples: Sequence[Sample],
    targets: Sequence[Target],
    usable: Sequence[int],
) -> BodyRule:
    """Add a place for units in which the first one has no body."""
    rest = [at for at in usable if rule.find(samples[at].matcher, samples[at].unit) is None]
    if not rest:
        return rule
    best: tuple[float, BodyRule] | None = None
    for place in candidates:
        wider = BodyRule((*rule.places, place), rule.noise)
        mean = fmean(_score(wider, samples[at], targets[at]) for at in rest)
        if mean > MIN_F1 and (best is None or mean > best[0]):
            best = (mean, wider)
    return rule if best is None else best[1]


def _learn_noise(
    rule: BodyRule, samples: Sequence[Sample], targets: Sequence[Target], usable: Sequence[int]
) -> BodyRule:
    """Add patterns of noise, one after the other, as long as the mean F1 grows."""
    candidates = _list_noise(rule, samples, targets, usable)
    scores = [_score(rule, samples[at], targets[at]) for at in usable]
    least = 2 if len(usable) > 2 else 1
    while candidates and len(rule.noise) < MAX_NOISE:
        rated = []
        for order, pattern in enumerate(candidates):
            wider = BodyRule(rule.places, (*rule.noise, pattern))
            after = [_score(wider, samples[at], targets[at]) for at in usable]
            gains = [new - old for new, old in zip(after, scores, strict=True)]
            # Noise is noise everywhere: a shortened text of the feed makes no noise of the rest.
            n_better, n_worse = sum(gain > 0 for gain in gains), sum(gain < -0.01 for gain in gains)
            if n_better >= least and n_worse <= 0.1 * n_better:
                rated.append((fmean(after), -order, wider, after))
        best = max(rated, key=lambda entry: entry[:2], default=None)
        if best is None or best[0] < fmean(scores) + _MIN_GAIN:
            break
        rule, scores = best[2], best[3]
        candidates.remove(rule.noise[-1])
    return rule


def _list_noise(
    rule: BodyRule, samples: Sequence[Sample], targets: Sequence[Target], usable: Sequence[int]
) -> list[Pattern]:
    """List the patterns of elements in bodies that have no word of the feed's text."""
    noisy: list[list[int]] = []
    chosen = [samples[at] for at in usable]
    for at in usable:
        sample, rows = samples[at], []
        body_rows = rule.find(sample.matcher, sample.unit)
        if body_rows is not None:
            page = sample.view.page
            total = sum_rows(targets[at].n_matched)
            row = body_rows[0].first + (1 if rule.places[0].pattern else 0)
            while row < body_rows[0].stop:
                stop = int(page.end[row])
                n_words = sample.view.n_words[stop] - sample.view.n_words[row]
                n_matched = total[stop] - total[row]
                if n_words and page.tag[row] != 0 and n_matched <= 0.15 * n_words:
                    rows.append(row)
                    row = stop
                else:
                    row += 1
        noisy.append(rows)
    stable = find_stable_labels(chosen, noisy)
    counts: Counter[Pattern] = Counter()
    for of, rows in zip(chosen, noisy, strict=True):
        counts.update(
            {
                pattern
                for row in rows[:40]
                for pattern in list_patterns(of.view.page, of.view.labels, stable, row, 3)
            }
        )
    least = 2 if len(usable) > 2 else 1
    return sort_patterns(Counter({of: n for of, n in counts.items() if n >= least}), 40)
