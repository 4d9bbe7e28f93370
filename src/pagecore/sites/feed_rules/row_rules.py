"""Row rules [ours]: the place of a field by patterns of rows, where string rules cannot express it.

A rule is learned from the same matches as string rules: rows in the unit of an entry whose value is
that of the feed. Each pattern of such a row is a candidate; the one that finds the right value in
most units wins, and others are added for the units that it leaves without a value.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from pagecore.sites.feed_rules.collector import FeedItem, make_key
from pagecore.sites.feed_rules.field_values import (
    is_other_title,
    is_right,
    list_right_rows,
    read_value,
)
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.row_patterns import (
    MAX_STEPS,
    Pattern,
    RowMatcher,
    Step,
    list_patterns,
    sort_patterns,
)
from pagecore.sites.feed_rules.tree_places import TreePlace, list_tree_places
from pagecore.sites.feed_rules.units import Unit

#: Where the row of a field is: in the unit; before it, as a date above several entries; or anywhere
#: on the page, as the link whose text is the title of the entry.
SCOPES: Final = ("unit", "before", "titled")
#: How the rows of fields are found: by patterns and, where these do not find all, by shapes; by
#: patterns alone; or by shapes alone.
DESIGNS: Final = ("rows", "patterns", "trees")
#: Shapes are tried, which takes longer, if patterns miss so many values and this share.
_MIN_MISSED: Final = 2
_MISSED_SHARE: Final = 0.1
#: Maximum number of places of a field.
MAX_PLACES: Final = 3
_MAX_STEPS: Final = 6
_MAX_PATTERNS: Final = 80
#: Rows of a unit that a clear pattern matches, on average.
_MAX_MATCHES: Final = 1.5
#: Rows of a pattern that are read in a unit.
_MAX_ROWS: Final = 20


class Sample(NamedTuple):
    """An entry of the feed, and its unit on a page."""

    view: PageView
    matcher: RowMatcher
    unit: Unit
    item: FeedItem


@dataclass(frozen=True)
class RowPlace:
    """The row of a field in a unit."""

    pattern: Pattern
    #: Whether the last such row is meant, not the first.
    is_last: bool
    #: One of `SCOPES`.
    scope: str = "unit"

    def find(
        self, matcher: RowMatcher, unit: Unit, field: str, language: str, title: str = ""
    ) -> tuple[int, str] | None:
        """Return the row and the value of the field in a unit; None without one."""
        if self.scope == "before":
            rows = matcher.find(self.pattern)
            stop = bisect_left(rows, unit.first)
            chosen = rows[max(0, stop - _MAX_ROWS) : stop][::-1]
        elif self.scope == "titled":
            key = make_key(title)
            chosen = matcher.find_texts(self.pattern).get(key, []) if key else []
        else:
            chosen = matcher.find_inside(self.pattern, *unit)
            if self.is_last:
                chosen.reverse()
        for row in chosen[:_MAX_ROWS]:
            value = read_value(matcher.page, row, field, language, matcher.years)
            if value is not None:
                return row, value
        return None


#: A pattern of rows, or a row of an aligned unit.
Place: TypeAlias = RowPlace | TreePlace


@dataclass(frozen=True)
class RowRule:
    """The places of a field: the first that has a value is used."""

    places: tuple[Place, ...]

    def find(
        self, matcher: RowMatcher, unit: Unit, field: str, language: str, title: str = ""
    ) -> tuple[int, str] | None:
        """Return the row and the value of the field in a unit; None without one."""
        for place in self.places:
            value = place.find(matcher, unit, field, language, title)
            if value is not None:
                return value
        return None


def learn_row_rule(
    samples: Sequence[Sample], field: str, language: str, design: str = DESIGNS[0]
) -> tuple[RowRule | None, list[bool]]:
    """Learn the places of a field, by one of `DESIGNS`.

    Returns:
        The rule, None if there is none, and for each sample whether its value is right.
    """
    known = [list(list_right_rows(of.view, of.unit, of.item, field)) for of in samples]
    trees = list_tree_places(samples, known) if design != "patterns" else []
    candidates: list[Place] = [*trees]
    if design != "trees":
        candidates = [*list_places(samples, known)]
    if field == "date" and sum(map(bool, known)) < len(samples):
        candidates += list_places_before(samples)
    if field == "link":
        candidates.append(RowPlace((Step("a", frozenset()),), False, "titled"))
    sizes = {place: count_rows(place, samples) for place in candidates}
    # Of many rows that a pattern matches, another may be the first on another page.
    clear = [place for place in candidates if sizes[place] <= _MAX_MATCHES * len(samples)]
    places, states = _cover(samples, clear, sizes, field, language)
    if states.count(1) < sum(map(bool, known)) and len(clear) < len(candidates):
        others = _cover(samples, candidates, sizes, field, language)
        if others[1].count(1) > states.count(1):
            places, states = others
    n_missed = sum(map(bool, known)) - states.count(1)
    if design == "rows" and n_missed >= max(_MIN_MISSED, _MISSED_SHARE * len(samples)):
        # The shape of units says where patterns do not.
        sizes |= {place: count_rows(place, samples) for place in trees}
        others = _cover(samples, [*candidates, *trees], sizes, field, language)
        if others[1].count(1) > states.count(1):
            places, states = others
    rule = RowRule(tuple(places)) if places else None
    return rule, [state == 1 for state in states]


def _cover(
    samples: Sequence[Sample],
    candidates: Sequence[Place],
    sizes: Mapping[Place, int],
    field: str,
    language: str,
) -> tuple[list[Place], list[int]]:
    """Choose places, the best first, for the samples that have no value yet.

    Returns:
        The places, and for each sample 1 for a right value, -1 for a wrong one, 0 for none.
    """
    places: list[Place] = []
    states = [0] * len(samples)
    while len(places) < MAX_PLACES and not all(states):
        best: tuple[tuple[int, ...], Place, list[int]] | None = None
        for order, place in enumerate(candidates):
            results = [
                0 if state else rate_place(place, of, field, language)
                for of, state in zip(samples, states, strict=True)
            ]
            n_right, n_wrong = results.count(1), results.count(-1)
            key = (n_right - n_wrong, n_right, -sizes[place], -_measure(place), -order)
            if n_right > n_wrong and (best is None or key > best[0]):
                best = (key, place, results)
        if best is None:
            break
        places.append(best[1])
        states = [state or result for state, result in zip(states, best[2], strict=True)]
    return places, states


def _measure(place: Place) -> int:
    """Return the length of a pattern; a shape is longer than any."""
    return MAX_STEPS + 1 if isinstance(place, TreePlace) else len(place.pattern)


def rate_place(place: Place, sample: Sample, field: str, language: str) -> int:
    """Return 1 if a place has the right value in a unit, -1 for a wrong one, 0 for none."""
    value = place.find(sample.matcher, sample.unit, field, language, sample.item.title)
    if value is None:
        return 0
    if is_right(sample.item, field, value[1]):
        return 1
    return 1 if field == "title" and is_other_title(sample.item, value[1]) else -1


def count_rows(place: Place, samples: Sequence[Sample]) -> int:
    """Count the rows that a pattern matches in the units; a pattern that matches few is safer."""
    if isinstance(place, TreePlace) or place.scope != "unit":
        return len(samples)
    total = 0
    for of in samples:
        total += len(of.matcher.find_inside(place.pattern, *of.unit))
    return total


def list_places(samples: Sequence[Sample], known: Sequence[Sequence[int]]) -> list[RowPlace]:
    """List the places that rows with right values have, the most frequent first."""
    stable = find_stable_labels(samples, known)
    counts: Counter[Pattern] = Counter()
    for of, rows in zip(samples, known, strict=True):
        counts.update(
            {
                pattern
                for row in rows[:_MAX_ROWS]
                for pattern in list_patterns(of.view.page, of.view.labels, stable, row, _MAX_STEPS)
            }
        )
    chosen = sort_patterns(counts, _MAX_PATTERNS)
    return [RowPlace(pattern, is_last) for pattern in chosen for is_last in (False, True)]


def list_places_before(samples: Sequence[Sample]) -> list[RowPlace]:
    """List the places of dates before units: one date stands above several entries."""
    nearest = []
    for of in samples:
        days = of.view.dates
        before = [row for row in days if row < of.unit.first]
        rows = before[-3:] if before else []
        nearest.append([row for row in rows if days[row] in of.item.near_days])
    places = list_places(samples, nearest)
    return [RowPlace(place.pattern, False, "before") for place in places if not place.is_last]


def find_stable_labels(samples: Sequence[Sample], rows: Sequence[Sequence[int]]) -> frozenset[str]:
    """Find the labels that are on or around the rows of half of the samples."""
    counts: Counter[str] = Counter()
    n_samples = 0
    for of, own in zip(samples, rows, strict=True):
        if not own:
            continue
        n_samples += 1
        labels: set[str] = set()
        for start in own[:_MAX_ROWS]:
            row = start
            for _ in range(_MAX_STEPS):
                if row < 0:
                    break
                labels |= of.view.labels[row]
                row = int(of.view.page.parent[row])
        counts.update(labels)
    if n_samples < 3:
        return frozenset(label for label in counts if not any(map(str.isdigit, label)))
    return frozenset(label for label, count in counts.items() if count >= max(2, n_samples / 2))
