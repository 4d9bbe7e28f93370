"""jusText: paragraphs by length, link density and stop words; it gives no metadata."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """With the stop words of English, as its manual has it: it does not detect the language."""
    library = import_module("justext")
    paragraphs = library.justext(decode_page(html), library.get_stoplist("English"))
    return PeerResult("\n".join(one.text for one in paragraphs if not one.is_boilerplate))


PEER = Peer("justext", extract, distribution="jusText", modules=("justext", "lxml_html_clean"))
