"""Learn the rules of the fields of a page kind: the paper's string rules first, then rows [ours].

Each field keeps the string rules unless row rules have the right value in more labelled entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from pagecore.sites.feed_rules.body_rules import BodyRule, Target, learn_body_rule, score_rows
from pagecore.sites.feed_rules.composer import Composition, LabelledField, compose_rules
from pagecore.sites.feed_rules.field_values import is_other_title, is_right
from pagecore.sites.feed_rules.matcher import EntryLabels, label_rows
from pagecore.sites.feed_rules.page_source import PageSource, Value
from pagecore.sites.feed_rules.row_rules import DESIGNS, RowRule, Sample, learn_row_rule
from pagecore.sites.feed_rules.rule_set import LINES, FieldRule, RuleSet
from pagecore.sites.feed_rules.string_rules import Span
from pagecore.sites.feed_rules.tokens import Token, list_tokens
from pagecore.sites.feed_rules.units import UnitRule

#: Minimum word F1 of a right body.
RIGHT_F1: Final = 0.9
#: String rules that are right for a smaller share of the entries are dropped.
_MIN_RIGHT: Final = 0.3
#: Beside row rules, string rules are kept if they reach this share of their score.
_MIN_CUT: Final = 0.9
#: Row rules that are right for fewer entries are dropped, if there are so many.
_MIN_SUPPORT: Final = 2
#: Rules are dropped if fewer of the entries have the right value, or for bodies any text: the feed
#: may have another text, or a part of it.
_MIN_SHARE: Final = 0.5
_NO_STRINGS: Final = "the paper has no rules for authors"
#: Bodies are dropped if the mean word F1 is lower, in the entries that have some of their words.
_MIN_BODY: Final = 0.5
_NOWHERE: Final = "the value is in none of the labelled entries, or in different places of each"


_BAD_BODY: Final = "no rule finds most of the feed's text"


@dataclass(frozen=True, eq=False)
class LearningSet:
    """Labelled entries of one page kind, and what is computed once for them."""

    kind: str
    samples: list[Sample]
    targets: list[Target]
    unit: UnitRule | None
    language: str
    #: One of `row_rules.DESIGNS`.
    design: str = DESIGNS[0]

    @cached_property
    def sources(self) -> list[PageSource]:
        """The page of each entry, with its source."""
        known: dict[int, PageSource] = {}
        for sample in self.samples:
            page = sample.view.page
            if id(page) not in known:
                known[id(page)] = PageSource(page)
                known[id(page)].matcher = sample.matcher
        return [known[id(sample.view.page)] for sample in self.samples]

    @property
    def n_bodies(self) -> int:
        """The number of entries with words of the feed's text."""
        return sum(bool(target.n_matched.any()) for target in self.targets)

    def label(self, body: BodyRule | None) -> list[EntryLabels]:
        """Label the tokens of each entry; the row rules of bodies say which elements are around
        them."""
        known: dict[int, tuple[list[Token], list[int]]] = {}
        labelled = []
        for sample, target in zip(self.samples, self.targets, strict=True):
            page = sample.view.page
            if id(page) not in known:
                tokens = list_tokens(page.source)
                known[id(page)] = tokens, [token.start for token in tokens]
            body_rows = None if body is None else body.find(sample.matcher, sample.unit)
            around = None if body_rows is None else body_rows[0]
            labelled.append(label_rows(sample, *known[id(page)], target, around))
        return labelled


