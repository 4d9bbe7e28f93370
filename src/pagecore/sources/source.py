"""Sources: where pages are. A source is a file, a URL, standard input, or a page in a container."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.request import url2pathname

from pagecore.page.urls import split_url
from pagecore.sources.kinds import FileKind
from pagecore.store import make_printable

#: The place that means standard input.
STDIN: Final = "-"

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """Where one page is, or a container of pages: a WARC file, a feed or a sitemap."""

    #: A path, a URL, or `-` for standard input.
    place: str
    #: Position among all places of a run.
    index: int = 0
    #: The folder that the user named, if the page was found in one.
    folder: str | None = None
    #: Whether to pause before it is fetched, because an earlier source is on the same host.
    needs_pause: bool = False
    #: The bytes of the page, if they were read already.
    content: bytes | None = field(default=None, repr=False)
    #: The URL of the page, if it is known: from a manifest, a mirror or a container.
    url: str | None = None
    #: The charset that came with the content.
    charset: str | None = None
    #: What the content is; None if that is still to be detected.
    kind: FileKind | None = None
    #: The name of the page in its container, such as its URL.
    name_in_container: str | None = None
    #: The numbers of the page in its containers, from the outermost; empty for a place.
    position: tuple[int, ...] = ()

    @property
    def is_container(self) -> bool:
        """Whether it is known to hold several pages."""
        return self.kind is not None and self.kind.is_container

    @property
    def is_url(self) -> bool:
        """Whether the place is a URL."""
        return is_url(self.place)

    @property
    def host(self) -> str | None:
        """The host to fetch the page from; None for files, for pages that were read already, and
        for URLs that cannot be parsed."""
        if self.content is not None or not self.is_url:
            return None
        return split_url(self.place).netloc.lower() or None

    @property
    def place_url(self) -> str | None:
        """The place as a URL; None for standard input, and for a page in a container."""
        if self.place == STDIN or self.name_in_container is not None:
            return None
        return self.place if self.is_url else Path(self.place).absolute().as_uri()

    def __str__(self) -> str:
        name = (
            self.place
            if self.name_in_container is None
            else f"{self.place}::{self.name_in_container}"
        )
        return make_printable(name) or "''"


def is_url(place: str) -> bool:
    """Whether a place is a URL rather than a file."""
    return _URL.match(place) is not None


def path_of_url(url: str) -> Path:
    """The path of a `file:` URL."""
    return Path(url2pathname(split_url(url).path))
