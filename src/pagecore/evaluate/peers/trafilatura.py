"""trafilatura: rules over an lxml tree, with jusText and readability to fall back on."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decoded
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The text alone, which is what `trafilatura.extract` gives."""
    return PeerResult(import_module("trafilatura").extract(decoded(html), url=url) or "")


def metadata(html: bytes, url: str | None) -> PeerResult:
    """Title, author and date, of which it gives none for a page without text."""
    library = import_module("trafilatura")
    found = library.bare_extraction(decoded(html), url=url, with_metadata=True)
    if found is None:
        return PeerResult("")
    return PeerResult(found.text or "", found.title, found.author, found.date)


PEER = Peer("trafilatura", extract, metadata, modules=("trafilatura", "lxml_html_clean"))
