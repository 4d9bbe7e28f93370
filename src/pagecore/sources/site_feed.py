"""Read the feed of a site: the one that the user names, or the one that a page leads to."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from pagecore.errors import BadInput, FetchError
from pagecore.page import Page
from pagecore.page.urls import join_url, split_url
from pagecore.sources.feed import MAX_BYTES
from pagecore.sources.feed_links import FeedLink, find_feeds
from pagecore.sources.fetch import fetch
from pagecore.sources.kinds import HEAD, FileKind, check_is_feed, detect_kind
from pagecore.sources.open_file import read_unpacked
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import STDIN, Source, is_url
from pagecore.store import make_printable

#: Usual addresses of feeds, in the folder of the page and in that of the host.
_COMMON: Final = (
    *("feed", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json", "index.rdf"),
)
#: Usual names of feeds beside a saved page.
_SAVED: Final = (*_COMMON, "rss", "atom", "feed.rss", "feed.atom")
#: Number of links of a page that are tried.
_MAX_LINKS: Final = 3


class SiteFeed(NamedTuple):
    """A feed, as received."""

    content: bytes
    #: Its URL, to resolve its links; None if it is not known.
    url: str | None
    #: The file or URL that it was read from, for messages.
    place: str


def read_feed(place: str, read_options: ReadOptions) -> SiteFeed:
    """Read the feed at a place that the user named.

    Args:
        place: a file, a URL, or `-` for standard input.
        read_options: timeout of a URL, and whether private addresses are allowed.

    Raises:
        BadInput, FetchError: it cannot be read, or is not a feed.
    """
    if is_url(place):
        feed = _fetch_feed(place, read_options)
        check_is_feed(feed.content, f"{make_printable(place)}: ")
        return feed
    source = Source(place)
    content, _ = read_unpacked(source, MAX_BYTES + 1)
    check_is_feed(content, f"{source}: ")
    return SiteFeed(content, None, str(source))


def discover_feed(page: Page, source: Source, read_options: ReadOptions) -> SiteFeed:
    """Find and read the feed of a site.

    A feed of a fetched page is fetched: the best links of the page are tried, then some usual
    addresses. For a page of a file, the feed is a file too, in the same folder or below it, with
    the path that a link of the page has.

    Args:
        page: a page of the site, best its home page.
        source: where the page was read from.
        read_options: timeout, pause between requests, and whether private addresses are allowed.

    Raises:
        BadInput: there is no feed that can be read; the message says what was tried.
    """
    links = find_feeds(page)
    if source.is_url:
        return _fetch_first(page, links, str(source), read_options)
    folder = None if source.place == STDIN else Path(source.place).parent
    for link in links if folder is not None else []:
        for path in _list_paths(page, link):
            assert folder is not None
            feed = _read_file(folder, path, link.url)
            if feed is not None:
                return feed
    if links:
        named = links[0].url or links[0].href
        raise BadInput(
            f"{source}: the page links to the feed {make_printable(named)[:200]}, but there is no "
            "such file beside it, and feeds of files are not fetched; pass --feed FILE or URL"
        )
    raise BadInput(f"{source}: the page links to no feed; pass one with --feed FILE or URL")


def find_feed_beside(page: Page, source: Source) -> SiteFeed | None:
    """Find a feed with a usual name, such as `feed.xml`, beside a page of a file; None if there is
    none. Its links are resolved like those of the feed that the page links to."""
    if source.is_url or source.place == STDIN:
        return None
    links = find_feeds(page)
    for name in _SAVED:
        url = links[0].url if links else join_url(page.address, name)
        feed = _read_file(Path(source.place).parent, name, url)
        if feed is not None:
            return feed
    return None


def _fetch_first(
    page: Page, links: list[FeedLink], name: str, read_options: ReadOptions
) -> SiteFeed:
    """Fetch the feeds that a page links to, then those at usual addresses; return the first."""
    failures = []
    for url in _list_urls(page, links):
        # The page itself was fetched before.
        time.sleep(read_options.pause)
        try:
            feed = _fetch_feed(url, read_options)
        except FetchError as error:
            failures.append(str(error))
            continue
        if detect_kind(feed.content[:HEAD]) is FileKind.FEED:
            return feed
        failures.append(f"{url}: this is not a feed")
    n_links = sum(link.url is not None for link in links[:_MAX_LINKS])
    reasons = "; ".join(failures[:n_links] or ["the page links to none"])
    raise BadInput(
        f"{name}: no feed was found: {reasons}; {len(failures) - n_links} usual addresses have "
        "none either; pass one with --feed FILE or URL"
    )


def _list_urls(page: Page, links: list[FeedLink]) -> list[str]:
    urls = [link.url for link in links[:_MAX_LINKS] if link.url is not None]
    for folder in ("", "/"):
        for name in _COMMON:
            url = join_url(page.address, folder + name)
            if url is not None:
                urls.append(url)
    return list(dict.fromkeys(urls))


def _fetch_feed(url: str, read_options: ReadOptions) -> SiteFeed:
    response = fetch(url, timeout=read_options.timeout, allow_private=read_options.allow_private)
    packed = Source(url, content=response.content)
    content, _ = read_unpacked(packed, MAX_BYTES + 1)
    return SiteFeed(content, response.url, url)


def _list_paths(page: Page, link: FeedLink) -> Iterator[str]:
    """List the paths that the feed of a saved page may have, relative to the page."""
    path = unquote(split_url(link.url or link.href).path)
    own = unquote(split_url(page.address or "").path)
    folder = own[: own.rfind("/") + 1]
    if link.url is not None and folder and path.startswith(folder):
        yield path[len(folder) :]
    yield path.lstrip("/")
    yield path.rstrip("/").rpartition("/")[2]


def _read_file(folder: Path, path: str, url: str | None) -> SiteFeed | None:
    """Read a feed from a file; a folder stands for its index. None if there is none."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not parts or ".." in parts or "\0" in path:
        return None
    for name in ("", "index.xml", "index.rss", "feed.xml"):
        file = folder.joinpath(*parts, name)
        if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
            content, _ = read_unpacked(Source(str(file)), MAX_BYTES + 1)
            if detect_kind(content[:HEAD]) is FileKind.FEED:
                return SiteFeed(content, url, str(file))
    return None
