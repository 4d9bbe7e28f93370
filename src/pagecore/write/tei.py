"""TEI, a format for text corpora in XML: a complete document with a header."""

from __future__ import annotations

from collections.abc import Sequence

from pagecore import _core
from pagecore.metadata import Metadata


def write_tei(
    bodies: Sequence[str], url: str | None, metadata: Metadata, language: str | None = None
) -> str:
    """Write a TEI document.

    Args:
        bodies: the output of `render_markup` for each part of the document.
        url: the URL of the page.
        metadata: page metadata; title, authors and date are used.
        language: the language of the content.
    """
    return _core.tei_document(
        bodies,
        title=metadata.title or "",
        authors=metadata.authors,
        date=metadata.date,
        url=url,
        language=language,
    )
