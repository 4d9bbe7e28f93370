"""Sitemaps: lists of URLs, which are fetched; and lists of sitemaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from pagecore.errors import BadInput
from pagecore.page import PageWarning, parse
from pagecore.page.urls import check_web_url
from pagecore.sources.open_file import read_unpacked
from pagecore.sources.source import Source

if TYPE_CHECKING:
    from pagecore.sources.read import ReadOptions

#: A list of sitemaps does not contain another list, by the protocol; one more is tolerated.
_MAX_DEPTH: Final = 3


def read_sitemap(source: Source, read_options: ReadOptions) -> Iterator[Source | PageWarning]:
    """Read the URLs of a sitemap, or of a list of sitemaps, up to `read_options.max_urls`.

    Raises:
        BadInput: it has no URLs, or is in too many other sitemaps.
    """
    if len(source.position) >= _MAX_DEPTH:
        raise BadInput(f"{source}: sitemaps lead to sitemaps more than {_MAX_DEPTH} times")
    content, _ = read_unpacked(source, read_options.max_bytes)
    # The parser of HTML tolerates what is wrong, and expands no entities of the document. It would
    # take a CDATA section for a comment.
    page = parse(content.replace(b"<![CDATA[", b"").replace(b"]]>", b""))
    rows = np.flatnonzero(page.is_tag(*filter(_is_place, page.names))).tolist()
    places = [page.text(row).strip() for row in rows[: 2 * read_options.max_urls]]
    urls = list(dict.fromkeys(filter(None, map(check_web_url, places))))[: read_options.max_urls]
    if not urls:
        raise BadInput(f"{source}: the sitemap has no http or https URLs")
    if len(rows) > len(urls):
        yield _warn_of_limit(len(urls), len(rows), read_options)
    for number, url in enumerate(urls):
        yield Source(url, needs_pause=number > 0 or source.is_url)


def _is_place(name: str) -> bool:
    """Whether an element holds the URL of a page or sitemap, rather than of an image."""
    prefix, _, local = name.rpartition(":")
    return local == "loc" and prefix not in ("image", "video")


def _warn_of_limit(n_urls: int, n_places: int, read_options: ReadOptions) -> PageWarning:
    message = (
        f"the sitemap has {n_places} URLs, of which {n_urls} are fetched; the others are repeated, "
        f"not http or https, or beyond --max-urls {read_options.max_urls}"
    )
    return PageWarning("limit-urls", message, -1, -1, n_places - n_urls)
