"""XML-TEI: a whole document, with a header."""

from __future__ import annotations

from collections.abc import Sequence

from pagecore import _core
from pagecore.metadata import Metadata


def tei(
    bodies: Sequence[str], url: str | None, metadata: Metadata, language: str | None = None
) -> str:
    """A TEI document of bodies.

    Args:
        bodies: what `markup` wrote of each part of a document.
        url: where the page came from.
        metadata: what it says about itself; title, authors and date are used.
        language: of the content.
    """
    return _core.tei_document(
        bodies,
        title=metadata.title or "",
        authors=metadata.authors,
        date=metadata.date,
        url=url,
        language=language,
    )
