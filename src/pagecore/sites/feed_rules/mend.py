"""Mend rules that have drifted: compare old and new rules with the feed on new entries."""

from __future__ import annotations

from collections.abc import Sequence

from pagecore.sites.feed_rules.agreement import compare_rules
from pagecore.sites.feed_rules.learn_rules import Lesson
from pagecore.sites.feed_rules.reports import KIND_NAMES
from pagecore.sites.feed_rules.rule_set import RuleSet


def mend_sets(
    old: Sequence[RuleSet], lessons: Sequence[Lesson], most: int
) -> tuple[tuple[RuleSet, ...], list[str]]:
    """Replace the rules that disagree with the feed on new entries; each lesson is compared with
    the old rules that read most of its entries.

    Args:
        old: the old rules.
        lessons: what was learned from new pages.
        most: maximum number of rule sets.

    Returns:
        The rules, and notes on what was compared.
    """
    sets = list(old)
    new = [lesson for lesson in lessons if lesson.rules is not None]
    pairs = _pair(old, new)
    notes: list[str] = []
    for at, lesson in enumerate(new):
        assert lesson.rules is not None
        name = KIND_NAMES[lesson.rules.kind]
        if at in pairs:
            place = pairs[at]
            sets[place], note = _compare(old[place], lesson)
            notes.append(f"{name}: {note}")
        elif len(sets) >= most:
            notes.append(f"{name}: not added; the old wrapper has {len(old)} sets of rules")
        else:
            is_known = any(rules.kind == lesson.rules.kind for rules in sets)
            sets.append(lesson.rules)
            notes.append(
                f"{name}: added; the old rules are for other pages of this kind"
                if is_known
                else f"{name}: learned; the old wrapper has no rules for them"
            )
    notes += [
        f"{KIND_NAMES[rules.kind]}: kept; no new page of this kind"
        for place, rules in enumerate(old)
        if place not in pairs.values()
    ]
    return tuple(sets), notes


def _pair(old: Sequence[RuleSet], new: Sequence[Lesson]) -> dict[int, int]:
    """Pair lessons with the old rules of the same pages: those that read most of the entries. Rules
    that read none may be those before a change of the template, if the new ones have all their
    fields: an archive without texts is another page than a homepage."""
    rated: list[tuple[int, int, int, int]] = []
    for at, lesson in enumerate(new):
        for place, rules in enumerate(old):
            if lesson.rules is None or rules.kind != lesson.rules.kind:
                continue
            n_right, is_read = 0, False
            if lesson.learning is not None:
                comparison = compare_rules(rules, lesson.learning)
                n_right, is_read = comparison.n_right, comparison.reads_entries
            if is_read or rules.fields.keys() <= lesson.rules.fields.keys():
                rated.append((-n_right, -len(rules.fields), at, place))
    pairs: dict[int, int] = {}
    for *_, at, place in sorted(rated):
        if at not in pairs and place not in pairs.values():
            pairs[at] = place
    return pairs


def _compare(rules: RuleSet, lesson: Lesson) -> tuple[RuleSet, str]:
    """Compare old rules with new ones on the entries that the old rules have not seen, or on all if
    none is new; return those that are better, and a note."""
    assert lesson.rules is not None
    learning = lesson.learning
    if learning is None:
        return rules, "kept; no entry of the feed could be compared"
    items = [sample.item for sample in learning.samples]
    is_new = [rules.is_new(item) for item in items]
    compared, age = (is_new, "new") if any(is_new) else (None, "known")
    before = compare_rules(rules, learning, compared)
    after = compare_rules(lesson.rules, learning, compared)
    reasons = [
        f"{field}: the old rules agree with the feed on {before.fields[field]} {age} entries, the "
        f"new ones on {after.fields[field]}"
        for field in before.list_drifted(after)
    ]
    if before.reads_too_much(after):
        reasons.append(
            f"the old rules read {before.n_others} records that are no entries of the feed, the "
            f"new ones {after.n_others}"
        )
    reason = "; ".join(reasons)
    # The rules of few new entries must not lose more of the known ones.
    n_before, n_after = (compare_rules(of, learning).n_right for of in (rules, lesson.rules))
    if reasons and n_after < n_before:
        values = f"{n_after} values of all entries, and the old ones {n_before}"
        return rules.add_known(items), f"kept despite drift: the new rules have {values}; {reason}"
    if reasons:
        return lesson.rules, f"replaced, because of drift: {reason}"
    listed = ", ".join(f"{field} {of}" for field, of in before.fields.items() if of.n_known)
    note = f"kept; rules and feed agree on {age} entries: {listed}"
    return rules.add_known(items), note if any(is_new) else f"{note}; no entry is new"
