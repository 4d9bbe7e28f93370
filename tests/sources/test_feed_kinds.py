"""Each kind of feed, by a small one, and what is often wrong in feeds."""

from __future__ import annotations

import json
import time

import pytest

from pagecore import Feed, FeedEntry
from pagecore.errors import BadInput

pytest.importorskip("feedparser")

URL = "https://tides.example/blog/feed.xml"
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:content="http://purl.org/rss/1.0/modules/content/">'
)
RSS_ITEM = (
    "<item><title>High water</title><link>/2024/high</link>"
    "<description>Water &lt;b&gt;rises&lt;/b&gt;.</description>{}</item>"
)
ENTRY = '<entry><title>High water</title><link href="/2024/high"/>{}</entry>'
DUBLIN = "2024-03-05T12:00:00+02:00"
MAIL = "Tue, 05 Mar 2024 12:00:00 +0200"
FULL = "<p>Water rises <em>twice</em> a day.</p>"
ESCAPED = FULL.replace("<", "&lt;")

KINDS = {
    "RSS 0.90": (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title></channel>'
        + RSS_ITEM.format("")
        + "</rdf:RDF>"
    ),
    "RSS 0.91": '<rss version="0.91"><channel>' + RSS_ITEM.format("") + "</channel></rss>",
    "RSS 0.92": '<rss version="0.92"><channel>' + RSS_ITEM.format("") + "</channel></rss>",
    "RSS 0.93": f'<rss version="0.93"><channel>{RSS_ITEM.format(f"<pubDate>{MAIL}</pubDate>")}'
    "</channel></rss>",
    "RSS 1.0": RDF
    + RSS_ITEM.replace("<item>", '<item rdf:about="/2024/high">').format(
        f"<content:encoded><![CDATA[{FULL}]]></content:encoded><dc:date>{DUBLIN}</dc:date>"
    )
    + "</rdf:RDF>",
    "RSS 2.0": '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
    "<channel>"
    + RSS_ITEM.format(
        f"<content:encoded>{ESCAPED}</content:encoded><pubDate>{MAIL}</pubDate>"
    )
    + "</channel></rss>",
    "Atom 0.3": '<feed version="0.3" xmlns="http://purl.org/atom/ns#">'
    + ENTRY.format(
        f'<content type="text/html" mode="escaped">{ESCAPED}</content><issued>{DUBLIN}</issued>'
        '<summary type="text/html" mode="escaped">Water &lt;b&gt;rises&lt;/b&gt;.</summary>'
    )
    + "</feed>",
    "Atom 1.0": '<feed xmlns="http://www.w3.org/2005/Atom">'
    + ENTRY.format(
        '<summary type="html">Water &lt;b&gt;rises&lt;/b&gt;.</summary><content type="xhtml">'
        f'<div xmlns="http://www.w3.org/1999/xhtml">{FULL}</div></content>'
        f"<published>{DUBLIN}</published>"
    )
    + "</feed>",
}  # fmt: skip
#: Kinds of feeds that have no element for the full content, and those without dates.
SHORT = ("RSS 0.90", "RSS 0.91", "RSS 0.92", "RSS 0.93")
UNDATED = ("RSS 0.90", "RSS 0.91", "RSS 0.92")


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind: str) -> None:
    feed = Feed.read(KINDS[kind].encode(), URL)
    assert (feed.kind, feed.warnings) == (kind, ())
    (entry,) = feed.entries
    assert (entry.title, entry.url) == ("High water", "https://tides.example/2024/high")
    summary = "Water <b>rises</b>."
    assert entry.summary_html == summary
    assert entry.content_html == (summary if kind in SHORT else FULL)
    dates = {entry.published, entry.modified} - {None}
    assert dates == (set() if kind in UNDATED else {"2024-03-05T10:00:00Z"})
    texts = {entry.published_text, entry.modified_text} - {None}
    written = MAIL if kind in ("RSS 0.93", "RSS 2.0") else DUBLIN
    assert texts == (set() if kind in UNDATED else {written})


