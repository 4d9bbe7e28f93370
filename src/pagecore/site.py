"""A site: pages that a site method can go through as often as it needs to."""

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
from pagecore.page.columns import numeric

#: Says which rows of a page are content.
Labels: TypeAlias = Callable[[Page], npt.ArrayLike]
#: What `Site.of` makes a site from.
Pages: TypeAlias = (
    "Site | Iterable[Html | Page] | Callable[[], Iterable[Html | Page]] | str | os.PathLike[str]"
)


@dataclass(frozen=True, eq=False)
class Site:
    """Pages of one site, with what is known about it. `Site.of` makes one.

    Going through it parses the pages anew each time, unless they were parsed before, so that a site
    of any size can be learned from.
    """

    #: Opens the pages, from the first one.
    open_pages: Callable[[], Iterable[Html | Page]] = field(repr=False)
    #: The feed of the site as it was received.
    feed: bytes | None = None
    #: Says which rows of a page are content, where somebody knows.
    labels: Callable[[Page], Mask] | None = field(default=None, repr=False)
    #: The host as it was declared; without it `host` is that of the pages.
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
        """Make a site of pages.

        Args:
            pages: a list of pages, parsed or not; a folder, of which all `*.html`, `*.htm` and
                `*.xhtml` in it and below are taken, by name; a function that opens an iterator over
                pages; an iterator, which is read once and whose pages are kept compressed; or a
                site, which keeps what is not given anew.
            feed: the feed of the site as it was received.
            labels: a function from a page to a mask of the rows that are content.
            host: the host of the pages; without it that of the first page with a URL.

        Raises:
            BadOption: these are not pages of a site.
            BadInput: the folder cannot be read.
        """
        site = pages if isinstance(pages, Site) else cls(_opener(pages))
        if feed is not None:
            site = replace(site, feed=bytes(feed))
        if labels is not None:
            site = replace(site, labels=partial(_checked_labels, labels))
        if host is not None:
            site = replace(site, declared_host=host)
        return site

    def __iter__(self) -> Iterator[Page]:
        for html in self.open_pages():
            page = html if isinstance(html, Page) else parse(html)
            if page.url is not None:
                self._hosts[_host(page.url)] = None
            yield page

    @property
    def host(self) -> str:
        """The host of the pages; empty where it is not known."""
        if self.declared_host is not None:
            return self.declared_host
        # Going on until a page has a URL.
        if not self._hosts:
            next((page for page in self if page.url is not None), None)
        return next(iter(self._hosts), "")

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts of the pages that were gone through so far."""
        return tuple(self._hosts)


def _opener(pages: Any) -> Callable[[], Iterable[Html | Page]]:
    """What opens the pages, as often as it is called."""
    if isinstance(pages, os.PathLike) or (isinstance(pages, str) and os.path.isdir(pages)):
        return _Folder(os.fspath(pages))
    if isinstance(pages, (str, bytes, bytearray, memoryview, Page)):
        raise BadOption("this is one page: expected several pages of a site, or their folder")
    if isinstance(pages, Iterator):
        return _Kept(pages)
    if isinstance(pages, Iterable):
        return _Listed(pages)
    if callable(pages):
        return pages  # type: ignore[no-any-return]  # What it gives is parsed, and so checked.
    raise BadOption(f"expected several pages of a site, not {type(pages).__name__}")


@dataclass(frozen=True)
class _Listed:
    """Pages of a list."""

    pages: Iterable[Html | Page]

    def __call__(self) -> Iterable[Html | Page]:
        return self.pages


@dataclass(frozen=True)
class _Folder:
    """Pages of a folder and all folders below it."""

    path: str

    def __call__(self) -> Iterator[Html]:
        # The import brings the HTTP client along, which few need.
        from pagecore.sources.read import Reading, read_bytes
        from pagecore.sources.source import find_sources

        found = find_sources([self.path])
        for error in found.errors:
            raise error
        for source in found.sources:
            yield read_bytes(source, Reading())


class _Kept:
    """Pages of an iterator: read once, and kept compressed for the next time."""

    def __init__(self, pages: Iterator[Html | Page]) -> None:
        self._pages = pages
        self._packed: list[bytes] = []

    def __call__(self) -> Iterator[Html | Page]:
        at = 0
        while True:
            # An earlier pass may have stopped in the middle, or be under way.
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

    def __reduce__(self) -> tuple[Callable[..., _Listed], tuple[list[Html | Page]]]:
        """In another process it is a list: what was not read yet is read now."""
        return _Listed, (list(self()),)


def _checked_labels(labels: Labels, page: Page) -> Mask:
    return numeric("labels", labels(page), len(page)).astype(np.bool_)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
