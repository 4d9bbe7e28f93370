"""One browser process: started, used for some pages, and ended for certain."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pagecore.errors import BrowserError
from pagecore.visual.chromium import HELP, can_use_sandbox, find_chromium, list_launch_options
from pagecore.visual.memory import measure_memory
from pagecore.visual.render import Contexts, RenderedDocument, RenderJob, render

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

#: Seconds that a browser has to start, and to end by itself.
_START: Final = 30.0
_END: Final = 5.0
#: Seconds between two looks at the memory of a browser that works.
_LOOK: Final = 0.5


class Chromium:
    """A browser process. All methods run in the loop of its pool."""

    def __init__(
        self,
        playwright: Playwright,
        executable: str | os.PathLike[str] | None,
        max_memory_mib: float,
    ) -> None:
        self._playwright = playwright
        self._executable = executable
        self._max_bytes = max_memory_mib * 2**20
        self._browser: Browser | None = None
        self._contexts: Contexts | None = None
        self.pid: int | None = None
        self.is_sandboxed = False
        #: Pages since it was started.
        self.n_pages = 0

    async def start(self) -> None:
        """Start the browser, in its sandbox if the machine allows that.

        Raises:
            NeedsBrowser: there is none.
            BrowserError: it does not start.
        """
        from playwright.async_api import Error

        program = find_chromium(self._executable, self._playwright.chromium.executable_path)
        reason = ""
        for has_sandbox in (True, False) if can_use_sandbox() else (False,):
            options = list_launch_options(program, has_sandbox=has_sandbox)
            try:
                self._browser = await self._playwright.chromium.launch(
                    timeout=1000 * _START, **options
                )
                self.pid = await self._find_pid(self._browser)
            except Error as error:
                reason = _find_reason(str(error))
                continue
            self._contexts = Contexts(self._browser)
            self.is_sandboxed, self.n_pages = has_sandbox, 0
            return
        raise BrowserError(f"{program} does not start: {reason}; {HELP}")

    async def _find_pid(self, browser: Browser) -> int | None:
        session = await browser.new_browser_cdp_session()
        answer = await session.send("SystemInfo.getProcessInfo")
        await session.detach()
        pids = [entry["id"] for entry in answer["processInfo"] if entry["type"] == "browser"]
        return int(pids[0]) if pids else None

    @property
    def is_running(self) -> bool:
        """Whether the browser is there and answers."""
        return self._browser is not None and self._browser.is_connected()

    @property
    def memory_bytes(self) -> int:
        """Memory of the browser's processes; 0 where the system does not report it."""
        return 0 if self.pid is None else measure_memory(self.pid)

    async def render(self, job: RenderJob) -> RenderedDocument:
        """Render a page. After an error the browser is ended, and starts again with the next page.

        Raises:
            BrowserError: the page could not be rendered.
        """
        if not self.is_running:
            await self.start()
        assert self._contexts is not None
        self.n_pages += 1
        work = asyncio.ensure_future(render(self._contexts, job))
        try:
            await self._wait(work, job)
            return work.result()
        except BaseException:
            # Whatever state the browser is in, the next page gets a new one.
            await self.end()
            raise
        finally:
            work.cancel()

    async def _wait(self, work: asyncio.Future[RenderedDocument], job: RenderJob) -> None:
        """Wait for a page; raise `BrowserError` when it takes too long or too much memory."""
        loop = asyncio.get_running_loop()
        timeout = job.options.timeout
        deadline = loop.time() + timeout
        while not work.done():
            left = deadline - loop.time()
            if left <= 0:
                advice = "allow more time with timeout= or --browse-timeout"
                if job.options.scripts:
                    advice += ", or render it without scripts"
                raise BrowserError(
                    f"the browser did not finish the page in {timeout:g} s and was ended; {advice}"
                )
            await asyncio.wait({work}, timeout=min(left, _LOOK))
            if not work.done() and not self.is_running:
                # A call that begins while the browser is killed gets no answer.
                raise BrowserError("the browser stopped while it rendered the page")
            if not work.done() and self.memory_bytes > self._max_bytes:
                raise BrowserError(
                    f"the page needs more than {self._max_bytes / 2**20:g} MiB of memory in the "
                    "browser, which was ended"
                )

    async def end(self) -> None:
        """End the browser: by itself, or by force if it does not answer."""
        browser, self._browser = self._browser, None
        if browser is None:
            return
        from playwright.async_api import Error

        with suppress(Error, asyncio.TimeoutError):
            await asyncio.wait_for(browser.close(), _END)
        self.kill()

    def kill(self) -> None:
        """End the browser's process by force, and with it those of its pages."""
        pid, self.pid = self.pid, None
        if pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def _find_reason(message: str) -> str:
    """Return the line of Playwright's long message that gives the reason."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    for line in lines:
        if any(word in line for word in ("ERROR:", "FATAL:", "error while loading", "sandbox")):
            return line[:300]
    return lines[0][:300] if lines else "no reason is known"
