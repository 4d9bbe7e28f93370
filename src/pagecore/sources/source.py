"""Sources: where pages are. A source is a file, a URL or standard input."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.request import url2pathname

from pagecore.errors import BadInput, BadOption
from pagecore.page.urls import split_url
from pagecore.store import make_printable

#: File extensions of pages, for searching folders.
EXTENSIONS: Final = (".html", ".htm", ".xhtml")
#: The place that means standard input.
STDIN: Final = "-"

_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """Where one page is."""

    #: A path, a URL, or `-` for standard input.
    place: str
    #: Position among all sources of a run.
    index: int = 0
    #: The folder that the user named, if the page was found in one.
    folder: str | None = None
    #: Whether to pause before it is fetched, because an earlier source is on the same host.
    needs_pause: bool = False
    #: The bytes of the page, if they were read already.
    content: bytes | None = field(default=None, repr=False)

    @property
    def is_url(self) -> bool:
        """Whether the place is a URL."""
        return is_url(self.place)

    @property
    def host(self) -> str | None:
        """The host that serves the page; None for files, and for URLs that cannot be parsed."""
        return split_url(self.place).netloc.lower() or None if self.is_url else None

    @property
    def url(self) -> str | None:
        """The place as a URL; None for standard input."""
        if self.place == STDIN:
            return None
        return self.place if self.is_url else Path(self.place).absolute().as_uri()

    def __str__(self) -> str:
        return make_printable(self.place) or "''"


@dataclass(frozen=True)
class SourceList:
    """The sources at a list of places."""

    sources: Sequence[Source]
    #: Folders, and files in folders, that cannot be read.
    errors: Sequence[BadInput]
    #: Whether there may be several sources; a folder with one page counts as several.
    is_many: bool


def find_sources(places: Sequence[str]) -> SourceList:
    """Find the pages at some places, in the order of the places; pages of a folder by name.

    Args:
        places: files, folders (searched with all folders below), URLs, or `-`.

    Raises:
        BadOption: standard input is named twice.
    """
    if list(places).count(STDIN) > 1:
        raise BadOption("- is named twice: standard input can be read once")
    sources: list[Source] = []
    errors: list[BadInput] = []
    hosts: set[str | None] = set()
    for place in places:
        if place in ("", STDIN) or is_url(place) or not os.path.isdir(place):
            source = Source(place, len(sources))
            sources.append(replace(source, needs_pause=source.is_url and source.host in hosts))
            hosts.add(source.host)
            continue
        paths, unreadable = _list_pages(place)
        sources += [Source(path, len(sources) + at, place) for at, path in enumerate(paths)]
        errors += unreadable
        if not paths and not unreadable:
            patterns = ", ".join(f"*{extension}" for extension in EXTENSIONS)
            errors.append(
                BadInput(f"{make_printable(place)}: no pages in this folder ({patterns})")
            )
    is_many = len(places) > 1 or any(source.folder is not None for source in sources)
    return SourceList(sources, errors, is_many)


def _list_pages(folder: str) -> tuple[list[str], list[BadInput]]:
    """List the pages in a folder and all folders below, and the errors on the way.

    Links are followed to files in the folder only, so that a folder of a stranger cannot make
    other files of this machine part of the output. Links to folders are skipped.
    """
    paths: list[str] = []
    errors: list[BadInput] = []
    root = os.path.join(os.path.realpath(folder), "")

    def note(error: OSError) -> None:
        errors.append(BadInput(f"{make_printable(error.filename)}: {error.strerror}"))

    for above, _, names in os.walk(folder, onerror=note):
        for name in filter(lambda name: name.lower().endswith(EXTENSIONS), names):
            path = os.path.join(above, name)
            # Opening a pipe would wait for a writer that never comes.
            if os.path.exists(path) and not os.path.isfile(path):
                errors.append(BadInput(f"{make_printable(path)}: this is not a regular file"))
            elif os.path.islink(path) and not os.path.realpath(path).startswith(root):
                errors.append(
                    BadInput(
                        f"{make_printable(path)}: this is a symbolic link to a file outside the "
                        "folder; pass that file itself"
                    )
                )
            else:
                paths.append(path)
    return sorted(paths), errors


def is_url(place: str) -> bool:
    """Whether a place is a URL rather than a file."""
    return _URL.match(place) is not None


def path_of_url(url: str) -> Path:
    """The path of a `file:` URL."""
    return Path(url2pathname(split_url(url).path))
