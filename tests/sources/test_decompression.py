"""Compressed data is unpacked up to a limit, whole or damaged."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable

import pytest

from pagecore.errors import NeedsExtra
from pagecore.sources.decompression import DamagedData, Decompressor, UnpackedFile


def compress_zstd(content: bytes) -> bytes:
    zstd = pytest.importorskip(
        "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    )
    packed: bytes = zstd.compress(content)
    return packed


def compress_brotli(content: bytes) -> bytes:
    packed: bytes = pytest.importorskip("brotli").compress(content, quality=1)
    return packed


ENCODINGS: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("gzip", gzip.compress),
    ("deflate", zlib.compress),
    ("zstd", compress_zstd),
    ("br", compress_brotli),
]
#: Compresses well, but not to nothing.
CONTENT = b"".join(b"%d " % number for number in range(30_000))


@pytest.mark.parametrize(("encoding", "compress"), ENCODINGS)
def test_what_was_compressed_comes_out(encoding: str, compress: Callable[[bytes], bytes]) -> None:
    packed = compress(CONTENT)
    for content in (CONTENT, b"", b"a"):
        unpacked = UnpackedFile(io.BytesIO(compress(content)), encoding)
        assert unpacked.readall() == content
        assert not unpacked.is_cut_off
    decompressor = Decompressor(encoding)
    chunks = [decompressor.decompress(packed, 1000)]
    while chunk := decompressor.decompress(b"", 1000):
        chunks.append(chunk)
    assert max(map(len, chunks)) <= 1000
    assert b"".join(chunks) == CONTENT


@pytest.mark.parametrize(("encoding", "compress"), ENCODINGS)
def test_a_bomb_is_unpacked_to_the_limit(encoding: str, compress: Callable[[bytes], bytes]) -> None:
    unpacked = UnpackedFile(io.BytesIO(compress(b"a" * 10**7)), encoding)
    assert len(unpacked.read(5000)) <= 5000


@pytest.mark.parametrize(("encoding", "compress"), ENCODINGS)
def test_damage(encoding: str, compress: Callable[[bytes], bytes]) -> None:
    packed = compress(CONTENT)
    cut_off = UnpackedFile(io.BytesIO(packed[: len(packed) // 2]), encoding)
    assert CONTENT.startswith(cut_off.readall())
    assert cut_off.is_cut_off
    damaged = packed[: len(packed) // 3] + bytes(99) + packed[len(packed) // 2 :]
    unpacked = UnpackedFile(io.BytesIO(damaged), encoding)
    try:
        unpacked.readall()
    except DamagedData:
        return
    # Data of zstd may be damaged so that it seems to go on.
    assert unpacked.is_cut_off


@pytest.mark.parametrize(("encoding", "compress"), [ENCODINGS[0], ENCODINGS[2]])
def test_several_streams_follow_each_other(
    encoding: str, compress: Callable[[bytes], bytes]
) -> None:
    content = compress(b"one ") + compress(b"two") + bytes(16)
    assert UnpackedFile(io.BytesIO(content), encoding).readall() == b"one two"


@pytest.mark.parametrize(
    ("encoding", "modules"),
    [
        ("br", ("brotli",)),
        ("zstd", ("backports", "backports.zstd", "compression", "compression.zstd")),
    ],
)
def test_a_missing_extra_is_named(
    encoding: str, modules: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[compression\]'"):
        Decompressor(encoding)
