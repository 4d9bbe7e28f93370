"""Read a file up to a limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import SupportsRead

_CHUNK: Final = 1 << 20


def read_at_most(file: SupportsRead[bytes], n_bytes: int) -> bytes:
    """Read a file up to a number of bytes. `file.read(n_bytes)` would reserve memory for all of
    them, which fails in a process whose memory is limited."""
    chunks = []
    while n_bytes > 0 and (chunk := file.read(min(n_bytes, _CHUNK))):
        chunks.append(chunk)
        n_bytes -= len(chunk)
    return b"".join(chunks)