def learn_fields(
    of: LearningSet, names: Sequence[str] = (*LINES, "body")
) -> tuple[dict[str, FieldRule], dict[str, str]]:
    """Learn the rules of fields, by default of all.

    Returns:
        The rules by field, and for each field the reason why string rules are not used, if so.
    """
    fields: dict[str, FieldRule] = {}
    reasons: dict[str, str] = {}
    body_rule, body_scores = learn_body_rule(of.samples, of.targets)
    labels = of.label(body_rule)
    for name in names:
        composed = compose_field(labels, name, is_entry=of.kind == "entries")
        values = _read_strings(of, name, composed)
        by_strings = [
            rate_value(sample, target, name, value)
            for sample, target, value in zip(of.samples, of.targets, values, strict=True)
        ]
        rows: RowRule | BodyRule | None = body_rule
        by_rows = body_scores
        if name != "body":
            rows, is_row_right = learn_row_rule(of.samples, name, of.language, of.design)
            by_rows = [float(value) for value in is_row_right]
            if sum(by_rows) < min(_MIN_SUPPORT, len(of.samples)):
                # One entry of many may have the value by chance.
                rows, by_rows = None, [0.0] * len(of.samples)
        if name == "body" and max(sum(by_rows), sum(by_strings)) < _MIN_BODY * of.n_bodies:
            reasons[name] = _BAD_BODY
            continue
        if rows is None and sum(by_strings) < _MIN_RIGHT * len(of.samples):
            is_known = composed.reason and composed.reason != _NO_STRINGS
            reasons[name] = composed.reason if is_known else _NOWHERE
            continue
        is_useful = sum(by_strings) >= _MIN_RIGHT * len(of.samples)
        uses_rows = rows is not None and (
            not is_useful or round(sum(by_rows), 2) > round(sum(by_strings), 2)
        )
        used = by_rows if uses_rows else by_strings
        n_right = sum(score >= RIGHT_F1 for score in used)
        n_read = n_right
        if name == "body":
            n_read = _count_read(of, body_rule) if uses_rows else len(values) - values.count(None)
        if n_read < _MIN_SHARE * len(of.samples):
            found = "finds a text in" if name == "body" else "is right for"
            reasons[name] = f"the best one {found} {n_read} of {len(of.samples)} entries only"
            continue
        # Beside row rules, string rules only cut pages that are not parsed.
        is_close = not uses_rows or sum(by_strings) >= _MIN_CUT * sum(by_rows)
        strings = composed.rules if is_useful and is_close else None
        fields[name] = FieldRule(strings, rows, uses_rows, n_right, len(of.samples))
        if uses_rows:
            reasons[name] = composed.reason or (
                f"string rules are right for {sum(score >= RIGHT_F1 for score in by_strings)} of "
                f"{len(of.samples)} entries, row rules for {n_right}"
            )
    return fields, reasons


def _count_read(of: LearningSet, rule: BodyRule | None) -> int:
    """Count the entries for which the rows of a body have words."""
    n_read = 0
    for sample in of.samples:
        hit = None if rule is None else rule.find(sample.matcher, sample.unit)
        if hit is not None:
            around, mask = hit
            n_words = np.diff(sample.view.n_words)[around.first : around.stop]
            n_read += bool(n_words[mask].any())
    return n_read


def compose_field(labels: Sequence[EntryLabels], name: str, *, is_entry: bool) -> Composition:
    """Compose the string rules of a field from labelled entries."""
    if name == "author":
        return Composition(None, _NO_STRINGS)
    ordered = sorted((of for of in labels if of.places), key=lambda of: of.first)
    fields = []
    for at, of in enumerate(ordered):
        if name not in of.places:
            continue
        span = (0, len(of.tokens))
        if not is_entry:
            following = ordered[at + 1].first if at + 1 < len(ordered) else len(of.tokens)
            span = (of.first, following)
        fields.append(LabelledField(of.tokens, *of.places[name], span))
    return compose_rules(fields, is_link=name == "link")


def _read_strings(of: LearningSet, name: str, composed: Composition) -> list[Value | None]:
    """Read a field of each entry by its string rules."""
    if composed.rules is None:
        return [None] * len(of.samples)
    rules = RuleSet(of.kind, {name: FieldRule(composed.rules)}, of.unit, of.language, 0)
    spans: dict[int, list[Span]] = {}
    values = []
    for sample, source in zip(of.samples, of.sources, strict=True):
        if id(source) not in spans:
            spans[id(source)] = list(composed.rules.find(source.source))
        extent = source.measure(sample.unit)
        values.append(rules.read_first(source, name, spans[id(source)], extent))
    return values


def rate_value(sample: Sample, target: Target, name: str, value: Value | None) -> float:
    """Return 1 for a right value, 0 for a wrong one or none; the word F1 of a body."""
    if value is None:
        return 0.0
    if name == "body":
        return score_rows(sample, target, value.rows)
    is_same = is_right(sample.item, name, value.text)
    return float(is_same or (name == "title" and is_other_title(sample.item, value.text)))
