"""Why a field of an entry was not matched, by the error codes of the paper's table 6."""

from __future__ import annotations

from pagecore.sites.feed_rules.body_rules import Target
from pagecore.sites.feed_rules.field_values import (
    is_shortened,
    list_other_titles,
    list_right_rows,
    read_value,
)
from pagecore.sites.feed_rules.row_rules import Sample
from pagecore.sites.feed_rules.units import Unit


def explain_field(sample: Sample, target: Target, name: str) -> str:
    """Return why a field has no value in the unit of an entry; empty if it has."""
    if name == "body":
        return _explain_body(sample, target)
    if next(iter(list_right_rows(sample.view, sample.unit, sample.item, name)), None) is not None:
        return _explain_title(sample) if name == "title" else ""
    item = sample.item
    if name == "title":
        return "missing in the feed (8)" if not item.title else "the page has no such title (8)"
    if name == "link":
        return "missing in the feed (8)" if not item.link else "the page has no such link (8)"
    if name == "author":
        return "missing in the feed (8)" if not item.author_keys else "not on the page (8)"
    if not item.days:
        return "missing in the feed (8)"
    whole = Unit(0, len(sample.view.page))
    if next(iter(list_right_rows(sample.view, whole, item, "date")), None) is not None:
        return "outside the entry: several entries share one date (2)"
    return (
        "the page has no such date (8)" if not sample.view.dates else "the page has other dates (8)"
    )


def _explain_title(sample: Sample) -> str:
    """Return how a title differs from that of the feed; empty if it does not."""
    if next(sample.view.find_key(sample.item.title_key, 1), None) is not None:
        return ""
    for row in list_other_titles(sample.view, sample.unit, sample.item):
        value = read_value(sample.view.page, row, "title") or ""
        is_short = is_shortened(value, sample.item.title) or is_shortened(sample.item.title, value)
        return "abbreviated (1)" if is_short else "another title than in the feed (3)"
    return ""


def _explain_body(sample: Sample, target: Target) -> str:
    n_words = int(sample.item.words.size)
    if not n_words:
        return "missing in the feed (8)"
    share = sample.view.match_words(sample.item).sum() / n_words
    if share < 0.1:
        return "the page does not have the feed's text (8)"
    if share < 0.8:
        return f"the page has {share:.0%} of the feed's text (4)"
    return "the feed has the beginning of the text only (4)" if target.total > n_words else ""
