"""Pages that a feed leads to, for methods that learn from them too: pages of entries that it links
to, and further pages that list entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Final

import click

from pagecore.cli.archive_pages import read_archives
from pagecore.cli.linked_pages import LinkedPages
from pagecore.cli.messages import print_message
from pagecore.cli.options.groups import Integer
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.pagination.pager_links import normalise_address
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.sources.feed import Feed
from pagecore.sources.read import ReadOptions
from pagecore.sources.site_feed import SiteFeed
from pagecore.sources.source import Source

#: Default number of pages.
MAX_PAGES: Final = 10

#: The option --entry-pages.
entry_pages_option = click.option(
    "--entry-pages",
    type=Integer(0),
    metavar="N",
    default=MAX_PAGES,
    show_default=True,
    help="For methods that learn from a feed: read up to N pages of entries that it links to, "
    "besides those that are passed. They are fetched if a PAGE is a URL, by the rules of "
    "robots.txt and from its host only; beside a file, they are files at the paths of the links.",
)


def add_feed_pages(
    site: Site,
    feed: SiteFeed | None,
    method: Method,
    parameters: Mapping[str, object],
    sources: list[Source],
    read_options: ReadOptions,
    *,
    n_entries: int,
    n_archives: int,
) -> Site:
    """Add pages to a site, if its method learns from them.

    Args:
        site: the pages that were passed; the first is the homepage.
        feed: the feed of the site.
        method: the site method.
        parameters: its parameters; `train` says which pages are learned from.
        sources: the sources of the pages, in their order.
        read_options: timeout, pause between requests, and private addresses.
        n_entries: maximum number of pages of entries, those that were passed included.
        n_archives: maximum number of further pages that list entries.
    """
    trained = _read_trained(method, parameters)
    n_archives = n_archives if trained in ("both", "home") else 0
    n_entries = n_entries if trained in ("both", "entries") else 0
    if feed is None or not (n_archives or n_entries):
        return site
    pages = list(site)
    if not pages:
        return site
    home = pages[0]
    source = sources[0 if site.numbers is None else site.numbers[0]]
    reader = LinkedPages(home, source, read_options)
    known = {normalise_address(page.address) for page in pages if page.address}
    content = Feed.read(feed.content, feed.url or home.address)
    archives = read_archives(reader, content, known, n_archives) if n_archives else []
    if archives:
        verb = "lists" if len(archives) == 1 else "list"
        n_pages = format_count(len(archives), "page")
        print_message(f"{n_pages} that {verb} entries read too")
    entries = _read_entries(reader, content, known, n_entries) if n_entries else []
    if entries:
        n_pages = format_count(len(entries), "page")
        print_message(f"{n_pages} of entries of the feed learned from too")
    added = [*archives, *entries]
    if not added:
        return site
    # Their names are their URLs.
    first = max(len(site.names), len(sources))
    own = None if site.numbers is None else (*site.numbers, *range(first, first + len(added)))
    return replace(site, open_pages=lambda: chain(site, added), numbers=own, _hosts={})


def _read_trained(method: Method, parameters: Mapping[str, object]) -> str:
    """Return the pages that a method learns from besides the homepage, by its parameter `train`;
    empty for none."""
    if "train" not in method.parameters or parameters.get("rules") == "printed":
        return ""
    return str(parameters.get("train", method.parameters["train"].default))


def _read_entries(reader: LinkedPages, feed: Feed, known: set[str], n_pages: int) -> list[Page]:
    """Read the pages of the first entries of a feed, without those that were passed."""
    links = list(dict.fromkeys(entry.url for entry in feed.entries if entry.url))
    n_wanted = n_pages - sum(normalise_address(link) in known for link in links)
    wanted = [link for link in links if normalise_address(link) not in known]
    own = [link for link in wanted if reader.is_on_host(link)]
    if wanted and not own:
        start = reader.home.address
        print_message(f"pages of entries not read: the feed's links are not on the host of {start}")
    pages: list[Page] = []
    reader.start()
    for link in own:
        if len(pages) >= n_wanted or reader.is_over:
            break
        page = reader.read(link, "page of an entry")
        if page is not None:
            pages.append(page)
    return pages
