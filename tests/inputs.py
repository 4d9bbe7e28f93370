"""Files of other kinds than HTML, made for tests: WARC, MHTML, feeds and sitemaps."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence

from pagecore import Feed, FeedEntry

WORDS = "It was a dark and stormy night and the rain fell in torrents on the old town of {}. "


def make_page(word: str) -> str:
    """A page with enough text to be content."""
    paragraphs = "".join(f"<p>{WORDS.format(word) * 3}</p>" for _ in range(3))
    title = f"A story of {word}"
    return f"<!DOCTYPE html><title>{title}</title><article><h1>{title}</h1>{paragraphs}</article>"


def make_record(
    url: str,
    body: bytes,
    *,
    content_type: str = "text/html; charset=utf-8",
    status: str = "200 OK",
    record_type: str = "response",
    headers: Sequence[str] = (),
) -> bytes:
    """A record of a WARC file: an HTTP response, or a resource without HTTP headers."""
    http = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", *headers, "", ""]
    block = "\r\n".join(http).encode() + body if record_type == "response" else body
    block_type = "application/http; msgtype=response" if record_type == "response" else content_type
    warc = [
        "WARC/1.0",
        f"WARC-Type: {record_type}",
        f"WARC-Target-URI: {url}",
        "WARC-Date: 2024-01-01T00:00:00Z",
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>",
        f"Content-Type: {block_type}",
        f"Content-Length: {len(block)}",
        "",
        "",
    ]
    return "\r\n".join(warc).encode() + block + b"\r\n\r\n"


def make_warc(words: Sequence[str], *, packed: bool = False) -> bytes:
    """A WARC file with a page for each word, between records that are not pages."""
    records = [make_record("https://a.example/logo.png", b"\x89PNG", content_type="image/png")]
    for word in words:
        records.append(make_record(f"https://a.example/{word}", make_page(word).encode()))
        records.append(
            make_record(f"https://a.example/{word}/x", b"<p>gone", status="404 Not Found")
        )
    return b"".join(map(gzip.compress, records) if packed else records)


def make_mhtml(html: bytes, url: str = "https://a.example/saved", nested: bool = False) -> bytes:
    """A saved page as browsers write it, with an image beside the page."""
    page = [
        b"Content-Type: text/html; charset=utf-8",
        b"Content-Transfer-Encoding: quoted-printable",
        b"Content-Location: " + url.encode(),
        b"",
        html.replace(b"=", b"=3D").replace(b"\xc3\xa9", b"=C3=A9"),
    ]
    image = [
        b"Content-Type: image/png",
        b"Content-Transfer-Encoding: base64",
        b"Content-Location: https://a.example/i.png",
        b"",
        b"iVBORw0KGgo=",
    ]
    part = b"\r\n".join(page)
    if nested:
        inner = b'Content-Type: multipart/alternative; boundary="in"\r\n\r\n--in\r\n'
        text = b"Content-Type: text/plain\r\n\r\ntext\r\n--in\r\n"
        part = inner + text + part + b"\r\n--in--"
    header = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: " + url.encode() + b"\r\n"
        b"Subject: A page\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="----x"\r\n\r\n'
    )
    parts = [part, b"\r\n".join(image)]
    body = b"".join(b"------x\r\n" + each + b"\r\n" for each in parts)
    return header + b"\r\n" + body + b"------x--\r\n"


def check_stories(feed: Feed, content_html: str, date: str) -> None:
    """Check the feed of two stories, and its first entry; `date` is as the feed has it."""
    assert (feed.title, feed.url, len(feed.entries)) == ("Stories", "https://a.example/", 2)
    assert feed.entries[0] == FeedEntry(
        "https://a.example/one",
        "Story of one",
        ("Ann Miller",),
        "2024-01-01T10:00:00Z",
        None,
        content_html,
        published_text=date,
    )
    assert feed.warnings == ()


def make_rss(words: Sequence[str]) -> bytes:
    """An RSS feed with an entry for each word."""
    items = "".join(
        f"<item><title>Story of {word}</title><link>https://a.example/{word}</link>"
        f"<dc:creator>Ann Miller</dc:creator><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>"
        f"<content:encoded><![CDATA[<p>{WORDS.format(word)}</p><p>Menu</p>]]></content:encoded>"
        f"</item>"
        for word in words
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Stories</title>'
        f"<link>https://a.example/</link>{items}</channel></rss>"
    ).encode()


def make_atom(words: Sequence[str]) -> bytes:
    """An Atom feed with an entry for each word."""
    entries = "".join(
        f"<entry><title>Story of {word}</title><link href='https://a.example/{word}'/>"
        f"<id>urn:{word}</id><updated>2024-01-01T10:00:00Z</updated>"
        f"<author><name>Ann Miller</name></author>"
        f"<content type='html'>&lt;p&gt;{WORDS.format(word)}&lt;/p&gt;</content></entry>"
        for word in words
    )
    return (
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Stories</title>'
        f"<link href='https://a.example/'/>{entries}</feed>"
    ).encode()


def make_json_feed(words: Sequence[str]) -> bytes:
    """A JSON Feed with an entry for each word."""
    items = [
        {
            "id": word,
            "url": f"https://a.example/{word}",
            "title": f"Story of {word}",
            "content_html": f"<p>{WORDS.format(word)}</p>",
            "date_published": "2024-01-01T11:00:00+01:00",
        }
        for word in words
    ]
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Stories",
        "home_page_url": "https://a.example/",
        "authors": [{"name": "Ann Miller"}],
        "items": items,
    }
    return json.dumps(feed, indent=1).encode()


def make_sitemap(urls: Sequence[str], *, is_index: bool = False) -> bytes:
    """A sitemap, or a list of sitemaps."""
    root, item = ("sitemapindex", "sitemap") if is_index else ("urlset", "url")
    items = "".join(f"<{item}><loc>{url}</loc></{item}>" for url in urls)
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0"?><{root} xmlns="{namespace}">{items}</{root}>'.encode()
