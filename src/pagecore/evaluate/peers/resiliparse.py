"""resiliparse: rules over a lexbor tree, in C++; it gives no metadata."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """As its manual reads bytes: the encoding is detected, then the tree is parsed."""
    encoding = import_module("resiliparse.parse.encoding").detect_encoding(html)
    tree = import_module("resiliparse.parse.html").HTMLTree.parse_from_bytes(html, encoding)
    library = import_module("resiliparse.extract.html2text")
    return PeerResult(library.extract_plain_text(tree, main_content=True))


PEER = Peer("resiliparse", extract, modules=("resiliparse",))
