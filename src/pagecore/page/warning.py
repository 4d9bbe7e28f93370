"""Warnings about a page: parsing never fails, so problems are reported here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pagecore.errors import BadInput

#: Names of pages, in which a few blanks may be, and other paths: from a folder, the root or a home,
#: of a drive or a server.
_PAGE: Final = (
    rb"\.(?:x?html?|mht(?:ml)?|warc|pdf|epub|eml|docx?|odt|rtf|md|markdown|txt)(?:\.(?:gz|zst|br))?"
)
#: Names of other files, without blanks: a word before a full stop is a name only if it is one of
#: these.
_FILE: Final = (
    rb"[^<\s/\\.]+(?:\.[^<\s/\\.]+)*\.(?:xml|rss|atom|rdf|jsonl?|ndjson|csv|tsv|php\d?|aspx?|jspx?|cfm"
    rb"|cgi|xlsx?|pptx?|zip|tar|tgz|gz|bz2|xz|zst|7z|jpe?g|png|gif|webp|svg|parquet)"
)
#: Words that begin a sentence about a page.
_SENTENCE: Final = (
    rb"(?:read|see|open|visit|view|check|edit|load|use|click|save|download|get|run|find|go|try|look|"
    rb"siehe|lies|voir|lire|ver|lea|vedi|zie) "
)
_PATH: Final = re.compile(
    rb"(?!" + _SENTENCE + rb")(?:[^<\s]+ ){0,3}[^<\s]*" + _PAGE + rb"|"
    rb"(?:\.{0,2}/|~/)[^<\n]{0,400}" + _PAGE + rb"|"
    rb"(?:\.{0,2}/|~/)[^<\s]*\.\w{1,8}|(?:\.{1,2}/|~/)[^<\s]+|(?:/[^/<\s]+){2,}/?|" + _FILE + rb"|"
    rb"[a-z]:[\\/](?!/)[^\s<>\"|?*][^<>\"|?*\n]*|"
    rb"\\\\[^\\/<\s]+\\[^<>\"|?*\n]+",
    re.IGNORECASE,
)
#: A URL, also without its scheme, as links have it: `//example.org/a`, `example.org/a`.
_URL: Final = re.compile(
    rb"(?:(?:https?|ftp|file)://|www\.)[^<\s]+|//[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#][^<\s]*)?"
    rb"|(?:[\w-]+\.)+(?:com|org|net|edu|gov|info|io|dev|app)/[^<\s]*",
    re.IGNORECASE,
)
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
    message = _describe_place(source)
    return None if message is None else PageWarning("looks-like-a-path", message, -1, -1, 1)


def refuse_place(html: str | bytes | bytearray | memoryview) -> None:
    """Raise `BadInput` if a text is not HTML but plainly a path or a URL."""
    # Most pages are longer.
    if len(html) > _MAX_BYTES:
        return
    source = html.encode(errors="replace") if isinstance(html, str) else bytes(html)
    if message := _describe_place(source):
        raise BadInput(message)


def _describe_place(source: bytes) -> str | None:
    name = source.strip() if len(source) <= _MAX_BYTES else b""
    if _URL.fullmatch(name):
        has_scheme = b"://" in name
        is_web = not has_scheme or name.lower().startswith((b"http:", b"https:"))
        scheme = "" if has_scheme else " with https://"
        web = f"it{scheme} to pagecore.extract_url"
        advice = f"a URL, not HTML; pass {web if is_web else 'the path of a file to extract_file'}"
    elif _PATH.fullmatch(name):
        advice = "a path, not HTML; pass it to pagecore.extract_file"
    else:
        return None
    return f"{name.decode(errors='replace')!r:.200} is {advice}"
