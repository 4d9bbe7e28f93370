"""A pool of browsers: pages are rendered beside each other, in browsers that are used again."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pagecore.errors import BadOption, NeedsExtra, show_value
from pagecore.visual.browser import Chromium
from pagecore.visual.render import RenderedDocument, RenderJob

if TYPE_CHECKING:
    from playwright.async_api import Playwright

#: Pages after which a browser is started anew, since its memory grows with them.
PAGES_PER_BROWSER: Final = 100
#: The most memory of a browser while it renders a page, in MiB.
MAX_MEMORY_MIB: Final = 4096.0
#: A browser that keeps a larger share of that after a page is started anew.
_KEPT: Final = 0.25
_MAX_BROWSERS: Final = 64

_T = TypeVar("_T")


class BrowserPool:
    """Browsers that render pages, at most `n_browsers` at a time; use it in a `with` statement.

    Browsers start when they are needed. Several threads may use a pool; a call waits for a free
    browser. Playwright runs in a thread of its own, so pools also work in notebooks.
    """

    def __init__(
        self,
        n_browsers: int = 1,
        *,
        executable: str | os.PathLike[str] | None = None,
        pages_per_browser: int = PAGES_PER_BROWSER,
        max_memory_mib: float = MAX_MEMORY_MIB,
    ) -> None:
        """Prepare a pool.

        Args:
            n_browsers: number of browsers, 1 to 64.
            executable: the program of the browser; by default, the first that is installed.
            pages_per_browser: pages after which a browser is started anew.
            max_memory_mib: memory that a browser may use, in MiB; a page that needs more fails
                (Linux only).
        """
        limits = (
            ("n_browsers", n_browsers, _MAX_BROWSERS),
            ("pages_per_browser", pages_per_browser, 1 << 30),
        )
        for name, value, most in limits:
            if type(value) is not int or not 1 <= value <= most:
                raise BadOption(f"{name}={show_value(value)}: expected an integer, 1 to {most}")
        if not isinstance(max_memory_mib, (int, float)) or not max_memory_mib > 0:
            raise BadOption(f"max_memory_mib={show_value(max_memory_mib)}: expected more than 0")
        self.n_browsers = n_browsers
        self._executable = executable
        self._pages_per_browser = pages_per_browser
        self._max_memory_mib = max_memory_mib
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._playwright: Playwright | None = None
        self._free: asyncio.Queue[Chromium] | None = None
        self._browsers: list[Chromium] = []
        self._lock = threading.Lock()

    def __enter__(self) -> BrowserPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def render(self, job: RenderJob) -> RenderedDocument:
        """Render a page; wait for a free browser first.

        Raises:
            BrowserError: the page could not be rendered.
            NeedsBrowser, NeedsExtra: no Chromium, or no Playwright, is installed.
        """
        with self._lock:
            if self._loop is None:
                self._start()
        return self._run(self._render(job))

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _start(self) -> None:
        try:
            import playwright.async_api  # noqa: F401 - asks whether it is there
        except ImportError as error:
            raise NeedsExtra(
                "rendering pages needs Playwright: pip install 'pagecore[browse]'"
            ) from error
        loop = self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=loop.run_forever, name="pagecore-browse", daemon=True
        )
        self._thread.start()
        self._run(self._open())

    async def _open(self) -> None:
        from playwright.async_api import async_playwright

        playwright = self._playwright = await async_playwright().start()
        self._free = asyncio.Queue()
        for _ in range(self.n_browsers):
            browser = Chromium(playwright, self._executable, self._max_memory_mib)
            self._browsers.append(browser)
            self._free.put_nowait(browser)

    async def _render(self, job: RenderJob) -> RenderedDocument:
        assert self._free is not None
        browser = await self._free.get()
        try:
            if browser.n_pages >= self._pages_per_browser or self._is_full(browser):
                await browser.end()
            return await browser.render(job)
        finally:
            self._free.put_nowait(browser)

    def _is_full(self, browser: Chromium) -> bool:
        return browser.memory_bytes > _KEPT * self._max_memory_mib * 2**20

    def close(self) -> None:
        """End all browsers. The pool starts again if it is used again."""
        with self._lock:
            loop, self._loop = self._loop, None
            if loop is None:
                return
            asyncio.run_coroutine_threadsafe(self._close(), loop).result()
            # Requests of pages that were given up may still wait for an answer.
            asyncio.run_coroutine_threadsafe(_cancel_tasks(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            assert self._thread is not None
            self._thread.join()
            loop.close()

    async def _close(self) -> None:
        for browser in self._browsers:
            await browser.end()
        self._browsers = []
        if self._playwright is not None:
            await self._playwright.stop()
            self._playwright = None


async def _cancel_tasks() -> None:
    """Cancel what still runs in the loop."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
