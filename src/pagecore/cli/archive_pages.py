"""Further pages that list entries: the next page of a homepage, and archives.

Rules of the homepage rarely hold on archives, so methods that learn from a feed learn from some of
them too. Only archives that may list entries of the feed are of use.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

import click

from pagecore.cli.linked_pages import LinkedPages
from pagecore.cli.options.groups import Integer
from pagecore.next_page import next_page
from pagecore.page import Page
from pagecore.page.urls import split_url
from pagecore.pagination.archives import find_archive_links
from pagecore.pagination.pager_links import normalise_address
from pagecore.site import UNKNOWN_URL
from pagecore.sources.feed import Feed

#: Default number of pages.
MAX_PAGES: Final = 4
#: The year and the month of an archive, at the end of its address.
_PERIOD: Final = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:[/_.-]?(0?[1-9]|1[0-2])(?!\d))?(?:_\d\d_archive)?(?:\.\w+)?/?$"
)

#: The option --archive-pages.
archive_pages_option = click.option(
    "--archive-pages",
    type=Integer(0),
    metavar="N",
    default=MAX_PAGES,
    show_default=True,
    help="For methods that learn from a feed: read up to N further pages that list entries, which "
    "the first PAGE links to: its next page, and archives of the time of the feed. They are "
    "fetched, or read from files, as with --entry-pages.",
)


def read_archives(
    reader: LinkedPages, feed: Feed, known: Collection[str], n_pages: int
) -> list[Page]:
    """Read further pages that list entries.

    Args:
        reader: reads the pages; its homepage has the links.
        feed: the entries.
        known: the addresses of pages that are not read, in normal form.
        n_pages: maximum number of pages.
    """
    home = reader.home
    visited = {*known, *(normalise_address(entry.url) for entry in feed.entries if entry.url)}
    months = {(of.published or of.modified or "")[:7] for of in feed.entries} - {""}
    following = next_page(home, kind="list") if home.url else None
    queue = deque([] if following is None else [following.url])
    queue.extend(_list_archives(home, months))
    sources = {home.source}
    pages: list[Page] = []
    reader.start()
    while queue and len(pages) < n_pages and not reader.is_over:
        link = queue.popleft()
        key = normalise_address(link)
        if key in visited or not reader.is_on_host(link):
            continue
        visited.add(key)
        if not reader.is_fetched and split_url(link).query:
            # No file name says what it has.
            continue
        page = reader.read(link, "page that lists entries")
        if page is None or page.source in sources:
            continue
        final_key = normalise_address(page.address) if page.address else key
        if final_key != key and final_key in visited:
            continue
        visited.add(final_key)
        sources.add(page.source)
        pages.append(page)
        # A list of archives may lead to those of years and months.
        queue.extend(_list_archives(page, months))
    return pages


def _list_archives(page: Page, months: Collection[str]) -> list[str]:
    """List the archives that may have entries of some months: those of all entries come first."""
    links = find_archive_links(page, page.address or UNKNOWN_URL)
    return sorted((link for link in links if _may_list(link, months)), key=_is_dated)


def _may_list(link: str, months: Iterable[str]) -> bool:
    """Whether an archive may list entries of some months; True if no month is known."""
    known = list(months)
    period = _PERIOD.search(link)
    if period is None or not known:
        return True
    year, month = period[1], period[2]
    prefix = year if month is None else f"{year}-{int(month):02}"
    return any(of.startswith(prefix) for of in known)


def _is_dated(link: str) -> bool:
    return _PERIOD.search(link) is not None
