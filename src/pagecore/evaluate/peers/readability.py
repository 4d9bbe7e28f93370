"""readability-lxml: the Python port of Arc90's Readability; it gives HTML."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decoded
from pagecore.evaluate.peers.lines import text_of
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The summary, and its text; making text of the HTML is timed with it."""
    document = import_module("readability").Document(decoded(html), url=url)
    summary = document.summary(html_partial=True)
    return PeerResult(text_of(summary), html=summary)


def metadata(html: bytes, url: str | None) -> PeerResult:
    """The title, without what sites put around it."""
    document = import_module("readability").Document(decoded(html), url=url)
    return PeerResult("", title=document.short_title())


PEER = Peer("readability-lxml", extract, metadata, modules=("readability", "lxml_html_clean"))
