"""The entries of a feed are sources."""

from __future__ import annotations

import pytest

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.sources import entries, feed
from pagecore.sources.entries import read_entries
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import Source
from tests.inputs import make_rss

pytest.importorskip("feedparser")


def read(content: bytes) -> list[Source | PageWarning]:
    return list(read_entries(Source("feed", content=content, kind=FileKind.FEED), ReadOptions()))


def test_entries_are_sources() -> None:
    (source,) = read(make_rss(["one"]))
    assert isinstance(source, Source)
    assert (source.url, source.kind) == ("https://a.example/one", FileKind.ENTRY)
    assert str(source) == "feed::https://a.example/one"
    assert source.content is not None
    assert b"<title>Story of one</title>" in source.content


def test_an_entry_without_a_link_has_its_number() -> None:
    content = make_rss(["one", "two"]).replace(b"<link>https://a.example/two</link>", b"")
    assert [str(source) for source in read(content)] == ["feed::https://a.example/one", "feed::2"]


def test_feeds_without_entries_and_other_files() -> None:
    with pytest.raises(BadInput, match=r"^feed: the feed has no entries$"):
        read(make_rss([]))
    with pytest.raises(BadInput, match=r"^feed: this is a PDF, not a feed$"):
        read(b"%PDF-1.4")


def test_long_feeds_are_read_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    content = make_rss(["one", "two", "three"])
    for module in (entries, feed):
        monkeypatch.setattr(module, "MAX_BYTES", len(content) - 100)
    *warnings, first, second = read(content)[:4]
    codes = [warning.code for warning in warnings if isinstance(warning, PageWarning)]
    # The limit cuts the XML.
    assert codes == ["feed-damaged", "limit-bytes"]
    assert (str(first), str(second)) == (
        "feed::https://a.example/one",
        "feed::https://a.example/two",
    )
