"""html-text: the text of the whole page; what an extractor must be better than."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """All text, set by guessed layout."""
    return PeerResult(import_module("html_text").extract_text(decode_page(html)))


PEER = Peer("html-text", extract, modules=("html_text", "lxml_html_clean"))
