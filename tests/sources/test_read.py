"""Sources are read by what they are: pages, compressed files, saved pages, texts."""

from __future__ import annotations

import copy
import gzip
import pickle
import sys
from pathlib import Path

import pytest

from pagecore.errors import BadInput, NeedsExtra
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import HasManyPages, ReadOptions, read_page, read_raw_page
from pagecore.sources.source import Source
from tests.inputs import make_mhtml, make_page, make_rss, make_warc

PAGE = make_page("a").encode()
COMMENT = b"<!-- saved from url=(0023)https://b.example/c -->"


def read(content: bytes, place: str = "a") -> tuple[bytes, str | None, FileKind]:
    raw_page = read_raw_page(Source(place, content=content), ReadOptions())
    return raw_page.content.strip(), raw_page.url, raw_page.kind


SAVED = "https://a.example/saved"
CASES = [
    # place   content                           page            URL                    kind
    ("a",     PAGE,                             PAGE,           None,                FileKind.HTML),
    ("a",     gzip.compress(PAGE),              PAGE,           None,                FileKind.HTML),
    ("a",     make_mhtml(PAGE),                 PAGE,           SAVED,               FileKind.HTML),
    ("a",     gzip.compress(make_mhtml(PAGE)),  PAGE,           SAVED,               FileKind.HTML),
    ("a",     COMMENT + PAGE,                   COMMENT + PAGE, "https://b.example/c",FileKind.HTML),
    ("a.md",  b"# a <b>b</b>",                  b"# a <b>b</b>", None,               FileKind.TEXT),
    ("a",     b"a text",                        b"a text",      None,                FileKind.TEXT),
]  # fmt: skip


@pytest.mark.parametrize(("place", "content", "page", "url", "kind"), CASES)
def test_kinds(place: str, content: bytes, page: bytes, url: str | None, kind: FileKind) -> None:
    assert read(content, place) == (page, url, kind)


def test_the_url_of_the_caller_is_first() -> None:
    source = Source("a", content=make_mhtml(COMMENT + PAGE), url="https://manifest.example/")
    assert read_page(source, ReadOptions()).url == "https://manifest.example/"
    assert read_page(source, ReadOptions(url="https://url.example/")).url == "https://url.example/"


def test_warnings_say_where_the_url_is_from_and_what_is_damaged() -> None:
    content = gzip.compress(COMMENT + PAGE * 99)
    page = read_page(Source("a", content=content[:-12]), ReadOptions())
    assert [warning.code for warning in page.warnings] == ["damaged-file", "url-from-comment"]
    assert "https://b.example/c" in page.warnings[1].message


def test_text_is_kept_as_it_is() -> None:
    page = read_page(Source("a.md", content="# Ä\n\n  <b>b</b> &amp;\n".encode()), ReadOptions())
    assert page.text() == "# Ä\n\n  <b>b</b> &amp;\n"


@pytest.mark.parametrize("content", [make_warc(["a"]), make_rss(["a"])])
def test_containers_are_not_a_page(content: bytes) -> None:
    with pytest.raises(
        HasManyPages, match=r"^a: this is a .*, which holds several pages; "
    ) as raised:
        read(content)
    assert raised.value.source.kind in (FileKind.WARC, FileKind.FEED)


def test_a_missing_extra_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    path = tmp_path / "a.br"
    path.write_bytes(b"\x1b\x03\x00\xf8")
    with pytest.raises(NeedsExtra, match=r"a\.br: files compressed by brotli need an extra: pip "):
        read_page(Source(str(path)), ReadOptions())


def test_a_damaged_page_is_an_error() -> None:
    with pytest.raises(BadInput, match=r"^a: this compressed file is damaged"):
        read(b"\x1f\x8b\x08\0\0\0\0\0\0\0\xff\xff\xff\xff")


def test_the_error_about_a_container_pickles_and_copies() -> None:
    error = HasManyPages(Source("feed.xml", kind=FileKind.FEED))
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (str(other), other.source) == (str(error), error.source)
