"""The verb `next_page`: from a page to the link to its next page."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pagecore.errors import BadOption, show_value
from pagecore.page import Page, expect_page
from pagecore.pagination.lists import is_list_page
from pagecore.pagination.next_page import NextPage, find_next_page
from pagecore.pagination.page_links import find_page_links

PagingKind = Literal["article", "list"]
_KINDS: Final = get_args(PagingKind)


def next_page(page: Page, *, kind: PagingKind = "article") -> NextPage | None:
    """Find the link to the next page, or None.

    Args:
        page: a parsed page with a URL.
        kind: `article` for the next page of an article, as `--follow` reads it; None for a list.
            `list` also finds the next page of a list, a thread or a search: that with the higher
            number or the older entries.
    """
    expect_page("next_page", page)
    if kind not in _KINDS:
        raise BadOption(f"kind={show_value(kind, 200)}: expected {' or '.join(map(repr, _KINDS))}")
    if kind == "article":
        following = find_next_page(page)
        return None if following is None or is_list_page(page) else following
    next_link = find_page_links(page).next
    if next_link is None:
        return None
    link = next_link.link
    return NextPage(link.url, link.row, next_link.by, link.number or 0, link.label)
