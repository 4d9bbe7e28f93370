"""JSON lines with pages: every line with `html` is a page, and other lines are counted."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.sources.containers import read_container
from pagecore.sources.find_sources import FolderOptions, find_sources
from pagecore.sources.kinds import FileKind, detect_kind
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source

LINE = json.dumps({"url": "https://a.example/1", "html": "<p>café"}) + "\n"


def read(content: bytes, **options: Any) -> list[Source | PageWarning]:
    source = Source("a.jsonl", content=content, kind=FileKind.LINES)
    return list(read_container(source, ReadOptions(**options)))


def test_every_line_is_a_page() -> None:
    other = json.dumps({"html": "<p>b", "url": None})
    first, second = read(f"{LINE}\n\n{other}".encode())
    assert isinstance(first, Source)
    assert isinstance(second, Source)
    assert (first.url, first.content) == ("https://a.example/1", "<p>café".encode())
    assert str(first) == "a.jsonl::https://a.example/1"
    assert (second.url, str(second)) == (None, "a.jsonl::2")
    assert (first.position, second.position) == ((1,), (2,))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "a.html", 3])
def test_only_web_addresses_are_urls(url: object) -> None:
    (page,) = read(json.dumps({"url": url, "html": "<p>a"}).encode())
    assert isinstance(page, Source)
    assert page.url is None


def test_packed_lines() -> None:
    (page,) = read(gzip.compress(LINE.encode()))
    assert isinstance(page, Source)
    assert page.url == "https://a.example/1"


def test_other_lines_are_counted() -> None:
    lines = LINE + '{"url": "x"}\nnot JSON\n[1]\n{"html": 3}\n' + "[" * 100_000
    page, warning = read(lines.encode())
    assert isinstance(page, Source)
    assert isinstance(warning, PageWarning)
    assert warning.code == "skipped-records"
    assert warning.message == (
        "5 lines that are not pages were left out: 3 without html, 2 that are not JSON"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"url": "x"}', "no line has a page; expected objects with url and html"),
        (b'{"html": "' + b"a" * 2_000_000, "damaged after 0 pages: a line has more than 600 bytes"),
        (gzip.compress(LINE.encode() * 999)[:-20], "damaged after"),
    ],
)
def test_damaged_files(content: bytes, message: str) -> None:
    if message == "damaged after":
        # What can be unpacked is read.
        assert len(read(content)) >= 900
        return
    with pytest.raises(BadInput, match=message):
        read(content, max_bytes=100)


KINDS = [
    # name             content                          kind
    ("a.jsonl",        LINE,                            FileKind.LINES),
    ("a.ndjson.gz",    LINE,                            FileKind.LINES),
    ("a.json",         LINE,                            FileKind.TEXT),
    ("a.jsonl",        '{"url": "x", "text": "y"}',     FileKind.TEXT),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "kind"), KINDS)
def test_kind(name: str, content: str, kind: FileKind) -> None:
    assert detect_kind(content.encode(), name) is kind


def test_lines_in_a_folder_are_taken_on_request(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(LINE)
    (tmp_path / "b.html").write_text("<p>b")
    assert [Path(of.place).name for of in find_sources([str(tmp_path)]).sources] == ["b.html"]
    (source,) = find_sources([str(tmp_path)], FolderOptions(globs=("*.jsonl",))).sources
    assert source.kind is FileKind.LINES
