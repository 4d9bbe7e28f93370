"""Metadata of a page as the core collects it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagecore.page.page import Page


def collect_metadata(page: Page) -> tuple[dict[str, Any], dict[str, str], dict[str, int]]:
    """The values of fields by name, where each was found, and the row that has it (-1 for none)."""
    return page._table.metadata(page.url)
