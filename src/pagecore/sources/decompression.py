"""Decompress data chunk by chunk, with a limit on each result: responses of servers, and files."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING, Any, Final

from pagecore.errors import NeedsExtra

if TYPE_CHECKING:
    from _typeshed import SupportsRead, WriteableBuffer

_CHUNK: Final = 1 << 16


class DamagedData(Exception):  # noqa: N818 - both users turn it into an error of their own
    """Compressed data is damaged."""


class Decompressor:
    """Decompresses data that arrives in chunks.

    One call returns at most the requested number of bytes. Call again with an empty chunk to get
    the rest; an empty result means that more input is needed.
    """

    def __init__(self, encoding: str) -> None:
        """Start.

        Args:
            encoding: the content encoding: `identity`, `gzip`, `x-gzip`, `deflate`, `zstd` or `br`.

        Raises:
            NeedsExtra: the encoding needs an extra.
        """
        self._encoding = encoding
        self._stream: Any = None
        self._n_streams = 0
        self._pending = b""
        if encoding in _EXTRA_STREAMS:
            # A missing extra is an error at once.
            _EXTRA_STREAMS[encoding]()

    def decompress(self, chunk: bytes, max_bytes: int) -> bytes:
        """Return at most `max_bytes` decompressed bytes.

        Raises:
            DamagedData: the data is damaged.
        """
        if self._encoding == "identity":
            return chunk
        self._pending += chunk
        result = b""
        while not result and (self._pending or (self._stream and not self._stream.needs_input)):
            if self._stream is None and not self._start_stream():
                self._pending = b""
                break
            try:
                result, self._pending = self._stream.decompress(self._pending, max_bytes)
            except self._stream.errors as error:
                raise DamagedData(str(error)) from error
            if self._stream.eof:
                self._stream = None
        return result

    @property
    def is_incomplete(self) -> bool:
        """Whether the current stream lacks its end."""
        return self._stream is not None

    def _start_stream(self) -> bool:
        """Start a stream with the pending bytes.

        Several gzip or zstd streams may follow each other. Other bytes after the first stream, such
        as padding, are ignored.
        """
        if self._n_streams and not self._has_next_stream():
            return False
        self._n_streams += 1
        make_stream = _EXTRA_STREAMS.get(self._encoding)
        if make_stream is not None:
            self._stream = make_stream()
        else:
            self._stream = _ZlibStream(self._window_bits(self._pending))
        return True

    def _has_next_stream(self) -> bool:
        if self._encoding == "zstd":
            return self._pending[:1] in (b"(", *(bytes([byte]) for byte in range(0x50, 0x60)))
        return self._encoding in ("gzip", "x-gzip") and self._pending.startswith(b"\x1f")

    def _window_bits(self, head: bytes) -> int:
        """The `wbits` of zlib for gzip, or for deflate; some servers omit the header of deflate."""
        if self._encoding != "deflate":
            return 16 + zlib.MAX_WBITS
        has_header = head[0] & 0x0F == 8 and int.from_bytes(head[:2], "big") % 31 == 0
        return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS


class UnpackedFile(io.RawIOBase):
    """A compressed file, opened for reading what is inside."""

    def __init__(self, file: SupportsRead[bytes], encoding: str) -> None:
        """Wrap an open file; `encoding` is that of `Decompressor`."""
        super().__init__()
        self._file, self._decompressor = file, Decompressor(encoding)
        #: Whether the file ends early.
        self.is_cut_off = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer)
        result = self._decompressor.decompress(b"", len(view))
        while not result:
            chunk = self._file.read(_CHUNK)
            if not chunk:
                self.is_cut_off = self._decompressor.is_incomplete
                break
            result = self._decompressor.decompress(chunk, len(view))
        view[: len(result)] = result
        return len(result)


# ---------------------------------------------------------------- the streams of each encoding
#
# `decompress` returns the result, and the input that is left. `needs_input` is False while a stream
# has more results without more input.


class _ZlibStream:
    needs_input = True
    errors = (zlib.error,)

    def __init__(self, window_bits: int) -> None:
        self._stream = zlib.decompressobj(window_bits)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    def decompress(self, data: bytes, max_bytes: int) -> tuple[bytes, bytes]:
        result = self._stream.decompress(data, max_bytes)
        return result, self._stream.unused_data if self.eof else self._stream.unconsumed_tail


class _ZstdStream:
    def __init__(self) -> None:
        zstd = _import_zstd()
        self._stream = zstd.ZstdDecompressor()
        self.errors = (zstd.ZstdError,)

    @property
    def eof(self) -> bool:
        return bool(self._stream.eof)

    @property
    def needs_input(self) -> bool:
        return bool(self._stream.needs_input)

    def decompress(self, data: bytes, max_bytes: int) -> tuple[bytes, bytes]:
        result = self._stream.decompress(data, max_bytes)
        return result, self._stream.unused_data if self.eof else b""


class _BrotliStream:
    def __init__(self) -> None:
        try:
            import brotli
        except ImportError:
            raise _need_extra("brotli") from None
        self._stream = brotli.Decompressor()
        self.errors = (brotli.error,)
        #: Results beyond the limit, because brotli exceeds it by the size of a block.
        self._results = b""
        #: Whether there may be more results without more input.
        self._has_more = False

    @property
    def eof(self) -> bool:
        return bool(self._stream.is_finished()) and not self._results

    @property
    def needs_input(self) -> bool:
        can_accept = bool(self._stream.can_accept_more_data())
        return can_accept and not self._has_more and not self._results

    def decompress(self, data: bytes, max_bytes: int) -> tuple[bytes, bytes]:
        accepts = self.needs_input
        if not self._results:
            self._results = self._stream.process(
                data if accepts else b"", output_buffer_limit=max_bytes
            )
            self._has_more = bool(self._results) and not self._stream.is_finished()
        result, self._results = self._results[:max_bytes], self._results[max_bytes:]
        return result, b"" if accepts else data


def _import_zstd() -> Any:
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise _need_extra("zstd") from None
    return zstd


def _need_extra(name: str) -> NeedsExtra:
    return NeedsExtra(
        f"files compressed by {name} need an extra: pip install 'pagecore[compression]'"
    )


_EXTRA_STREAMS: Final = {"zstd": _ZstdStream, "br": _BrotliStream}
