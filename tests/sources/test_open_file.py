"""Files are opened compressed or not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pagecore.errors import BadInput
from pagecore.sources.kinds import HEAD
from pagecore.sources.open_file import read_head, read_unpacked
from pagecore.sources.source import Source
from tests.inputs import make_page

PAGE = make_page("a").encode() * 99


def test_compressed_files_are_unpacked_up_to_a_limit() -> None:
    for content in (PAGE, gzip.compress(PAGE)):
        assert read_unpacked(Source("-", content=content), 10**6) == (PAGE, False)
        assert read_unpacked(Source("-", content=content), 999) == (PAGE[:999], False)


def test_the_rest_of_a_damaged_file_is_missing() -> None:
    packed = gzip.compress(PAGE)
    content, is_damaged = read_unpacked(Source("-", content=packed[:-20]), 10**6)
    assert PAGE.startswith(content)
    assert is_damaged
    with pytest.raises(BadInput, match=r"^-: this compressed file is damaged: "):
        read_unpacked(Source("-", content=packed[:10] + b"\xff" * 99), 10**6)


def test_brotli_is_recognised_by_its_name(tmp_path: Path) -> None:
    brotli = pytest.importorskip("brotli")
    path = tmp_path / "a.html.br"
    path.write_bytes(brotli.compress(PAGE))
    assert read_head(str(path)) == PAGE[:HEAD]
    path.write_bytes(PAGE)
    assert read_head(str(path)) == PAGE[:HEAD]


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BadInput, match=r"^a\.html: No such file or directory; expected a file"):
        read_head("a.html")
