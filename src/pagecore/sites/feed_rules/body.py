"""The body of the wrappers of `wtm`: the rules of page kinds, and how they are applied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import WrapperError
from pagecore.fit import Fit
from pagecore.page import Page, parse
from pagecore.records import Records
from pagecore.site import Site
from pagecore.sites.feed_rules.body_cells import find_largest, write_cells
from pagecore.sites.feed_rules.collector import compare_form
from pagecore.sites.feed_rules.entry_checks import MIN_LEARNED, EntryChecks
from pagecore.sites.feed_rules.excerpts import PARTIAL, find_excerpts
from pagecore.sites.feed_rules.page_kinds import list_signs, rate_signs
from pagecore.sites.feed_rules.page_source import Entry, PageSource, Value
from pagecore.sites.feed_rules.rule_set import LINES, RuleSet
from pagecore.sites.feed_rules.storage import TAG, read_rules, write_rules
from pagecore.sites.feed_rules.tokens import blank_scripts

#: The columns of the records: the lines, the body as text and as Markdown, and whether it is an
#: excerpt.
COLUMNS: Final = (*LINES, "body", "markdown", PARTIAL)
#: Share of the signs of a page kind that a page must have. The signs of single entries are those of
#: many pages; those of a list may be of one page.
MIN_SIGNS: Final = {"home": 0.4, "entries": 0.8}
#: The best score of rules that were learned from one or two entries.
_MAX_FEW: Final = 0.6
#: The most values that a single entry has: title, link, date, author and body.
_MAX_VALUES: Final = 5
#: Maximum number of page kinds.
MAX_SETS: Final = 10
#: Bytes of a page that its encoding is detected in.
_HEAD: Final = 100_000


class Reading(NamedTuple):
    """What the rules of a page kind read from a page."""

    rules: RuleSet
    entries: list[Entry]
    fit: Fit

    @property
    def n_values(self) -> int:
        """The number of values of all entries."""
        return sum(map(len, self.entries))


@dataclass(frozen=True)
class FeedRules:
    """The rules that were learned from a feed, by page kind."""

    sets: tuple[RuleSet, ...]

    def read_page(self, page: Page) -> Reading:
        """Read the entries of a page with the rules of its kind.

        A page with nearly all signs that only single entries have is one. Any other page with two
        entries or more is a list, unless it has more values of a single entry. What is left is a
        single entry if it has the signs of one.
        """
        source = PageSource(page)
        page_signs = list_signs(page)
        shares = {at: rate_signs(page_signs, rules.signs) for at, rules in enumerate(self.sets)}
        order = sorted(shares, key=lambda at: -shares[at])
        lists = [at for at in order if self.sets[at].kind == "home"]
        single = [at for at in order if self.sets[at].kind == "entries"]
        certain = [at for at in single if self._has_own_signs(at, page_signs)]
        readings: dict[int, Reading] = {}
        for at in certain:
            readings[at] = read_with(self.sets[at], source, shares[at])
            if readings[at].fit:
                return readings[at]
        # A page may have a list of recent entries beside its own.
        for at in lists:
            readings[at] = read_with(self.sets[at], source, shares[at])
        fitting = [readings[at] for at in lists if readings[at].fit]
        largest = max(fitting, key=lambda reading: reading.n_values, default=None)
        if largest is not None and largest.n_values > _MAX_VALUES:
            return largest
        for at in single:
            if at not in readings:
                readings[at] = read_with(self.sets[at], source, shares[at])
        whole = next((readings[at] for at in single if readings[at].fit), None)
        # The page of an entry may link to the one before and the one after.
        if largest is not None and len(largest.entries) > 1:
            is_more = whole is None or largest.n_values > whole.n_values
            whole = largest if is_more else whole
        chosen = whole or largest
        if chosen is not None:
            return chosen
        return _join_reasons(page, [(readings[at], shares[at]) for at in order])

    def _has_own_signs(self, at: int, page_signs: frozenset[int]) -> bool:
        """Whether a page has nearly all signs that only one kind has."""
        others = {sign for rules in self.sets if rules is not self.sets[at] for sign in rules.signs}
        own = [sign for sign in self.sets[at].signs if sign not in others]
        return bool(own) and rate_signs(page_signs, own) >= MIN_SIGNS["entries"]

    def fit(self, page: Page) -> Fit:
        """Compare the signs of the page with those of its kind, and count the entries."""
        return self.read_page(page).fit

    def content(self, page: Page) -> Choice | None:
        """Choose the bodies of all entries; their titles if there is no body."""
        reading = self.read_page(page)
        if not reading.fit:
            return None
        is_body = np.zeros(len(page), np.bool_)
        number = np.zeros(len(page), np.int64)
        for at, entry in enumerate(reading.entries, start=1):
            value = entry.get("body") or entry.get("title")
            if value is not None:
                is_body[list(value.rows)] = True
                number[list(value.rows)] = at
        return Choice.of(page, is_body & page.visible, evidence={"entry": number})

    def fields(self, page: Page) -> Records | None:
        """Return the entries of a page: title, link, date by ISO 8601, author, the body as text and
        as Markdown, and why it is an excerpt, if it is."""
        reading = self.read_page(page)
        if not reading.fit:
            return None
        excerpts: dict[int, Value] = {}
        if reading.rules.kind == "home" and "body" in reading.rules.fields:
            is_learned = reading.rules.fields["body"].is_excerpt
            excerpts = find_excerpts(page, reading.entries, is_learned=is_learned)
        return Records.of(page, self.columns, write_cells(page, reading.entries, excerpts))

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields that were learned, on pages of any kind."""
        known = {name for rules in self.sets for name in rules.fields}
        if "body" in known:
            known.add("markdown")
        if any(rules.kind == "home" and "body" in rules.fields for rules in self.sets):
            known.add(PARTIAL)
        return tuple(name for name in COLUMNS if name in known)

    def describe_columns(self) -> dict[str, str]:
        """Describe what each field is recognised by, on pages of each kind."""
        reasons: dict[str, list[str]] = {}
        for rules in self.sets:
            for name, rule in rules.fields.items():
                counts = (
                    f"right for {rule.n_right} of {rule.n_all}" if rule.n_right else "as printed"
                )
                reasons.setdefault(name, []).append(f"{rules.kind}: {rule.kind}, {counts}")
        described = {name: "; ".join(of_name) for name, of_name in reasons.items()}
        if "body" in described:
            described["markdown"] = described["body"]
        if PARTIAL in self.columns:
            described[PARTIAL] = "home: a link to the whole text, an ellipsis, or learned"
        return described

    def cut(self, source: bytes, encoding: str | None) -> bytes | None:
        """Cut out the bodies by string search, separated by line breaks; None if there are none.

        Rules that find one body of a single entry come first: its page may also list others.

        Raises:
            WrapperError: bodies have row rules only.
        """
        strings = [
            (rules.kind, rules.fields["body"].strings)
            for rules in sorted(self.sets, key=lambda rules: rules.kind != "entries")
            if "body" in rules.fields and rules.fields["body"].strings is not None
        ]
        if not strings:
            raise WrapperError(
                "this wrapper finds bodies by rows, which needs a parsed page: use cut_page(page)"
            )
        decoded = blank_scripts(_decode(source, encoding))
        others: list[bytes] = []
        for kind, rules in strings:
            assert rules is not None
            pieces = [decoded[span.start : span.stop] for span in rules.find(decoded)]
            if len(pieces) == 1 or (pieces and kind == "home"):
                return b"\n".join(pieces)
            others = others or pieces
        return b"\n".join(others) if others else None

    def cut_page(self, page: Page) -> bytes | None:
        """Cut the bodies of all entries out of the source of a parsed page, separated by line
        breaks; their titles if there is no body. None if the rules do not fit the page."""
        reading = self.read_page(page)
        if not reading.fit:
            return None
        values = [entry.get("body") or entry.get("title") for entry in reading.entries]
        leaves = {at: sorted(value.rows) for at, value in enumerate(values) if value is not None}
        elements = find_largest(page, leaves)
        rows = [row for at in sorted(elements) for row in elements[at]]
        return b"\n".join(page.source[page.start[row] : page.stop[row]] for row in rows)

    def mend(
        self, site: Site, *, train: str = "both", rules: str = "rows"
    ) -> tuple[Self, list[str]]:
        """Compare the rules with the feed on new pages, and replace those that disagree with it.

        Returns:
            The rules, and notes on what was compared and replaced.

        Raises:
            BadInput: the feed cannot be read.
            WrapperError: no entry of the feed is on the pages.
        """
        # Imported here, because most programs only apply rules.
        from pagecore.sites.feed_rules.mend import mend_sets
        from pagecore.sites.feed_rules.teach import explain_nothing, teach

        course = teach(site, train, rules, is_update=True)
        if all(lesson.rules is None for lesson in course.lessons):
            raise WrapperError(f"nothing was compared: {explain_nothing(site, course)}")
        sets, notes = mend_sets(self.sets, course.lessons, MAX_SETS)
        return type(self)(sets), notes

    # ------------------------------------------------------------ as XML

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        sets = tuple(map(read_rules, elements))
        if not 0 < len(sets) <= MAX_SETS:
            raise WrapperError(
                f"'wrapper' has {len(sets)} elements {TAG!r}: expected 1 to {MAX_SETS}"
            )
        return cls(sets)

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        return [write_rules(rules) for rules in self.sets]


