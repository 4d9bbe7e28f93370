"""A method for tests of evaluation, which does the same whatever the default extractor learns."""

from __future__ import annotations

import pytest

from pagecore import Choice, Page, method
from pagecore.registry import registry


@pytest.fixture(autouse=True)
def _paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the method `paragraphs`, which is gone behind the test."""
    registry.methods()
    monkeypatch.setattr(registry, "_METHODS", dict(registry._METHODS))

    @method("paragraphs", paper="Test 2026", family="page")
    def paragraphs(page: Page) -> Choice:
        """Choose what stands in paragraphs.

        Args:
            page: any page.
        """
        return Choice.of(page, page.above(page.is_tag("p")) >= 0)


@pytest.fixture
def _made_on_nothing(_paragraphs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """`paragraphs` says that it was made on no pages, so its figures are in-sample nowhere."""
    said = registry.Method(**{**vars(registry.method_named("paragraphs")), "made_on": ()})
    monkeypatch.setattr(registry, "_METHODS", {**registry._METHODS, ("paragraphs", "page"): said})
