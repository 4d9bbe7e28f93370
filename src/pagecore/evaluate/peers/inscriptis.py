"""inscriptis: the text of the whole page, laid out as a browser would."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """All text, with tables as columns."""
    return PeerResult(import_module("inscriptis").get_text(decode_page(html)))


PEER = Peer("inscriptis", extract, modules=("inscriptis",))
