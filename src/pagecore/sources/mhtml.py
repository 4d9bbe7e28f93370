"""MHTML: a page and its images in one file, as browsers save it; also e-mails, with or without an
HTML part.

Only the part with the page is decoded. Parts are looked for one after the other and by their
boundary, so time and memory are linear in the file, whatever its parts are.
"""

from __future__ import annotations

import binascii
import quopri
from email.message import Message
from email.parser import BytesHeaderParser
from typing import Final, NamedTuple

from pagecore.errors import BadInput

#: Limits of a header, of multiparts inside each other, and of the parts that are searched.
_MAX_HEADER: Final = 64 * 1024
_MAX_DEPTH: Final = 8
_MAX_PARTS: Final = 10_000
_PAGE_TYPES: Final = ("text/html", "application/xhtml+xml")
_TEXT_TYPE: Final = "text/plain"
_URLS: Final = ("http://", "https://")


class SavedPage(NamedTuple):
    """The page of an MHTML file, or the text of an e-mail."""

    content: bytes
    url: str | None
    charset: str | None
    #: Whether it is plain text.
    is_text: bool = False


def read_mhtml(content: bytes, prefix: str = "") -> SavedPage:
    """Read the page of an MHTML file: its first HTML part, or else its first text.

    Args:
        content: the file.
        prefix: the start of messages, such as the name of the file.

    Raises:
        BadInput: there is no such part, or it cannot be decoded.
    """
    try:
        page = _read_page(content)
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        # Python's reader of headers does not expect some parameters, such as `boundary*x*=y`.
        message = f"this MHTML file cannot be read: {type(error).__name__}: {error}"
        raise BadInput(f"{prefix}{message}") from error
    if page is None:
        raise BadInput(f"{prefix}this MHTML file has no HTML part and no text")
    return page


def _read_page(content: bytes) -> SavedPage | None:
    header, start = _read_header(content, 0, len(content))
    part = _find_page(content, header, start)
    if part is None:
        return None
    page_header, body = part
    places = (
        _read_url(page_header, "Content-Location"),
        _read_url(header, "Snapshot-Content-Location"),
        _read_url(header, "Content-Location"),
    )
    url = next((place for place in places if place is not None), None)
    is_text = page_header.get_content_type() == _TEXT_TYPE
    charset = page_header.get_content_charset()
    return SavedPage(_decode(page_header, body), url, charset, is_text)


def _find_page(content: bytes, header: Message, start: int) -> tuple[Message, bytes] | None:
    """Find the first HTML part, or else the first text, also inside of other parts; return its
    header and body."""
    # A message without a type is text.
    if header.get_content_type() in (*_PAGE_TYPES, _TEXT_TYPE):
        return header, content[start:]
    text: tuple[Message, bytes] | None = None
    # The parts that are left to search, at each depth.
    searched = [_Parts(content, start, len(content), header)]
    for _ in range(_MAX_PARTS):
        while searched and (span := searched[-1].find_next()) is None:
            searched.pop()
        if not searched:
            break
        assert span is not None
        part_header, body = _read_header(content, *span)
        if part_header.get_content_type() in _PAGE_TYPES:
            return part_header, content[body : span[1]]
        if text is None and _is_text(part_header) and content[body : span[1]].strip():
            text = part_header, content[body : span[1]]
        is_multipart = part_header.get_content_maintype() == "multipart"
        if is_multipart and len(searched) < _MAX_DEPTH:
            searched.append(_Parts(content, body, span[1], part_header))
    return text


def _is_text(header: Message) -> bool:
    """Whether a part is a text, and not an attached file."""
    is_attached = header.get_content_disposition() == "attachment"
    return header.get_content_type() == _TEXT_TYPE and not is_attached


class _Parts:
    """The parts of a multipart body, one after the other."""

    def __init__(self, content: bytes, start: int, stop: int, header: Message) -> None:
        self._content, self._stop = content, stop
        boundary = (header.get_boundary() or "").encode(errors="surrogateescape")
        self._line = b"\n--" + boundary
        #: Where the line is that precedes the next part; -1 after the last part.
        self._at = self._find_line(max(0, start - 1)) if boundary else -1

    def _find_line(self, start: int) -> int:
        """Find the next line with the boundary; -1 for none."""
        at = self._content.find(self._line, start, self._stop)
        return at + 1 if at >= 0 else -1

    def find_next(self) -> tuple[int, int] | None:
        """Find where the next part begins and ends; None after the last."""
        after = self._at + len(self._line) - 1
        line_end = self._content.find(b"\n", after, self._stop) if self._at >= 0 else -1
        if line_end < 0 or self._content[after : after + 2] == b"--":
            return None
        self._at = self._find_line(line_end)
        return line_end + 1, self._stop if self._at < 0 else self._at


def _read_header(content: bytes, start: int, stop: int) -> tuple[Message, int]:
    """Read the header of a part; return it, and where the body begins."""
    head = content[start : min(stop, start + _MAX_HEADER)]
    blank = len(head) - len(head.lstrip(b"\r\n"))
    ends = [(head.find(mark, blank), len(mark)) for mark in (b"\r\n\r\n", b"\n\n")]
    end, length = min(((at, n) for at, n in ends if at >= 0), default=(len(head), 0))
    return BytesHeaderParser().parsebytes(head[blank:end]), start + end + length


def _read_url(header: Message, name: str) -> str | None:
    url = "".join(str(header.get(name) or "").split())
    is_url = url.lower().startswith(_URLS) and url.isprintable()
    return url if is_url else None


def _decode(header: Message, body: bytes) -> bytes:
    encoding = str(header.get("Content-Transfer-Encoding") or "").strip().lower()
    if encoding == "quoted-printable":
        return quopri.decodestring(body)
    if encoding == "base64":
        return binascii.a2b_base64(body)
    return body
