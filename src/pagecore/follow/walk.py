"""The walk over the list and archive pages of a blog.

Each page is read once. Its entries that no earlier page had are written; then its next page is
read, and later the archives that it links to. A page that fails is reported, and the walk goes on.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from http import HTTPStatus
from http.client import HTTPException
from typing import Final, NamedTuple

from pagecore.errors import BadInput, BadOption, FetchError, PagecoreError, WrapperError
from pagecore.follow.client import DisallowedError, PoliteClient
from pagecore.follow.entries import (
    LINK,
    Entry,
    find_short,
    list_entries,
    make_key,
    merge_entry,
)
from pagecore.follow.journal import Journal, PageResult
from pagecore.next_page import next_page
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.pagination.archives import find_archive_links
from pagecore.pagination.pager_links import normalise_address
from pagecore.records import Records

#: Default limit of pages.
MAX_PAGES: Final = 1000
#: So many pages in a row without a new entry end a sequence of next pages: some sites have a next
#: page for every page.
_MAX_EMPTY: Final = 2
#: So many failures of the server in a row end the walk; dead links are none.
_MAX_FAILURES: Final = 10


@dataclass(frozen=True)
class FollowOptions:
    """Options of a walk."""

    #: Whether the pages of the entries are read too.
    with_entries: bool = False
    #: Limit of pages, those of the entries included.
    max_pages: int = MAX_PAGES

    def __post_init__(self) -> None:
        if self.max_pages < 1:
            raise BadOption(f"max_pages={self.max_pages}: expected 1 or more")


class WalkEvent(NamedTuple):
    """The outcome of a page: its entries, or why there are none."""

    url: str
    #: Number of entries that were written.
    n_entries: int = 0
    #: Why the page could not be read; empty if it could.
    failure: str = ""
    #: Why the page was not used, although it did not fail: `robots.txt`, or the wrapper does not
    #: fit.
    note: str = ""
    #: Whether it is the page of an entry.
    is_entry: bool = False
    #: Whether an interrupted walk has read it.
    is_old: bool = False
    #: Number of pages that are known and not read yet.
    n_waiting: int = 0


class _Target(NamedTuple):
    url: str
    #: Number of pages before it in its sequence that had no new entry.
    n_empty: int = 0


class Walk:
    """A walk over the pages of a blog; iterate `run`."""

    def __init__(
        self,
        client: PoliteClient,
        read_records: Callable[[Page], Records],
        journal: Journal,
        options: FollowOptions = FollowOptions(),  # noqa: B008 - it never changes
    ) -> None:
        """Prepare a walk.

        Args:
            client: reads the pages; its start is the first.
            read_records: finds the entries of a page, such as `wrapper.fields`; it raises
                `WrapperError` if the wrapper does not fit the page.
            journal: receives the entries.
            options: what to read, and how much.
        """
        self._client = client
        self._read_records = read_records
        self._journal = journal
        self._options = options
        self._queue: deque[_Target] = deque([_Target(client.start)])
        self._visited: set[str] = set()
        self._digests: set[str] = set()
        self._keys = {key for result in journal.list_results() for key in result.keys}
        #: Short entries and the pages that list them, by key.
        self._short: dict[str, tuple[str, Entry]] = {}
        self._n_failures = 0
        #: Number of pages that were read, those of an interrupted walk included.
        self.n_pages = 0
        #: Why the walk ended before its last page; empty if it did not.
        self.stop_reason = ""

    def run(self) -> Iterator[WalkEvent]:
        """Walk, and yield what happened to each page."""
        while self._queue and not self._is_over():
            target = self._queue.popleft()
            key = normalise_address(target.url)
            if key in self._visited:
                continue
            self._visited.add(key)
            result, event = self._read_list(target.url)
            yield event._replace(n_waiting=len(self._queue))
            if result is None:
                continue
            final_key = normalise_address(result.url)
            if final_key != key and final_key in self._visited:
                continue
            self._visited.add(final_key)
            if self._options.with_entries:
                yield from self._read_entries(result)
            if result.digest in self._digests:
                # The server returns an earlier page for any address.
                continue
            self._digests.add(result.digest)
            self._add_targets(target, result)
        yield from self._write_short()

    def _is_over(self) -> bool:
        if self.n_pages >= self._options.max_pages:
            limit = format_count(self._options.max_pages, "page")
            self.stop_reason = f"the limit of {limit} is reached; --max-pages raises it"
        elif self._n_failures >= _MAX_FAILURES:
            self.stop_reason = f"the server failed {_MAX_FAILURES} times in a row"
        return bool(self.stop_reason)

    def _add_targets(self, target: _Target, result: PageResult) -> None:
        n_empty = 0 if result.keys else target.n_empty + 1
        if result.next and n_empty < _MAX_EMPTY:
            self._queue.appendleft(_Target(result.next, n_empty))
        self._queue.extend(map(_Target, result.archives))

    def _read_list(self, url: str) -> tuple[PageResult | None, WalkEvent]:
        """Read a list page and write its entries; None if it cannot be read."""
        old = self._journal.find(url)
        if old is not None:
            self.n_pages += 1
            n_entries = 0 if self._options.with_entries else len(old.keys)
            self._keep_short(old)
            return old, WalkEvent(url, n_entries, is_old=True)
        page, event = self._fetch(url)
        if page is None:
            return None, event
        entries, note = self._find_entries(page)
        new: dict[str, Entry] = {}
        for entry in entries:
            key = make_key(entry)
            if key not in self._keys:
                new.setdefault(key, entry)
        short = {} if self._options.with_entries else find_short(new)
        new = {key: entry for key, entry in new.items() if key not in short}
        self._keys |= new.keys()
        result = self._find_links(page, url, [*new], {make_key(entry) for entry in entries})
        result = replace(result, entries=tuple(short.values()))
        self._keep_short(result)
        written = [*new.values()]
        if self._options.with_entries:
            # They are written with what their own pages add.
            result, written = replace(result, entries=tuple(written)), []
        self._journal.write(url, written, result)
        return result, event._replace(n_entries=len(written), note=note)

    def _keep_short(self, result: PageResult) -> None:
        """Keep the short entries of a page: a later page may have the whole ones."""
        if not self._options.with_entries:
            for entry in result.entries:
                self._short.setdefault(make_key(entry), (result.url, entry))

    def _write_short(self) -> Iterator[WalkEvent]:
        """Write the short entries that no page had as a whole, at the end of the walk."""
        for key, (url, entry) in self._short.items():
            if key not in self._keys:
                self._keys.add(key)
                self._journal.write(f"short {key}", [entry], PageResult(url, (key,)))
                yield WalkEvent(url, 1, is_entry=True)

    def _find_entries(self, page: Page) -> tuple[list[Entry], str]:
        """Find the entries of a page, or a note that the wrapper does not fit."""
        try:
            return list_entries(page, self._read_records(page)), ""
        except WrapperError as error:
            return [], f"{page.url}: {error}"

    def _find_links(
        self, page: Page, url: str, keys: list[str], entry_keys: set[str]
    ) -> PageResult:
        """Find the next page and the archives; links of entries are none of these."""
        own = page.url or url
        following = next_page(page, kind="list")
        next_url = "" if following is None else following.url
        if not self._client.is_on_host(next_url) or normalise_address(next_url) in entry_keys:
            next_url = ""
        archives = [
            link
            for link in find_archive_links(page, own)
            if normalise_address(link) not in entry_keys
        ]
        digest = hashlib.blake2b(page.source, digest_size=16).hexdigest()
        return PageResult(own, tuple(keys), next_url, tuple(archives), digest)

    def _read_entries(self, result: PageResult) -> Iterator[WalkEvent]:
        """Read the pages of new entries, and write the entries with what they add. The entry itself
        is written even if its page fails."""
        for entry in result.entries:
            # A page may have the same address as the list, or several entries the same page.
            url, key = entry.get(LINK, ""), f"entry {make_key(entry)}"
            if self._journal.find(key) is not None:
                self.n_pages += 1
                yield WalkEvent(url, 1, is_entry=True, is_old=True)
                continue
            event, merged = WalkEvent(url), entry
            if self._client.is_on_host(url) and not self._is_over():
                page, event = self._fetch(url)
                if page is not None:
                    added, event = self._merge(entry, page, event)
                    merged = added or entry
            is_complete = not event.failure
            self._journal.write(key, [merged], PageResult(result.url), is_complete=is_complete)
            yield event._replace(n_entries=1, is_entry=True, n_waiting=len(self._queue))

    def _merge(self, entry: Entry, page: Page, event: WalkEvent) -> tuple[Entry | None, WalkEvent]:
        try:
            merged = merge_entry(entry, page, self._read_records(page))
        except WrapperError as error:
            return None, event._replace(note=f"{event.url}: {error}")
        note = "" if merged is not None else f"{event.url}: the wrapper finds no entry"
        return merged, event._replace(note=note)

    def _fetch(self, url: str) -> tuple[Page | None, WalkEvent]:
        """Read a page, or return why not."""
        self.n_pages += 1
        try:
            page = self._client.read(url)
        except DisallowedError as error:
            # No page was requested.
            self.n_pages -= 1
            return None, WalkEvent(url, note=str(error))
        except (FetchError, BadInput) as error:
            self._n_failures = self._n_failures + 1 if _is_down(error) else 0
            return None, WalkEvent(url, failure=str(error))
        self._n_failures = 0
        return page, WalkEvent(url)


def _is_down(error: PagecoreError) -> bool:
    """Whether a failure is one of the server or the network, rather than of a single page."""
    status = error.status if isinstance(error, FetchError) else None
    if status is not None:
        return status >= 500 or status == HTTPStatus.TOO_MANY_REQUESTS
    return isinstance(error.__cause__, (OSError, HTTPException))
