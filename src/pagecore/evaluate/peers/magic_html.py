"""magic-html: rules over an lxml tree for articles and forums; it gives HTML."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.lines import write_lines
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The general extractor, and its text; making text of the HTML is timed with it."""
    extractor = import_module("magic_html").GeneralExtractor()
    result = extractor.extract(decode_page(html), base_url=url or "")
    content = result.get("html") or ""
    return PeerResult(write_lines(content), result.get("title") or None, html=content)


PEER = Peer("magic-html", extract, modules=("magic_html", "lxml_html_clean"), python=(3, 12))
