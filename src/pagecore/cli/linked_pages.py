"""Read pages that a homepage or a feed links to.

Beside a fetched page, they are fetched: one host, `robots.txt`, a pause, up to a limit. Beside a
saved page, they are files at the paths of the links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from pagecore.cli.messages import print_message
from pagecore.errors import BadInput, FetchError, NeedsExtra
from pagecore.follow import PoliteClient
from pagecore.page import Page
from pagecore.page.urls import split_url
from pagecore.site import UNKNOWN_URL
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import STDIN, Source

#: So many failures in a row end the reading.
_MAX_FAILURES: Final = 3


class LinkedPages:
    """Reads pages that are linked from a homepage or its feed."""

    def __init__(self, home: Page, source: Source, read_options: ReadOptions) -> None:
        """Prepare to read.

        Args:
            home: the homepage.
            source: where it comes from: a URL or a file.
            read_options: timeout, pause between requests, and private addresses.
        """
        self.home = home
        self._source = source
        self._options = read_options
        self._n_failures = 0
        self._lacks_extra = False
        #: Whether no further page is to be read: the server fails, or an extra is missing.
        self.is_over = False

    @property
    def is_fetched(self) -> bool:
        """Whether the homepage was fetched, and linked pages are fetched too."""
        return self._source.is_url

    def is_on_host(self, link: str) -> bool:
        """Whether a link leads to the host of the homepage. Files may be of any host."""
        return not self.is_fetched or self._client.is_on_host(link)

    def start(self) -> None:
        """Forget earlier failures, before pages of another kind are read."""
        self._n_failures = 0
        self.is_over = self._lacks_extra

    def read(self, link: str, what: str) -> Page | None:
        """Read the page of a link, or report why not; None if it cannot be read.

        Args:
            link: the URL.
            what: the page in words, for messages: `page of an entry`.
        """
        try:
            page = self._fetch(link) if self.is_fetched else self._read_file(link)
        except NeedsExtra as error:
            if not self._lacks_extra:
                print_message(f"pages that are linked not read: {error}")
            self._lacks_extra = self.is_over = True
            return None
        except (FetchError, BadInput) as error:
            print_message(f"{what} not read: {error}")
            self._n_failures += 1
            self.is_over = self.is_fetched and self._n_failures >= _MAX_FAILURES
            return None
        self._n_failures = 0
        return page

    @cached_property
    def _client(self) -> PoliteClient:
        return PoliteClient(str(self._source), self._options)

    def _fetch(self, link: str) -> Page:
        return self._client.read(link)

    def _read_file(self, link: str) -> Page | None:
        """Read the page of a link that is saved beside the homepage; None if there is none."""
        if self._source.place == STDIN or self._source.name_in_container is not None:
            return None
        file = _find_file(Path(self._source.place).parent, self.home, link)
        if file is None or file.samefile(self._source.place):
            return None
        url = None if link.startswith(UNKNOWN_URL) else link
        return read_page(Source(str(file), url=url), replace(self._options, url=None))


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
