"""Warnings about a page: parsing never fails, so problems are reported here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

#: Suffixes of pages, and the beginnings of their URLs.
_PATH: Final = re.compile(rb"[^<\s]+\.x?html?", re.IGNORECASE)
_URL: Final = re.compile(rb"(?:https?|file)://[^<\s]+", re.IGNORECASE)
#: A longer text is no name.
_MAX_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class PageWarning:
    """A problem of a page or of its content; `docs/data-model.md` lists the codes."""

    code: str
    message: str
    #: The row and the byte offset of the first occurrence; -1 without a position.
    row: int
    offset: int
    #: Number of occurrences, or another amount that depends on the code.
    count: int


def warn_of_path(source: bytes) -> PageWarning | None:
    """Return the warning that a text is not HTML but the name of a page, or None.

    Args:
        source: the page as UTF-8.
    """
    name = source.strip() if len(source) <= _MAX_BYTES else b""
    if _URL.fullmatch(name):
        advice = "looks like a URL: pass the HTML itself, or run `pagecore extract URL`"
    elif _PATH.fullmatch(name):
        advice = "looks like a file name: pass the content of the file, as Path.read_bytes() reads"
    else:
        return None
    message = f"the page is the text {name.decode()!r:.200}, which {advice}"
    return PageWarning("looks-like-a-path", message, -1, -1, 1)
