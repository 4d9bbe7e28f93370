"""rs-trafilatura: trafilatura's rules in Rust, chosen by a learned page type."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """Text and metadata in one call; its HTML is made only on request."""
    found = import_module("rs_trafilatura").extract(decode_page(html), url=url)
    return PeerResult(
        found.main_content or "", found.title, found.author, found.date, found.content_html
    )


PEER = Peer("rs-trafilatura", extract, modules=("rs_trafilatura",))
