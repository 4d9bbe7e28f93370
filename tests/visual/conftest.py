"""Fixtures of tests in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from pagecore import Page, browse
from pagecore.visual import BrowserPool
from tests.browsers import PATIENCE, open_pool


@pytest.fixture(scope="module")
def pool() -> Iterator[BrowserPool]:
    """A browser for the tests of a module."""
    with open_pool() as pool:
        yield pool


@pytest.fixture
def render(pool: BrowserPool) -> Callable[..., Page]:
    """`render("<p>a", scripts=True)` renders a page."""
    return partial(browse, pool=pool, timeout=PATIENCE)
