"""Pages of entries that a feed links to, for methods that learn from them too.

Beside fetched pages, they are fetched: one host, `robots.txt`, a pause, up to a limit. Beside saved
pages, they are files at the paths of the links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import click

from pagecore.cli.messages import print_message
from pagecore.cli.options.groups import Integer
from pagecore.errors import BadInput, FetchError, NeedsExtra
from pagecore.follow import PoliteClient
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.page.urls import split_url
from pagecore.pagination.pager_links import normalise_address
from pagecore.registry import Method
from pagecore.site import Site
from pagecore.sources.feed import Feed
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.site_feed import SiteFeed
from pagecore.sources.source import STDIN, Source

#: Default number of pages.
MAX_PAGES: Final = 10
#: So many failures in a row end the reading.
_MAX_FAILURES: Final = 3

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


def add_entry_pages(
    site: Site,
    feed: SiteFeed | None,
    method: Method,
    parameters: Mapping[str, object],
    sources: list[Source],
    read_options: ReadOptions,
    n_pages: int,
) -> Site:
    """Add pages of entries to a site, if its method learns from them.

    Args:
        site: the pages that were passed.
        feed: the feed of the site.
        method: the site method.
        parameters: its parameters; with `train="home"` no page is added.
        sources: the sources of the pages, in their order.
        read_options: timeout, pause between requests, and private addresses.
        n_pages: maximum number of pages of entries, those that were passed included.
    """
    if feed is None or not n_pages or not _learns_from_entries(method, parameters):
        return site
    pages = list(site)
    if not pages:
        return site
    home = pages[0]
    known = {normalise_address(page.address) for page in pages if page.address}
    links = _list_links(feed, home.address)
    n_wanted = n_pages - sum(normalise_address(link) in known for link in links)
    wanted = [link for link in links if normalise_address(link) not in known]
    source = sources[0 if site.numbers is None else site.numbers[0]]
    if source.is_url:
        added = _fetch_pages(str(source), wanted, n_wanted, read_options)
    else:
        added = _read_files(home, source, wanted, n_wanted, read_options)
    if not added:
        return site
    print_message(f"{format_count(len(added), 'page')} of entries of the feed learned from too")
    # Their names are their URLs.
    first = max(len(site.names), len(sources))
    own = None if site.numbers is None else (*site.numbers, *range(first, first + len(added)))
    return replace(site, open_pages=lambda: chain(site, added), numbers=own, _hosts={})


def _learns_from_entries(method: Method, parameters: Mapping[str, object]) -> bool:
    """Whether a method learns from the pages of entries: its parameter `train` says so."""
    if "train" not in method.parameters or parameters.get("rules") == "printed":
        return False
    return parameters.get("train", method.parameters["train"].default) != "home"


def _list_links(feed: SiteFeed, address: str | None) -> list[str]:
    """List the links of the entries of a feed, the newest first, each once."""
    entries = Feed.read(feed.content, feed.url or address).entries
    return list(dict.fromkeys(entry.url for entry in entries if entry.url))


def _fetch_pages(
    start: str, links: list[str], n_wanted: int, read_options: ReadOptions
) -> list[Page]:
    """Fetch the first pages of entries that are on the host of a page."""
    client = PoliteClient(start, read_options)
    own = [link for link in links if client.is_on_host(link)]
    if links and not own:
        print_message(f"pages of entries not read: the feed's links are not on the host of {start}")
    pages: list[Page] = []
    n_failures = 0
    for link in own:
        if len(pages) >= n_wanted or n_failures >= _MAX_FAILURES:
            break
        try:
            pages.append(client.read(link))
        except NeedsExtra as error:
            print_message(f"pages of entries not read: {error}")
            break
        except (FetchError, BadInput) as error:
            print_message(f"page of an entry not read: {error}")
            n_failures += 1
            continue
        n_failures = 0
    return pages


def _read_files(
    home: Page, source: Source, links: list[str], n_wanted: int, read_options: ReadOptions
) -> list[Page]:
    """Read the pages of entries that are saved beside a page."""
    if source.place == STDIN or source.name_in_container is not None:
        return []
    folder = Path(source.place).parent
    pages: list[Page] = []
    for link in links:
        if len(pages) >= n_wanted:
            break
        file = _find_file(folder, home, link)
        if file is not None and not file.samefile(source.place):
            try:
                pages.append(
                    read_page(Source(str(file), url=link), replace(read_options, url=None))
                )
            except BadInput as error:
                print_message(f"page of an entry not read: {error}")
    return pages


def _find_file(folder: Path, home: Page, link: str) -> Path | None:
    """Find the file of a link below the folder of a saved page; None if there is none."""
    for path in _list_paths(home, link):
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if not parts or ".." in parts or "\0" in path:
            continue
        below = folder.joinpath(*parts)
        for file in (below, below.with_name(f"{below.name}.html"), below / "index.html"):
            if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
                return file
    return None


def _list_paths(home: Page, link: str) -> Iterator[str]:
    """List the paths that a link may have below the folder of a saved page."""
    path = unquote(split_url(link).path)
    own = unquote(split_url(home.address or "").path)
    folder = own[: own.rfind("/") + 1]
    if folder and path.startswith(folder):
        yield path[len(folder) :]
    yield path
