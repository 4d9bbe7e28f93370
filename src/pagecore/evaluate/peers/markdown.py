"""Extractors that write Markdown, with all elements that they can write."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def trafilatura(html: bytes, url: str | None) -> PeerResult:
    """Its Markdown, with formatting, links and images."""
    written = import_module("trafilatura").extract(
        decode_page(html),
        url=url,
        output_format="markdown",
        include_formatting=True,
        include_images=True,
        include_links=True,
    )
    return PeerResult(written or "")


def rs_trafilatura(html: bytes, url: str | None) -> PeerResult:
    """Its Markdown, with links and images."""
    result = import_module("rs_trafilatura").extract(
        decode_page(html), url=url, include_images=True, include_links=True, output_markdown=True
    )
    return PeerResult(result.content_markdown or "")


def turbohtml(html: bytes, url: str | None) -> PeerResult:
    """The Markdown of its main content, if there is any."""
    content = import_module("turbohtml").parse(decode_page(html)).main_content()
    return PeerResult("" if content is None else content.to_markdown())


def convert_page(html: bytes, url: str | None) -> PeerResult:
    """The Markdown of the whole page, as a converter without extraction writes it."""
    return PeerResult(import_module("turbohtml").parse(decode_page(html)).to_markdown())


#: Their text is the Markdown.
WRITERS: Final = (
    Peer("trafilatura", trafilatura, modules=("trafilatura", "lxml_html_clean")),
    Peer("rs-trafilatura", rs_trafilatura, modules=("rs_trafilatura",)),
    Peer("turbohtml", turbohtml, modules=("turbohtml",)),
)

#: Converters of whole pages; their text is the Markdown.
CONVERTERS: Final = (Peer("turbohtml, whole page", convert_page, modules=("turbohtml",)),)
