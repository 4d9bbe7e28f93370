"""Links of a page: what they are joined to, where they lead, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from pagecore import _core

if TYPE_CHECKING:
    from pagecore.page import Page
    from pagecore.page.columns import Mask

#: Characters of a `base`: every link would repeat a longer one, and take the page's length squared.
_MAX_BASE: Final = 2048


class Link(NamedTuple):
    """A link of a page: its row, where it leads, and its text, of a long one the beginning."""

    row: int
    url: str
    text: str


def base_of(page: Page) -> str | None:
    """What the links of a page are joined to."""
    href = _declared(page)
    base = None if href is None else _core.join_url(page.url, href)
    is_sound = (
        base is not None
        and not base.startswith(("data:", "javascript:"))
        and len(base) <= _MAX_BASE
    )
    return base if is_sound else page.url


def relative_base_of(page: Page) -> str | None:
    """The same, and of a page whose address is not known the path that its `base` declares."""
    if page.base is not None:
        return page.base
    href = _declared(page)
    return href if href is not None and ":" not in href and len(href) <= _MAX_BASE else None


def _declared(page: Page) -> str | None:
    """What the first `base` says."""
    # What a template holds is no part of the document.
    in_template = page.above(page.is_tag("template")) >= 0
    for row in np.flatnonzero(page.is_tag("base") & ~in_template).tolist():
        href = page.get(row, "href")
        if href is not None:
            return href.strip()
    return None


def links_of(page: Page, rows: Mask | None = None) -> list[Link]:
    """The links of a page, or of some rows of it, that lead somewhere, in document order."""
    is_link = page.is_tag("a", "area", "svg a")
    mask = is_link if rows is None else is_link & rows
    found = page._table.links(mask.view(np.uint8), base=page.base)
    return [Link(*link) for link in found]
