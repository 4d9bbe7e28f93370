"""The flow of learning from a feed: collector, matcher, rule composer, for each page kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pagecore.errors import WrapperError
from pagecore.page.urls import split_url
from pagecore.site import Site
from pagecore.sites.feed_rules.collector import FeedItem, collect_items
from pagecore.sites.feed_rules.learn_rules import (
    MAX_ENTRIES,
    Lesson,
    label_printed,
    learn_entries,
    learn_home,
    learn_printed,
)
from pagecore.sites.feed_rules.link_forms import learn_link_forms
from pagecore.sites.feed_rules.page_kinds import find_kind, index_links
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.unlisted_pages import find_unlisted


@dataclass(frozen=True)
class Course:
    """The lessons of the page kinds, and what they were learned from."""

    lessons: list[Lesson]
    #: The entries of the feed.
    items: list[FeedItem]
    n_pages: int
    #: Problems of the feed.
    warnings: tuple[str, ...]
    #: The pages that list entries, and the numbers of the entries with a page of their own, if they
    #: were to be learned from.
    home: list[PageView]
    paged: frozenset[int]
    #: The pages of single entries that were learned from.
    singles: list[PageView]
    #: The pages of single entries that the feed does not list.
    unlisted: list[PageView]

    def is_present(self, item: FeedItem) -> bool:
        """Whether an entry has a page, or its title or link is on one."""
        return item.number in self.paged or any(
            view.find_links(item) or next(view.find_key(item.title_key, 1), None) is not None
            for view in self.home
        )


def teach(site: Site, train: str, rules: str, *, is_update: bool = False) -> Course:
    """Collect feed and pages, match them, and compose the rules of each page kind.

    Args:
        site: pages and feed.
        train: `home`, `entries` or `both`.
        rules: one of `row_rules.DESIGNS`, or `printed` for string rules alone.
        is_update: whether old rules are compared with the lessons.

    Raises:
        BadInput: the feed cannot be read.
        WrapperError: there is no page, or the feed has no entries.
    """
    views = [PageView(page) for page in site]
    if not views:
        raise WrapperError("nothing was learned: there is no page")
    feed = site.read_feed()
    items = collect_items(feed)
    by_link = index_links(items)
    kinds = [find_kind(view, by_link, items) for view in views]
    home = [view for view, of in zip(views, kinds, strict=True) if of.item is None]
    pairs = [(view, of.item) for view, of in zip(views, kinds, strict=True) if of.item is not None]
    lessons = []
    links = learn_link_forms([item.link for item in items])
    chosen = _spread(pairs, MAX_ENTRIES)
    unlisted: list[PageView] = []
    if rules == "printed":
        if train != "entries" and home:
            lessons.append(learn_printed(home[0], items))
            if is_update:
                label_printed(lessons[0], home[0], items)
    else:
        known = [view for view, _ in chosen]
        single = learn_entries(known, [of for _, of in chosen], links, rules)
        unlisted = find_unlisted(home, single.rules, known, items)
        home = [view for view in home if view not in unlisted]
        if train != "entries" and home:
            is_first = home[0] is views[0]
            lessons += learn_home(home, items, links, rules, known, has_homepage=is_first)
        if train != "home" and pairs:
            lessons.append(single)
    warnings = tuple(f"feed: {warning.message}" for warning in feed.warnings)
    paged = frozenset(item.number for _, item in pairs if train != "home" and rules != "printed")
    lists = home if train != "entries" else []
    singles = [view for view, item in chosen if item.number in paged]
    return Course(lessons, items, len(views), warnings, lists, paged, singles, unlisted)


def _spread(
    pairs: Sequence[tuple[PageView, FeedItem]], most: int
) -> list[tuple[PageView, FeedItem]]:
    """Choose pages at equal distances."""
    if len(pairs) <= most:
        return list(pairs)
    return [pairs[at * (len(pairs) - 1) // (most - 1)] for at in range(most)]


def explain_nothing(site: Site, course: Course) -> str:
    """Say why nothing was learned."""
    items, n_pages = course.items, course.n_pages
    if not items:
        return "no entry of the feed has a title, a link or a text; pass another feed"
    pages = "the page" if n_pages == 1 else f"any of the {n_pages} pages"
    entries = "1 entry" if len(items) == 1 else f"{len(items)} entries"
    hosts = {split_url(item.entry.url or "").hostname or "" for item in items} - {""}
    own = set(site.hosts) - {""}
    if own and hosts and not {_bare(host) for host in own} & {_bare(host) for host in hosts}:
        return (
            f"the feed has {entries} of {', '.join(sorted(hosts)[:3])}, but the pages are of "
            f"{', '.join(sorted(own)[:3])}; pass the feed of this site"
        )
    if hosts:
        entries = f"{entries} of {', '.join(sorted(hosts)[:3])}"
    return (
        f"the feed has {entries}, but neither the title nor the link of one is on {pages}; pass a "
        "page that lists the newest entries, or pages of entries that the feed lists"
    )


def _bare(host: str) -> str:
    return host.removeprefix("www.")
