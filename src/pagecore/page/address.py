"""The address of a page whose URL is not known: what the page itself declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pagecore import _core
from pagecore.page.urls import join_url, split_url
from pagecore.page.warning import PageWarning

if TYPE_CHECKING:
    from pagecore.page.page import Page


class DeclaredAddress(NamedTuple):
    """The address that a page declares."""

    #: An `http` or `https` URL, or None.
    url: str | None
    #: Says which declaration was used, or why none was.
    warning: PageWarning | None = None


def find_declared_address(page: Page) -> DeclaredAddress:
    """Find the address that a page declares: its canonical link, or else its `og:url`.

    Neither is used if they name different hosts.
    """
    base = find_base(page, None)
    canonical, canonical_row = _find_value(page, "link", ("rel",), "canonical", "href", base)
    og_url, og_row = _find_value(page, "meta", ("property", "name"), "og:url", "content", base)
    if canonical is not None and og_url is not None and _read_host(canonical) != _read_host(og_url):
        message = (
            "no URL was passed, and the URL of the page is not known: it declares the hosts "
            f"{_read_host(canonical)} (canonical link) and {_read_host(og_url)} (og:url)"
        )
        url, row, use = None, canonical_row, "; relative links are not resolved"
    elif canonical is None and og_url is None:
        return DeclaredAddress(None)
    else:
        url, row = (canonical, canonical_row) if canonical is not None else (og_url, og_row)
        name = "canonical link" if canonical is not None else "og:url"
        message = f"no URL was passed; the URL of the page is its {name}, {url}"
        use = "; relative links are resolved against it"
    if _has_relative_links(page):
        declared_base = find_base(page, url)
        is_other = declared_base is not None and declared_base != url
        message += (
            f"; relative links are resolved against its base, {declared_base}" if is_other else use
        )
    return DeclaredAddress(url, PageWarning("url-declared", message, row, int(page.start[row]), 1))


def drop_address_warnings(warnings: tuple[PageWarning, ...]) -> tuple[PageWarning, ...]:
    """Drop the warnings about the addresses of links, for output that has no addresses."""
    return tuple(warning for warning in warnings if warning.code != "url-declared")


def find_base(page: Page, url: str | None) -> str | None:
    """Return the base URL of a page whose URL is `url`, or None if it is not known."""
    return page._table.base(url)


def _find_value(
    page: Page, tag: str, keys: tuple[str, ...], name: str, attribute: str, base: str | None
) -> tuple[str | None, int]:
    """Find the first element of a name that declares an `http` or `https` URL, and its row."""
    is_named = np.zeros(len(page), np.bool_)
    for key in keys:
        is_named |= page.match_attribute(key, lambda value: name in value.lower().split())
    for row in np.flatnonzero(page.is_tag(tag) & is_named).tolist():
        value = (page.get(row, attribute) or "").strip()
        # Without a URL of the page, an address without a scheme has the usual one.
        url = join_url(base, f"https:{value}" if base is None and value.startswith("//") else value)
        if url is not None and url.startswith(("http://", "https://")) and _is_short(url):
            return url, row
    return None, -1


def _is_short(url: str) -> bool:
    return len(url.encode(errors="replace")) <= _core.MAX_URL_BYTES


def _read_host(url: str) -> str:
    """Return the host of a URL; `www.` does not make another site."""
    return (split_url(url).hostname or "").removeprefix("www.")


def _has_relative_links(page: Page) -> bool:
    def is_relative(value: str) -> bool:
        return not value.startswith("#") and join_url(None, value) is None

    return any(page.match_attribute(name, is_relative).any() for name in ("href", "src"))
