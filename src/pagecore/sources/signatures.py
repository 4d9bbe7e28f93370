"""File types other than HTML, recognised by their first bytes; names and servers may be wrong."""

from __future__ import annotations

from typing import Final

from pagecore.errors import BadInput

#: Bytes that are enough to recognise a file type.
_HEAD: Final = 1024
#: First bytes of file types, none of which a page begins with.
_SIGNATURES: Final = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\1\0", "an icon"),
    (b"8BPS\0", "a Photoshop image"),
    (b"PK\3\4", "a zip archive or an office document"),
    (b"PK\5\6", "an empty zip archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"{\\rtf", "a rich text document"),
    (b"%!PS", "a PostScript document"),
    (b"\x1f\x8b\x08", "packed by gzip"),
    (b"\xfd7zXZ\0", "packed by xz"),
    (b"(\xb5/\xfd", "packed by zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"OggS\0", "a sound or a video"),
    (b"ID3\2", "a sound"),
    (b"ID3\3", "a sound"),
    (b"ID3\4", "a sound"),
    (b"fLaC\0", "a sound"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\0asm", "a WebAssembly module"),
    (b"\x7fELF", "a program"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "a database"),
)
#: Types of files that start with a length, by the four bytes after it.
_RIFF: Final = {b"WEBP": "a WebP image", b"AVI ": "a video", b"WAVE": "a sound"}
_BRANDS: Final = {b"avif": "an AVIF image", b"heic": "a HEIC image", b"mif1": "a HEIF image"}


def check_is_page(content: bytes | bytearray | memoryview, prefix: str = "") -> None:
    """Refuse the bytes of a PDF, an image, an archive or the like.

    Args:
        content: bytes that should be a page.
        prefix: the start of the message, such as the name of the file.

    Raises:
        BadInput: the bytes are those of another file type.
    """
    file_type = detect_file_type(bytes(content[:_HEAD]))
    if file_type is not None:
        raise BadInput(f"{prefix}this is {file_type}, not an HTML page")


def check_is_feed(content: bytes | bytearray | memoryview, prefix: str = "") -> None:
    """Refuse the bytes of a web page, a PDF, an image, an archive or the like.

    Args:
        content: bytes that should be a feed.
        prefix: the start of the message, such as the name of the file.

    Raises:
        BadInput: the bytes are those of another file type than a feed.
    """
    head = bytes(content[:_HEAD])
    file_type = detect_file_type(head)
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html")):
        file_type = "an HTML page"
    if file_type is not None:
        raise BadInput(f"{prefix}this is {file_type}, not a feed")


def detect_file_type(content: bytes) -> str | None:
    """The type of a file that is not HTML: `a PDF`, `a PNG image`; None for possible pages."""
    # Most pages begin so, and no other type does.
    if content[:1] == b"<":
        return None
    for signature, file_type in _SIGNATURES:
        if content.startswith(signature):
            return file_type
    # Some programs put a few bytes before a PDF, and readers look further down.
    if content[:5].isspace() and content.lstrip()[:5] == b"%PDF-":
        return "a PDF"
    # A text may begin with these letters.
    if content[:3] == b"BZh" and content[4:10] == b"1AY&SY":
        return "packed by bzip2"
    if content[:4] == b"RIFF":
        return _RIFF.get(content[8:12])
    if content[:1] == b"\0" and content[4:8] == b"ftyp":
        return _BRANDS.get(content[8:12], "a video")
    return None
