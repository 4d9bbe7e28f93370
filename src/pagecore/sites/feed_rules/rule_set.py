"""The rules of one page kind: of pages with several entries, or of the pages of single entries."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np

from pagecore.page import Page
from pagecore.sites.feed_rules.body_rules import BodyRule
from pagecore.sites.feed_rules.collector import FeedItem, compare_form
from pagecore.sites.feed_rules.entry_checks import (
    MIN_LEARNED,
    USUAL,
    EntryChecks,
    join_ranges,
)
from pagecore.sites.feed_rules.field_values import read_value
from pagecore.sites.feed_rules.link_forms import LinkForms
from pagecore.sites.feed_rules.page_source import MAX_LINE, Entry, PageSource, Value
from pagecore.sites.feed_rules.page_view import read_day
from pagecore.sites.feed_rules.row_rules import RowRule
from pagecore.sites.feed_rules.string_rules import FieldStrings, Span
from pagecore.sites.feed_rules.units import Unit, UnitRule

#: Fields of an entry in the order of the columns; the body follows.
LINES: Final = ("title", "link", "date", "author")
#: Page kinds: several entries, or one.
KINDS: Final = ("home", "entries")
#: Maximum number of entries that a rule set remembers.
MAX_KNOWN: Final = 200


_LANGUAGE: Final = re.compile(r"[A-Za-z]{0,8}([-_][A-Za-z0-9]{1,8}){0,3}")


def is_language(text: str) -> bool:
    """Whether a text is the code of a language, or empty."""
    return _LANGUAGE.fullmatch(text) is not None


@dataclass(frozen=True)
class FieldRule:
    """The rules of a field: strings, rows, or both. One of them is used for parsed pages."""

    strings: FieldStrings | None = None
    rows: RowRule | BodyRule | None = None
    #: Whether the rows are used for parsed pages.
    uses_rows: bool = False
    #: Labelled entries with the right value, and all labelled entries.
    n_right: int = 0
    n_all: int = 0
    #: Whether the bodies of a list are excerpts that no link and no ellipsis marks.
    is_excerpt: bool = False

    @property
    def kind(self) -> str:
        """What is used for parsed pages: `strings` or `rows`."""
        return "rows" if self.uses_rows else "strings"


@dataclass(frozen=True)
class RuleSet:
    """The rules of a page kind."""

    #: `home` or `entries`.
    kind: str
    fields: dict[str, FieldRule]
    #: Where entries are; None for one entry, or as printed, by the order of their fields.
    unit: UnitRule | None
    #: Decides the order of day and month.
    language: str
    #: Number of entries that the rules were learned from.
    n_entries: int
    #: Digests of elements that pages of this kind have, sorted.
    signs: tuple[int, ...] = ()
    #: The rules of a second list on the page, such as that of recent entries beside the texts.
    side: RuleSet | None = None
    #: The forms of the addresses of entries; None if they are not known.
    links: LinkForms | None = None
    #: Digests of the entries that the rules were learned from or compared with, sorted: other
    #: entries are new. They are no part of the rules.
    known: tuple[int, ...] = field(default=(), compare=False)

    def is_new(self, item: FeedItem) -> bool:
        """Whether the rules have not seen an entry of a feed."""
        return item.digest not in self.known

    def add_known(self, items: Iterable[FeedItem]) -> RuleSet:
        """Add entries that the rules have seen. Entries of older feeds are dropped if there are too
        many: a feed lists the newest."""
        own = {item.digest for item in items}
        older = [digest for digest in self.known if digest not in own]
        known = sorted([*own, *older[: max(0, MAX_KNOWN - len(own))]][:MAX_KNOWN])
        return replace(self, known=tuple(known))

    @cached_property
    def usual(self) -> frozenset[str]:
        """The fields that entries always have: those of nearly all learned ones."""
        return frozenset(
            name
            for name, rule in self.fields.items()
            if rule.n_all >= MIN_LEARNED and rule.n_right >= USUAL * rule.n_all
        )

    def read(self, source: PageSource) -> list[Entry]:
        """Read the entries of a page, in document order; those of a second list follow."""
        entries = self._read_list(source)
        if self.side is None:
            return entries
        known = {compare_form(entry["link"].text) for entry in entries if "link" in entry}
        for entry in self.side._read_list(source, is_strict=True):
            if "link" in entry and compare_form(entry["link"].text) not in known:
                entries.append(entry)
        return entries

    def _read_list(self, source: PageSource, *, is_strict: bool = False) -> list[Entry]:
        if self.unit is None and self.kind == "home":
            return list(self._read_in_order(source))
        spans = {name: self._find_spans(name, source) for name in self.fields}
        if self.unit is None:
            entry = self._read_unit(source, Unit(0, len(source.page)), spans)
            return [entry] if entry.keys() & {"title", "body", "link"} else []
        units = self.unit.find(source.matcher)
        # Few fields besides the link say what an entry is.
        is_strict = is_strict or not self.fields.keys() & {"date", "body"}
        checks = EntryChecks(source.page, self.usual, self.links, is_strict=is_strict)
        if is_strict and not self.unit.is_range:
            # A menu may have hundreds of units, and their links say that they are no entries.
            links = [self._read_link(source, unit, spans) for unit in units]
            units = [
                unit
                for unit, link in zip(units, links, strict=True)
                if link is None or checks.is_own_link(link)
            ]
        entries = [self._read_unit(source, unit, spans) for unit in units]
        if self.unit.is_range:
            known = dict(zip(units, entries, strict=True))
            joined = join_ranges(units, [checks.has_name(entry) for entry in entries])
            entries = [
                known[unit] if unit in known else self._read_unit(source, unit, spans)
                for unit in joined
            ]
        return checks.drop_repeated([entry for entry in entries if checks.is_entry(entry)])

    def _find_spans(self, name: str, source: PageSource) -> list[Span]:
        rule = self.fields[name]
        return (
            [] if rule.uses_rows or rule.strings is None else list(rule.strings.find(source.source))
        )

    def _read_link(
        self, source: PageSource, unit: Unit, spans: dict[str, list[Span]]
    ) -> Value | None:
        """Read the link of a unit by its string rules; None without one."""
        return self.read_first(source, "link", spans.get("link", []), source.measure(unit))

    def _read_unit(self, source: PageSource, unit: Unit, spans: dict[str, list[Span]]) -> Entry:
        entry: Entry = {}
        extent = source.measure(unit)
        value: Value | None
        for name, rule in self.fields.items():
            value = None
            if not rule.uses_rows:
                value = self.read_first(source, name, spans[name], extent)
            # Where string rules find nothing, rows may.
            if value is not None or rule.rows is None:
                pass
            elif isinstance(rule.rows, BodyRule):
                value = read_body_rows(source, rule.rows, unit)
            else:
                title = entry["title"].text if "title" in entry else ""
                hit = rule.rows.find(source.matcher, unit, name, self.language, title)
                value = None if hit is None else _make_value(source.page, *hit)
            if value is not None:
                entry[name] = value
        return entry

    def read_first(
        self, source: PageSource, name: str, spans: Sequence[Span], extent: Span
    ) -> Value | None:
        """Read the first value of a string rule in a unit."""
        at = bisect_right(spans, (extent.start - 1, len(source.source)))
        for span in spans[at : at + 5]:
            if span.start >= extent.stop:
                break
            value = self.read_span(source, name, span)
            if value is not None:
                return value
        return None

    def read_span(self, source: PageSource, name: str, span: Span) -> Value | None:
        """Read the value of a string rule; None if its source has none."""
        page = source.page
        if name == "link":
            row = source.find_link(span.start)
            link = None if row is None else read_value(page, row, "link")
            return None if row is None or link is None else Value(link, (row,))
        rows = source.find_leaves(span)
        if not rows:
            return None
        if name == "body":
            return Value("", tuple(rows))
        text = source.read_line(rows)
        value = read_day(text, self.language) if name == "date" else text
        return Value(value, tuple(rows)) if value and len(value) <= MAX_LINE else None

    def _read_in_order(self, source: PageSource) -> Iterator[Entry]:
        """Read entries as printed: each body takes the nearest title, link and date before it; if
        there is no rule for bodies, each title takes the nearest link and date."""
        spans = {name: self._find_spans(name, source) for name in self.fields}
        anchor = "body" if spans.get("body") else "title"
        previous = -1
        for place in spans.get(anchor, []):
            entry: Entry = {}
            for name, others in spans.items():
                chosen = _find_nearest(others, place, previous, is_before=anchor == "body")
                if name == anchor:
                    chosen = place
                value = None if chosen is None else self.read_span(source, name, chosen)
                if value is not None:
                    entry[name] = value
            previous = place.start
            if entry:
                yield entry


def _find_nearest(
    spans: Sequence[Span], place: Span, previous: int, *, is_before: bool
) -> Span | None:
    """Return the nearest piece before a place and after the previous one, or on both sides. Pieces
    are in the order of the source."""
    after = bisect_right(spans, place.start, key=lambda span: span.start)
    if is_before:
        is_own = after > 0 and spans[after - 1].start > previous
        return spans[after - 1] if is_own else None
    near = spans[max(0, after - 1) : after + 1]
    return min(near, key=lambda span: abs(span.start - place.start), default=None)


def _make_value(page: Page, row: int, text: str) -> Value:
    """Return a value with the leaves that hold it; the row itself if it has none."""
    leaves = [
        at for at in range(row, int(page.end[row])) if page.tag[at] == 0 and page.chars[at] > 0
    ]
    return Value(text, tuple(leaves) or (row,))


def read_body_rows(source: PageSource, rule: BodyRule, unit: Unit) -> Value | None:
    """Read the body of a unit by row rules; None without one."""
    hit = rule.find(source.matcher, unit)
    if hit is None:
        return None
    around, mask = hit
    is_leaf = source.is_leaf[around.first : around.stop]
    rows = (np.flatnonzero(mask & is_leaf) + around.first).tolist()
    return Value("", tuple(rows)) if rows else None
