"""Feeds: RSS and Atom, also with errors."""

from __future__ import annotations

import io
import re
import sys

import pytest

import pagecore
from pagecore import Feed, FeedEntry
from pagecore.errors import BadInput, NeedsExtra
from tests.inputs import WORDS, check_stories, make_atom, make_rss

pytest.importorskip("feedparser")


def test_rss() -> None:
    content = f"<p>{WORDS.format('one')}</p><p>Menu</p>"
    check_stories(Feed.read(make_rss(["one", "two"])), content, "Mon, 01 Jan 2024 10:00:00 GMT")


def test_atom() -> None:
    (entry,) = Feed.read(make_atom(["one"])).entries
    assert entry.content_html == f"<p>{WORDS.format('one')}</p>"
    assert (entry.title, entry.authors) == ("Story of one", ("Ann Miller",))
    assert entry.modified == "2024-01-01T10:00:00Z"


def test_errors_in_the_xml_are_tolerated() -> None:
    broken = make_rss(["one", "two"]).replace(b"</channel></rss>", b"<item><title>a & b")
    assert len(Feed.read(broken).entries) >= 2


def test_summaries_and_relative_links() -> None:
    content = (
        b"<rss version='2.0'><channel><link>x</link><item><link>/a</link>"
        b"<description>&lt;b&gt;Short&lt;/b&gt;</description></item><item/></channel></rss>"
    )
    first, second = Feed.read(content, "https://a.example/feed").entries
    assert (first.url, first.content_html) == ("https://a.example/a", "<b>Short</b>")
    assert (second.url, second.title, second.content_html) == (None, None, "")


def test_an_entry_is_a_page_with_its_metadata() -> None:
    (entry,) = Feed.read(make_rss(["one"])).entries
    document = pagecore.extract(entry.html())
    metadata = document.metadata
    assert (metadata.title, metadata.url) == ("Story of one", "https://a.example/one")
    assert metadata.authors == ("Ann Miller",)
    assert str(metadata.published).startswith("2024-01-01")


def test_values_cannot_leave_their_place() -> None:
    entry = FeedEntry('https://a.example/">', "</title><b>", ("</script><b>",), None, None, "")
    assert "<b>" not in entry.html()
    assert entry.html().count("</script>") == 1


BOMB = b"""<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">
<!ENTITY f SYSTEM "file:///etc/passwd">]>
<rss version="2.0"><channel><item><title>&e;&f;</title></item></channel></rss>"""


def test_entities_are_not_expanded() -> None:
    (entry,) = Feed.read(BOMB).entries
    assert len(entry.title or "") < 100
    assert "root" not in (entry.title or "")


@pytest.mark.parametrize("content", [b"<!DOCTYPE html><p>a", b"%PDF-1.4", b"A text", b""])
def test_what_is_not_a_feed(content: bytes) -> None:
    with pytest.raises(BadInput, match=r"this is .*not a feed"):
        Feed.read(content)


def test_a_feed_is_bytes() -> None:
    with pytest.raises(BadInput, match="a feed is bytes, not str"):
        Feed.read("https://a.example/feed")  # type: ignore[arg-type]  # Wrong on purpose.


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "feedparser", None)
    with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[feeds\]'"):
        Feed.read(make_rss(["one"]))


def test_references_that_are_no_characters() -> None:
    title = b"<item><title>&#xFFFFFFFFF;</title></item>"
    with pytest.raises(BadInput, match="the feed cannot be read: OverflowError: "):
        Feed.read(b'<rss version="2.0"><channel>' + title + b"</channel></rss>")


def test_the_encoding_is_detected_by_pagecore(monkeypatch: pytest.MonkeyPatch) -> None:
    """chardet takes minutes for some damaged feeds."""
    monkeypatch.setattr("feedparser.encodings.lazy_chardet_encoding", None)
    title = "Прилив приходит дважды в день, и лодки выходят в море"
    for encoding, declared in (
        ("utf-8", False),
        ("windows-1251", False),
        ("koi8-r", True),
        ("utf-16", True),
    ):
        declaration = f'<?xml version="1.0" encoding="{encoding}"?>' if declared else ""
        rss = f'{declaration}<rss version="2.0"><channel><item><title>{title}</title></item>'
        feed = Feed.read(f"{rss}</channel></rss>".encode(encoding))
        assert feed.entries[0].title == title, encoding


def test_damaged_bytes_are_read_without_chardet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feedparser.encodings.lazy_chardet_encoding", None)
    damaged = make_rss(["one"]).replace(b"Story", b"St\xff\xc3ory\x81")
    assert len(Feed.read(damaged).entries) == 1


@pytest.mark.parametrize("domain", ["s.com", "s.online", "s.museum"])
def test_authors_with_an_address(domain: str) -> None:
    author = f"<item><author>ann@{domain} (Ann Lee)</author></item>".encode()
    feed = Feed.read(b'<rss version="2.0"><channel>' + author + b"</channel></rss>")
    assert feed.entries[0].authors == ("Ann Lee",)


def test_an_entry_without_authors_keeps_its_date_and_has_those_of_the_feed() -> None:
    rss = make_rss(["one"])
    without = re.sub(rb"<(dc:creator|author)>.*?</\1>", b"", rss)
    assert without != rss
    (entry,) = Feed.read(without).entries
    assert entry.authors == ()
    metadata = pagecore.extract(entry.html()).metadata
    assert str(metadata.published).startswith("2024-01-01")
    atom = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ann Lee</name></author><entry>'
        b"<title>One</title><published>2024-03-05T10:00:00Z</published>"
        b"<content>Words of the entry</content></entry></feed>"
    )
    (entry,) = Feed.read(atom).entries
    assert (entry.authors, entry.published) == (("Ann Lee",), "2024-03-05T10:00:00Z")


def test_a_title_may_be_html() -> None:
    atom = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">'
        b"Cats &amp;amp; &lt;em&gt;dogs&lt;/em&gt;</title></entry>"
        b'<entry><title type="text">1 &lt; 2</title></entry></feed>'
    )
    assert [entry.title for entry in Feed.read(atom).entries] == ["Cats & dogs", "1 < 2"]


def test_the_search_for_an_encoding_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """feedparser's pattern takes cubic time for such a start: 22 s for 20 kB. It gets a first line
    of its own."""
    import feedparser

    contents: list[bytes] = []
    parse = feedparser.parse

    def read(file: io.BytesIO, **options: object) -> object:
        contents.append(file.getvalue())
        return parse(file, **options)

    monkeypatch.setattr(feedparser, "parse", read)
    rss = make_rss(["one"]).partition(b"?>")[2]
    starts = [b"", b"\xef\xbb\xbf", b" <?xml version='1.0' encoding='latin-1'?>"]
    for start in (*starts, b"<?xml-stylesheet " + b"encoding='a" * 2000):
        try:
            (entry,) = Feed.read(start + rss).entries
        except BadInput:
            assert start not in starts
        else:
            assert entry.title == "Story of one"
        assert contents[-1].startswith(b'<?xml version="1.0" encoding="utf-8"?>\n')
        assert contents[-1].count(b"<?xml ") == 1
