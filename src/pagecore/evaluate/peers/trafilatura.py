"""trafilatura: rules over an lxml tree, with jusText and readability to fall back on."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decoded
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The text alone, which is what `trafilatura.extract` gives."""
    return PeerResult(import_module("trafilatura").extract(decoded(html), url=url) or "")


def metadata(html: bytes, url: str | None) -> PeerResult:
    """Title, author and date, of which it gives none for a page without text, and the content as
    HTML with all that it can write."""
    library = import_module("trafilatura")
    page = decoded(html)
    found = library.bare_extraction(page, url=url, with_metadata=True)
    if found is None:
        return PeerResult("")
    markup = library.extract(
        page,
        url=url,
        output_format="html",
        include_formatting=True,
        include_images=True,
        include_links=True,
    )
    return PeerResult(found.text or "", found.title, found.author, found.date, markup)


PEER = Peer("trafilatura", extract, metadata, modules=("trafilatura", "lxml_html_clean"))
