"""newspaper4k: articles of newspapers with their metadata."""

from __future__ import annotations

from importlib import import_module

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """Text and metadata in one call; images are not fetched."""
    article = import_module("newspaper").article(
        url or "", input_html=decode_page(html), fetch_images=False
    )
    date = article.publish_date
    return PeerResult(
        article.text or "",
        article.title or None,
        "; ".join(article.authors) or None,
        str(date) if date else None,
        article.article_html or None,
    )


PEER = Peer("newspaper4k", extract, modules=("newspaper", "lxml_html_clean"))
