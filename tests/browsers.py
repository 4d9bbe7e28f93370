"""Browsers for tests: a pool, or the reason why there is none."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import time
from collections.abc import Iterator

import pytest

from pagecore.errors import NeedsBrowser
from pagecore.visual import BrowserPool
from pagecore.visual.chromium import find_chromium
from pagecore.visual.memory import list_descendants

#: Seconds after which a page of these tests has failed; they take one on an idle machine.
PATIENCE = 120.0


def expect_browser() -> None:
    """Skip the test if this machine has no Chromium, or no Playwright."""
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("Playwright is not installed: pip install 'pagecore[browse]'")
    try:
        find_chromium(None, "")
    except NeedsBrowser:
        pytest.skip("there is no Chromium: make browser")


@contextlib.contextmanager
def open_pool(n_browsers: int = 1) -> Iterator[BrowserPool]:
    """A pool of browsers for a test."""
    expect_browser()
    with BrowserPool(n_browsers) as pool:
        yield pool


def count_processes() -> int:
    """The processes that this one started, directly or not."""
    return len(list_descendants(os.getpid())) - 1


def wait_for_processes(n_processes: int, seconds: float = 30.0) -> int:
    """Wait until at most so many processes are left; return how many there are."""
    deadline = time.monotonic() + seconds
    while (n_left := count_processes()) > n_processes and time.monotonic() < deadline:
        time.sleep(0.1)
    return n_left
