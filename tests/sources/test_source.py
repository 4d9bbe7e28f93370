"""Sources: files, folders, URLs and standard input, and how they are read."""

from __future__ import annotations

import io
import os
import pickle
import sys
from pathlib import Path

import pytest

from pagecore.errors import BadInput
from pagecore.sources.read import ReadOptions, read_bytes, read_page, read_raw_page
from pagecore.sources.source import Source, path_of_url
from pagecore.store import make_printable

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


URLS = [
    # place                       host          url
    ("http://A.example/b",        "a.example",  "http://A.example/b"),
    ("-",                         None,         None),
    ("http://[::1",               None,         "http://[::1"),
    ("/tmp/a b.html",             None,         "file:///tmp/a%20b.html"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "host", "url"), URLS)
def test_hosts_and_urls(place: str, host: str | None, url: str | None) -> None:
    assert (Source(place).host, Source(place).place_url) == (host, url)


def test_a_page_that_was_read_or_is_in_a_container_is_not_fetched() -> None:
    assert Source("http://a.example/", content=b"").host is None
    page = Source("crawl.warc", name_in_container="https://a.example/b")
    assert (page.place_url, str(page)) == (None, "crawl.warc::https://a.example/b")


def test_paths_of_file_urls() -> None:
    assert path_of_url("file:///tmp/a%20b.html") == Path("/tmp/a b.html")


def test_names_that_are_not_utf8_can_be_printed() -> None:
    assert str(Source(os.fsdecode(b"\xff.html"))) == "\ufffd.html"
    assert make_printable(Path("a.html")) == "a.html"
    assert str(Source("")) == "''"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_endless_files_are_read_to_the_limit() -> None:
    assert len(read_bytes(Source("/dev/zero"), ReadOptions(max_bytes=999))) == 1000
    with pytest.raises(BadInput, match=r"^/dev/zero: this is binary data, not an HTML page$"):
        read_page(Source("/dev/zero"), ReadOptions(max_bytes=999))


def test_long_pages_are_read_to_the_limit() -> None:
    page = read_page(Source("-", content=b"<p>" + b"a" * 5000), ReadOptions(max_bytes=999))
    assert len(page.source) == 999
    assert [warning.code for warning in page.warnings] == ["limit-bytes"]


def test_rows_are_limited(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>a" * 99)
    page = read_page(Source(str(tmp_path / "a.html")), ReadOptions(max_rows=50))
    assert len(page) == 50


def test_a_source_that_was_read_already_is_not_read_again() -> None:
    source = Source("-", content=b"<p>a")
    assert read_raw_page(source, ReadOptions(url="http://a.example/")).content == b"<p>a"
    assert read_page(source, ReadOptions(url="http://a.example/")).url == "http://a.example/"
    assert pickle.loads(pickle.dumps(source)) == source
    with pytest.raises(BadInput, match=r"^-: this is a PDF, not an HTML page$"):
        read_raw_page(Source("-", content=PDF), ReadOptions())


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match=r"^-: standard input is closed"):
        read_raw_page(Source("-"), ReadOptions())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<p>b")))
    assert read_raw_page(Source("-"), ReadOptions()).content == b"<p>b"