def test_json_feed() -> None:
    item = {"url": "/2024/high", "title": "High water", "summary": "Water rises.",
            "content_html": FULL, "date_published": DUBLIN}  # fmt: skip
    feed = {"version": "https://jsonfeed.org/version/1.1", "items": [item]}
    assert Feed.read(json.dumps(feed).encode(), URL).entries == (
        FeedEntry(
            "https://tides.example/2024/high", "High water", (), "2024-03-05T10:00:00Z", None, FULL,
            "<p>Water rises.</p>", DUBLIN,
        ),
    )  # fmt: skip


def read_rss(item: str, channel: str = "", url: str | None = None) -> FeedEntry:
    """The entry of a feed with one item."""
    rss = f'<rss version="2.0">{channel}<item>{item}</item></channel></rss>'
    rss = rss if channel else rss.replace('"2.0">', '"2.0"><channel>')
    (entry,) = Feed.read(rss.encode(), url).entries
    return entry


def read_atom(entry: str, root: str = "", url: str | None = None) -> FeedEntry:
    """The entry of a feed with one entry; `root` follows the name of the root element."""
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"{root or ">"}<entry>{entry}</entry></feed>'
    (read,) = Feed.read(feed.encode(), url).entries
    return read


SITE = "<channel><link>https://tides.example/blog/</link>"
SELF = '><link rel="self" href="https://tides.example/blog/feed/atom.xml"/>'
OTHER = "https://other.example/a/"
BASE = f' xml:base="{OTHER}">'
BLOG = "https://tides.example/blog"
FEEDS = f"{BLOG}/feed"
GUID = "https://tides.example/1"
SEVERAL = '<link rel="enclosure" href="a"/><link href="x"/><link rel="replies" href="r"/>'
LINKS = [
    # what it shows              entry                                              URL
    ("URL of the feed",          read_rss("<link>x</link>", url=URL),               f"{BLOG}/x"),
    ("URL of the site",          read_rss("<link>x</link>", SITE),                  f"{BLOG}/x"),
    ("URL that it declares",     read_atom('<link href="x"/>', SELF),              f"{FEEDS}/x"),
    ("xml:base",                 read_atom('<link href="x"/>', BASE, URL),          f"{OTHER}x"),
    ("relative xml:base",        read_atom('<link xml:base="b/" href="x"/>', BASE), f"{OTHER}b/x"),
    ("nothing known",            read_rss("<link>x</link>"),                        None),
    ("guid",                     read_rss(f"<guid>{GUID}</guid>"),                  GUID),
    ("guid that is no link",     read_rss(f'<guid isPermaLink="false">{GUID}</guid>'), None),
    ("link of the page",         read_atom(SEVERAL, "", URL),                       f"{BLOG}/x"),
    ("other schemes",            read_rss("<link>javascript:x</link>"),             None),
]  # fmt: skip


@pytest.mark.parametrize(("what", "entry", "url"), LINKS)
def test_links(what: str, entry: FeedEntry, url: str | None) -> None:
    assert entry.url == url, what


def test_links_in_the_content_are_resolved() -> None:
    entry = read_atom('<content type="html">&lt;a href="y"&gt;y&lt;/a&gt;</content>', BASE, URL)
    assert entry.content_html == '<a href="https://other.example/a/y">y</a>'


CDATA = "<description><![CDATA[<p>a &amp; b]]></description>"
MARKUP = "<description>&lt;p&gt;a &amp;amp; b</description>"
IMAGE = '<content type="image/png">iVBO</content><summary>a</summary>'
CONTENTS = [
    # what it shows       entry                                             content
    ("CDATA",             read_rss(CDATA),                                  "<p>a &amp; b"),
    ("escaped HTML",      read_rss(MARKUP),                                 "<p>a &amp; b"),
    ("text of Atom",      read_atom("<content>1 &lt; 2 &amp; 3</content>"), "1 &lt; 2 &amp; 3"),
    ("content elsewhere", read_atom('<content src="/x" type="text/html"/>'), ""),
    ("an image",          read_atom(IMAGE),                                 "a"),
    ("nothing",           read_rss("<title>a</title>"),                     ""),
]  # fmt: skip


@pytest.mark.parametrize(("what", "entry", "content"), CONTENTS)
def test_contents(what: str, entry: FeedEntry, content: str) -> None:
    assert entry.content_html == content, what


def test_content_is_not_repeated_as_summary() -> None:
    entry = read_atom(f'<content type="html">{ESCAPED}</content>')
    assert (entry.content_html, entry.summary_html) == (FULL, "")


