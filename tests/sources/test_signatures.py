"""File types other than HTML are detected by their first bytes."""

from __future__ import annotations

import bz2

import pytest

from pagecore.sources.signatures import detect_file_type

FIRST_BYTES = [
    (b"%PDF-1.4", "a PDF"),
    (b"\n\n%PDF-1.4\n", None),
    (b"\r\n\r\n\n%PDF-1.4", "a PDF"),
    (b"\xff\xd8\xff\xe0", "a JPEG image"),
    (b"GIF89a", "a GIF image"),
    (b"RIFF\0\0\0\0WEBPVP8 ", "a WebP image"),
    (b"RIFFles and other stories", None),
    (b"\0\0\0 ftypavif", "an AVIF image"),
    (b"\0\0\0 ftypisom", "a video"),
    (b"PK\3\4\x14", "a zip archive or an office document"),
    (b"\x1f\x8b\x08\0", "packed by gzip"),
    (bz2.compress(b"<p>"), "packed by bzip2"),
    (b"BZh is how packed files begin", None),
    (b"ID3\3\0", "a sound"),
    (b"ID3 is a format of tags", None),
    (b"The ftyp of a file", None),
    (b"", None),
    (b"<p>%PDF-1.4", None),
    ("\ufeff<p>".encode("utf-16"), None),
    (b"\xef\xbb\xbf<p>", None),
]


@pytest.mark.parametrize(("content", "file_type"), FIRST_BYTES)
def test_file_types(content: bytes, file_type: str | None) -> None:
    assert detect_file_type(content) == file_type
