"""A method for tests of evaluation, which does the same whatever the default extractor learns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pagecore import Choice, Page, method
from pagecore.registry import Method, find_method


@pytest.fixture(autouse=True)
def _paragraphs(own_registry: Callable[[Method], None]) -> None:
    """Register the method `paragraphs`, which is gone after the test."""

    @method("paragraphs", paper="Test 2026", family="page")
    def paragraphs(page: Page) -> Choice:
        """Choose what stands in paragraphs.

        Args:
            page: any page.
        """
        return Choice.of(page, page.above(page.is_tag("p")) >= 0)


@pytest.fixture
def _made_on_nothing(_paragraphs: None, own_registry: Callable[[Method], None]) -> None:
    """`paragraphs` says that it was made on no pages, so its figures are in-sample nowhere."""
    own_registry(replace(find_method("paragraphs"), developed_on=()))
