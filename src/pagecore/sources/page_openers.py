"""Openers of pages: functions that open an iteration over the pages of a site, any number of times.

Those of lists, folders and iterators can open some pages without reading the others, so that each
page class of a site is read alone.
"""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from pagecore.errors import BadInput, BadOption, show_value
from pagecore.page import Html, Page
from pagecore.page.columns import is_list

if TYPE_CHECKING:
    from pagecore.sources.source import Source


@runtime_checkable
class SkippingOpener(Protocol):
    """An opener that can skip pages."""

    def __call__(self) -> Iterable[Html | Page]:
        """Open all pages."""

    def open_some(self, numbers: Sequence[int]) -> Iterable[Html | Page]:
        """Open some pages, by their places in the iteration, which increase. Others are not read,
        if they need not be."""


@dataclass(frozen=True)
class SelectedPages:
    """Some of the pages of another opener."""

    open_pages: Callable[[], Iterable[Html | Page]]
    #: Their places in the iteration of the other opener, which increase.
    numbers: tuple[int, ...]

    def __call__(self) -> Iterable[Html | Page]:
        return self._open(self.numbers)

    def open_some(self, numbers: Sequence[int]) -> Iterable[Html | Page]:
        """Open some of these pages."""
        return self._open([self.numbers[at] for at in numbers])

    def _open(self, numbers: Sequence[int]) -> Iterable[Html | Page]:
        if isinstance(self.open_pages, SkippingOpener):
            return self.open_pages.open_some(numbers)
        chosen = frozenset(numbers)
        return (page for at, page in enumerate(self.open_pages()) if at in chosen)


def make_opener(pages: Any) -> Callable[[], Iterable[Html | Page]]:
    """Return a function that opens an iteration over the pages, any number of times."""
    if isinstance(pages, os.PathLike) or (isinstance(pages, str) and os.path.isdir(pages)):
        return _PageFolder(os.fspath(pages))
    if isinstance(pages, (str, bytes, bytearray, memoryview, Page)):
        raise BadOption(_describe_single_page(pages))
    if isinstance(pages, Iterator):
        return _CompressedPages(pages)
    if isinstance(pages, Sequence):
        return _PageList(tuple(pages))
    if isinstance(pages, SkippingOpener):
        return pages
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


@dataclass(frozen=True)
class _PageList:
    """Pages of a list, as it was when the site was made."""

    pages: tuple[Html | Page, ...]

    def __call__(self) -> Iterable[Html | Page]:
        return self.pages

    def open_some(self, numbers: Sequence[int]) -> Iterable[Html | Page]:
        """Open some pages."""
        return [self.pages[at] for at in numbers]


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
        return self.open_some(range(len(self._sources)))

    def open_some(self, numbers: Sequence[int]) -> Iterator[Page]:
        """Read some pages."""
        from pagecore.sources.read import ReadOptions, read_page

        for at in numbers:
            yield read_page(self._sources[at], ReadOptions())

    @cached_property
    def _sources(self) -> Sequence[Source]:
        """The files, listed once: a file that is added later must not move the others."""
        # Imported here, because it also imports the HTTP client.
        from pagecore.sources.find_sources import MARKUP_KINDS, FolderOptions, find_sources

        listing = find_sources([self.path], FolderOptions(kinds=MARKUP_KINDS))
        for error in listing.errors:
            raise error
        return listing.sources


class _CompressedPages:
    """Pages of an iterator, read once and kept compressed for later iterations."""

    def __init__(self, pages: Iterator[Html | Page]) -> None:
        self._pages = pages
        self._packed: list[bytes] = []

    def __call__(self) -> Iterator[Html | Page]:
        at = 0
        # Another iteration may have stopped early, or may still be running.
        while (page := self._find(at)) is not None:
            yield page
            at += 1

    def open_some(self, numbers: Sequence[int]) -> Iterator[Html | Page]:
        """Unpack some pages."""
        for at in numbers:
            page = self._find(at)
            if page is not None:
                yield page

    def _find(self, at: int) -> Html | Page | None:
        """Unpack a page, or read on until there is one with this number; None at the end."""
        if at < len(self._packed):
            packed: Html | Page = pickle.loads(zlib.decompress(self._packed[at]))
            return packed
        for page in self._pages:
            kept = bytes(page) if isinstance(page, (bytearray, memoryview)) else page
            self._packed.append(zlib.compress(pickle.dumps(kept)))
            if at < len(self._packed):
                return kept
        return None

    def __reduce__(self) -> tuple[Callable[..., _PageList], tuple[Any, ...]]:
        """Pickle as a list: the pages that were not read yet are read now."""
        return _PageList, (tuple(self()),)
