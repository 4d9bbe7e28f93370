"""goose3: the Python port of Goose, for articles."""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

from pagecore.evaluate.peers.decode import decode_page
from pagecore.evaluate.peers.peer import Peer, PeerResult


def extract(html: bytes, url: str | None) -> PeerResult:
    """Text and metadata in one call."""
    article = _goose().extract(url=url, raw_html=decode_page(html))
    return PeerResult(
        article.cleaned_text or "",
        article.title or None,
        "; ".join(article.authors) or None,
        article.publish_date or None,
    )


@functools.cache
def _goose() -> Any:
    """One object for all pages, as in its manual: it opens a session and a folder."""
    return import_module("goose3").Goose()


PEER = Peer("goose3", extract, modules=("goose3",))
