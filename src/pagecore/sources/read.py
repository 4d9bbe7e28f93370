"""Read sources: the bytes of a source, and the parsed page."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Final

from pagecore.errors import BadInput
from pagecore.page import LIMITS, Page, parse
from pagecore.sources.fetch import TIMEOUT, fetch
from pagecore.sources.read_at_most import read_at_most
from pagecore.sources.signatures import check_is_page
from pagecore.sources.source import STDIN, Source

#: Default pause between two pages of one host, in seconds.
PAUSE: Final = 1.0
_EXPECTED: Final = "expected a file, a folder, a URL, or - for standard input"


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading sources."""

    #: The URL of the page, for a page saved to a file.
    url: str | None = None
    #: Timeout per URL, in seconds.
    timeout: float = TIMEOUT
    #: Whether URLs of private networks and of this machine are allowed.
    allow_private: bool = False
    #: Pause between two pages of one host, in seconds.
    pause: float = PAUSE
    #: Limits of `parse`; the rest of a larger page is cut off with a warning.
    max_bytes: int = LIMITS["max_bytes"][0]
    max_rows: int = LIMITS["max_rows"][0]


@dataclass(frozen=True)
class RawPage:
    """The bytes of a page, its URL, and the charset of its HTTP header."""

    content: bytes
    url: str | None
    charset: str | None = None


def read_page(source: Source, read_options: ReadOptions) -> Page:
    """Read and parse the page of a source; raises as `read_raw_page` does."""
    raw_page = read_raw_page(source, read_options)
    return parse(
        raw_page.content,
        url=raw_page.url,
        encoding=raw_page.charset,
        max_bytes=read_options.max_bytes,
        max_rows=read_options.max_rows,
    )


def read_raw_page(source: Source, read_options: ReadOptions) -> RawPage:
    """Read the bytes of a source.

    Raises:
        BadInput, FetchError: the source cannot be read, or is not an HTML page.
    """
    if source.content is None and source.is_url:
        # Pages of one host are read one at a time, so the pause follows the previous page.
        time.sleep(read_options.pause if source.needs_pause else 0)
        response = fetch(
            source.place, timeout=read_options.timeout, allow_private=read_options.allow_private
        )
        return RawPage(response.content, read_options.url or response.url, response.charset)
    content = read_bytes(source, read_options) if source.content is None else source.content
    check_is_page(content, f"{source}: ")
    return RawPage(content, read_options.url)


def read_bytes(source: Source, read_options: ReadOptions) -> bytes:
    """Read a file or standard input, up to the limit.

    Raises:
        BadInput: it cannot be read.
    """
    place = source.place
    # sys.stdin is None if the shell closed it.
    if place == STDIN and sys.stdin is None:
        raise BadInput("-: standard input is closed; redirect a page to it, or name a file")
    if not place:
        raise BadInput(f"{source}: the name is empty; {_EXPECTED}")
    # One byte more than `parse` reads, so that `parse` warns that the page was cut off.
    most = read_options.max_bytes + 1
    try:
        if place == STDIN:
            return read_at_most(sys.stdin.buffer, most)
        with open(place, "rb") as file:
            return read_at_most(file, most)
    except OSError as error:
        advice = _EXPECTED
        if isinstance(error, IsADirectoryError):
            advice = "expected a file"
        elif place.lower().startswith("www."):
            advice = f"for a URL, write https://{place}"
        raise BadInput(f"{source}: {error.strerror}; {advice}") from error
    except ValueError as error:
        # A path may hold characters that no file system allows.
        raise BadInput(f"{source}: {error}") from error
