"""File types other than HTML, recognised by their first bytes; names and servers may be wrong."""

from __future__ import annotations

from typing import Final

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
#: The types that pagecore unpacks.
PACKED: Final = ("packed by gzip", "packed by zstd")
#: Types of files that start with a length, by the four bytes after it.
_RIFF: Final = {b"WEBP": "a WebP image", b"AVI ": "a video", b"WAVE": "a sound"}
_BRANDS: Final = {b"avif": "an AVIF image", b"heic": "a HEIC image", b"mif1": "a HEIF image"}

#: Control characters of binary data, by the MIME Sniffing Standard.
_CONTROLS: Final = bytes([*range(0x00, 0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])


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
    # The name of the format is in the middle of the first block.
    if content[257:262] == b"ustar":
        return "a tar archive"
    return None


def is_binary(content: bytes) -> bool:
    """Whether bytes are not text: more than one in fifty is a control character that no text has.

    Args:
        content: the first bytes of a file. Text in UTF-16 is recognised by its zero bytes.
    """
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or _has_utf16_pattern(content):
        content = content.replace(b"\0", b"")
    n_controls = len(content) - len(content.translate(None, _CONTROLS))
    return n_controls * 50 > len(content)


def _has_utf16_pattern(content: bytes) -> bool:
    """Whether all zero bytes are at even positions, or all at odd ones, and there are many."""
    n_even, n_odd = content[::2].count(0), content[1::2].count(0)
    return 0 in (n_even, n_odd) and (n_even + n_odd) * 4 > len(content)
