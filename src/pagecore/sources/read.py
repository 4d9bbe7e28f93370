"""Read sources: the bytes of a page, and the parsed page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pagecore.errors import BadInput, BadOption
from pagecore.page import LIMITS, Page, PageWarning, parse
from pagecore.page.page_file import unpack_page
from pagecore.page.plain_text import PLAIN_TEXT
from pagecore.sources.addresses import find_saved_url
from pagecore.sources.fetch import TIMEOUT, check_seconds, fetch
from pagecore.sources.kinds import HEAD, FileKind, detect_kind
from pagecore.sources.mhtml import read_mhtml
from pagecore.sources.open_file import open_source, read_unpacked
from pagecore.sources.read_at_most import read_at_most
from pagecore.sources.source import STDIN, Source

#: Default pause between two pages of one host, in seconds.
PAUSE: Final = 1.0
#: Default number of URLs that are taken from a sitemap.
MAX_URLS: Final = 1000


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
    #: Maximum number of URLs of a sitemap.
    max_urls: int = MAX_URLS
    #: Renders HTML pages in a browser; None reads them as they are.
    render: Callable[[RawPage], Page] | None = None

    def __post_init__(self) -> None:
        check_seconds("timeout", self.timeout)
        check_seconds("pause", self.pause, can_be_zero=True)


@dataclass(frozen=True)
class RawPage:
    """The bytes of a page, its URL, and the charset of its HTTP header."""

    content: bytes
    url: str | None
    charset: str | None = None
    #: `HTML`, `TEXT` or `ENTRY`.
    kind: FileKind = FileKind.HTML
    #: About the file that the page was read from.
    warnings: tuple[PageWarning, ...] = ()
    #: The page itself, if a browser rendered it before; `content` is then its serialised source.
    rendered: Page | None = None


class HasManyPages(BadInput):
    """The source is a WARC file, a feed or a sitemap, not one page."""

    def __init__(self, source: Source) -> None:
        """Name the source, whose kind is known."""
        assert source.kind is not None
        super().__init__(
            f"{source}: this is {source.kind.value}, which holds several pages; `pagecore extract` "
            "reads them (in Python, pagecore.batch.process_sources)"
        )
        #: The source with its kind and, if it was fetched, with its content.
        self.source = source

    def __reduce__(self) -> tuple[type[HasManyPages], tuple[Source]]:
        """Pickle and copy by the source, as the message alone does not make the error again."""
        return HasManyPages, (self.source,)


def read_page(source: Source, read_options: ReadOptions) -> Page:
    """Read and parse the page of a source; raises as `read_raw_page` does."""
    return parse_raw_page(read_raw_page(source, read_options), read_options)


def parse_raw_page(raw_page: RawPage, read_options: ReadOptions) -> Page:
    """Parse a page that was read, or render it in a browser.

    Raises:
        BadInput: it is a rendered page in a damaged file.
        BrowserError, NeedsBrowser, NeedsExtra: it cannot be rendered.
    """
    if raw_page.rendered is not None:
        return raw_page.rendered
    if read_options.render is not None and raw_page.kind is FileKind.HTML:
        return read_options.render(raw_page)
    page = parse(
        raw_page.content,
        url=raw_page.url,
        encoding=raw_page.charset,
        fragment=PLAIN_TEXT if raw_page.kind is FileKind.TEXT else None,
        max_bytes=read_options.max_bytes,
        max_rows=read_options.max_rows,
    )
    return page.with_warnings(*raw_page.warnings) if raw_page.warnings else page


def read_raw_page(source: Source, read_options: ReadOptions) -> RawPage:
    """Read the bytes of a source.

    Raises:
        BadInput, FetchError, NeedsExtra: the source cannot be read, or is not a page.
        HasManyPages: it is a WARC file, a feed or a sitemap.
    """
    if source.content is None and source.is_url:
        source = fetch_source(source, read_options)
    elif source.content is None and source.place == STDIN:
        # It can be read once.
        source = replace(source, content=read_bytes(source, read_options))
    kind = source.kind
    if kind is not None and kind.is_container:
        raise HasManyPages(source)
    url = read_options.url or source.url
    if kind is not None and kind is not FileKind.RENDERED and source.content is not None:
        return RawPage(source.content, url, source.charset, kind)
    # One byte more than `parse` reads, so that `parse` warns that the page was cut off.
    content, is_damaged = read_unpacked(source, read_options.max_bytes + 1)
    detected = detect_kind(content[:HEAD], source.place)
    if isinstance(detected, str):
        raise BadInput(f"{source}: this is {detected}, not an HTML page")
    if detected.is_container:
        raise HasManyPages(replace(source, kind=detected))
    if detected is FileKind.RENDERED:
        return _read_rendered(content, source, read_options)
    warnings = (_warn_of_damage(content),) if is_damaged else ()
    charset = source.charset
    if detected is FileKind.MHTML:
        saved = read_mhtml(content, f"{source}: ")
        content, charset = saved.content, saved.charset
        detected = FileKind.TEXT if saved.is_text else FileKind.HTML
        url = url or saved.url
    if url is None and detected is FileKind.HTML and (saved_url := find_saved_url(content)):
        url, warnings = saved_url, (*warnings, _warn_of_comment(saved_url))
    return RawPage(content, url, charset, detected, warnings)


def _read_rendered(content: bytes, source: Source, read_options: ReadOptions) -> RawPage:
    """Read a page that a browser rendered before, from an `.npz` file."""
    if read_options.render is not None:
        raise BadOption(f"{source}: this page is rendered already; remove --browse")
    page = unpack_page(content, f"{source}: ", url=read_options.url)
    return RawPage(page.source, page.url, "utf-8", rendered=page)


def fetch_source(
    source: Source, read_options: ReadOptions, check: Callable[[str], None] | None = None
) -> Source:
    """Fetch the page of a URL; return its source with the content. `check` is that of `fetch`."""
    # Pages of one host are read one at a time, so the pause follows the previous page.
    time.sleep(read_options.pause if source.needs_pause else 0)
    response = fetch(
        source.place,
        timeout=read_options.timeout,
        allow_private=read_options.allow_private,
        check=check,
    )
    # A server may know that a page without tags is one.
    is_page = response.is_html and detect_kind(response.content[:HEAD]) in (
        FileKind.HTML,
        FileKind.TEXT,
    )
    return replace(
        source,
        content=response.content,
        url=source.url or response.url,
        charset=response.charset,
        kind=FileKind.HTML if is_page else None,
    )


def read_bytes(source: Source, read_options: ReadOptions) -> bytes:
    """Read a file or standard input as it is, up to the limit.

    Raises:
        BadInput: it cannot be read.
    """
    with open_source(source) as file:
        return read_at_most(file, read_options.max_bytes + 1)


def _warn_of_damage(content: bytes) -> PageWarning:
    message = f"the compressed file is damaged or cut off; {len(content)} bytes could be unpacked"
    return PageWarning("damaged-file", message, -1, -1, 1)


def _warn_of_comment(url: str) -> PageWarning:
    message = f"no URL was passed; the page has a comment that it was saved from {url}"
    return PageWarning("url-from-comment", message, -1, -1, 1)
