"""boilerpy3: the Python port of Boilerpipe; it gives the title beside the text."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """By its ArticleExtractor, the one that its manual begins with."""
    library = import_module("boilerpy3.extractors")
    document = library.ArticleExtractor().get_doc(decode_page(html))
    return PeerResult(document.content or "", document.title or None)


PEER = Peer("boilerpy3", extract, modules=("boilerpy3",))
