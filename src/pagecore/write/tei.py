"""XML-TEI: a whole document, with a header."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pagecore import _core


def tei(bodies: Sequence[str], url: str | None, metadata: Mapping[str, Any]) -> str:
    """A TEI document of bodies.

    Args:
        bodies: what `markup` wrote of each part of a document.
        url: where the page came from.
        metadata: what is known of it; `title`, `authors`, `date` and `language` are used.
    """
    authors = metadata.get("authors") or ()
    return _core.tei_document(
        bodies,
        title=str(metadata.get("title") or ""),
        authors=[authors] if isinstance(authors, str) else [str(author) for author in authors],
        date=_told(metadata, "date"),
        url=url,
        language=_told(metadata, "language"),
    )


def _told(metadata: Mapping[str, Any], name: str) -> str | None:
    value = metadata.get(name)
    return None if value is None else str(value)
