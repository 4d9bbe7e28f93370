"""The option for the feed of a site, which is found by a page if it is not passed."""

from __future__ import annotations

import click

from pagecore.cli.messages import print_message
from pagecore.errors import BadInput
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.sources.read import ReadOptions
from pagecore.sources.site_feed import SiteFeed, discover_feed, find_feed_beside, read_feed
from pagecore.sources.source import Source

#: The option --feed; its value is a place, which `find_site_feed` reads.
feed_option = click.option(
    "--feed",
    metavar="FILE|URL",
    help="RSS, Atom or JSON feed of the site, for site methods that need one (default: the feed "
    "that a page links to, or a file such as feed.xml beside a saved page).",
)


def read_feed_option(place: str | None, read_options: ReadOptions) -> SiteFeed | None:
    """Read the feed that was passed; None if there is none."""
    return None if place is None else read_feed(place, read_options)


def find_site_feed(
    method: Method,
    passed: SiteFeed | None,
    site: Site,
    sources: list[Source],
    read_options: ReadOptions,
) -> SiteFeed | None:
    """Return the feed that was passed, or else, if the method needs one, that of the first page
    that leads to one, or one with a usual name beside a saved page; None if the method needs none.

    Args:
        method: the site method.
        passed: the feed of the option --feed.
        site: the pages; those that could be read.
        sources: the sources of the pages, in their order, filled while the pages are read.
        read_options: timeout, pause and private addresses.

    Raises:
        BadInput: no page leads to a feed; the reason is that of the first page.
    """
    if passed is not None or "feed" not in method.needs or site.feed is not None:
        return passed
    first: BadInput | None = None
    for at, page in enumerate(site):
        number = at if site.numbers is None else site.numbers[at]
        try:
            feed = discover_feed(page, sources[number], read_options)
        except BadInput as error:
            first = first or error
            continue
        return _report(feed, sources[number])
    for at, page in enumerate(site):
        number = at if site.numbers is None else site.numbers[at]
        beside = find_feed_beside(page, sources[number])
        if beside is not None:
            return _report(beside, sources[number])
    if first is not None:
        raise BadInput(f"method {method.name!r} needs a feed, but {first}")
    return None


def _report(feed: SiteFeed, source: Source) -> SiteFeed:
    print_message(f"{source}: the feed of the site is {feed.place}")
    return feed
