"""Positions of blocks and other pieces in the source of a page."""

from __future__ import annotations

from collections.abc import Iterable

from pagecore.page import Page


def describe_offsets(pages: Iterable[Page]) -> str:
    """Return a note if byte offsets are not offsets into the file itself; else an empty string."""
    own_pages = [page for page in pages if page.origin is None]
    encodings = [page.encoding for page in own_pages if page.encoding != "utf-8"]
    if encodings:
        names = ", ".join(dict.fromkeys(encodings))
        return f"byte offsets are into the page as UTF-8, not into the file, which is {names}"
    if any(page.encoding_from == "bom" for page in own_pages):
        return "byte offsets do not count the byte order mark (3 bytes)"
    return ""
