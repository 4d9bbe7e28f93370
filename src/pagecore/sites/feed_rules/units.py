"""Units: the part of a page that belongs to one entry, and the rule that finds it on other pages.

A unit is an element, or, where the parts of entries are siblings, the range from the first of them
to the first of the next entry.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Array
from pagecore.sites.feed_rules.collector import FeedItem, compare_form
from pagecore.sites.feed_rules.link_forms import LinkForms, split_link
from pagecore.sites.feed_rules.page_view import PageView, sum_rows
from pagecore.sites.feed_rules.row_patterns import (
    Pattern,
    RowMatcher,
    list_patterns,
    sort_patterns,
)

#: Units of a page beyond this number are not read.
MAX_UNITS: Final = 2000
#: Patterns that are compared with each other.
_MAX_PATTERNS: Final = 150
#: A unit has an entry's text if it has this share of the words that are on the page.
_MIN_SHARE: Final = 0.7
#: Links to an entry that are compared; a page may link to itself in every line.
_MAX_LINKS: Final = 20
#: Price of a unit that is no entry of the feed, and of one without a link that an entry may have.
_OTHER: Final = 0.02
_FOREIGN: Final = 0.2


class Unit(NamedTuple):
    """The rows of one entry: from `first` to before `stop`."""

    first: int
    stop: int


@dataclass(frozen=True)
class UnitRule:
    """Where the entries of a page are."""

    #: The element of an entry, or the first of its siblings.
    pattern: Pattern
    #: Whether an entry is a range of siblings.
    is_range: bool

    def find(self, matcher: RowMatcher) -> list[Unit]:
        """Find the units of a page, in document order and not inside each other."""
        page = matcher.page
        units: list[Unit] = []
        rows = matcher.find(self.pattern)[:MAX_UNITS]
        for at, row in enumerate(rows):
            if units and row < units[-1].stop:
                continue
            stop = int(page.end[row])
            if self.is_range:
                parent = int(page.parent[row])
                stop = int(page.end[parent]) if parent >= 0 else stop
                if at + 1 < len(rows):
                    stop = max(row + 1, min(stop, rows[at + 1]))
            units.append(Unit(row, stop))
        return units


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Where the title, the link and the text of an entry are on a page."""

    item: FeedItem
    #: First and last text row of each title.
    titles: list[tuple[int, int]]
    links: list[int]
    #: Rows with the day of the entry.
    dates: list[int]
    #: The number of words of the feed's text before each row.
    n_matched: Array

    @property
    def rows(self) -> list[int]:
        """The rows of titles and links."""
        return [first for first, _ in self.titles] + self.links

    def leave_out(self, units: Sequence[Unit]) -> Occurrences:
        """Return the titles and links that are in none of these units."""

        def is_outside(row: int) -> bool:
            return not any(unit.first <= row < unit.stop for unit in units)

        titles = [place for place in self.titles if is_outside(place[0])]
        return replace(self, titles=titles, links=list(filter(is_outside, self.links)))


def find_occurrences(view: PageView, items: Sequence[FeedItem], most: int) -> list[Occurrences]:
    """Find the entries of the feed whose title or link is on a page; the first `most` of them."""
    occurrences = []
    for item in items:
        titles = list(view.find_key(item.title_key))
        links = [row for row in view.find_links(item) if view.page.name(row) == "a"][:_MAX_LINKS]
        if titles or links:
            n_matched = sum_rows(view.match_words(item))
            dates = sorted(row for row, day in view.dates.items() if day in item.near_days)
            occurrences.append(Occurrences(item, titles, links, dates, n_matched))
            if len(occurrences) >= most:
                break
    return occurrences


