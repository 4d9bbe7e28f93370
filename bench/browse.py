"""The cost of rendering a page: CPU and wall time, and pages per second, beside a bare loop.

    python -m bench.browse --record

renders pages of the collection `visual` with a pool of browsers and, for comparison, in a bare loop
of Playwright that only loads each page. It also compares the two ways to read a layout from the
browser. With `--record`, the figures are recorded as the entry `browse cost`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import click

from pagecore import browse
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.visual.chromium import can_use_sandbox, find_chromium, list_launch_options
from pagecore.visual.files import find_file
from pagecore.visual.memory import list_descendants, measure_memory
from pagecore.visual.pool import BrowserPool
from pagecore.visual.snapshot import ARGUMENTS, STYLES
from tools.record import describe_machine, describe_run, record
from tools.record_layouts import SavedPage, list_visual

ENTRY: Final = "browse cost"
WALK: Final = Path(__file__).with_name("walk.js")
TIMEOUT: Final = 120.0


def measure_cpu() -> float:
    """Seconds of CPU of this process and all below it, also of those that have ended."""
    ticks = 0
    for pid in list_descendants(os.getpid()):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(name: str, n_pages: int, work: Callable[[], None]) -> dict[str, Any]:
    """Time and CPU per page; browsers are started before, and end afterwards."""
    cpu, wall = measure_cpu(), time.perf_counter()
    work()
    seconds, cpu_seconds = time.perf_counter() - wall, measure_cpu() - cpu
    return {
        "way": name,
        "cpu_ms": 1000 * cpu_seconds / n_pages,
        "wall_ms": 1000 * seconds / n_pages,
        "pages_per_s": n_pages / seconds,
        "mib": measure_memory(os.getpid()) / 2**20,
    }


def measure_pool(pages: Sequence[SavedPage], n_browsers: int) -> dict[str, Any]:
    """Render all pages with `browse`."""

    def render(saved: SavedPage) -> None:
        browse(saved.path, url=saved.url, files=saved.files, pool=pool, timeout=TIMEOUT)

    with BrowserPool(n_browsers) as pool, ThreadPoolExecutor(n_browsers) as executor:
        list(executor.map(render, pages[:n_browsers]))

        def render_all() -> None:
            list(executor.map(render, pages))

        return measure(f"`BrowserPool({n_browsers})`", len(pages), render_all)


async def measure_bare(
    pages: Sequence[SavedPage],
) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """Load all pages in bare loops, with a context for each page and with one for all, as the pool
    has it; then read their layouts in two ways."""
    from playwright.async_api import async_playwright

    times: dict[str, list[float]] = {"snapshot": [], "walk": []}
    walk = WALK.read_text("utf-8")
    async with async_playwright() as playwright:
        program = find_chromium(None, playwright.chromium.executable_path)
        options = list_launch_options(program, has_sandbox=can_use_sandbox())
        browser = await playwright.chromium.launch(**options)

        async def open_context() -> Any:
            return await browser.new_context(
                viewport={"width": 1366, "height": 900}, java_script_enabled=False
            )

        async def load(saved: SavedPage, read: bool, shared: Any = None) -> None:
            context = shared or await open_context()

            async def answer(route: Any) -> None:
                if route.request.is_navigation_request():
                    await route.fulfill(body=saved.path.read_bytes(), content_type="text/html")
                    return
                kind = route.request.resource_type
                file = find_file(saved.files, route.request.url, "", kind)
                if file is None:
                    await route.abort()
                else:
                    await route.fulfill(body=file.content, content_type=file.content_type)

            page = await context.new_page()
            await page.route("**/*", answer)
            await page.goto(saved.url)
            if read:
                session = await context.new_cdp_session(page)
                # The first reading also pays for the layout.
                await page.evaluate("document.body.offsetHeight")
                began = time.perf_counter()
                await session.send("DOMSnapshot.captureSnapshot", dict(ARGUMENTS))
                times["snapshot"].append(time.perf_counter() - began)
                began = time.perf_counter()
                json.loads(await page.evaluate(walk, list(STYLES)))
                times["walk"].append(time.perf_counter() - began)
            await (page.close() if shared else context.close())

        rows = []
        for name, shared in (
            ("a bare loop, a context per page", None),
            ("a bare loop, one context", await open_context()),
        ):
            if shared:
                # A tab that stays open, as in the pool, or every page would open a window.
                await shared.new_page()
            await load(pages[0], False, shared)
            cpu, wall = measure_cpu(), time.perf_counter()
            for saved in pages:
                await load(saved, False, shared)
            seconds, cpu_seconds = time.perf_counter() - wall, measure_cpu() - cpu
            rows.append({
                "way": name,
                "cpu_ms": 1000 * cpu_seconds / len(pages),
                "wall_ms": 1000 * seconds / len(pages),
                "pages_per_s": len(pages) / seconds,
                "mib": measure_memory(os.getpid()) / 2**20,
            })  # fmt: skip
        for saved in pages:
            await load(saved, True)
        await browser.close()
    return rows, {name: 1000 * statistics.median(values) for name, values in times.items()}


def describe_pages(pages: Sequence[SavedPage]) -> Corpus:
    """The pages as a corpus, for the provenance."""
    digest = hashlib.blake2b(digest_size=8)
    for page in pages:
        digest.update(page.id.encode() + page.path.read_bytes())
    items = tuple(Item(page.id, page.path, Gold(), page.url, page.id) for page in pages)
    name = f"visual, {len(pages)} pages"
    return Corpus(name, Path(".data/visual"), items, (), digest.hexdigest(), "words")


@click.command()
@click.option("--pages", "n_pages", type=int, default=24, help="Number of pages (default: 24).")
@click.option("--record", "is_recorded", is_flag=True, help="Record the figures for the documents.")
def main(n_pages: int, is_recorded: bool) -> None:
    """Measure, and print the figures."""
    all_pages = list(list_visual(Path(".data/visual")))
    pages = all_pages[:: max(1, len(all_pages) // n_pages)][:n_pages]
    bare, readings = asyncio.run(measure_bare(pages))
    rows = [*bare, measure_pool(pages, 1), measure_pool(pages, 2)]
    for row in rows:
        click.echo(
            f"{row['way']:34} CPU {row['cpu_ms']:6.0f} ms, wall {row['wall_ms']:6.0f} ms, "
            f"{row['pages_per_s']:.2f} pages/s, {row['mib']:.0f} MiB"
        )
    click.echo(f"reading a layout: {readings}")
    if is_recorded:
        run = describe_run(
            "python -m bench.browse --record", [describe_pages(pages)], machine=describe_machine()
        )
        record(ENTRY, {"ways": rows, "readings": readings}, provenance=run)


if __name__ == "__main__":
    main()
