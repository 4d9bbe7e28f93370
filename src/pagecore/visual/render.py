"""Render one page in a browser that runs: answer its requests, wait, and take the snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urldefrag, urlsplit

from pagecore.errors import BadInput, BrowserError, LimitError
from pagecore.visual.files import FileAnswer, find_file
from pagecore.visual.network import Network
from pagecore.visual.options import BrowseOptions
from pagecore.visual.snapshot import ARGUMENTS

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Route

#: Playwright's words for what to wait for.
_STATES: Final = {"parsed": "domcontentloaded", "load": "load", "idle": "networkidle"}
#: The share of the time limit that waiting may take; the rest is for the snapshot.
_WAITING: Final = 0.6
#: Seconds that a page which tried to navigate away has to finish.
_GRACE: Final = 1.0
#: Requests to the network at a time.
_PARALLEL: Final = 6
#: Messages about one page.
_MAX_PROBLEMS: Final = 20
#: The tallest screenshot, in CSS pixels; Chromium draws no larger picture.
_MAX_HEIGHT: Final = 16_000
#: Nodes of a document with its frames; fewer than the rows that `parse` reads.
_MAX_NODES: Final = 2_000_000


@dataclass(frozen=True)
class RenderJob:
    """A page to render."""

    source: bytes
    #: Where the browser believes that the page is.
    url: str
    options: BrowseOptions
    screenshot: bool = False


@dataclass
class RenderedDocument:
    """What the browser reported about a page."""

    #: Where the page is after navigation.
    url: str
    #: The answer of the browser, for `read_snapshot`.
    answer: Mapping[str, Any] = field(default_factory=dict)
    screenshot: bytes | None = None
    #: URLs of style sheets that were answered, and of those that were not there.
    sheets: list[str] = field(default_factory=list)
    missing_sheets: list[str] = field(default_factory=list)
    #: Whether the page was refused another one in its place before it was read to its end.
    was_cut_off: bool = False
    #: Whether its scripts could run.
    has_run_scripts: bool = False
    #: What the page tried and was not allowed to do, as codes and messages.
    problems: list[tuple[str, str]] = field(default_factory=list)

    def report(self, code: str, message: str) -> None:
        """Add a problem, unless there are many."""
        if len(self.problems) < _MAX_PROBLEMS and (code, message) not in self.problems:
            self.problems.append((code, message))


class Contexts:
    """The browser contexts of a browser.

    A page with scripts has a context of its own, and shares nothing with others. Pages without
    scripts cannot store anything, and nothing is cached for them, so they share a context: a new
    one takes more than twice the time.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._shared: BrowserContext | None = None

    @asynccontextmanager
    async def open(self, options: BrowseOptions) -> AsyncIterator[BrowserContext]:
        """Open the context for a page."""
        if options.scripts:
            own = await self._make(options)
            try:
                yield own
            finally:
                await own.unroute_all(behavior="ignoreErrors")
                await own.close()
            return
        if self._shared is None:
            self._shared = await self._make(options)
            # This tab keeps the window open; a new window takes as long as a new context.
            await self._shared.new_page()
        yield self._shared

    async def _make(self, options: BrowseOptions) -> BrowserContext:
        width, height = options.viewport
        return await self._browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=options.scripts,
            accept_downloads=False,
            service_workers="block",
            device_scale_factor=1,
            locale="en-US",
            timezone_id="UTC",
            reduced_motion="reduce",
        )


async def render(contexts: Contexts, job: RenderJob) -> RenderedDocument:
    """Render a page.

    Browsers stop reading a page whose script opens another one, even if they are refused that one.
    Such a page is rendered again without scripts.

    Raises:
        BrowserError: the page could not be rendered.
        BadInput: a file for the page cannot be read.
    """
    rendered = await _render_once(contexts, job)
    if not rendered.was_cut_off or not job.options.scripts:
        return rendered
    whole = await _render_once(contexts, replace(job, options=replace(job.options, scripts=False)))
    whole.report("browse-scripts", "the page was rendered without scripts: one tried to leave it")
    whole.problems[:0] = rendered.problems
    return whole


