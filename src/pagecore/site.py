"""A site: pages that a site method can iterate as often as it needs to."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, BadOption, show_value
from pagecore.page import Html, Mask, Page, parse
from pagecore.page.columns import check_numbers, is_list
from pagecore.page.core_table import check_text
from pagecore.page.urls import split_url
from pagecore.sources.kinds import check_is_feed, check_is_page

#: A function from a page to the mask of its content rows.
Labels: TypeAlias = Callable[[Page], npt.ArrayLike]
#: The types that `Site.of` accepts.
Pages: TypeAlias = (
    "Site | Iterable[Html | Page] | Callable[[], Iterable[Html | Page]] | str | os.PathLike[str]"
)


@dataclass(frozen=True, eq=False)
class Site:
    """The pages of a site, with its feed, labels and host. Use `Site.of`.

    Each iteration parses the pages again, unless they were passed as parsed pages, so that a site
    of any size can be used.
    """

    #: Opens an iteration, starting at the first page.
    open_pages: Callable[[], Iterable[Html | Page]] = field(repr=False)
    #: The feed of the site, as received.
    feed: bytes | None = None
    #: A function from a page to the mask of its content rows, if there are labels.
    labels: Callable[[Page], Mask] | None = field(default=None, repr=False)
    #: The host that was passed; None to use that of the pages.
    declared_host: str | None = None
    #: Names of the pages for messages, such as those of their files.
    names: Sequence[str] = field(default=(), repr=False)
    #: The places of the pages in the whole site that they were selected from.
    numbers: tuple[int, ...] | None = field(default=None, repr=False)
    _hosts: dict[str, None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        pages: Pages,
        *,
        feed: bytes | None = None,
        labels: Labels | None = None,
        host: str | None = None,
        names: Sequence[str] = (),
    ) -> Site:
        """Make a site from pages.

        Args:
            pages: a list of pages, parsed or not; a folder (all `*.html`, `*.htm` and `*.xhtml`
                files, including subfolders, by name); a function that opens an iterator over pages;
                an iterator, which is read once and kept compressed; or a site, whose feed, labels
                and host are replaced by the other arguments.
            feed: the feed of the site, as received.
            labels: a function from a page to the mask of its content rows.
            host: the host of the pages; by default that of the first page with a URL.
            names: names of the pages for messages, such as those of their files; by default their
                URLs or numbers.

        Raises:
            BadOption: an argument is not one of these.
            BadInput: the feed is a web page, a PDF or another file type; or, during iteration, the
                folder cannot be read, a page is a PDF or another file type, or the pages cannot be
                iterated twice.
        """
        site = pages if isinstance(pages, Site) else cls(_make_opener(pages))
        if feed is not None:
            site = replace(site, feed=_check_feed(feed))
        if labels is not None:
            if not callable(labels):
                raise BadOption(
                    f"labels={show_value(labels)}: expected a function from a page to a mask"
                )
            site = replace(site, labels=partial(_label_page, labels))
        if host is not None:
            site = replace(site, declared_host=check_text("host", host))
        # A list of names may be filled while the pages are iterated.
        return site if names == () else replace(site, names=names)

    def __iter__(self) -> Iterator[Page]:
        for html in self.open_pages():
            if isinstance(html, (bytes, bytearray, memoryview)):
                check_is_page(html)
            page = html if isinstance(html, Page) else parse(html)
            if page.url is not None:
                self._hosts[parse_host(page.url)] = None
            yield page

    def select(self, numbers: Iterable[int]) -> Site:
        """Return the site with some of its pages only, by their places in the iteration."""
        chosen = tuple(sorted(numbers))
        selected = _SelectedPages(self.open_pages, frozenset(chosen))
        # The pages of a selection are named like those of the whole site.
        known = self.numbers
        numbers = chosen if known is None else tuple(known[at] for at in chosen)
        return replace(self, open_pages=selected, numbers=numbers, _hosts={})

    def name(self, at: int, page: Page) -> str:
        """Return the name of a page for messages; `at` is its place in the iteration."""
        number = at if self.numbers is None else self.numbers[at]
        if number < len(self.names):
            return self.names[number]
        return page.url or f"page {number + 1}"

    @property
    def host(self) -> str:
        """The host of the pages; empty if it is unknown."""
        if self.declared_host is not None:
            return self.declared_host
        # Iterates until a page has a URL.
        if not self._hosts:
            next((page for page in self if page.url is not None), None)
        return next(iter(self._hosts), "")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of the pages that were iterated so far."""
        return tuple(self._hosts)


