"""The flow of learning: collector, matcher, rule composer; the rules of each page kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Page
from pagecore.sites.feed_rules.agreement import find_entry
from pagecore.sites.feed_rules.body import read_with
from pagecore.sites.feed_rules.body_rules import find_target
from pagecore.sites.feed_rules.collector import FeedItem, compare_form, is_same_page, make_key
from pagecore.sites.feed_rules.error_codes import explain_field
from pagecore.sites.feed_rules.excerpts import PARTIAL, find_excerpts, is_excerpt, learns_excerpts
from pagecore.sites.feed_rules.learn_fields import LearningSet, compose_field, learn_fields
from pagecore.sites.feed_rules.link_forms import LinkForms
from pagecore.sites.feed_rules.matcher import FIELDS, match_printed
from pagecore.sites.feed_rules.page_kinds import learn_signs
from pagecore.sites.feed_rules.page_source import PageSource
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.partial_texts import find_targets
from pagecore.sites.feed_rules.row_patterns import RowMatcher
from pagecore.sites.feed_rules.row_rules import DESIGNS, Sample
from pagecore.sites.feed_rules.rule_set import FieldRule, RuleSet, is_language
from pagecore.sites.feed_rules.units import (
    Occurrences,
    Unit,
    UnitRule,
    count_foreign,
    find_occurrences,
    learn_units,
    list_own_links,
)

#: Limits of the entries that are learned from: on pages with several, and of pages with one.
MAX_HOME: Final = 60
MAX_ENTRIES: Final = 30
#: Maximum number of rule sets for pages with several entries, and the share of the entries of a
#: page that rules of another page must find to be used for it.
MAX_SETS: Final = 4
_MIN_KNOWN: Final = 0.6
#: Minimum number of entries of a page for rules besides those of the first one.
MIN_FURTHER: Final = 3
#: Pages of single entries that are searched for a list.
_MAX_SINGLES: Final = 10
#: Minimum number of entries that are only in a second list; one, if it has so many in all.
MIN_SIDE: Final = 2
_MIN_LISTED: Final = 3
#: Share of a second list that must be entries of the feed, without links of another form.
_MIN_SIDE_KNOWN: Final = 0.5
#: A date of numbers whose order is not certain: `3/2/2025`.
_AMBIGUOUS: Final = re.compile(
    rb"\b(?:0?[1-9]|1[0-2])([./-])\s?(?:0?[1-9]|1[0-2])\1\s?(?:\d\d){1,2}\b"
)
#: Languages whose order of day and month is tried: that of the page, English, and others.
_ORDERS: Final = ("en", "de")


@dataclass
class Lesson:
    """What was learned from the pages of a kind."""

    rules: RuleSet | None = None
    #: Remarks on fields, for the notes of a wrapper.
    notes: list[str] = field(default_factory=list)
    #: For each matched entry, by its number, why a field was not matched; empty if it was.
    matches: dict[int, dict[str, str]] = field(default_factory=dict)
    #: The labelled entries; None as printed, unless rules are compared.
    learning: LearningSet | None = None
    #: The pages that the rules of a list are for.
    views: list[PageView] = field(default_factory=list)
    #: The number of the last entry that was compared, if there are more than the limit.
    last: int | None = None


def learn_home(
    views: Sequence[PageView],
    items: Sequence[FeedItem],
    links: LinkForms | None,
    design: str = DESIGNS[0],
    singles: Sequence[PageView] = (),
    *,
    has_homepage: bool = False,
) -> list[Lesson]:
    """Learn the rules of pages with several entries: a homepage and an archive may have different
    ones. The page with most entries comes first.

    Args:
        views: the pages.
        items: the entries of the feed.
        links: the forms of links of entries.
        design: one of `row_rules.DESIGNS`.
        singles: pages of single entries. A list that they have too is a menu, and only of use if
            there is no other.
        has_homepage: whether the first page is the homepage, whose rules are kept even if they are
            weak.
    """
    views = choose_language(views, items)
    occurrences = [find_occurrences(view, items, MAX_HOME) for view in views]
    rest = sorted(
        (at for at in range(len(views)) if occurrences[at]), key=lambda at: -len(occurrences[at])
    )
    lessons: list[Lesson] = []
    while rest and len(lessons) < MAX_SETS:
        first, *others = rest
        lesson = _learn_list(views[first], occurrences[first], links, design)
        rest = others
        if lesson.rules is None:
            continue
        is_weak = _is_weak(lesson.rules) and not (has_homepage and first == 0)
        if lessons and (is_weak or _is_menu(lesson.rules, singles)):
            continue
        if len(occurrences[first]) >= MAX_HOME:
            lesson.last = occurrences[first][-1].item.number
        # Pages that the rules do not explain have rules of their own.
        rules = lesson.rules
        same = [
            at
            for at in others
            if _explains(rules, views[at], occurrences[at])
            and not _has_more_fields(views[at], occurrences[at], links, design, rules)
        ]
        rest = [at for at in others if at not in same]
        lesson.views = [views[at] for at in (first, *same)]
        seen = [of.item for at in (first, *same) for of in occurrences[at]]
        lesson.rules = _add_signs(rules, [view.page for view in lesson.views]).add_known(seen)
        lessons.append(lesson)
    return lessons


def _is_weak(rules: RuleSet) -> bool:
    """Whether rules of further pages are not worth much: a page of an entry may link to two more
    entries."""
    return len(rules.fields) < 2 or rules.n_entries < MIN_FURTHER


def _is_menu(rules: RuleSet, singles: Sequence[PageView]) -> bool:
    """Whether most pages of single entries have the list that rules find, with at least half as
    many entries."""
    sources = [PageSource(view.page) for view in singles[:_MAX_SINGLES]]
    readings = [read_with(rules, source, 1.0) for source in sources]
    n_lists = sum(2 * len(reading.entries) >= rules.n_entries for reading in readings)
    return n_lists > len(sources) / 2


def _learn_list(
    view: PageView, occurrences: Sequence[Occurrences], links: LinkForms | None, design: str
) -> Lesson:
    """Learn the rules of a page with several entries."""
    lesson = Lesson()
    labelled = _label_list(view, occurrences, links, design)
    if labelled is None:
        return lesson
    unit, learning, is_partial = labelled
    fields, reasons = learn_fields(learning)
    if not fields:
        return lesson
    _describe(lesson, learning, fields, reasons, is_partial=is_partial)
    side = _learn_side_list(learning, unit, occurrences, links)
    if side is not None:
        lesson.notes.append(f"a second list of {side.n_entries} entries: title and link")
    n_entries = len(learning.samples)
    rules = RuleSet("home", fields, unit, view.language, n_entries, side=side, links=links)
    lesson.rules = _mark_excerpts(lesson, rules, learning) if "body" in fields else rules
    return lesson


def _mark_excerpts(lesson: Lesson, rules: RuleSet, learning: LearningSet) -> RuleSet:
    """Note how many bodies of a list are excerpts, and mark the rules if the page does not."""
    excerpts = [is_excerpt(sample) for sample in learning.samples]
    if not any(excerpts):
        return rules
    lesson.notes.append(
        f"body: {sum(excerpts)} of {len(excerpts)} are excerpts of the feed's text; records of "
        f"excerpts are marked {PARTIAL!r}"
    )
    entries = rules.read(learning.sources[0])
    known = find_excerpts(learning.sources[0].page, entries)
    marked = {id(entries[at]) for at in known}
    own = [find_entry(entries, sample) for sample in learning.samples]
    if not learns_excerpts(excerpts, [id(entry) in marked for entry in own]):
        return rules
    body = replace(rules.fields["body"], is_excerpt=True)
    return replace(rules, fields={**rules.fields, "body": body})


class _LabelledList(NamedTuple):
    """The labelled entries of a page with several."""

    unit: UnitRule
    learning: LearningSet
    #: Whether the feed has the beginnings of texts only.
    is_partial: bool


def _label_list(
    view: PageView,
    occurrences: Sequence[Occurrences],
    links: LinkForms | None,
    design: str = DESIGNS[0],
) -> _LabelledList | None:
    """Find the units of the entries of a page; None if there are none."""
    matcher = RowMatcher(view.page)
    unit, assigned = learn_units(view, matcher, occurrences, links)
    if unit is None:
        return None
    samples = [Sample(view, matcher, place, occurrences[at].item) for at, place in assigned.items()]
    texts = find_targets(samples, is_entry=False)
    learning = LearningSet("home", samples, texts.targets, unit, view.language, design)
    return _LabelledList(unit, learning, texts.is_partial)


def _learn_side_list(
    learning: LearningSet,
    unit: UnitRule,
    occurrences: Sequence[Occurrences],
    links: LinkForms | None,
) -> RuleSet | None:
    """Learn the rules of a second list on a page, if entries of the feed are only there."""
    view, matcher = learning.samples[0].view, learning.samples[0].matcher
    known = {sample.item.number for sample in learning.samples}
    places = unit.find(matcher)
    outside = [of.leave_out(places) for of in occurrences]
    outside = [of for of in outside if of.rows]
    if all(of.item.number in known for of in outside):
        return None
    rule, assigned = learn_units(view, matcher, outside, links)
    new = [at for at in assigned if outside[at].item.number not in known]
    least = 1 if len(assigned) >= _MIN_LISTED else MIN_SIDE
    if rule is None or len(new) < least:
        return None
    units = rule.find(matcher)
    n_foreign = 0 if links is None else count_foreign(units, list_own_links(view, links))
    if len(assigned) < _MIN_SIDE_KNOWN * (len(units) - n_foreign):
        return None
    samples = [Sample(view, matcher, place, outside[at].item) for at, place in assigned.items()]
    targets = [find_target(sample) for sample in samples]
    fields, _ = learn_fields(
        LearningSet("home", samples, targets, rule, view.language, learning.design),
        ("title", "link"),
    )
    if "link" not in fields:
        return None
    return RuleSet("home", fields, rule, view.language, len(samples), links=links)


def _explains(rules: RuleSet, view: PageView, occurrences: Sequence[Occurrences]) -> bool:
    """Whether rules find most of the entries that are on a page."""
    entries = rules.read(PageSource(view.page))
    links = {compare_form(entry["link"].text) for entry in entries if "link" in entry}
    titles = {make_key(entry["title"].text) for entry in entries if "title" in entry}
    n_known = sum(
        of.item.title_key in titles or any(is_same_page(of.item.link, link) for link in links)
        for of in occurrences
    )
    return n_known >= _MIN_KNOWN * len(occurrences)


def _has_more_fields(
    view: PageView,
    occurrences: Sequence[Occurrences],
    links: LinkForms | None,
    design: str,
    rules: RuleSet,
) -> bool:
    """Whether the entries of a page have dates or texts that rules of another page do not read: a
    homepage may have the same markup as an archive of titles, and texts besides."""
    missing = {"date", "body"} - rules.fields.keys()
    if not missing:
        return False
    own = _learn_list(view, occurrences, links, design).rules
    return own is not None and bool(missing & own.fields.keys())


def learn_entries(
    views: Sequence[PageView],
    items: Sequence[FeedItem],
    links: LinkForms | None,
    design: str = DESIGNS[0],
) -> Lesson:
    """Learn the rules of the pages of single entries; an item for each page."""
    lesson = Lesson()
    views = choose_language(views, items)
    samples = [
        Sample(view, RowMatcher(view.page), Unit(0, len(view.page)), item)
        for view, item in zip(views, items, strict=True)
    ]
    if not samples:
        return lesson
    texts = find_targets(samples, is_entry=True)
    learning = LearningSet("entries", samples, texts.targets, None, views[0].language, design)
    fields, reasons = learn_fields(learning)
    if not fields:
        return lesson
    _describe(lesson, learning, fields, reasons, is_partial=texts.is_partial)
    rules = RuleSet("entries", fields, None, views[0].language, len(samples), links=links)
    lesson.rules = _add_signs(rules, [view.page for view in views]).add_known(items)
    return lesson


def learn_printed(view: PageView, items: Sequence[FeedItem]) -> Lesson:
    """Learn the rules of a homepage as printed: string rules only."""
    lesson = Lesson()
    # A date or a link alone does not say that an entry is there.
    matched = match_printed(items, view.page.source)
    labelled = [of for of in matched if of.places.keys() & {"title", "body"}]
    # Where bodies are known, titles that are no entries are not learned from.
    with_body = [of for of in labelled if "body" in of.places]
    if len(with_body) >= 3:
        labelled = with_body
    fields: dict[str, FieldRule] = {}
    for name in FIELDS:
        composed = compose_field(labelled, name, is_entry=False)
        if composed.rules is None:
            lesson.notes.append(f"{name}: no rule: {composed.reason}")
        else:
            fields[name] = FieldRule(composed.rules, n_all=len(labelled))
    for of in labelled:
        lesson.matches[of.item.number] = {name: of.reasons.get(name, "") for name in FIELDS}
    if fields:
        # The paper has no page kinds, so the rules have no signs, and are tried on every page.
        rules = RuleSet("home", fields, None, "", len(labelled))
        lesson.rules = rules.add_known(of.item for of in labelled)
    return lesson


def label_printed(lesson: Lesson, view: PageView, items: Sequence[FeedItem]) -> None:
    """Label the entries of a lesson as printed by their units, so that rules can be compared."""
    (view,) = choose_language([view], items)
    labelled = _label_list(view, find_occurrences(view, items, MAX_HOME), None)
    lesson.learning = None if labelled is None else labelled.learning


def choose_language(views: Sequence[PageView], items: Sequence[FeedItem]) -> list[PageView]:
    """Choose the order of day and month that finds the dates of most entries."""
    own = next((language for view in views if (language := read_language(view.page))), "")
    if not any(_AMBIGUOUS.search(view.page.source) for view in views):
        return [PageView(view.page, own) for view in views]
    # One page of many may be the only one whose day is a month too.
    days = {day for item in items for day in item.near_days}
    best: tuple[int, list[PageView]] | None = None
    for language in dict.fromkeys((own, *_ORDERS)):
        looked = [PageView(view.page, language) for view in views]
        n_days = sum(len(days & set(view.dates.values())) for view in looked)
        if best is None or n_days > best[0]:
            best = (n_days, looked)
    assert best is not None
    return best[1]


def read_language(page: Page) -> str:
    """Return the declared language of a page; empty without one."""
    root = np.flatnonzero(page.is_tag("html"))[:1].tolist()
    language = (page.get(root[0], "lang") or "").strip() if root else ""
    return language if is_language(language) else ""


def _add_signs(rules: RuleSet, pages: Sequence[Page]) -> RuleSet:
    """Add the signs of the pages that rules are for."""
    return replace(rules, signs=learn_signs([(page, _find_bodies(rules, page)) for page in pages]))


def _find_bodies(rules: RuleSet, page: Page) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return the mask of the rows of bodies, which are not typical of a template."""
    mask = np.zeros(len(page), np.bool_)
    for entry in rules.read(PageSource(page)):
        if "body" in entry:
            mask[list(entry["body"].rows)] = True
    n_leaves = page.below(page.leaves)
    return page.below(mask & page.leaves) == n_leaves if mask.any() else mask


def _describe(
    lesson: Lesson,
    learning: LearningSet,
    fields: dict[str, FieldRule],
    reasons: dict[str, str],
    *,
    is_partial: bool,
) -> None:
    for name, rule in fields.items():
        reason = f"; {reasons[name]}" if name in reasons else ""
        lesson.notes.append(
            f"{name}: {rule.kind}, right for {rule.n_right} of {rule.n_all} entries{reason}"
        )
    for name, reason in reasons.items():
        if name not in fields:
            lesson.notes.append(f"{name}: no rule: {reason}")
    body = fields.get("body")
    if body is not None and 2 * body.n_right < body.n_all:
        lesson.notes.append(
            "body: kept though it is right for few entries, because most have a text there; the "
            "feed has none, another one or a part of it"
        )
    if is_partial:
        lesson.notes.append("body: the feed has the beginnings of texts only")
    lesson.learning = learning
    for sample, target in zip(learning.samples, learning.targets, strict=True):
        lesson.matches[sample.item.number] = {
            name: explain_field(sample, target, name) for name in FIELDS
        }
