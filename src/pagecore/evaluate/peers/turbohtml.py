"""turbohtml: a readability heuristic over a tree of its own, in C."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decoded
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The text of the main content."""
    return PeerResult(import_module("turbohtml").parse(decoded(html)).main_text())


def metadata(html: bytes, url: str | None) -> PeerResult:
    """Title, author and date of its article record."""
    found = import_module("turbohtml").parse(decoded(html)).article()
    return PeerResult(found.text, found.title, found.byline, found.date)


PEER = Peer("turbohtml", extract, metadata, modules=("turbohtml",))
