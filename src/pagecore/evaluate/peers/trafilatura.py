"""trafilatura: rules over an lxml tree, with jusText and readability to fall back on."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The text, by `trafilatura.extract`."""
    return PeerResult(import_module("trafilatura").extract(decode_page(html), url=url) or "")


def metadata(html: bytes, url: str | None) -> PeerResult:
    """Title, author and date (none for a page without text), and the content as HTML with all
    elements that it can write."""
    library = import_module("trafilatura")
    page = decode_page(html)
    document = library.bare_extraction(page, url=url, with_metadata=True)
    if document is None:
        return PeerResult("")
    markup = library.extract(
        page,
        url=url,
        output_format="html",
        include_formatting=True,
        include_images=True,
        include_links=True,
    )
    return PeerResult(document.text or "", document.title, document.author, document.date, markup)


PEER = Peer("trafilatura", extract, metadata, modules=("trafilatura", "lxml_html_clean"))
