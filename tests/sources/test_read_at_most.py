"""Reading a file up to a limit."""

from __future__ import annotations

import io
import os
import tracemalloc

import pytest

from pagecore.sources.read_at_most import read_at_most


@pytest.mark.parametrize("n_bytes", [0, 1, 5, 6, 7, 1 << 40])
def test_at_most_so_many_bytes_are_read(n_bytes: int) -> None:
    assert read_at_most(io.BytesIO(b"abcdef"), n_bytes) == b"abcdef"[:n_bytes]


def test_a_file_larger_than_a_chunk_is_read_whole(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "large")
    content = bytes(range(256)) * 10_000
    with open(path, "wb") as file:
        file.write(content)
    for n_bytes in (len(content) - 1, len(content), len(content) + 1):
        with open(path, "rb") as file:
            assert read_at_most(file, n_bytes) == content[:n_bytes]


def test_a_large_limit_reserves_no_memory(tmp_path: os.PathLike[str]) -> None:
    path = os.path.join(tmp_path, "small")
    with open(path, "wb") as file:
        file.write(b"abcdef")
    tracemalloc.start()
    try:
        with open(path, "rb") as file:
            assert read_at_most(file, 256 << 20) == b"abcdef"
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
