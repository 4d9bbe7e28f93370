"""magic-html: rules over an lxml tree for articles and forums; it gives HTML."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decoded
from pagecore.evaluate.peers.lines import text_of
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The general extractor, and its text; making text of the HTML is timed with it."""
    extractor = import_module("magic_html").GeneralExtractor()
    found = extractor.extract(decoded(html), base_url=url or "")
    content = found.get("html") or ""
    return PeerResult(text_of(content), found.get("title") or None, html=content)


PEER = Peer("magic-html", extract, modules=("magic_html", "lxml_html_clean"), python=(3, 12))