DATES = [
    # as written                        ISO
    ("Tue, 05 Mar 2024 12:00:00 +0200", "2024-03-05T10:00:00Z"),
    ("5 Mar 2024",                      "2024-03-05T00:00:00Z"),
    ("2024-03-05",                      "2024-03-05T00:00:00Z"),
    # Programs write the year 1 if there is no date.
    ("Mon, 01 Jan 0001 00:00:00 +0000", None),
    ("am fünften März",                 None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "date"), DATES)
def test_dates_are_kept_as_written(text: str, date: str | None) -> None:
    entry = read_rss(f"<pubDate> {text} </pubDate>")
    assert (entry.published_text, entry.published) == (text, date)
    assert (entry.modified_text, entry.modified) == (None, None)


# ---------------------------------------------------------------- what is wrong


def make_feed(encoding: str, declared: str | None, title: str) -> bytes:
    declaration = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    rss = f'{declaration}<rss version="2.0"><channel><item><title>{title}</title></item>'
    return f"{rss}</channel></rss>".encode(encoding)


GERMAN, RUSSIAN = "Ebbe und Flut für Größere", "Прилив приходит дважды в день"
ENCODINGS = [
    # encoding        declared        title    warnings
    ("utf-8",         "utf-8",        GERMAN,  []),
    ("utf-8",         None,           GERMAN,  []),
    ("latin-1",       "iso-8859-1",   GERMAN,  []),
    ("utf-16",        "utf-16",       GERMAN,  []),
    ("utf-8",         "iso-8859-1",   GERMAN,  ["encoding-declared-otherwise"]),
    ("latin-1",       "utf-8",        GERMAN,  ["encoding-declared-otherwise"]),
    ("windows-1251",  "utf-8",        RUSSIAN, ["encoding-declared-otherwise"]),
    ("utf-8",         "no-such",      GERMAN,  ["encoding-unknown"]),
    ("ascii",         "iso-8859-1",   "Tide",  []),
]  # fmt: skip


@pytest.mark.parametrize(("encoding", "declared", "title", "codes"), ENCODINGS)
def test_wrong_encodings(encoding: str, declared: str | None, title: str, codes: list[str]) -> None:
    feed = Feed.read(make_feed(encoding, declared, title))
    assert feed.entries[0].title == title
    assert [warning.code for warning in feed.warnings] == codes


def test_a_damaged_character_leaves_the_encoding() -> None:
    content = make_feed("utf-8", "utf-8", GERMAN * 3).replace(b"und", b"u\xffd", 1)
    feed = Feed.read(content)
    assert feed.entries[0].title == (GERMAN * 3).replace("und", "u\ufffdd", 1)
    (warning,) = feed.warnings
    assert (warning.code, warning.count) == ("encoding-contradicted", 1)
    json_feed = b'{"version": "https://jsonfeed.org/version/1", "title": "u\xffd", "items": []}'
    (warning,) = Feed.read(json_feed).warnings
    assert (warning.code, warning.count) == ("encoding-contradicted", 1)


BROKEN = [
    # what it shows         items                                           entries  line
    ("ampersand",           "<item><title>a & b</title></item>\n<item/>",   2,       3),
    ("missing end",         "<item><title>a</title>\n<item/>",              2,       4),
    ("cut off",             "<item><title>a</title></item>\n<item><ti",     1,       4),
    ("entity of HTML",      "<item><title>&nbsp;a</title></item>",          1,       3),
    ("unknown prefix",      "<item><x:y>a</x:y></item>",                    1,       3),
    ("control character",   "<item><title>\x0ba</title></item>",            1,       3),
]  # fmt: skip


@pytest.mark.parametrize(("what", "items", "n_entries", "line"), BROKEN)
def test_broken_xml(what: str, items: str, n_entries: int, line: int) -> None:
    rss = f'\n<?xml version="1.0"?>\n<rss version="2.0"><channel>{items}</channel></rss>'
    feed = Feed.read(rss.encode())
    assert len(feed.entries) >= n_entries
    (warning,) = feed.warnings
    assert warning.code == "feed-damaged"
    assert warning.message.startswith(f"the XML of the feed is broken in line {line}: "), what


