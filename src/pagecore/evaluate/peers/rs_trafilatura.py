"""rs-trafilatura: trafilatura's rules in Rust, chosen by a learned page type."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """Text and metadata in one call; its HTML is made only on request."""
    result = import_module("rs_trafilatura").extract(decode_page(html), url=url)
    return PeerResult(
        result.main_content or "", result.title, result.author, result.date, result.content_html
    )


PEER = Peer("rs-trafilatura", extract, modules=("rs_trafilatura",))
