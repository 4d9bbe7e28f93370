"""Open files of pages, compressed or not."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from pagecore.errors import BadInput, NeedsExtra
from pagecore.sources.decompression import DamagedData, UnpackedFile
from pagecore.sources.kinds import HEAD
from pagecore.sources.read_at_most import read_at_most
from pagecore.sources.source import STDIN, Source

_EXPECTED: Final = "expected a file, a folder, a URL, or - for standard input"


@contextmanager
def open_source(source: Source) -> Iterator[BinaryIO]:
    """Open a file, standard input, or bytes that were read already, as it is.

    Raises:
        BadInput: it cannot be opened, or an error occurs while it is open.
    """
    place = source.place
    if source.content is not None:
        yield io.BytesIO(source.content)
        return
    # sys.stdin is None if the shell closed it.
    if place == STDIN and sys.stdin is None:
        raise BadInput("-: standard input is closed; redirect a page to it, or name a file")
    if not place:
        raise BadInput(f"{source}: the name is empty; {_EXPECTED}")
    try:
        if place == STDIN:
            yield sys.stdin.buffer
        else:
            with open(place, "rb") as file:
                yield file
    except OSError as error:
        advice = _EXPECTED
        if isinstance(error, IsADirectoryError):
            advice = "expected a file"
        elif place.lower().startswith("www."):
            advice = f"for a URL, write https://{place}"
        raise BadInput(f"{source}: {error.strerror}; {advice}") from error
    except ValueError as error:
        # A path may hold characters that no file system allows.
        raise BadInput(f"{source}: {error}") from error


def read_head(place: str) -> bytes:
    """Read the first bytes of a file, unpacked.

    Raises:
        BadInput: it cannot be read.
        NeedsExtra: unpacking it needs an extra.
    """
    content, _ = read_unpacked(Source(place), HEAD)
    return content


def read_unpacked(source: Source, n_bytes: int) -> tuple[bytes, bool]:
    """Read a file, standard input or bytes up to a number of bytes, unpacked.

    Returns:
        The bytes, and whether the compressed file is damaged or cut off after them.

    Raises:
        BadInput: it cannot be read, or nothing of it can be unpacked.
        NeedsExtra: unpacking it needs an extra.
    """
    with open_unpacked(source) as file:
        if isinstance(file, UnpackedFile):
            return _read_damaged(file, source, n_bytes)
        return read_at_most(file, n_bytes), False


@contextmanager
def open_unpacked(source: Source) -> Iterator[UnpackedFile | _Joined]:
    """Open a file, standard input or bytes, unpacked; raises as `open_source` does.

    Raises:
        NeedsExtra: unpacking it needs an extra.
    """
    with open_source(source) as file:
        start = read_at_most(file, HEAD)
        encoding = _detect_encoding(start, source.place)
        joined = _Joined(start, file)
        try:
            yield joined if encoding is None else UnpackedFile(joined, encoding)
        except NeedsExtra as error:
            raise NeedsExtra(f"{source}: {error}") from None


def _read_damaged(unpacked: UnpackedFile, source: Source, n_bytes: int) -> tuple[bytes, bool]:
    """Read a compressed file as far as it can be unpacked."""
    chunks: list[bytes] = []
    is_damaged = False
    try:
        while n_bytes > 0 and (chunk := unpacked.read(min(n_bytes, 1 << 16))):
            chunks.append(chunk)
            n_bytes -= len(chunk)
    except DamagedData as error:
        is_damaged = True
        if not chunks:
            raise BadInput(f"{source}: this compressed file is damaged: {error}") from error
    return b"".join(chunks), is_damaged or unpacked.is_cut_off


class _Joined(io.RawIOBase):
    """The start of a file that was read already, and the rest."""

    def __init__(self, start: bytes, file: BinaryIO) -> None:
        super().__init__()
        self._start, self._file = start, file

    def read(self, size: int = -1) -> bytes:
        if self._start:
            n_bytes = len(self._start) if size < 0 else size
            start, self._start = self._start[:n_bytes], self._start[n_bytes:]
            return start
        return self._file.read(size)


def _detect_encoding(start: bytes, name: str) -> str | None:
    """Detect the encoding of a compressed file; None for other files."""
    if start.startswith(b"\x1f\x8b\x08"):
        return "gzip"
    # A skippable frame may come first.
    is_skippable = start[1:4] == b"\x2a\x4d\x18" and start[:1] in _SKIPPABLE
    if start.startswith(b"(\xb5/\xfd") or is_skippable:
        return "zstd"
    # Brotli has no signature. A page that a server has unpacked already may keep the name.
    if name.lower().endswith(".br") and start.lstrip()[:1] != b"<":
        return "br"
    return None


_SKIPPABLE: Final = tuple(bytes([byte]) for byte in range(0x50, 0x60))
