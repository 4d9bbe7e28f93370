"""The token list of a page (table 1 of the paper): tags, comments and texts, with their offsets.

The list is made from the source, not from rows. Rows are found again by their offsets.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final, NamedTuple

#: The starts of elements whose content is no token, and their ends. Classes of letters are faster
#: than a search that ignores the case.
_START: Final = re.compile(rb"<(?:[sS][cC][rR][iI][pP][tT]|[sS][tT][yY][lL][eE])")
_ENDS: Final = {
    b"script": re.compile(rb"</[sS][cC][rR][iI][pP][tT][^>]*+(?:>|\Z)"),
    b"style": re.compile(rb"</[sS][tT][yY][lL][eE][^>]*+(?:>|\Z)"),
}
_NAME: Final = re.compile(r"</?[A-Za-z][^\s/<>]{0,100}")


class Token(NamedTuple):
    """A tag, a comment or a text of the source."""

    #: As written; a text is cleaned.
    text: str
    #: The name of a tag in lower case, `/p` for an end tag, `!--` for a comment, empty for a text.
    name: str
    #: Byte offsets into the source.
    start: int
    stop: int


def list_tokens(source: bytes) -> list[Token]:
    """List the tokens of a source in UTF-8. Scripts, styles and blank texts are left out."""
    source = blank_scripts(source)
    tokens: list[Token] = []
    at, n = 0, len(source)
    while at < n:
        if source[at : at + 1] == b"<":
            stop = _find_tag_end(source, at)
            raw = source[at:stop].decode("utf-8", "replace")
            tokens.append(Token(raw, read_tag_name(raw), at, stop))
        else:
            stop = source.find(b"<", at)
            stop = n if stop < 0 else stop
            text = clean_text(source[at:stop].decode("utf-8", "replace"))
            if text:
                tokens.append(Token(text, "", at, stop))
        at = stop
    return tokens


def blank_scripts(source: bytes) -> bytes:
    """Replace scripts and styles by blanks, so that offsets stay."""
    pieces: list[bytes] = []
    at = 0
    while start := _START.search(source, at):
        end = _ENDS[start[0][1:].lower()].search(source, start.end())
        stop = len(source) if end is None else end.end()
        pieces += [source[at : start.start()], b" " * (stop - start.start())]
        at = stop
    return b"".join([*pieces, source[at:]]) if pieces else source


def _find_tag_end(source: bytes, at: int) -> int:
    """Return the offset after a tag or a comment; that of the end of the source if it is open."""
    if source.startswith(b"<!--", at):
        stop = source.find(b"-->", at + 4)
        if stop >= 0:
            return stop + 3
    stop = source.find(b">", at)
    return len(source) if stop < 0 else stop + 1


def read_tag_name(tag: str) -> str:
    """Return the name of a tag in lower case, with `/` before that of an end tag."""
    if tag.startswith("<!--"):
        return "!--"
    name = _NAME.match(tag)
    return name[0][1:].lower() if name else "!"


def clean_text(text: str) -> str:
    """Clean a text as the collector does: references are decoded, white space becomes a blank."""
    decoded = unescape(text) if "&" in text else text
    return " ".join(decoded.replace("\r", "").split())