def _make_opener(pages: Any) -> Callable[[], Iterable[Html | Page]]:
    """Return a function that opens an iteration over the pages, any number of times."""
    if isinstance(pages, os.PathLike) or (isinstance(pages, str) and os.path.isdir(pages)):
        return _PageFolder(os.fspath(pages))
    if isinstance(pages, (str, bytes, bytearray, memoryview, Page)):
        raise BadOption(_describe_single_page(pages))
    if isinstance(pages, Iterator):
        return _CompressedPages(pages)
    if isinstance(pages, Sequence):
        return _PageList(tuple(pages))
    if is_list(pages):
        return _ReopenedPages(partial(iter, pages))
    if callable(pages):
        return _ReopenedPages(pages)
    raise BadOption(f"pages has the type {type(pages).__name__}: {_EXPECTED}")


_EXPECTED: Final = (
    "expected a folder, a list of pages, an iterator, or a function that opens an iterator"
)


def _describe_single_page(page: object) -> str:
    if isinstance(page, str) and page and "<" not in page and "\n" not in page:
        return f"pages={show_value(page, 200)}: there is no such folder; {_EXPECTED}"
    return f"pages is a single page: {_EXPECTED}"


def _check_feed(feed: object) -> bytes:
    if not isinstance(feed, (bytes, bytearray, memoryview)):
        raise BadOption(f"feed={show_value(feed)}: expected the bytes of a feed")
    check_is_feed(feed, "feed: ")
    return bytes(feed)


@dataclass(frozen=True)
class _PageList:
    """Pages of a list, as it was when the site was made."""

    pages: tuple[Html | Page, ...]

    def __call__(self) -> Iterable[Html | Page]:
        return self.pages


class _ReopenedPages:
    """Pages of a function or another iterable that opens a new iteration each time."""

    def __init__(self, open_pages: Callable[[], Iterable[Html | Page]]) -> None:
        self._open_pages = open_pages
        self._last: Iterator[Html | Page] | None = None
        self._has_pages = False

    def __call__(self) -> Iterator[Html | Page]:
        pages = self._open_pages()
        if not is_list(pages):
            raise BadInput(
                f"the function that opens the pages returned {show_value(pages)}: {_REMEDY}"
            )
        opened = iter(pages)
        if opened is self._last:
            raise BadInput(f"the pages cannot be iterated twice: {_REMEDY}")
        self._last = opened
        page = None
        for page in opened:
            self._has_pages = True
            yield page
        if page is None and self._has_pages:
            raise BadInput(f"the second iteration over the pages yields none: {_REMEDY}")

    def __reduce__(self) -> tuple[Callable[..., _ReopenedPages], tuple[Any, ...]]:
        return _ReopenedPages, (self._open_pages,)


_REMEDY: Final = "pass a list, an iterator, or a function that opens a new iterator at each call"


@dataclass(frozen=True)
class _PageFolder:
    """Pages of a folder and its subfolders."""

    path: str

    def __call__(self) -> Iterator[Page]:
        # Imported here, because it also imports the HTTP client.
        from pagecore.sources.find_sources import MARKUP_KINDS, FolderOptions, find_sources
        from pagecore.sources.read import ReadOptions, read_page

        listing = find_sources([self.path], FolderOptions(kinds=MARKUP_KINDS))
        for error in listing.errors:
            raise error
        for source in listing.sources:
            yield read_page(source, ReadOptions())


@dataclass(frozen=True)
class _SelectedPages:
    """Some of the pages of another iteration; the others are not parsed."""

    open_pages: Callable[[], Iterable[Html | Page]]
    numbers: frozenset[int]

    def __call__(self) -> Iterator[Html | Page]:
        for number, page in enumerate(self.open_pages()):
            if number in self.numbers:
                yield page


class _CompressedPages:
    """Pages of an iterator, read once and kept compressed for later iterations."""

    def __init__(self, pages: Iterator[Html | Page]) -> None:
        self._pages = pages
        self._packed: list[bytes] = []

    def __call__(self) -> Iterator[Html | Page]:
        at = 0
        while True:
            # Another iteration may have stopped early, or may still be running.
            while at < len(self._packed):
                yield pickle.loads(zlib.decompress(self._packed[at]))
                at += 1
            try:
                page = next(self._pages)
            except StopIteration:
                return
            if isinstance(page, (bytearray, memoryview)):
                page = bytes(page)
            self._packed.append(zlib.compress(pickle.dumps(page)))
            at += 1
            yield page

    def __reduce__(self) -> tuple[Callable[..., _PageList], tuple[Any, ...]]:
        """Pickle as a list: the pages that were not read yet are read now."""
        return _PageList, (tuple(self()),)


def _label_page(labels: Labels, page: Page) -> Mask:
    """Call the labels of a site, and check the mask that they return."""
    return check_numbers("labels", labels(page), len(page)).astype(np.bool_)


def parse_host(url: str) -> str:
    """Return the host of a URL; empty if it has none."""
    return split_url(url).hostname or ""
