"""The verb `browse`: from a page or a URL to the page as a browser renders it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pagecore.errors import BadInput, show_value
from pagecore.page import Html, Page

if TYPE_CHECKING:
    from pagecore.sources.read import RawPage
    from pagecore.visual.files import Files
    from pagecore.visual.options import Wait
    from pagecore.visual.pool import BrowserPool


def browse(
    source: Html | str | os.PathLike[str],
    *,
    url: str | None = None,
    encoding: str | None = None,
    files: Files | None = None,
    scripts: bool = False,
    network: bool = False,
    allow_private: bool = False,
    viewport: tuple[int, int] = (1366, 900),
    wait: Wait = "load",
    timeout: float = 30.0,
    max_bytes: int = 16 * 2**20,
    max_navigations: int = 5,
    executable: str | os.PathLike[str] | None = None,
    screenshot: str | os.PathLike[str] | None = None,
    pool: BrowserPool | None = None,
) -> Page:
    """Render a page in a browser, and return it with its layout.

    The page is the document as rendered: `page.source` is its HTML, and `page.layout` has a row for
    every row of the page. `page.received` has the bytes that were rendered. By default, scripts do
    not run, and nothing is fetched but the page itself, if `source` is its URL.

    Args:
        source: a URL, the path of a file (a `pathlib.Path`), or the page itself as bytes or str.
        url: the URL of a page that is not read from one.
        encoding: the charset of the HTTP header, if there was one.
        files: style sheets and images: a folder, or a mapping of URLs to bytes, paths, or pairs of
            width and height, for images that are drawn as blank boxes.
        scripts: run the scripts of the page.
        network: fetch what the page asks for, with GET requests of the package's own client.
        allow_private: allow addresses of private networks and of this machine.
        viewport: width and height of the window, in CSS pixels.
        wait: what to wait for: `parsed`, the document alone; `load`, its style sheets and images
            too; `idle`, half a second without requests.
        timeout: time limit for rendering, in seconds.
        max_bytes: size limit of the page itself.
        max_navigations: how many other pages it may open in its place, with `network`.
        executable: the program of the browser; by default, the first that is installed.
        screenshot: write a picture of the whole page to this file, as PNG.
        pool: browsers that are used again; without it, a browser is started for this page alone.

    Raises:
        BrowserError: the page could not be rendered.
        NeedsBrowser, NeedsExtra: no Chromium, or no Playwright, is installed.
        BadInput, FetchError: the page cannot be read.
        LimitError: the page is too large.
    """
    # Imported here, because few programs render pages.
    from pagecore.store import write_file
    from pagecore.visual.browse_page import browse_page
    from pagecore.visual.options import BrowseOptions
    from pagecore.visual.pool import BrowserPool

    options = BrowseOptions(
        files=files,
        scripts=scripts,
        network=network,
        allow_private=allow_private,
        viewport=viewport,
        wait=wait,
        timeout=timeout,
        max_bytes=max_bytes,
        max_navigations=max_navigations,
        executable=executable,
    )
    raw_page = _read_source(source, url, encoding, allow_private=allow_private)
    place = name_saved_page(source, files)
    with_picture = screenshot is not None
    if pool is not None:
        browsed = browse_page(raw_page, options, pool, place=place, screenshot=with_picture)
    else:
        with BrowserPool(executable=executable) as own:
            browsed = browse_page(raw_page, options, own, place=place, screenshot=with_picture)
    if screenshot is not None:
        write_file(Path(screenshot), browsed.screenshot or b"")
    return browsed.page


def _read_source(
    source: object, url: str | None, encoding: str | None, *, allow_private: bool
) -> RawPage:
    from dataclasses import replace

    from pagecore.page.core_table import check_text
    from pagecore.sources.kinds import FileKind, check_is_page
    from pagecore.sources.read import RawPage, ReadOptions, read_raw_page
    from pagecore.sources.source import Source, is_url

    for name, word in (("url", url), ("encoding", encoding)):
        if word is not None:
            check_text(name, word)
    is_place = isinstance(source, str) and "<" not in source and is_url(source)
    if is_place or isinstance(source, os.PathLike):
        assert isinstance(source, (str, os.PathLike))
        place = Source(os.fspath(source))
        raw_page = read_raw_page(place, ReadOptions(url=url, allow_private=allow_private))
        if raw_page.kind is not FileKind.HTML:
            raise BadInput(f"{place}: this is {raw_page.kind.value}, not an HTML page")
        return raw_page if encoding is None else replace(raw_page, charset=encoding)
    if isinstance(source, str):
        return RawPage(source.encode("utf-8", "replace"), url, "utf-8")
    if isinstance(source, (bytes, bytearray, memoryview)):
        check_is_page(source)
        return RawPage(bytes(source), url, encoding)
    raise BadInput(f"{show_value(source)}: expected a URL, a path, or a page as bytes or str")


def name_saved_page(source: object, files: object) -> str:
    """Return a URL for a saved page: by its path in the folder of its files, if it is there."""
    from urllib.parse import quote

    from pagecore.visual.files import SAVED_HOST

    name = "page.html"
    if isinstance(source, os.PathLike):
        path = Path(source).resolve()
        name = path.name
        if isinstance(files, (str, os.PathLike)) and path.is_relative_to(Path(files).resolve()):
            name = path.relative_to(Path(files).resolve()).as_posix()
    return f"http://{SAVED_HOST}/{quote(name)}"