def read_with(rules: RuleSet, source: PageSource, share: float) -> Reading:
    """Read the entries of a page, and rate how well the rules fit it."""
    kind = "list of entries" if rules.kind == "home" else "single entry"
    signs = f"the page has {share:.0%} of the signs of its template"
    if share < MIN_SIGNS[rules.kind]:
        reason = f"{kind}: {signs}, {MIN_SIGNS[rules.kind]:.0%} expected"
        return Reading(rules, [], Fit(0.5 * share, reason))
    entries = rules.read(source)
    if not entries:
        return Reading(rules, [], Fit(0.3 * share, f"{kind}: no entry found; {signs}"))
    if rules.kind == "entries":
        checks = EntryChecks(source.page, rules.usual, rules.links)
        if why_not := checks.explain_single(entries[0]):
            return Reading(rules, [], Fit(0.4 * share, f"{kind}: {why_not}; {signs}"))
        entries = [checks.drop_other_link(entries[0])]
    counts = {name: sum(name in entry for entry in entries) for name in rules.fields}
    lost = [name for name in _list_usual(rules) if not counts[name]]
    if lost:
        reason = (
            f"{kind}: no entry has {' or '.join(lost)}, as nearly all learned ones have; {signs}"
        )
        return Reading(rules, [], Fit(0.4 * share, reason))
    n_values = sum(counts.values()) / (len(entries) * len(counts))
    listed = ", ".join(f"{name} {count}" for name, count in counts.items())
    reason = f"{kind}: {_count_entries(len(entries))} ({listed}); {signs}"
    score = 0.5 + 0.25 * (share + n_values)
    if 0 < rules.n_entries < MIN_LEARNED:
        few = "one entry" if rules.n_entries == 1 else "two entries"
        score, reason = min(score, _MAX_FEW), f"{reason}; the rules were learned from {few} only"
    return Reading(rules, entries, Fit(score, reason))