def test_a_feed_without_entries() -> None:
    feed = Feed.read(b'<rss version="2.0"><channel><title>T</title></channel></rss>')
    assert (feed.title, feed.entries, feed.warnings) == ("T", (), ())


def test_other_files() -> None:
    for content in (b"<html><p>a", b"\x89PNG\r\n", b'{"a": 1}', b"<x/>", b"", b"\0\1\2"):
        with pytest.raises(BadInput, match="not a feed"):
            Feed.read(content)


ROOT = b'<rss version="2.0"><channel>'
ITEM = b"<item><title>T%d</title><link>/%d</link><description>&lt;p&gt;a</description></item>"
BOMB = b'<!DOCTYPE rss [<!ENTITY a0 "%s">%s]>' % (
    b"a" * 1000,
    b"".join(b'<!ENTITY a%d "%s">' % (n + 1, b"&a%d;" % n * 10) for n in range(9)),
)
EXTERNAL = b'<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/hostname"><!ENTITY % g SYSTEM "g">%g;]>'
HOSTILE = {
    "items": ROOT + b"".join(ITEM % (n, n) for n in range(10_000)),
    "entity bomb": BOMB + ROOT + b"<item><title>&a9;</title></item>",
    "external entity": EXTERNAL + ROOT + b"<item><title>&f;</title></item>",
    "deep": ROOT + b"<item>" + b"<a>" * 60_000 + b"</a>" * 60_000 + b"</item>",
    "unclosed": ROOT + b"<item>" + b"<a>" * 60_000,
    "deep HTML": ROOT + b"<item><description><![CDATA[" + b"<div>" * 60_000 + b"]]></description>",
    "attributes": ROOT + b"<item " + b" ".join(b'a%d="1"' % n for n in range(60_000)) + b"/>",
    "categories": ROOT
    + b"<item>"
    + b"".join(b"<category>%d</category>" % n for n in range(60_000)),
    "comments": ROOT + b"<!-- " * 60_000,
    "sections": ROOT + b"<![CDATA[" * 60_000,
    "declarations": b"<?xml " * 60_000 + ROOT,
    "blanks": b'<?xml version="1.0" encoding' + b" " * 200_000 + ROOT,
    "date": ROOT + b"<item><pubDate>" + b"1 " * 200_000 + b"</pubDate></item>",
}


#: Hostile feeds that are refused.
REFUSED = {
    "attributes": "an element item has more than 1000 attributes",
    "categories": "an entry has more than 2000 categories",
    "declarations": "it has neither a version nor entries",
    "blanks": "it has neither a version nor entries",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_feeds_take_seconds(what: str) -> None:
    """Some would take hours if the time grew with the square of their size."""
    content, start = HOSTILE[what] + b"</channel></rss>", time.process_time()
    if what in REFUSED:
        with pytest.raises(BadInput, match=REFUSED[what]):
            Feed.read(content, URL)
    else:
        entries = Feed.read(content, URL).entries
        assert len(entries) == {"items": 10_000, "comments": 0, "sections": 0}.get(what, 1)
        assert all(len(entry.title or "") < 100 for entry in entries)
    assert time.process_time() - start < 30


# ---------------------------------------------------------------- feeds of other sites

SITES = [
    # page                          feed                          is warned
    ("https://tides.example/",      "https://tides.example/a",    False),
    ("https://www.tides.example/",  "http://tides.example/a",     False),
    ("https://blog.tides.example/", "https://tides.example/a",    False),
    ("https://tides.example/",      "https://boats.example/a",    True),
    ("https://tides.example/",      "https://nottides.example/a", True),
    (None,                          "https://boats.example/a",    False),
    ("https://tides.example/",      "",                           False),
]  # fmt: skip


@pytest.mark.parametrize(("page", "link", "is_warned"), SITES)
def test_feeds_of_another_site(page: str | None, link: str, is_warned: bool) -> None:
    rss = f'<rss version="2.0"><channel><item><link>{link}</link></item></channel></rss>'
    warning = Feed.read(rss.encode()).check_site(page)
    assert (warning is not None) == is_warned
    if warning is not None:
        assert warning.code == "feed-of-another-site"
        assert warning.message.endswith("but the page is of tides.example")
