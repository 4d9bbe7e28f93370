"""WARC files: every HTML response is a page; a damaged file costs only its rest."""

from __future__ import annotations

import contextlib
import gzip
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import BadInput, NeedsExtra
from pagecore.page import PageWarning
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from pagecore.sources.warc import read_warc
from tests.inputs import make_record, make_warc

pytest.importorskip("fastwarc")


def read(content: bytes, **options: Any) -> list[Source | PageWarning]:
    source = Source("a.warc", content=content, kind=FileKind.WARC)
    return list(read_warc(source, ReadOptions(**options)))


@pytest.mark.parametrize("is_packed", [False, True])
def test_pages_and_what_is_left_out(is_packed: bool) -> None:
    *pages, warning = read(make_warc(["one", "two"], packed=is_packed))
    assert [str(page) for page in pages] == [
        "a.warc::https://a.example/one",
        "a.warc::https://a.example/two",
    ]
    page = pages[0]
    assert isinstance(page, Source)
    assert (page.url, page.charset, page.kind) == ("https://a.example/one", "utf-8", FileKind.HTML)
    assert page.content is not None
    assert b"old town of one" in page.content
    assert isinstance(warning, PageWarning)
    assert (warning.code, warning.count) == ("skipped-records", 3)
    left_out = "2 of status 404, 1 of type image/png"
    assert warning.message == f"3 records that are not pages were left out: {left_out}"


RECORDS = [
    # what it shows              record                                                    content
    ("a resource",               {"record_type": "resource", "content_type": "text/html"}, b"<p>a"),
    ("XHTML",                    {"content_type": "application/xhtml+xml"},                b"<p>a"),
    ("another status of success", {"status": "203 OK"},                                    b"<p>a"),
    ("a redirect",               {"status": "301 Moved"},                                  None),
    ("an image",                 {"content_type": "image/png"},                            None),
    ("text of a page",           {"record_type": "conversion", "content_type": "text/plain"}, None),
    ("no type",                  {"content_type": ""},                                     b"<p>a"),
    ("a request",                {"record_type": "request"},                               None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "content"), [record[1:] for record in RECORDS], ids=[name for name, *_ in RECORDS]
)
def test_records(options: dict[str, Any], content: bytes | None) -> None:
    record = make_record("https://a.example/", b"<p>a", **options)
    contents = [item.content for item in read(record) if isinstance(item, Source)]
    assert contents == ([] if content is None else [content])


def test_a_record_without_a_type_is_recognised_by_its_content() -> None:
    record = make_record("https://a.example/", b"Only text.", content_type="")
    (warning,) = read(record)
    assert isinstance(warning, PageWarning)
    assert warning.message.endswith("left out: 1 of type unknown")


def test_compressed_responses_are_unpacked_to_the_limit() -> None:
    bomb = gzip.compress(b"<p>" + b"a" * 10**7)
    record = make_record("https://a.example/", bomb, headers=["Content-Encoding: gzip"])
    (page,) = read(record, max_bytes=5000)
    assert isinstance(page, Source)
    assert page.content is not None
    assert page.content.startswith(b"<p>aaa")
    assert len(page.content) == 5001


def test_a_target_that_is_not_a_url_is_only_a_name() -> None:
    record = make_record("urn:example:1", b"<p>a", record_type="resource", content_type="text/html")
    (page,) = read(record)
    assert isinstance(page, Source)
    assert (page.url, page.name_in_container) == (None, "urn:example:1")


PAGE = b"<p>hello"
ENCODED = [
    # what it shows                     payload                          headers
    ("chunks",                          b"5\r\n<p>he\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
     ["Transfer-Encoding: chunked"]),
    ("gzip",                            gzip.compress(PAGE),            ["Content-Encoding: gzip"]),
    ("decoded, but the headers stayed", PAGE,
     ["Content-Encoding: gzip", "Transfer-Encoding: chunked"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("payload", "headers"), [case[1:] for case in ENCODED], ids=[name for name, *_ in ENCODED]
)
def test_encodings(payload: bytes, headers: list[str]) -> None:
    (page,) = read(make_record("https://a.example/", payload, headers=headers))
    assert isinstance(page, Source)
    assert page.content == PAGE


@pytest.mark.parametrize("n_cut", [20, 800])
def test_a_file_that_is_cut_off(n_cut: int) -> None:
    content = make_warc(["one", "two", "three"])
    source = Source("a.warc", content=content[:-n_cut], kind=FileKind.WARC)
    items = read_warc(source, ReadOptions())
    assert isinstance(next(items), Source)
    with pytest.raises(BadInput, match=r"^a\.warc: the WARC file is cut off after \d pages$"):
        list(items)


def test_pages_before_the_damage_are_read() -> None:
    content = make_warc(["one"], packed=True) + b"garbage" + make_warc(["two"])
    source = Source("a.warc", content=content, kind=FileKind.WARC)
    items = read_warc(source, ReadOptions())
    assert isinstance(next(items), Source)
    with pytest.raises(BadInput, match=r"^a\.warc: the WARC file is damaged after 1 pages: "):
        list(items)


@given(st.data())
def test_any_damage_is_an_error_of_the_tree(data: st.DataObject) -> None:
    content = bytearray(make_warc(["one"], packed=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 20))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadInput):
        read(bytes(content))


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    with pytest.raises(NeedsExtra, match=r"^a\.warc: .*pip install 'pagecore\[warc\]'"):
        read(make_warc([]))
