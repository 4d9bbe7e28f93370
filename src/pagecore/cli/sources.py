"""Where pages are given: files, folders, URLs and standard input."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

import click

from pagecore.errors import BadInput, BadOption
from pagecore.page import Page, parse
from pagecore.sources.fetch import MAX_BYTES, SECONDS, fetch
from pagecore.sources.signatures import foreign

#: How names of pages end.
ENDINGS: Final = (".html", ".htm", ".xhtml")

#: Seconds between two pages of one host, where nothing else is said.
PAUSE: Final = 1.0
#: What a place may be.
_EXPECTED: Final = "expected a file, a folder, a URL, or - for standard input"
_URL: Final = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """Where a page is."""

    #: A file, a URL, or - for standard input.
    place: str
    #: Counts the pages that are given.
    number: int = 0
    #: The folder that was given, where the page was found in one.
    folder: str | None = None
    #: Whether its host was asked for another page before.
    is_again: bool = False

    @property
    def is_url(self) -> bool:
        return is_url(self.place)

    @property
    def host(self) -> str | None:
        """Who is asked for it; None of what is no URL, or of one that cannot be read."""
        try:
            return urlsplit(self.place).netloc.lower() if self.is_url else None
        except ValueError:
            return None

    def __str__(self) -> str:
        return click.format_filename(self.place) or "''"


@dataclass(frozen=True)
class Reading:
    """How pages are read."""

    #: Where a page came from; a URL says that itself.
    url: str | None = None
    seconds: float = SECONDS
    private: bool = False
    #: Seconds before a host is asked once more.
    pause: float = PAUSE


def is_url(place: str) -> bool:
    """Whether it is a URL, and no file."""
    return _URL.match(place) is not None


def found(given: Sequence[str]) -> tuple[list[Source], list[BadInput]]:
    """The pages that are given, those of folders by name, and what is wrong with folders."""
    if list(given).count("-") > 1:
        raise BadOption("- is given twice: standard input can be read once")
    sources: list[Source] = []
    wrong: list[BadInput] = []
    hosts: set[str | None] = set()
    for place in given:
        if place in ("", "-") or is_url(place) or not os.path.isdir(place):
            source = Source(place, len(sources))
            sources.append(replace(source, is_again=source.is_url and source.host in hosts))
            hosts.add(source.host)
            continue
        inside, unread = _inside(place)
        sources += [Source(page, len(sources) + at, place) for at, page in enumerate(inside)]
        wrong += unread
        if not inside and not unread:
            endings = ", ".join(f"*{ending}" for ending in ENDINGS)
            wrong.append(BadInput(f"{click.format_filename(place)}: no page in it ({endings})"))
    return sources, wrong


def _inside(folder: str) -> tuple[list[str], list[BadInput]]:
    """The pages in a folder and all folders below, and what cannot be read."""
    pages: list[str] = []
    wrong: list[BadInput] = []

    def note(error: OSError) -> None:
        wrong.append(BadInput(f"{click.format_filename(error.filename)}: {error.strerror}"))

    for above, _, names in os.walk(folder, onerror=note):
        for name in filter(lambda name: name.lower().endswith(ENDINGS), names):
            path = os.path.join(above, name)
            # Of a pipe one would wait for what nobody writes.
            if os.path.exists(path) and not os.path.isfile(path):
                wrong.append(BadInput(f"{click.format_filename(path)}: it is no file"))
            else:
                pages.append(path)
    return sorted(pages), wrong


@dataclass(frozen=True)
class Got:
    """The bytes of a page, with what came along."""

    content: bytes
    url: str | None
    #: That its server told.
    charset: str | None = None

    def parsed(self) -> Page:
        return parse(self.content, url=self.url, encoding=self.charset)


def get(source: Source, how: Reading) -> Got:
    """The bytes at a place.

    Raises:
        BadInput, FetchError: why there is no page, in one line.
    """
    if source.is_url:
        # Pages of a host are read one after the other, so this is since the one before.
        time.sleep(how.pause if source.is_again else 0)
        got = fetch(source.place, seconds=how.seconds, private=how.private)
        return Got(got.content, how.url or got.url, got.charset)
    content = _bytes(source)
    what = foreign(content)
    if what is not None:
        raise BadInput(f"{source}: it is {what}, and no page")
    return Got(content, how.url)


def read(source: Source, how: Reading) -> Page:
    """The page at a place; raises as `get` does."""
    return get(source, how).parsed()


def at(source: Source) -> str | None:
    """Where a page is, as a URL; None of standard input."""
    if source.place == "-":
        return None
    return source.place if source.is_url else Path(source.place).absolute().as_uri()


def file_at(url: str) -> Path:
    """The file at a URL of `file:`."""
    return Path(url2pathname(urlsplit(url).path))


def _bytes(source: Source) -> bytes:
    place = source.place
    # Python has no stream where there is none to read.
    if place == "-" and sys.stdin is None:
        raise BadInput("-: standard input is closed; give it a page, or name a file")
    if not place:
        raise BadInput(f"{source}: this names no page; {_EXPECTED}")
    try:
        # One byte more than `parse` reads, so that it tells what was cut; a device has no end.
        if place == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(place, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        helps = _EXPECTED
        if isinstance(error, IsADirectoryError):
            helps = "give one page of it"
        elif place.lower().startswith("www."):
            helps = f"if it is a URL, give all of it: https://{place}"
        raise BadInput(f"{source}: {error.strerror}; {helps}") from error
    except ValueError as error:
        # A name may hold what no file system takes.
        raise BadInput(f"{source}: {error}") from error
