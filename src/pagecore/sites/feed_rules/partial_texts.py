"""Partial texts [ours]: entries whose feed has the beginning of the body only (code 4 of table 6).

The words of the feed are found at the start of the body. The body goes on behind them, up to the
end of the element around it, without texts that other pages have too and without comments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Mask
from pagecore.sites.feed_rules.body_rules import Target, find_target
from pagecore.sites.feed_rules.page_view import sum_rows
from pagecore.sites.feed_rules.row_rules import Sample

#: A text goes on if at least so many words follow it, and this share of its own words.
_MIN_REST: Final = 12
_REST_SHARE: Final = 0.3
#: Share of a feed's entries that go on, for all to be taken as partial.
_MAJORITY: Final = 0.5
#: An element with a larger share of texts of other pages is not around a body.
_MAX_SHARED: Final = 0.3


class Texts(NamedTuple):
    """The words of the bodies of entries, and whether the feed has their beginnings only."""

    targets: list[Target]
    is_partial: bool


def find_targets(samples: Sequence[Sample], *, is_entry: bool) -> Texts:
    """Find the words of bodies: those of the feed, or more if the feed has the beginning only."""
    targets = [find_target(sample) for sample in samples]
    matched = [at for at, target in enumerate(targets) if target.n_matched.sum() >= 4]
    if not matched:
        return Texts(targets, False)
    shared = _find_shared_texts(samples) if is_entry else [_find_none(of) for of in samples]
    longer = {at: _extend(samples[at], targets[at], shared[at]) for at in matched}
    n_longer = sum(target is not None for target in longer.values())
    if n_longer < _MAJORITY * len(matched):
        return Texts(targets, False)
    return Texts([longer.get(at) or target for at, target in enumerate(targets)], True)


def _find_none(sample: Sample) -> Mask:
    return np.zeros(len(sample.view.page), np.bool_)


def _find_shared_texts(samples: Sequence[Sample]) -> list[Mask]:
    """Return the mask of the texts that at least two pages have, and a third of them."""
    digests = [sample.view.page.digest("text") for sample in samples]
    counts: Counter[int] = Counter()
    for sample, own in zip(samples, digests, strict=True):
        counts.update(set(own[sample.view.page.tag == 0].tolist()))
    least = max(2, len(samples) / 3)
    common = np.array([text for text, n in counts.items() if n >= least], np.uint64)
    return [
        (sample.view.page.tag == 0) & np.isin(own, common)
        for sample, own in zip(samples, digests, strict=True)
    ]


def _extend(sample: Sample, target: Target, shared: Mask) -> Target | None:
    """Return the words of a body that goes on behind the feed's text; None if it does not."""
    page, unit = sample.view.page, sample.unit
    n_words = np.diff(sample.view.n_words)
    is_own = (n_words > 0) & ~shared & (page.comment_kind == 0)
    own = sum_rows(np.where(is_own, n_words, 0))
    other = sum_rows(np.where(~is_own, n_words, 0))
    total = sum_rows(target.n_matched)
    rows = np.flatnonzero(target.n_matched)
    first, last = int(rows[0]), int(rows[-1])
    starts = np.arange(len(page))
    is_around = (total[page.end] - total[starts] >= 0.95 * total[-1]) & (page.tag != 0)
    around = np.flatnonzero(is_around & (starts <= first) & (page.end > first))
    around = around[(around >= unit.first) & (page.end[around] <= unit.stop)]
    if not around.size:
        return None
    element = int(around[-1])
    if page.end[element] <= last + 1 or own[page.end[element]] - own[last + 1] == 0:
        # The feed's text is a whole element; its siblings may go on.
        element = int(page.parent[element])
    if element < unit.first:
        return None
    least = max(_MIN_REST, _REST_SHARE * target.total)
    if own[page.end[element]] - own[last + 1] < least:
        return None
    stop = min(int(page.end[element]), unit.stop)
    if other[stop] - other[first] > _MAX_SHARED * (own[stop] - own[first]):
        return None
    inside = np.zeros(len(page), np.int64)
    inside[first:stop] = np.where(is_own, n_words, 0)[first:stop]
    return Target(inside, int(inside.sum()))
