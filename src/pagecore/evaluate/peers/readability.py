"""readability-lxml: the Python port of Arc90's Readability; it returns HTML."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.lines import write_lines
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """The summary and its text; the conversion to text is timed too."""
    document = import_module("readability").Document(decode_page(html), url=url)
    summary = document.summary(html_partial=True)
    return PeerResult(write_lines(summary), html=summary)


def metadata(html: bytes, url: str | None) -> PeerResult:
    """The title, without the name of the site."""
    document = import_module("readability").Document(decode_page(html), url=url)
    return PeerResult("", title=document.short_title())


PEER = Peer("readability-lxml", extract, metadata, modules=("readability", "lxml_html_clean"))
