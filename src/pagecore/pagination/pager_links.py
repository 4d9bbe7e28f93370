"""The links of a page, each with the signs that it may lead to another page of the same list."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult

import numpy as np

from pagecore.page import Page
from pagecore.page.columns import Array, Mask
from pagecore.page.urls import join_url, split_url
from pagecore.pagination.comment_pages import is_comment_list, leads_to_comments
from pagecore.pagination.directions import (
    MAX_LABEL,
    Direction,
    is_exact_label,
    is_more_label,
    is_pager_class,
    read_class_direction,
    read_direction,
    read_page_number,
)

#: Links with more rows have a label that is not read.
_MAX_ROWS: Final = 64
#: The class of a pager may be so many levels above its links.
_LEVELS: Final = 3
#: Blocks with more words outside of links are texts.
_MAX_WORDS: Final = 12
#: The file that a server returns for a folder.
_INDEX: Final = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
#: Attributes that describe a link, in the order in which they replace a missing text.
_LABELS: Final = ("aria-label", "title")


class PagerLink(NamedTuple):
    """A link to the same site, with its signs."""

    row: int
    #: The target without a fragment.
    url: str
    #: The text, or a description if there is none.
    label: str
    #: The number that the label consists of.
    number: int | None
    #: Where it leads, by its label; then by its class or id, or those of its parent or child.
    direction: Direction | None
    #: Whether the label has only words for directions, pages and entries.
    is_exact: bool
    #: Whether the label asks for more, as in "load more".
    is_more: bool
    class_direction: Direction | None
    is_rel_next: bool
    is_rel_previous: bool
    #: Whether a class or id around it is that of links to pages.
    is_in_pager: bool
    #: Whether it is inside a text.
    is_in_prose: bool
    #: Whether it is a `link` element, which is not shown.
    is_declared: bool


def list_pager_links(page: Page, own: str) -> list[PagerLink]:
    """List the links to other addresses of the same site, in document order, without those to
    further comments or reviews."""
    base, own_address = page.base or own, split_url(own)
    site, same = _parse_site(own_address), _normalise(own_address)
    hrefs, values = page.attr("href")
    joined = [join_url(base, value) for value in values]
    is_list = is_comment_list(own)
    urls = [
        "" if url is None or (not is_list and leads_to_comments(url, own)) else _drop_fragment(url)
        for url in joined
    ]
    # Each distinct address is split once.
    addresses = [split_url(url) for url in urls]
    is_usable = [
        bool(url) and _parse_site(address) == site and _normalise(address) != same
        for url, address in zip(urls, addresses, strict=True)
    ]
    labels = _LabelReader(page)
    rel_ids, rel_values = page.attr("rel")
    rels = [frozenset(value.lower().split()) for value in rel_values]
    classes = _ClassDirections(page)
    in_pager, in_prose = _find_pagers(page), _find_prose(page)
    links = []
    for row in np.flatnonzero(page.is_tag("a", "area", "link") & (hrefs >= 0)).tolist():
        at = int(hrefs[row])
        if not is_usable[at]:
            continue
        rel = rels[rel_ids[row]] if rel_ids[row] >= 0 else frozenset()
        is_declared = page.name(row) == "link"
        if is_declared and not rel & {"next", "prev", "previous"}:
            continue
        label, described = ("", "") if is_declared else labels.read(row)
        direction = read_direction(label)
        if direction is None and described:
            direction = read_direction(described)
            label = described if direction is not None and not label else label
        links.append(
            PagerLink(
                row,
                urls[at],
                label,
                read_page_number(label),
                direction,
                direction is not None and is_exact_label(label),
                is_more_label(label),
                None if is_declared else classes.read(row),
                "next" in rel,
                bool(rel & {"prev", "previous"}),
                bool(in_pager[row]),
                bool(in_prose[row]),
                is_declared,
            )
        )
    return links


def _drop_fragment(url: str) -> str:
    return url.partition("#")[0]


def normalise_address(url: str) -> str:
    """Return an address without scheme, `www.`, fragment and trailing slash, for comparison."""
    return _normalise(split_url(url))


def _normalise(address: SplitResult) -> str:
    query = f"?{address.query}" if address.query else ""
    return f"{_parse_site(address)}{_INDEX.sub('', address.path).rstrip('/')}{query}"


def _parse_site(address: SplitResult) -> str:
    """Return the host without `www.`."""
    return address.netloc.lower().removeprefix("www.")


class _LabelReader:
    """Reads the labels of links: text, description, or the text of an image."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._chars: Array = page.below(page.chars)
        self._attributes = {name: page.attr(name) for name in (*_LABELS, "alt")}

    def read(self, row: int) -> tuple[str, str]:
        """Return the label of a link, and its description."""
        page = self._page
        end = int(page.end[row])
        is_short = end - row <= _MAX_ROWS and int(self._chars[row]) <= 4 * MAX_LABEL
        text = " ".join(page.text(row).split()) if is_short else ""
        described = next(filter(None, (self._attribute(row, name) for name in _LABELS)), "")
        if not text and is_short:
            texts = (self._attribute(inner, "alt") for inner in range(row, end))
            text = next(filter(None, texts), "")
        return text or described, described

    def _attribute(self, row: int, name: str) -> str:
        ids, values = self._attributes[name]
        return " ".join(values[ids[row]][: 4 * MAX_LABEL].split()) if ids[row] >= 0 else ""


class _ClassDirections:
    """Reads directions from the classes and ids of links, of their parents and first children."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._columns = []
        for name in ("class", "id"):
            ids, values = page.attr(name)
            self._columns.append((ids, [read_class_direction(value) for value in values]))

    def read(self, row: int) -> Direction | None:
        page = self._page
        rows = [row]
        if row + 1 < int(page.end[row]):
            rows.append(row + 1)
        parent = int(page.parent[row])
        # A parent with several links says nothing about each of them.
        if parent >= 0 and int(page.end[parent]) - parent <= _MAX_ROWS:
            rows.append(parent)
        for at in rows:
            for ids, directions in self._columns:
                direction: Direction | None = directions[ids[at]] if ids[at] >= 0 else None
                if direction is not None:
                    return direction
        return None


def _find_pagers(page: Page) -> Mask:
    """Find the rows that have the class or id of a pager at most a few levels above."""
    has_class = page.match_attribute("class", is_pager_class)
    mask = has_class | page.match_attribute("id", is_pager_class)
    result = mask.copy()
    parents = np.maximum(page.parent, 0)
    above = mask
    for _ in range(_LEVELS):
        above = above[parents] & (page.parent >= 0)
        result |= above
    return result


def _find_prose(page: Page) -> Mask:
    """Find the rows in blocks with many words outside of links."""
    blocks = page.blocks
    is_prose = np.append(blocks.words - blocks.link_words > _MAX_WORDS, False)
    # A link belongs to the block of its first text; rows without a block have the number -1.
    first = np.minimum(np.arange(len(page)) + 1, len(page) - 1)
    block = np.where(page.block >= 0, page.block, page.block[first])
    mask: Mask = is_prose[block]
    return mask