def _join_reasons(page: Page, readings: Iterable[tuple[Reading, float]]) -> Reading:
    """Say why the rules of no kind fit, first of the kind that has most of the signs it needs. A
    page is not that of a single entry if its address says so."""
    address = compare_form(page.address or "")

    def rank(of: tuple[Reading, float]) -> tuple[bool, float]:
        rules, share = of[0].rules, of[1]
        links = rules.links if rules.kind == "entries" and address else None
        is_other = links is not None and not links.may_be_address(address)
        return is_other, -share / MIN_SIGNS[rules.kind]

    ranked = sorted(readings, key=rank)
    by_kind: dict[str, Reading] = {}
    for reading, _ in ranked:
        by_kind.setdefault(reading.rules.kind, reading)
    score = max(reading.fit.score for reading, _ in ranked)
    reason = "; ".join(reading.fit.reason for reading in by_kind.values())
    return Reading(ranked[0][0].rules, [], Fit(score, reason))


def _list_usual(rules: RuleSet) -> list[str]:
    """List the fields that a list of entries always has: those of nearly all learned entries. The
    rules of a list may also find something on pages of single entries, where they lose values."""
    usual = rules.usual - {"author"} if rules.kind == "home" else frozenset()
    return [name for name in rules.fields if name in usual]


def _count_entries(n: int) -> str:
    return "1 entry" if n == 1 else f"{n} entries"


def _decode(source: bytes, encoding: str | None) -> bytes:
    """Return a source as UTF-8."""
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        known = encoding or parse(source[:_HEAD]).encoding
        try:
            return source.decode(known, "replace").encode()
        except LookupError:
            return source.decode("utf-8", "replace").encode()
    return source
