"""Pack a page into a file of each kind that can be read: compressed, saved by a browser, a WARC
file, a feed, a sitemap."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Callable, Sequence
from typing import Final


def pack_mhtml(html: bytes) -> bytes:
    """Pack a page as a browser saves it."""
    header = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n"
    location = b"Content-Type: text/html\r\nContent-Location: https://a.example/\r\n"
    encoded = base64.encodebytes(html)
    return header + location + b"Content-Transfer-Encoding: base64\r\n\r\n" + encoded + b"--x--"


def pack_warc(html: bytes) -> bytes:
    """Pack a page as two records of a WARC file."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    header = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\n"
        "WARC-Record-ID: <urn:uuid:0>\r\nWARC-Date: 2024-05-06T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}"
    )
    return (header.encode() + b"\r\n\r\n" + answer + b"\r\n\r\n") * 2


def _pack_feed(html: bytes) -> bytes:
    item = (
        b"<item><link>https://a.example/1</link><description><![CDATA["
        + html
        + b"]]></description>"
    )
    return b'<?xml version="1.0"?><rss version="2.0"><channel>' + item + b"</item></channel></rss>"


def _pack_sitemap(html: bytes) -> bytes:
    start = (
        b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>'
    )
    return start + b"<loc>https://a.example/</loc></url>" + html + b"</urlset>"


#: Functions from a page to a file.
PACKERS: Final[Sequence[Callable[[bytes], bytes]]] = (
    bytes, gzip.compress, pack_mhtml, pack_warc, _pack_feed, _pack_sitemap,
    lambda html: gzip.compress(pack_warc(html)),
)  # fmt: skip
