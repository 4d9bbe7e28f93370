"""Page metadata, as the core collects it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagecore.page.page import Page


def collect_metadata(page: Page) -> tuple[dict[str, Any], dict[str, str], dict[str, int]]:
    """Return the values of fields by name, the source of each, and its row (-1 without a row)."""
    return page._table.metadata(page.address)
