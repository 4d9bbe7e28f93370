"""Browsers as processes: none is left behind, and their memory is bounded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pagecore import browse
from pagecore.errors import BadOption, BrowserError, NeedsBrowser, NeedsExtra
from pagecore.visual import BrowserPool, chromium
from tests.browsers import PATIENCE, count_processes, expect_browser, open_pool, wait_for_processes


@pytest.fixture(autouse=True)
def _need_browser() -> None:
    expect_browser()


ENDLESS = "<script>while (true);</script>"


def test_no_process_is_left_behind() -> None:
    before = count_processes()
    with BrowserPool(2) as pool:
        browse("<p>a", pool=pool, timeout=PATIENCE)
        assert count_processes() > before
        with pytest.raises(BrowserError):
            browse(ENDLESS, pool=pool, scripts=True, timeout=2)
    assert wait_for_processes(before) <= before


def test_a_page_without_a_pool_leaves_no_process_either() -> None:
    before = count_processes()
    assert browse("<p>a", timeout=PATIENCE).text(0) == "a"
    with pytest.raises(BrowserError):
        browse(ENDLESS, scripts=True, timeout=2)
    assert wait_for_processes(before) <= before


@pytest.mark.parametrize("way", ["forgets to close it", "is killed"])
def test_a_program_that_ends_takes_its_browser_along(way: str) -> None:
    program = (
        "import os, signal, pagecore\n"
        "from pagecore.visual import BrowserPool\n"
        "pool = BrowserPool()\n"
        f"page = pagecore.browse('<p>a', pool=pool, timeout={PATIENCE})\n"
        "print(pool._browsers[0].pid, flush=True)\n"
        + ("os.kill(os.getpid(), signal.SIGKILL)\n" if way == "is killed" else "")
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE)
    pid = int(done.stdout)
    assert done.returncode == (-signal.SIGKILL if way == "is killed" else 0)
    for _ in range(300):
        if not is_running(pid):
            break
        subprocess.run(["sleep", "0.1"], check=True)
    assert not is_running(pid)


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only its entry for a parent that does not ask."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_browser_that_is_killed_is_reported_and_replaced() -> None:
    with open_pool() as pool:
        browse("<p>a", pool=pool, timeout=PATIENCE)
        pid = pool._browsers[0].pid
        assert pid is not None
        with ThreadPoolExecutor(1) as executor:
            busy = executor.submit(browse, ENDLESS, pool=pool, scripts=True, timeout=PATIENCE)
            while pool._browsers[0].n_pages < 2:
                subprocess.run(["sleep", "0.05"], check=True)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(BrowserError, match=r"stopped|crashed"):
                busy.result(PATIENCE)
        assert browse("<p>b", pool=pool, timeout=PATIENCE).text(0) == "b"
        assert pool._browsers[0].pid != pid


def test_browsers_are_used_again_and_started_anew_after_some_pages() -> None:
    with BrowserPool(pages_per_browser=3) as pool:
        pids = []
        for number in range(7):
            assert browse(f"<p>{number}", pool=pool, timeout=PATIENCE).text(0) == str(number)
            pids.append(pool._browsers[0].pid)
    assert [pids.index(pid) for pid in pids] == [0, 0, 0, 3, 3, 3, 6]


def test_a_browser_that_keeps_much_memory_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    with BrowserPool() as pool:
        browse("<p>a", pool=pool, timeout=PATIENCE)
        first = pool._browsers[0].pid
        assert 0 < pool._browsers[0].memory_bytes < 2**30
        monkeypatch.setattr("pagecore.visual.browser.measure_memory", lambda pid: 2**31)
        browse("<p>a", pool=pool, timeout=PATIENCE)
        assert pool._browsers[0].pid != first


def test_a_page_that_needs_too_much_memory_fails() -> None:
    greedy = "for (let i = 0; i < 60; i++) a.push(new Uint8Array(2e7).fill(1))"
    busy = "for (const t = Date.now(); Date.now() - t < 10000;);"
    page = f"<script>const a = []; {greedy}; {busy}</script>"
    with (
        BrowserPool(max_memory_mib=700) as pool,
        pytest.raises(BrowserError, match="more than 700 MiB of memory"),
    ):
        browse(page, pool=pool, scripts=True, timeout=PATIENCE)


def test_threads_share_a_pool() -> None:
    with open_pool(2) as pool, ThreadPoolExecutor(4) as executor:

        def render(number: int) -> str:
            return browse(f"<p>{number}", pool=pool, timeout=PATIENCE).text(0)

        assert list(executor.map(render, range(8))) == list(map(str, range(8)))
        assert len({browser.pid for browser in pool._browsers}) == 2


def test_a_pool_works_where_a_loop_runs() -> None:
    import asyncio

    async def work() -> str:
        return browse("<p>a", timeout=PATIENCE).text(0)

    assert asyncio.run(work()) == "a"


def test_no_display_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert browse("<p>a", timeout=PATIENCE).text(0) == "a"


def test_no_chromium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_PLACES", ())
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    before = count_processes()
    with pytest.raises(NeedsBrowser, match=r"no Chromium is installed: .*apt install chromium"):
        browse("<p>a", timeout=PATIENCE)
    assert wait_for_processes(before) <= before


def test_a_program_that_is_not_a_browser(tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho 'no sandbox here' >&2\nexit 1\n")
    program.chmod(0o755)
    before = count_processes()
    with pytest.raises(BrowserError, match="browser does not start: "):
        browse("<p>a", executable=program, timeout=PATIENCE)
    with pytest.raises(BadOption, match="there is no such program"):
        browse("<p>a", executable=tmp_path / "none", timeout=PATIENCE)
    assert wait_for_processes(before) <= before


def test_the_variable_names_the_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.setenv(chromium.VARIABLE, str(program))
    assert chromium.find_chromium(None, "") == str(program)
    monkeypatch.setenv(chromium.VARIABLE, str(tmp_path / "none"))
    with pytest.raises(BadOption, match=rf"{chromium.VARIABLE}=.*there is no such program"):
        chromium.find_chromium(None, "")


def test_no_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: Any = None
    monkeypatch.setitem(sys.modules, "playwright.async_api", missing)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[browse\]'"):
        browse("<p>a")
