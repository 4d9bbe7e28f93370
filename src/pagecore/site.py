"""A site: pages that a site method can iterate as often as it needs to."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption
from pagecore.page import Html, Mask, Page, parse
from pagecore.page.columns import check_numbers

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
    _hosts: dict[str, None] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        pages: Pages,
        *,
        feed: bytes | None = None,
        labels: Labels | None = None,
        host: str | None = None,
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

        Raises:
            BadOption: the argument is not one of these.
            BadInput: the folder cannot be read.
        """
        site = pages if isinstance(pages, Site) else cls(_make_opener(pages))
        if feed is not None:
            site = replace(site, feed=bytes(feed))
        if labels is not None:
            site = replace(site, labels=partial(_label_page, labels))
        if host is not None:
            site = replace(site, declared_host=host)
        return site

    def __iter__(self) -> Iterator[Page]:
        for html in self.open_pages():
            page = html if isinstance(html, Page) else parse(html)
            if page.url is not None:
                self._hosts[_parse_host(page.url)] = None
            yield page

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
        raise BadOption("pages is a single page: expected several pages of a site, or their folder")
    if isinstance(pages, Iterator):
        return _CompressedPages(pages)
    if isinstance(pages, Iterable):
        return _PageList(pages)
    if callable(pages):
        return pages  # type: ignore[no-any-return]  # Parsing checks its results.
    raise BadOption(f"expected several pages of a site, not {type(pages).__name__}")


@dataclass(frozen=True)
class _PageList:
    """Pages of a list."""

    pages: Iterable[Html | Page]

    def __call__(self) -> Iterable[Html | Page]:
        return self.pages


@dataclass(frozen=True)
class _PageFolder:
    """Pages of a folder and its subfolders."""

    path: str

    def __call__(self) -> Iterator[Html]:
        # Imported here, because it also imports the HTTP client.
        from pagecore.sources.read import Reading, read_bytes
        from pagecore.sources.source import find_sources

        listing = find_sources([self.path])
        for error in listing.errors:
            raise error
        for source in listing.sources:
            yield read_bytes(source, Reading())


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

    def __reduce__(self) -> tuple[Callable[..., _PageList], tuple[list[Html | Page]]]:
        """Pickle as a list: the pages that were not read yet are read now."""
        return _PageList, (list(self()),)


def _label_page(labels: Labels, page: Page) -> Mask:
    """Call the labels of a site, and check the mask that they return."""
    return check_numbers("labels", labels(page), len(page)).astype(np.bool_)


def _parse_host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
