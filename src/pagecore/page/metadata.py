"""Page metadata, as the core collects it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pagecore.page.warning import PageWarning

if TYPE_CHECKING:
    from pagecore.page.page import Page


def collect_metadata(page: Page) -> tuple[dict[str, Any], dict[str, str], dict[str, int]]:
    """Return the values of fields by name, the source of each, and its row (-1 without a row)."""
    return page._table.metadata(page.address)


def collect_data(page: Page) -> tuple[list[tuple[Any, ...]], tuple[PageWarning, ...]]:
    """Return the records of typed data, and warnings about those left out.

    A record has the kind of a thing, whether the page is about it, and its values, sources, rows
    and unreadable values by field.
    """
    records, warning = page._table.data(page.address)
    return records, () if warning is None else (PageWarning(*warning),)


def collect_amounts(
    page: Page,
) -> list[tuple[int, str, str | None, str | None, tuple[str, str]]]:
    """Return the row, the amount and the currency of each amount of money that the page shows, the
    end of the range that begins with it, if there is one, and the texts of the row before and after
    it."""
    return page._table.shown_amounts(page.address)