async def _render_once(contexts: Contexts, job: RenderJob) -> RenderedDocument:
    from playwright.async_api import Error

    try:
        async with contexts.open(job.options) as context:
            return await _Visit(context, job).run()
    except Error as error:
        raise BrowserError(f"the browser stopped: {_first_line(error)}") from error


class _Visit:
    """One page in one browser context."""

    def __init__(self, context: BrowserContext, job: RenderJob) -> None:
        options = job.options
        self.context = context
        self.job = job
        self.options = options
        self.result = RenderedDocument(job.url, has_run_scripts=options.scripts)
        self.host = urlsplit(job.url).netloc.lower()
        self.n_navigations = 0
        self.page: Page | None = None
        self.error: BadInput | None = None
        self.network: Network | None = None
        self.slots = asyncio.Semaphore(_PARALLEL)
        #: Held here, because Playwright forgets requests of windows that were closed.
        self.answering: set[asyncio.Task[Any]] = set()
        #: Set when the page was refused another one in its place.
        self.refused = asyncio.Event()
        if options.network:
            self.network = Network(allow_private=options.allow_private, timeout=options.timeout)

    async def run(self) -> RenderedDocument:
        if self.options.scripts:
            # The windows that a page opens are routed as well.
            await self.context.route("**/*", self.answer)
        page = self.page = await self.context.new_page()
        if self.options.scripts:
            self.context.on("page", self.close_popup)
        else:
            await page.route("**/*", self.answer)
        width, height = self.options.viewport
        if page.viewport_size != {"width": width, "height": height}:
            await page.set_viewport_size({"width": width, "height": height})
        page.on("dialog", self.dismiss)
        page.on("download", self.refuse_download)
        #: Cancelled when the process of the page crashes.
        crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def report_crash(_: object) -> None:
            crashed.cancel()

        page.on("crash", report_crash)
        session = await self.context.new_cdp_session(page)
        visit = asyncio.ensure_future(self.visit(page, session))
        try:
            await asyncio.wait({visit, crashed}, return_when=asyncio.FIRST_COMPLETED)
            if not visit.done():
                raise BrowserError("the browser's process for this page crashed")
            await visit
        finally:
            visit.cancel()
            for task in self.answering:
                task.cancel()
            if not self.options.scripts:
                await page.unroute_all(behavior="ignoreErrors")
                await page.close()
        if self.error is not None:
            raise self.error
        return self.result

    async def visit(self, page: Page, session: CDPSession) -> None:
        """Open the page, wait, and take the snapshot."""
        seconds = self.options.timeout * _WAITING
        if not await self.is_ready(page, seconds):
            message = f"the page was still loading after {seconds:g} s; the layout is that of then"
            self.result.report("browse-loading", message)
        self.result.url = page.url
        if urlsplit(page.url).scheme not in ("http", "https"):
            raise BrowserError(f"the page navigated away, to {page.url[:200]}")
        answer = await session.send("DOMSnapshot.captureSnapshot", dict(ARGUMENTS))
        n_nodes = sum(len(document["nodes"]["nodeType"]) for document in answer["documents"])
        if n_nodes > _MAX_NODES:
            raise LimitError(f"the page has {n_nodes} nodes; the limit is {_MAX_NODES}")
        self.result.answer = answer
        if self.job.screenshot:
            await self.take_screenshot(page, answer["documents"][0])

    async def is_ready(self, page: Page, seconds: float) -> bool:
        """Open the page and wait for it; return whether it was ready in time.

        A page that tried to navigate away never finishes loading, so it is not waited for.
        """
        from playwright.async_api import TimeoutError

        async def load() -> bool:
            try:
                await page.goto(self.job.url, wait_until="commit", timeout=1000 * seconds)
                state: Any = _STATES[self.options.wait]
                await page.wait_for_load_state(state, timeout=1000 * seconds)
            except TimeoutError:
                return False
            return True

        loading = asyncio.ensure_future(load())
        leaving = asyncio.ensure_future(self.refused.wait())
        try:
            await asyncio.wait({loading, leaving}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({loading}, timeout=seconds if not leaving.done() else _GRACE)
            if not loading.done():
                self.result.was_cut_off = True
                return True
            return loading.result()
        finally:
            loading.cancel()
            leaving.cancel()

    async def take_screenshot(self, page: Page, document: Mapping[str, Any]) -> None:
        height = document.get("contentHeight", 0)
        if height > _MAX_HEIGHT:
            message = f"the page is {height:.0f} px tall; the screenshot ends at {_MAX_HEIGHT} px"
            self.result.report("browse-screenshot", message)
        width = max(document.get("contentWidth", 0), self.options.viewport[0])
        whole = {"x": 0, "y": 0, "width": min(width, _MAX_HEIGHT)}
        clip: Any = {**whole, "height": min(max(height, 1), _MAX_HEIGHT)}
        self.result.screenshot = await page.screenshot(
            full_page=True, clip=clip, timeout=1000 * self.options.timeout
        )

    async def answer(self, route: Route) -> None:
        """Answer a request of the page: from the page itself, its files, or the network."""
        from playwright.async_api import Error

        request = route.request
        url, kind = urldefrag(request.url).url, request.resource_type
        task = asyncio.current_task()
        assert task is not None
        self.answering.add(task)
        try:
            is_page = request.is_navigation_request() and request.frame == self._main_frame()
            if is_page:
                answer = await self.navigate(url)
            else:
                answer = await self.find(url, kind, request.method)
            if answer is None:
                # After this reason, a browser stays on the page that it shows.
                await route.abort("aborted" if is_page else "blockedbyclient")
            else:
                # Fonts and modules are read from other origins only with permission.
                headers = {"content-type": answer.content_type, "access-control-allow-origin": "*"}
                await route.fulfill(body=answer.content, headers=headers)
        except BadInput as error:
            self.error = error
            await route.abort("failed")
        except Error:
            # The page was closed, or navigated away, before its request was answered.
            return
        finally:
            self.answering.discard(task)

    def _main_frame(self) -> Any:
        return None if self.page is None else self.page.main_frame

    async def navigate(self, url: str) -> FileAnswer | None:
        """Answer the page itself; later navigations only with a network, and not without end."""
        self.n_navigations += 1
        is_allowed = self.n_navigations <= self.options.max_navigations + 1
        # A page may load itself again, as after setting a cookie.
        if self.n_navigations == 1 or (url == self.job.url and is_allowed):
            return FileAnswer(self.job.source, "text/html; charset=utf-8")
        if self.network is None or not is_allowed:
            self.refused.set()
            shown = url[:200]
            self.result.report("browse-navigation", f"the page tried to open another one: {shown}")
            return None
        return await self.find(url, "document", "GET")

    async def find(self, url: str, kind: str, method: str) -> FileAnswer | None:
        """Return what the browser gets for a URL, or None."""
        answer = None
        if method == "GET":
            answer = find_file(self.options.files, url, self.host, kind)
            if answer is None and self.network is not None:
                async with self.slots:
                    answer = await asyncio.to_thread(self.network.fetch, url)
        if kind == "stylesheet":
            sheets = self.result.missing_sheets if answer is None else self.result.sheets
            sheets.append(url)
        return answer

    async def close_popup(self, popup: Page) -> None:
        """Close a window that the page opened."""
        from playwright.async_api import Error

        self.result.report("browse-popup", "the page tried to open a window")
        try:
            await popup.close()
        except Error:
            # It is closed already.
            return

    async def dismiss(self, dialog: Any) -> None:
        """Close a dialog of the page, as a person would with the escape key."""
        self.result.report("browse-dialog", f"the page opened a dialog ({dialog.type})")
        await dialog.dismiss()

    def refuse_download(self, download: Any) -> None:
        """Report a download, which the browser context does not accept."""
        self.result.report("browse-download", f"the page started a download: {download.url[:200]}")


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0][:200]
