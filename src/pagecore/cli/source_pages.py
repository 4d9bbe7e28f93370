"""The pages of a site from files, URLs or standard input, for `learn` and `extract --site`."""

from __future__ import annotations

import pickle
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from pagecore.cli.batch import report_failure
from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.site import parse_host
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import STDIN, Source


class PageLabels(Protocol):
    """Labels of pages, which are read with them."""

    def read(self, source: Source, page: Page) -> None:
        """Read the labels of a page."""


class ReadingBar(Protocol):
    """A progress bar for pages that are read several times."""

    def begin(self, n_pages: int) -> None:
        """Expect more pages."""

    def advance(self) -> None:
        """Count a page."""


class SourcePages:
    """Opens the pages of sources, any number of times: an opener for `Site.of`.

    A page that fails is reported once, and skipped. Files are read again each time, so that a site
    of any size can be learned; what comes from the network or from standard input is kept
    compressed.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        read_options: ReadOptions,
        bar: ReadingBar,
        labels: PageLabels | None = None,
    ) -> None:
        """Choose the sources; nothing is read yet.

        Args:
            sources: the sources.
            read_options: how to read them.
            bar: counts the pages of all iterations.
            labels: reads the labels of each page, the first time.
        """
        self._untried = list(reversed(sources))
        self._read_options = read_options
        self._bar = bar
        self._labels = labels
        #: The sources of the pages that could be read, and the pages that cannot be read again.
        self.sources: list[Source] = []
        self._kept: dict[int, bytes] = {}
        #: The names of the same pages, and of those that could not be read.
        self.names: list[str] = []
        self.failed: list[str] = []
        #: The number of pages by host: that of their URL, or of the one that they declare.
        self.hosts: Counter[str] = Counter()

    def __call__(self) -> Iterator[Page]:
        """Open all pages."""
        self._bar.begin(len(self.sources) + len(self._untried))
        at = 0
        # Another iteration may have stopped early.
        while (page := self._find(at)) is not None:
            yield page
            at += 1
        if not self.sources:
            raise WrapperError("nothing was learned: no page could be read")

    def open_some(self, numbers: Sequence[int]) -> Iterator[Page]:
        """Open some pages; the others are not read, if their numbers are known."""
        self._bar.begin(len(numbers))
        for at in numbers:
            page = self._find(at)
            if page is not None:
                yield page

    def _find(self, at: int) -> Page | None:
        """Read a page again, or read on until there is one with this number; None at the end."""
        if at < len(self.sources):
            page = self._read_again(at)
            self._bar.advance()
            return page
        while self._untried:
            new_page = self._read_next()
            self._bar.advance()
            if at < len(self.sources):
                return new_page
        return None

    def _read_again(self, at: int) -> Page:
        if at not in self._kept:
            return read_page(self.sources[at], self._read_options)
        page: Page = pickle.loads(zlib.decompress(self._kept[at]))
        return page

    def _read_next(self) -> Page | None:
        """Read the next page, its name and its labels; report it and return None if it fails."""
        source = self._untried.pop()
        try:
            page = read_page(source, self._read_options)
            if self._labels is not None:
                self._labels.read(source, page)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a page raises must not stop the others
            report_failure(source, error)
            self.failed.append(str(source))
            return None
        if source.is_url or source.place == STDIN:
            self._kept[len(self.sources)] = zlib.compress(pickle.dumps(page))
        self.sources.append(source)
        self.names.append(str(source))
        host = parse_host(page.address or "").removeprefix("www.")
        if host:
            self.hosts[host] += 1
        return page
