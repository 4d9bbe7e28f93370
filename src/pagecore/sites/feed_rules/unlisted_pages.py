"""Pages of single entries that the feed does not list [ours]: the rules of the others fit them.

Every page of a blog may have a menu of entries. Learned from as lists, pages of older entries would
teach that the menu is what the pages of this blog are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pagecore.sites.feed_rules.body import read_with
from pagecore.sites.feed_rules.collector import FeedItem, compare_form
from pagecore.sites.feed_rules.entry_checks import MIN_LEARNED
from pagecore.sites.feed_rules.page_kinds import has_text, list_signs, rate_signs
from pagecore.sites.feed_rules.page_source import PageSource
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.rule_set import RuleSet

#: Entries that are linked from a page, and whose texts are searched for there.
_MAX_TEXTS: Final = 20


class _Mentions(NamedTuple):
    """How much of the feed a page has."""

    #: Entries that the page links to.
    n_links: int
    #: Those of them whose texts are there too.
    n_texts: int


def find_unlisted(
    views: Sequence[PageView],
    rules: RuleSet | None,
    known: Sequence[PageView],
    items: Sequence[FeedItem],
) -> list[PageView]:
    """Find the pages of single entries among those whose address is not in the feed.

    The rules of single entries fit such a page, and its address may be that of an entry. It has the
    links and the texts of no more entries of the feed than the pages of single entries have.

    Args:
        views: the pages whose address is not in the feed.
        rules: the rules of single entries.
        known: the pages of single entries that they were learned from.
        items: the entries of the feed.
    """
    if rules is None or rules.n_entries < MIN_LEARNED or not views:
        return []
    mentions = [_count_mentions(view, items) for view in known]
    most_links, most_texts = (max(counts) for counts in zip(*mentions, strict=True))
    unlisted = []
    for view in views:
        own = _count_mentions(view, items)
        is_list = own.n_links > most_links or own.n_texts > most_texts
        if not is_list and _is_single(view, rules):
            unlisted.append(view)
    return unlisted


def _count_mentions(view: PageView, items: Sequence[FeedItem]) -> _Mentions:
    page = view.page
    linked = [
        item for item in items if any(page.name(row) == "a" for row in view.find_links(item)[:5])
    ]
    return _Mentions(len(linked), sum(has_text(view, item) for item in linked[:_MAX_TEXTS]))


def _is_single(view: PageView, rules: RuleSet) -> bool:
    """Whether the rules of single entries fit a page, and its address is not another one."""
    page = view.page
    address = compare_form(page.address or "")
    if address and rules.links is not None and not rules.links.may_be_address(address):
        return False
    share = rate_signs(list_signs(page), rules.signs)
    return bool(read_with(rules, PageSource(page), share).fit)