def learn_units(
    view: PageView,
    matcher: RowMatcher,
    occurrences: Sequence[Occurrences],
    links: LinkForms | None = None,
) -> tuple[UnitRule | None, dict[int, Unit]]:
    """Learn where the entries of a page are; the forms of links say which units are none.

    Returns:
        The rule, and the unit of each entry by its place in `occurrences`.
    """
    page = view.page
    chains = _list_chains(view, occurrences)
    counts: Counter[str] = Counter()
    for of_item in chains:
        counts.update({label for row in of_item for label in view.labels[row]})
    least = max(2, len(occurrences) / 2)
    stable = frozenset(label for label, count in counts.items() if count >= least)
    if len(occurrences) < 3:
        stable = frozenset(label for label in counts if not any(map(str.isdigit, label)))
    patterns: Counter[Pattern] = Counter()
    for of_item in chains:
        patterns.update(
            {
                pattern
                for row in of_item
                for pattern in list_patterns(page, view.labels, stable, row, 3)
            }
        )
    own = None if links is None else list_own_links(view, links)
    best: tuple[tuple[float, ...], UnitRule, dict[int, Unit]] | None = None
    for pattern in sort_patterns(patterns, _MAX_PATTERNS):
        for is_range in (False, True):
            rule = UnitRule(pattern, is_range)
            units = rule.find(matcher)
            score, assigned = _rate_units(units, occurrences)
            n_foreign = 0 if own is None else count_foreign(units, own)
            score -= _FOREIGN * n_foreign
            size = sum(unit.stop - unit.first for unit in units)
            # The element around a single entry may be around others on other pages.
            size = -size if len(occurrences) == 1 else size
            key = (round(score, 6), not is_range, size, -len(pattern))
            if assigned and (best is None or key > best[0]):
                best = (key, rule, assigned)
    return (None, {}) if best is None else best[1:]


def list_own_links(view: PageView, links: LinkForms) -> list[int]:
    """List the rows whose links have the form of an entry, sorted."""
    host = split_link(compare_form(view.page.address or ""))[0]
    return sorted(
        row for form, rows in view.links.items() if not links.is_foreign(form, host) for row in rows
    )


def count_foreign(units: Sequence[Unit], own: Sequence[int]) -> int:
    """Count the units without a link of the form of an entry."""
    return sum(bisect_left(own, unit.first) == bisect_left(own, unit.stop) for unit in units)


def _list_chains(view: PageView, occurrences: Sequence[Occurrences]) -> list[list[int]]:
    """List the elements around the title and links of each entry that have no other entry."""
    page = view.page
    low = np.zeros(len(page), np.int64)
    high = np.zeros(len(page), np.int64)
    n = len(occurrences)
    for at, of in enumerate(occurrences):
        for row in of.rows:
            high[row] = max(high[row], at + 1)
            low[row] = max(low[row], n - at)
    is_single = page.below(high, "max") + page.below(low, "max") == n + 1
    chains = []
    for of in occurrences:
        rows: dict[int, None] = {}
        for start in of.rows:
            row = start if page.tag[start] != 0 else int(page.parent[start])
            while row > 0 and is_single[row] and row not in rows:
                rows[row] = None
                row = int(page.parent[row])
        chains.append([row for row in rows if page.name(row) not in ("html", "body")])
    return chains


def _rate_units(
    units: Sequence[Unit], occurrences: Sequence[Occurrences]
) -> tuple[float, dict[int, Unit]]:
    """Rate units by what they hold of the entries: title, link, date and text."""
    starts = [unit.first for unit in units]
    pairs: set[tuple[int, int]] = set()
    for at, of in enumerate(occurrences):
        for row in of.rows:
            place = bisect_right(starts, row) - 1
            if place >= 0 and row < units[place].stop:
                pairs.add((place, at))
    # A text may link to other entries, so a unit belongs to the entry that it has most of.
    rated = sorted((-_rate_unit(units[place], occurrences[at]), place, at) for place, at in pairs)
    taken: set[int] = set()
    assigned: dict[int, Unit] = {}
    score = 0.0
    for rating, place, at in rated:
        if place not in taken and at not in assigned:
            taken.add(place)
            assigned[at] = units[place]
            score -= rating
    return score - _OTHER * (len(units) - len(assigned)), assigned


def _rate_unit(unit: Unit, of: Occurrences) -> float:
    n_all = of.n_matched[-1]
    n_own = of.n_matched[unit.stop] - of.n_matched[unit.first]
    at = bisect_left(of.dates, unit.first)
    held = (
        any(unit.first <= first and last < unit.stop for first, last in of.titles),
        any(unit.first <= row < unit.stop for row in of.links),
        at < len(of.dates) and of.dates[at] < unit.stop,
        n_all >= 5 and n_own >= _MIN_SHARE * n_all,
    )
    return float(sum(held))
