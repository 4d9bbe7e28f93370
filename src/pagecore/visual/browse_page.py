"""From the bytes of a page to the page as a browser renders it, with its layout."""

from __future__ import annotations

import atexit
import os
import threading
from dataclasses import dataclass
from typing import Final

from pagecore.errors import BrowserError, LimitError
from pagecore.page import Page, PageWarning, parse
from pagecore.page.layout import LOW_QUALITY
from pagecore.page.received import Received
from pagecore.sources.read import RawPage
from pagecore.visual.files import SAVED_HOST
from pagecore.visual.join import join_layout
from pagecore.visual.options import BrowseOptions
from pagecore.visual.pool import BrowserPool
from pagecore.visual.quality import estimate_quality
from pagecore.visual.render import RenderedDocument, RenderJob
from pagecore.visual.serialise import serialise
from pagecore.visual.snapshot import read_snapshot

#: Style sheets that a warning names.
_MAX_NAMED: Final = 3


@dataclass(frozen=True)
class BrowsedPage:
    """A rendered page, and its screenshot if there is one."""

    page: Page
    screenshot: bytes | None


def browse_page(
    raw_page: RawPage,
    options: BrowseOptions,
    pool: BrowserPool,
    *,
    place: str = f"http://{SAVED_HOST}/page.html",
    screenshot: bool = False,
) -> BrowsedPage:
    """Render a page.

    Args:
        raw_page: the page as received.
        options: how it is rendered.
        pool: the browsers.
        place: where the browser believes a page without a URL to be.
        screenshot: take a picture of it.

    Raises:
        BrowserError, NeedsBrowser, NeedsExtra: it cannot be rendered.
        LimitError: it is too large.
    """
    content, n_bytes = raw_page.content, len(raw_page.content)
    if n_bytes > options.max_bytes:
        raise LimitError(
            f"the page has {n_bytes} bytes; browsers get at most {options.max_bytes}: raise "
            "max_bytes, or read the page without a browser"
        )
    # The browser gets the page decoded, so that both read the same characters.
    received = parse(content, url=raw_page.url, encoding=raw_page.charset)
    url = raw_page.url if _is_web(raw_page.url) else None
    job = RenderJob(received.source, url or place, options, screenshot)
    rendered = pool.render(job)
    page = _make_page(rendered, options, None if url is None else rendered.url)
    page = page.with_received(Received.of(content))
    return BrowsedPage(page.with_warnings(*raw_page.warnings), rendered.screenshot)


def _is_web(url: str | None) -> bool:
    return url is not None and url.lower().startswith(("http://", "https://"))


def _make_page(rendered: RenderedDocument, options: BrowseOptions, url: str | None) -> Page:
    snapshot = read_snapshot(rendered.answer)
    serialised = serialise(snapshot)
    page = parse(serialised.source.decode(), url=url)
    quality = estimate_quality(snapshot, rendered, options.viewport[0])
    layout = join_layout(
        page,
        snapshot,
        serialised,
        viewport=options.viewport,
        quality=quality,
        has_run_scripts=rendered.has_run_scripts,
    )
    problems = list(rendered.problems)
    if quality < LOW_QUALITY:
        problems.append(("browse-unstyled", _describe_quality(rendered, quality)))
    warnings = [PageWarning(code, message, -1, -1, 1) for code, message in problems]
    return page.with_layout(layout).with_warnings(*warnings)


def _describe_quality(rendered: RenderedDocument, quality: float) -> str:
    missing = list(dict.fromkeys(rendered.missing_sheets))
    text = f"the layout is unreliable (quality {quality:.2f})"
    if not missing:
        return f"{text}: the page seems to have no design of its own"
    named = ", ".join(url[:100] for url in missing[:_MAX_NAMED])
    rest = f" and {len(missing) - _MAX_NAMED} more" if len(missing) > _MAX_NAMED else ""
    return (
        f"{text}: style sheets are missing: {named}{rest}; pass their folder with files= or "
        "--files, or allow the network"
    )


@dataclass(frozen=True)
class Renderer:
    """Renders the pages that are read, for `ReadOptions`; every process has its own browser."""

    options: BrowseOptions

    def __call__(self, raw_page: RawPage) -> Page:
        """Render a page; the message of an error names it by its URL."""
        try:
            return browse_page(raw_page, self.options, open_shared_pool(self.options)).page
        except (BrowserError, LimitError) as error:
            if raw_page.url is None:
                raise
            raise type(error)(f"{raw_page.url}: {error}") from error


_pools: dict[str | os.PathLike[str] | None, BrowserPool] = {}
_lock: Final = threading.Lock()


def open_shared_pool(options: BrowseOptions) -> BrowserPool:
    """Return the pool of this process, which is closed when the process ends."""
    with _lock:
        pool = _pools.get(options.executable)
        if pool is None:
            pool = _pools[options.executable] = BrowserPool(executable=options.executable)
            atexit.register(pool.close)
        return pool
