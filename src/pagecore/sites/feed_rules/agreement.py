"""Compare rules with a feed: on how many of the feed's entries they agree with it.

This notices drift: rules that no longer agree with the feed on new entries. They may find nothing,
contradict the feed, or read records that are no entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pagecore.sites.feed_rules.body_rules import MIN_WORDS, Target
from pagecore.sites.feed_rules.field_values import list_right_rows
from pagecore.sites.feed_rules.learn_fields import RIGHT_F1, LearningSet, rate_value
from pagecore.sites.feed_rules.page_source import Entry
from pagecore.sites.feed_rules.row_rules import Sample
from pagecore.sites.feed_rules.rule_set import LINES, RuleSet

#: The rules of a field have drifted if they agree with a smaller share of its entries, or
#: contradict a larger share.
MIN_AGREEMENT: Final = 0.7
#: Rules that agree on so many more entries, and on this share more, are better.
_MIN_GAIN: Final = 2
_GAIN_SHARE: Final = 0.15


class Agreement(NamedTuple):
    """On how many entries rules and feed agree, of those whose value is on the page."""

    n_right: int
    n_all: int
    #: Entries for which the rules have another value than the feed, on the page or not.
    n_wrong: int = 0
    #: Entries for which the feed has a value.
    n_known: int = 0

    def is_worse(self, other: Agreement) -> bool:
        """Whether these rules have drifted, and others have not: they agree with the feed on few
        entries or contradict it on many, or the others agree on clearly more."""
        is_low = self.n_right < MIN_AGREEMENT * self.n_all and other.n_right > self.n_right
        is_wrong = self.n_wrong > (1 - MIN_AGREEMENT) * self.n_known
        n_more = other.n_right - self.n_right
        is_behind = n_more >= max(_MIN_GAIN, _GAIN_SHARE * self.n_all)
        return is_low or is_behind or (is_wrong and other.n_wrong < self.n_wrong)

    def __str__(self) -> str:
        wrong = f" ({self.n_wrong} contradict it)" if self.n_wrong else ""
        return f"{self.n_right} of {self.n_all}{wrong}"


@dataclass(frozen=True)
class Comparison:
    """What rules read from labelled pages, compared with the feed."""

    fields: dict[str, Agreement]
    #: Records that are no entry of the feed.
    n_others: int
    n_entries: int

    def list_drifted(self, other: Comparison) -> list[str]:
        """List the fields of rules that have drifted, where other rules have not."""
        return [name for name, of in self.fields.items() if of.is_worse(other.fields[name])]

    def reads_too_much(self, other: Comparison) -> bool:
        """Whether rules read records that are no entries, and other rules do not."""
        n_more = self.n_others - other.n_others
        return n_more >= max(_MIN_GAIN, (1 - MIN_AGREEMENT) * self.n_entries)

    @property
    def n_right(self) -> int:
        """The number of values on which rules and feed agree."""
        return sum(of.n_right for of in self.fields.values())

    @property
    def reads_entries(self) -> bool:
        """Whether the rules find most of the entries, by title or link."""
        named = [self.fields[name] for name in ("title", "link")]
        return any(0 < of.n_all <= 2 * of.n_right for of in named)


def compare_rules(
    rules: RuleSet, of: LearningSet, is_compared: Sequence[bool] | None = None
) -> Comparison:
    """Compare what rules read from the pages of labelled entries with the feed.

    Args:
        rules: the rules.
        of: the labelled entries.
        is_compared: whether the fields of each entry are compared; None for all.
    """
    readings: dict[int, list[Entry]] = {}
    for source in of.sources:
        if id(source) not in readings:
            readings[id(source)] = rules.read(source)
    own = [
        find_entry(readings[id(source)], sample)
        for sample, source in zip(of.samples, of.sources, strict=True)
    ]
    fields: dict[str, Agreement] = {}
    for name in (*LINES, "body"):
        counts = [0, 0, 0, 0]
        for at, (sample, target, entry) in enumerate(zip(of.samples, of.targets, own, strict=True)):
            if is_compared is not None and not is_compared[at]:
                continue
            is_there = is_on_page(sample, target, name)
            value = None if entry is None else entry.get(name)
            is_right = rate_value(sample, target, name, value) >= RIGHT_F1
            is_known = is_there if name in ("body", "author") else has_value(sample, name)
            counts[0] += is_there and is_right
            counts[1] += is_there
            counts[2] += is_known and value is not None and not is_right
            counts[3] += is_known
        fields[name] = Agreement(*counts)
    n_records = sum(map(len, readings.values()))
    n_own = len({id(entry) for entry in own if entry is not None})
    return Comparison(fields, n_records - n_own, len(of.samples))


def has_value(sample: Sample, name: str) -> bool:
    """Whether the feed has a title, a link or a date for an entry."""
    item = sample.item
    return bool({"title": item.title_key, "link": item.link, "date": item.days}[name])


def is_on_page(sample: Sample, target: Target, name: str) -> bool:
    """Whether the value of a field is in the unit of an entry."""
    if name == "body":
        return bool(target.n_matched.sum() >= max(MIN_WORDS, RIGHT_F1 * target.total))
    return (
        next(iter(list_right_rows(sample.view, sample.unit, sample.item, name)), None) is not None
    )


def find_entry(entries: Sequence[Entry], sample: Sample) -> Entry | None:
    """Find the entry that was read in the unit of a sample."""
    first, stop = sample.unit
    for entry in entries:
        rows = [value.rows[0] for name, value in entry.items() if name != "date"]
        if any(first <= row < stop for row in rows):
            return entry
    return None
