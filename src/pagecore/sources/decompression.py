"""Decompress the body of an HTTP response chunk by chunk, with a limit on each result."""

from __future__ import annotations

import zlib
from typing import Any


class Decompressor:
    """Decompresses a response that arrives in chunks.

    One call returns at most the requested number of bytes. Call again with an empty chunk to get
    the rest; an empty result means that more input is needed.
    """

    def __init__(self, encoding: str) -> None:
        """Start a response.

        Args:
            encoding: the content encoding: `identity`, `gzip`, `x-gzip` or `deflate`.
        """
        self._encoding = encoding
        self._stream: Any = None
        self._n_streams = 0
        self._pending = b""

    def decompress(self, chunk: bytes, max_bytes: int) -> bytes:
        """Return at most `max_bytes` decompressed bytes."""
        if self._encoding == "identity":
            return chunk
        self._pending += chunk
        result = b""
        while self._pending and not result:
            if self._stream is None and not self._start_stream():
                self._pending = b""
                break
            result = self._stream.decompress(self._pending, max_bytes)
            self._pending = self._stream.unconsumed_tail
            if self._stream.eof:
                self._pending = self._stream.unused_data
                self._stream = None
        return result

    @property
    def is_incomplete(self) -> bool:
        """Whether the current stream lacks its end."""
        return self._stream is not None

    def _start_stream(self) -> bool:
        """Start a stream with the pending bytes.

        Several gzip streams may follow each other. Other bytes after the first stream, such as
        padding, are ignored.
        """
        is_gzip = self._encoding != "deflate" and self._pending.startswith(b"\x1f")
        if self._n_streams and not is_gzip:
            return False
        self._n_streams += 1
        self._stream = zlib.decompressobj(self._window_bits(self._pending))
        return True

    def _window_bits(self, head: bytes) -> int:
        """The `wbits` of zlib for gzip, or for deflate; some servers omit the header of deflate."""
        if self._encoding != "deflate":
            return 16 + zlib.MAX_WBITS
        has_header = head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0
        return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
