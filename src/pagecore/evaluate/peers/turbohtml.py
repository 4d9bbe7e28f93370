"""turbohtml: a readability heuristic over a tree of its own, in C."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The text of the main content."""
    return PeerResult(import_module("turbohtml").parse(decode_page(html)).main_text())


def metadata(html: bytes, url: str | None) -> PeerResult:
    """Title, author and date of its article record."""
    article = import_module("turbohtml").parse(decode_page(html)).article()
    return PeerResult(article.text, article.title, article.byline, article.date)


PEER = Peer("turbohtml", extract, metadata, modules=("turbohtml",))
