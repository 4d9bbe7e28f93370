"""Forms of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask


def find_password_fields(page: Page) -> Mask:
    """Return the mask of the fields for a password."""
    is_password = page.match_attribute("type", lambda value: value.strip().lower() == "password")
    fields: Mask = page.is_tag("input") & is_password
    return fields
